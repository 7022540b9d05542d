//! Who may use whom: the dependency rule, checked on every path of every source file.
//!
//! Paths are collected from `use` trees, from expressions, types and attributes, and from the
//! tokens inside macros; a first segment that is the name of a dependency is a foreign crate.
//! Modules under `#[cfg(test)]` are free. Each rule is shown to bite by a deliberate violation.
#![expect(clippy::unwrap_used, reason = "what cannot be is a failure of the test")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};

/// A layer, what it may use of this crate, and what it may import.
struct Row {
    layer: &'static str,
    may_use: &'static [&'static str],
    may_import: &'static [&'static str],
}

const EVERYTHING: &[&str] = &["*"];

const ROWS: &[Row] = &[
    Row {
        layer: "domain",
        may_use: &["domain"],
        may_import: &[
            "async_trait",
            "bytes",
            "mockall",
            "rapidfuzz",
            "serde",
            "thiserror",
            "unicode_normalization",
            "unicode_segmentation",
        ],
    },
    Row {
        layer: "application",
        may_use: &["domain", "application"],
        may_import: &["async_trait", "futures", "tokio", "tokio_util", "tracing"],
    },
    Row {
        layer: "infrastructure",
        may_use: &["domain", "infrastructure"],
        may_import: &[
            "async_trait",
            "base64",
            "bytes",
            "fast_image_resize",
            "futures",
            "jpeg_encoder",
            "zune_jpeg",
            "memchr",
            "png",
            "quick_xml",
            "reqwest",
            "serde",
            "serde_json",
            "serde_path_to_error",
            "thiserror",
            "tokio",
            "tokio_util",
            "tracing",
            "unicode_segmentation",
        ],
    },
    Row {
        layer: "mcp",
        may_use: &["domain", "application", "mcp"],
        may_import: &[
            "async_trait",
            "base64",
            "rmcp",
            "schemars",
            "serde",
            "serde_json",
            "serde_path_to_error",
            "tokio",
            "tokio_util",
            "tracing",
        ],
    },
    Row {
        layer: "cli",
        may_use: &["domain", "application", "mcp", "cli", "container"],
        may_import: EVERYTHING,
    },
    Row { layer: "container", may_use: EVERYTHING, may_import: EVERYTHING },
    Row { layer: "lib", may_use: EVERYTHING, may_import: &[] },
    Row { layer: "main", may_use: &["ios_mcp"], may_import: &[] },
];

/// A path that only some files may name, whatever their layer allows.
struct Only {
    path: &'static [&'static str],
    files: &'static [&'static str],
}

const ONLY: &[Only] = &[
    Only { path: &["rmcp"], files: &["src/mcp/server.rs", "src/mcp/http.rs"] },
    Only {
        path: &["virtual_iphone"],
        files: &["src/container.rs", "src/container/", "src/cli.rs", "src/cli/"],
    },
    Only {
        path: &["Turn", "granted"],
        files: &["src/application/session.rs", "src/application/session/"],
    },
    Only { path: &["anyhow"], files: &["src/cli.rs", "src/cli/"] },
];

const LONGEST_FILE: usize = 500;
const LONGEST_HEADER: usize = 12;

/// What was found in one file.
#[derive(Default)]
struct Findings {
    paths: usize,
    violations: Vec<String>,
}

/// Walks one file.
struct Walk<'a> {
    /// Where the file lies, from the crate's folder.
    file: &'a str,
    /// Its module path, e.g. `domain`, `step`.
    module: Vec<String>,
    dependencies: &'a BTreeSet<String>,
    row: &'a Row,
    findings: Findings,
}

fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let mut found = false;
        if attribute.path().is_ident("cfg") {
            // A condition that does not parse as a list of words is no test condition.
            let _ = attribute.parse_nested_meta(|meta| {
                found |= meta.path.is_ident("test");
                Ok(())
            });
        }
        found
    })
}

impl Walk<'_> {
    fn see(&mut self, segments: &[String]) {
        let Some(first) = segments.first() else { return };
        self.findings.paths += 1;
        for only in ONLY {
            let named = segments.windows(only.path.len()).any(|window| window == only.path);
            if named && !only.files.iter().any(|file| self.file.starts_with(file)) {
                self.violation(&format!(
                    "only {} may name {}",
                    only.files.join(", "),
                    only.path.join("::")
                ));
            }
        }
        match first.as_str() {
            "crate" => self.see_own(segments.get(1)),
            "super" => {
                let up = segments.iter().take_while(|segment| *segment == "super").count();
                let left = self.module.len().saturating_sub(up);
                if left == 0 {
                    self.see_own(segments.get(up));
                }
            }
            name if self.dependencies.contains(name) => self.see_foreign(name),
            _ => {}
        }
    }

    fn see_own(&mut self, layer: Option<&String>) {
        let Some(layer) = layer else { return };
        let allowed = self.row.may_use.iter().any(|may| may == layer || *may == "*");
        let is_layer = ROWS.iter().any(|row| row.layer == layer);
        if is_layer && !allowed {
            self.violation(&format!("{} may not use crate::{layer}", self.row.layer));
        }
    }

    fn see_foreign(&mut self, name: &str) {
        let allowed = self.row.may_import.iter().any(|may| *may == name || *may == "*");
        if !allowed {
            self.violation(&format!("{} may not import {name}", self.row.layer));
        }
    }

    fn violation(&mut self, what: &str) {
        self.findings.violations.push(format!("{}: {what}", self.file));
    }

    fn see_use(&mut self, prefix: &[String], tree: &syn::UseTree) {
        let with = |ident: &syn::Ident| {
            let mut path = prefix.to_vec();
            path.push(ident.to_string());
            path
        };
        match tree {
            syn::UseTree::Path(path) => self.see_use(&with(&path.ident), &path.tree),
            syn::UseTree::Name(name) => self.see(&with(&name.ident)),
            syn::UseTree::Rename(rename) => self.see(&with(&rename.ident)),
            syn::UseTree::Glob(_) => self.see(prefix),
            syn::UseTree::Group(group) => {
                for item in &group.items {
                    self.see_use(prefix, item);
                }
            }
        }
    }

    /// Paths among tokens that syn leaves unparsed.
    fn see_tokens(&mut self, tokens: TokenStream) {
        let mut path: Vec<String> = Vec::new();
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Ident(ident) => {
                    if colons != 2 {
                        self.see_collected(&mut path);
                    }
                    path.push(ident.to_string());
                    colons = 0;
                }
                TokenTree::Punct(punct) if punct.as_char() == ':' => colons += 1,
                TokenTree::Group(group) => {
                    self.see_collected(&mut path);
                    self.see_tokens(group.stream());
                    colons = 0;
                }
                TokenTree::Punct(_) | TokenTree::Literal(_) => {
                    self.see_collected(&mut path);
                    colons = 0;
                }
            }
        }
        self.see_collected(&mut path);
    }

    fn see_collected(&mut self, path: &mut Vec<String>) {
        // One word among tokens is a variable or a keyword far more often than a crate.
        if path.len() > 1 {
            self.see(path);
        }
        path.clear();
    }
}

impl<'ast> Visit<'ast> for Walk<'_> {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if is_test(&item.attrs) {
            return;
        }
        self.module.push(item.ident.to_string());
        visit::visit_item_mod(self, item);
        self.module.pop();
    }

    fn visit_item(&mut self, item: &'ast syn::Item) {
        let attributes: &[syn::Attribute] = match item {
            syn::Item::Fn(item) => &item.attrs,
            syn::Item::Impl(item) => &item.attrs,
            syn::Item::Use(item) => &item.attrs,
            _ => &[],
        };
        if !is_test(attributes) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.see_use(&[], &item.tree);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let segments: Vec<String> =
            path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        self.see(&segments);
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, invocation: &'ast syn::Macro) {
        self.visit_path(&invocation.path);
        self.see_tokens(invocation.tokens.clone());
    }
}

fn check(file: &str, source: &str, dependencies: &BTreeSet<String>) -> Findings {
    let module = module_of(file);
    let row = module.first().and_then(|layer| ROWS.iter().find(|row| row.layer == layer));
    let Some(row) = row else {
        let violations = vec![format!("{file}: no row of the table covers it")];
        return Findings { violations, ..Findings::default() };
    };
    let syntax = match syn::parse_file(source) {
        Ok(syntax) => syntax,
        Err(error) => {
            let violations = vec![format!("{file}: does not parse: {error}")];
            return Findings { violations, ..Findings::default() };
        }
    };
    let findings = Findings::default();
    let mut walk = Walk { file, module, dependencies, row, findings };
    walk.visit_file(&syntax);
    walk.findings
}

fn module_of(file: &str) -> Vec<String> {
    let path = file.trim_start_matches("src/").trim_end_matches(".rs");
    path.split('/').map(str::to_owned).collect()
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn sources() -> Vec<(String, String)> {
    let mut files = Vec::new();
    let mut folders = vec![root().join("src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    files.into_iter().map(|path| (name_of(&path), fs::read_to_string(&path).unwrap())).collect()
}

fn name_of(path: &Path) -> String {
    path.strip_prefix(root()).unwrap().to_string_lossy().replace('\\', "/")
}

fn dependencies() -> BTreeSet<String> {
    let manifest: toml::Table =
        fs::read_to_string(root().join("Cargo.toml")).unwrap().parse().unwrap();
    let names = ["dependencies", "dev-dependencies"]
        .iter()
        .filter_map(|table| manifest[*table].as_table())
        .flat_map(|table| table.keys());
    // The package depends on itself for tests, which is no foreign crate.
    names.map(|name| name.replace('-', "_")).filter(|name| name != "ios_mcp").collect()
}

/// Files that exist only under `#[cfg(test)]` of the file that declares them, and what lies below.
fn test_modules(sources: &[(String, String)]) -> Vec<String> {
    let mut modules = Vec::new();
    for (file, source) in sources {
        let items = syn::parse_file(source).map(|syntax| syntax.items).unwrap_or_default();
        for item in items {
            if let syn::Item::Mod(module) = item
                && module.content.is_none()
                && is_test(&module.attrs)
            {
                let folder = file.trim_end_matches(".rs");
                modules.push(format!("{folder}/{}", module.ident));
            }
        }
    }
    modules
}

fn is_in(file: &str, modules: &[String]) -> bool {
    let path = file.trim_end_matches(".rs");
    modules.iter().any(|module| path == module || path.starts_with(&format!("{module}/")))
}

#[test]
fn every_path_of_every_file_keeps_the_dependency_rule() {
    let dependencies = dependencies();
    assert!(dependencies.len() > 15, "the manifest was not read");
    let mut paths = 0;
    let mut violations = Vec::new();
    let sources = sources();
    let tests = test_modules(&sources);
    for (file, source) in sources.iter().filter(|(file, _)| !is_in(file, &tests)) {
        let findings = check(file, source, &dependencies);
        paths += findings.paths;
        violations.extend(findings.violations);
    }
    assert!(violations.is_empty(), "{}", violations.join("\n"));
    assert!(paths > 3000, "only {paths} paths were seen");
}

#[test]
fn every_file_opens_with_a_header_and_stays_within_its_length() {
    let mut wrong = Vec::new();
    for (file, source) in sources() {
        let header = source.lines().take_while(|line| line.starts_with("//!")).count();
        if header == 0 || header > LONGEST_HEADER {
            wrong.push(format!("{file}: its header has {header} lines"));
        }
        let lines = source.lines().count();
        if lines > LONGEST_FILE {
            wrong.push(format!("{file}: {lines} lines"));
        }
        if file.ends_with("/mod.rs") || file.contains("util") {
            wrong.push(format!("{file}: a module is named after what it holds"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_virtual_iphone_imports_nothing_of_the_product_it_tests() {
    let manifest = fs::read_to_string(root().join("crates/virtual-iphone/Cargo.toml")).unwrap();
    assert!(!manifest.contains("ios-mcp") && !manifest.contains("ios_mcp"));
}

mod each_rule_bites {
    use super::*;

    #[track_caller]
    fn caught(file: &str, source: &str, expected: &str) {
        let findings = check(file, source, &dependencies());
        let found = findings.violations.join("\n");
        assert!(found.contains(expected), "{source}\nfound: {found}");
    }

    #[test]
    fn a_use_of_another_layer() {
        let source = "use crate::{domain::app::BundleId, mcp::tool::Reply};";
        caught("src/application/x.rs", source, "application may not use crate::mcp");
    }

    #[test]
    fn an_inline_path_to_another_layer() {
        let source = "fn f() -> crate::infrastructure::picture::PicturePress { todo!() }";
        caught("src/mcp/x.rs", source, "mcp may not use crate::infrastructure");
    }

    #[test]
    fn an_escape_through_super() {
        caught("src/domain/x.rs", "use super::super::mcp::tool;", "domain may not use crate::mcp");
        caught("src/domain.rs", "use super::cli;", "domain may not use crate::cli");
    }

    #[test]
    fn a_foreign_use_and_a_foreign_inline_path() {
        caught("src/domain/x.rs", "use tokio::sync::Mutex;", "domain may not import tokio");
        let inline = "fn f(t: &reqwest::Client) {}";
        caught("src/application/x.rs", inline, "application may not import reqwest");
    }

    #[test]
    fn a_path_inside_a_macro() {
        let source = "fn f() { let _ = vec![crate::mcp::schema::one_line(\"\")]; }";
        caught("src/domain/x.rs", source, "domain may not use crate::mcp");
    }

    #[test]
    fn the_protocols_sdk_outside_its_two_files() {
        let source = "fn f(t: rmcp::model::Tool) {}";
        caught("src/mcp/render.rs", source, "may name rmcp");
        assert!(check("src/mcp/server.rs", source, &dependencies()).violations.is_empty());
    }

    #[test]
    fn the_virtual_phone_outside_the_container_and_the_command_line() {
        let source = "use virtual_iphone::VirtualIphone;";
        caught("src/application/x.rs", source, "may name virtual_iphone");
        assert!(check("src/container.rs", source, &dependencies()).violations.is_empty());
    }

    #[test]
    fn a_turn_that_no_room_granted() {
        let source = "fn f() { let t = crate::domain::ports::Turn::granted(); }";
        caught("src/application/ui_service.rs", source, "may name Turn::granted");
        let room = check("src/application/session/room.rs", source, &dependencies());
        assert!(room.violations.is_empty());
    }

    #[test]
    fn a_folder_without_a_row() {
        caught("src/helpers/x.rs", "fn f() {}", "no row of the table covers it");
    }

    #[test]
    fn tests_inside_a_file_are_free() {
        let source = "#[cfg(test)] mod tests { use tokio::sync::Mutex; use super::*; }";
        assert!(check("src/domain/x.rs", source, &dependencies()).violations.is_empty());
    }
}
