//! The files of a new project. They lie in `host/tool/src/templates/`, as a project with the name `demo`.

use crate::build::Language;

/// The name that stands in the templates for that of the provider.
const NAME: &str = "demo";

/// A file of a new project.
pub(super) struct TemplateFile {
    /// Relative to the project's folder.
    pub(super) path: &'static str,
    content: &'static str,
}

impl TemplateFile {
    /// Its content for a provider of this name.
    pub(super) fn content(&self, name: &str) -> String {
        self.content.replace(NAME, name)
    }
}

macro_rules! template {
    ($($path:literal = $file:literal),* $(,)?) => {
        &[$(TemplateFile {
            path: $path,
            content: include_str!(concat!("../templates/", $file)),
        }),*]
    };
}

/// The files of a new project in a language, the one to begin reading with first. `Pulumi.yaml` is a program that uses it.
pub(super) fn files(language: Language) -> &'static [TemplateFile] {
    match language {
        Language::Rust => template! {
            "src/lib.rs" = "rust/src/lib.rs",
            "Cargo.toml" = "rust/Cargo.toml",
            "Pulumi.yaml" = "Pulumi.yaml",
            "tests/greeting.yaml" = "greeting.yaml",
            ".gitignore" = "rust/gitignore",
        },
        Language::Python => template! {
            "provider.py" = "python/provider.py",
            "pyproject.toml" = "python/pyproject.toml",
            "Pulumi.yaml" = "Pulumi.yaml",
            "tests/greeting.yaml" = "greeting.yaml",
            ".gitignore" = "python/gitignore",
        },
        Language::TypeScript => template! {
            "src/index.ts" = "typescript/src/index.ts",
            "package.json" = "typescript/package.json",
            "tsconfig.json" = "typescript/tsconfig.json",
            "Pulumi.yaml" = "Pulumi.yaml",
            "tests/greeting.yaml" = "greeting.yaml",
            ".gitignore" = "typescript/gitignore",
        },
    }
}
