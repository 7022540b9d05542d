//! From the bytes of a dump to the digest: whole, by part, and beside the bare parse.
//!
//! `cargo bench --bench dumps`. Sizes are those of a usual screen, a long list and the longest
//! seen. Wanted on a two-core machine: 0.25 ms, 4 ms and 16 ms for JSON as a whole, half as much
//! again for XML, and parsing near the bare parse.

use divan::{Bencher, black_box, counter::BytesCount};
use ios_mcp::domain::perception::{Counter, DigestOptions, ReadContext, digest, perceive};
use ios_mcp::domain::tree::TreeParser;
use ios_mcp::infrastructure::dump::AnyDump;

#[path = "dumps/bare.rs"]
mod bare;
#[path = "dumps/screens.rs"]
mod screens;

/// Bytes of a usual screen, a long list, the longest seen.
const SIZES: [usize; 3] = [66_000, 1_300_000, 5_000_000];

fn main() {
    for size in SIZES {
        describe("json", &screens::json(size));
        describe("compact json", &screens::compact_json(size));
        describe("asked json", &screens::asked_json(size));
        describe("xml", &screens::xml(size));
        describe("same tree xml", &screens::same_tree_xml(size));
    }
    divan::main();
}

/// Says what is measured; a dump that is no tree would measure nothing.
#[expect(clippy::print_stdout, reason = "a bench reports on stdout")]
fn describe(kind: &str, text: &str) {
    let nodes = AnyDump.parse(text.as_bytes()).map_or(0, |tree| tree.len());
    println!("{kind}: {} bytes, {nodes} nodes", text.len());
}

/// Parse, perceive, digest.
fn whole(text: &str) -> usize {
    let Ok(tree) = AnyDump.parse(text.as_bytes()) else { return 0 };
    let perception = perceive(&tree, &ReadContext::default());
    digest(&perception, &mut Counter::default(), &DigestOptions::default()).characters
}

fn on(bencher: Bencher<'_, '_>, text: &str, run: impl Fn(&str) -> usize + Sync) {
    bencher.counter(BytesCount::new(text.len())).bench(|| run(black_box(text)));
}

fn parse(text: &str) -> usize {
    AnyDump.parse(text.as_bytes()).map_or(0, |tree| tree.len())
}

mod json {
    use super::{Bencher, SIZES, bare, on, parse, screens, whole};

    #[divan::bench(args = SIZES)]
    fn bare_serde_json(bencher: Bencher<'_, '_>, size: usize) {
        on(bencher, &screens::json(size), bare::json);
    }

    #[divan::bench(args = SIZES)]
    fn parse_alone(bencher: Bencher<'_, '_>, size: usize) {
        on(bencher, &screens::json(size), parse);
    }

    #[divan::bench(args = SIZES)]
    fn parse_perceive_digest(bencher: Bencher<'_, '_>, size: usize) {
        on(bencher, &screens::json(size), whole);
    }
}

mod compact_json {
    use super::{Bencher, SIZES, bare, on, parse, screens, whole};

    #[divan::bench(args = SIZES)]
    fn bare_serde_json(bencher: Bencher<'_, '_>, size: usize) {
        on(bencher, &screens::compact_json(size), bare::json);
    }

    #[divan::bench(args = SIZES)]
    fn parse_alone(bencher: Bencher<'_, '_>, size: usize) {
        on(bencher, &screens::compact_json(size), parse);
    }

    #[divan::bench(args = SIZES)]
    fn parse_perceive_digest(bencher: Bencher<'_, '_>, size: usize) {
        on(bencher, &screens::compact_json(size), whole);
    }
}

mod asked_json {
    use super::{Bencher, SIZES, bare, on, parse, screens, whole};

    #[divan::bench(args = SIZES)]
    fn bare_serde_json(bencher: Bencher<'_, '_>, size: usize) {
        on(bencher, &screens::asked_json(size), bare::json);
    }

    #[divan::bench(args = SIZES)]
    fn parse_alone(bencher: Bencher<'_, '_>, size: usize) {
        on(bencher, &screens::asked_json(size), parse);
    }

    #[divan::bench(args = SIZES)]
    fn parse_perceive_digest(bencher: Bencher<'_, '_>, size: usize) {
        on(bencher, &screens::asked_json(size), whole);
    }
}

mod same_tree_xml {
    use super::{Bencher, SIZES, bare, on, parse, screens, whole};

    #[divan::bench(args = SIZES)]
    fn bare_quick_xml(bencher: Bencher<'_, '_>, size: usize) {
        on(bencher, &screens::same_tree_xml(size), bare::xml_events);
    }

    #[divan::bench(args = SIZES)]
    fn parse_alone(bencher: Bencher<'_, '_>, size: usize) {
        on(bencher, &screens::same_tree_xml(size), parse);
    }

    #[divan::bench(args = SIZES)]
    fn parse_perceive_digest(bencher: Bencher<'_, '_>, size: usize) {
        on(bencher, &screens::same_tree_xml(size), whole);
    }
}

mod xml {
    use super::{Bencher, SIZES, bare, on, parse, screens, whole};

    #[divan::bench(args = SIZES)]
    fn bare_quick_xml(bencher: Bencher<'_, '_>, size: usize) {
        on(bencher, &screens::xml(size), bare::xml_events);
    }

    #[divan::bench(args = SIZES)]
    fn bare_quick_xml_with_attributes(bencher: Bencher<'_, '_>, size: usize) {
        on(bencher, &screens::xml(size), bare::xml_attributes);
    }

    #[divan::bench(args = SIZES)]
    fn parse_alone(bencher: Bencher<'_, '_>, size: usize) {
        on(bencher, &screens::xml(size), parse);
    }

    #[divan::bench(args = SIZES)]
    fn parse_perceive_digest(bencher: Bencher<'_, '_>, size: usize) {
        on(bencher, &screens::xml(size), whole);
    }
}
