//! Providers in Rust: cargo compiles a library of the project for Wasm.

mod check;
mod compile;
mod conditions;
mod contents;
mod crates;
mod listing;
mod outside_sources;
mod resource_module;
mod toolchain;
mod usage;

use std::path::{Path, PathBuf};

use pulumi_wasm_packages::packages_section::ContainedPackage;

use super::dialect::{Dialect, MIGRATE};
use super::guest_language::{ComponentResources, GuestLanguage, ProviderSource, UsageLine};
use super::template::{TemplateFile, template};
use super::workshop::Workshop;
use crate::commands::add::package::Package;
// `toolchain.rs` is a file of `xtask` as well, and looks for the function in the module above it.
use crate::terminal::toolchain_program;

#[derive(Debug)]
pub(super) struct Rust;

/// Names that a crate cannot have: words of the language, and crates that every provider uses.
const RESERVED: &[&str] = &[
    "abstract",
    "alloc",
    "as",
    "async",
    "await",
    "become",
    "box",
    "break",
    "const",
    "continue",
    "core",
    "crate",
    "do",
    "dyn",
    "else",
    "enum",
    "extern",
    "false",
    "final",
    "fn",
    "for",
    "gen",
    "if",
    "impl",
    "in",
    "let",
    "loop",
    "macro",
    "match",
    "mod",
    "move",
    "mut",
    "override",
    "priv",
    "proc-macro",
    "pub",
    "pulumi-wasm-provider",
    "ref",
    "return",
    "self",
    "serde",
    "serde-json",
    "static",
    "std",
    "struct",
    "super",
    "test",
    "trait",
    "true",
    "try",
    "type",
    "typeof",
    "unsafe",
    "unsized",
    "use",
    "virtual",
    "where",
    "while",
    "wit-bindgen",
    "yield",
];

impl GuestLanguage for Rust {
    fn word(&self) -> &'static str {
        "rust"
    }

    fn title(&self) -> &'static str {
        "Rust"
    }

    fn project_file(&self) -> &'static str {
        "Cargo.toml"
    }

    fn project_mark(&self) -> &'static str {
        ""
    }

    /// Cargo reads the project file, and has the better messages about it.
    fn is_provider(&self, _folder: &Path) -> anyhow::Result<bool> {
        Ok(true)
    }

    fn sdk_files(&self) -> &'static [&'static str] {
        &["guest-sdk/rust", "host/", "wit/"]
    }

    fn name_fault(&self, name: &str) -> Option<&'static str> {
        let is_reserved = RESERVED.contains(&name);
        is_reserved.then_some("means something else to the Rust compiler")
    }

    fn template(&self) -> &'static [TemplateFile] {
        template! {
        "src/lib.rs" = "rust/src/lib.rs",
        "Cargo.toml" = "rust/Cargo.toml",
        "Pulumi.yaml" = "Pulumi.yaml",
        "tests/greeting.yaml" = "greeting.yaml",
        "README.md" = "README.md",
        ".github/workflows/provider.yml" = "workflow.yml",
        ".gitignore" = "rust/gitignore",
        }
    }

    fn unit_tests(&self) -> &'static str {
        "cargo test"
    }

    fn license_line(&self, license: &str) -> (&'static str, String) {
        let line = format!("license = \"{license}\"\n");
        ("description = \"A Pulumi provider.\"\n", line)
    }

    fn compile(&self, workshop: &Workshop) -> anyhow::Result<PathBuf> {
        compile::compile(workshop)
    }

    fn packages(
        &self,
        workshop: &Workshop,
        _compiled: &[u8],
    ) -> anyhow::Result<Vec<ContainedPackage>> {
        contents::packages(workshop)
    }

    fn written_folders(&self) -> &'static [&'static str] {
        &["target"]
    }

    fn outside_sources(&self, project: &Path) -> Vec<PathBuf> {
        outside_sources::find(project)
    }

    fn component_resources(&self) -> Option<&'static dyn ComponentResources> {
        Some(&Rust)
    }

    fn dialect(&self) -> Dialect {
        Dialect {
            migrate: MIGRATE,
            deprecate: "`#[property(deprecated = \"…\")]`",
            deprecate_whole: "`deprecated = \"…\"`",
            alias: "`alias = \"TOKEN\"`",
            not_required: "`required: false`",
        }
    }
}

impl ComponentResources for Rust {
    fn template(&self) -> &'static [TemplateFile] {
        template! {
        "src/lib.rs" = "component/rust/src/lib.rs",
        "Cargo.toml" = "rust/Cargo.toml",
        "Pulumi.yaml" = "component/Pulumi.yaml",
        "tests/website.yaml" = "component/website.yaml",
        "tests/page.yaml" = "component/page.yaml",
        "README.md" = "component/README.md",
        ".github/workflows/provider.yml" = "workflow.yml",
        ".gitignore" = "rust/gitignore",
        }
    }

    fn resource_module_name(&self, package: &Package) -> String {
        resource_module::file_name(package)
    }

    fn resource_module(&self, package: &Package) -> String {
        resource_module::module(package)
    }

    fn resource_names(&self, package: &Package) -> Vec<String> {
        resource_module::names(package)
    }

    fn declared_token<'a>(&self, line: &'a str) -> Option<&'a str> {
        resource_module::declared_token(line)
    }

    fn provider_source(&self, folder: &Path) -> anyhow::Result<ProviderSource> {
        usage::provider_source(folder)
    }

    fn import_line(&self, source: &ProviderSource, stem: &str, names: &str) -> Option<String> {
        usage::import_line(source, stem, names)
    }

    fn package_lines(&self, package: &Package) -> Vec<UsageLine> {
        usage::package_lines(package)
    }
}
