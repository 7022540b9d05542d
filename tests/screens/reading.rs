//! From a file to what is perceived of it and told of it.

use std::path::Path;

use ios_mcp::container::dump_parser;
use ios_mcp::domain::observation::Perception;
use ios_mcp::domain::perception::{Counter, Digest, DigestOptions, ReadContext, digest, perceive};

pub(crate) fn seen(path: &Path) -> Perception {
    let name = path.display();
    let bytes = std::fs::read(path).unwrap_or_else(|error| panic!("{name}: {error}"));
    let tree = dump_parser().parse(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
    perceive(&tree, &ReadContext::default())
}

pub(crate) fn told(p: &Perception, budget_tokens: usize) -> Digest {
    digest(p, &mut Counter::default(), &DigestOptions { budget_tokens, ..Default::default() })
}
