//! The files of a new project. They lie in `host/tool/src/templates/`, as a project with the name `demo`.

use crate::build::Language;

/// The name that stands in the templates for that of the provider.
const NAME: &str = "demo";

/// The lines that a license stands behind.
const DESCRIPTION_OF_TOML: &str = "description = \"A Pulumi provider.\"\n";
const DESCRIPTION_OF_JSON: &str = "  \"description\": \"A Pulumi provider.\",\n";

/// A file of a new project.
pub(super) struct TemplateFile {
    /// Relative to the project's folder.
    pub(super) path: &'static str,
    content: &'static str,
}

impl TemplateFile {
    /// Its content for a provider of this name, with this license if the file is a place for a license.
    pub(super) fn content(&self, name: &str, license: Option<&str>) -> String {
        let content = self.content.replace(NAME, name);
        let Some(license) = license else {
            return content;
        };
        let (behind, line) = match self.path {
            "pyproject.toml" | "Cargo.toml" => {
                (DESCRIPTION_OF_TOML, format!("license = \"{license}\"\n"))
            }
            "package.json" => (
                DESCRIPTION_OF_JSON,
                format!("  \"license\": \"{license}\",\n"),
            ),
            "README.md" => return format!("{content}\n## License\n\n{license}\n"),
            _ => return content,
        };
        content.replacen(behind, &format!("{behind}{line}"), 1)
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
            "README.md" = "README.md",
            ".github/workflows/provider.yml" = "workflow.yml",
            ".gitignore" = "rust/gitignore",
        },
        Language::Python => template! {
            "provider.py" = "python/provider.py",
            "pyproject.toml" = "python/pyproject.toml",
            "Pulumi.yaml" = "Pulumi.yaml",
            "tests/greeting.yaml" = "greeting.yaml",
            "tests/test_greeting.py" = "python/tests/test_greeting.py",
            "README.md" = "README.md",
            ".github/workflows/provider.yml" = "workflow.yml",
            ".gitignore" = "python/gitignore",
        },
        Language::TypeScript => template! {
            "src/index.ts" = "typescript/src/index.ts",
            "package.json" = "typescript/package.json",
            "tsconfig.json" = "typescript/tsconfig.json",
            "Pulumi.yaml" = "Pulumi.yaml",
            "tests/greeting.yaml" = "greeting.yaml",
            "test/greeting.test.ts" = "typescript/test/greeting.test.ts",
            "README.md" = "README.md",
            ".github/workflows/provider.yml" = "workflow.yml",
            ".gitignore" = "typescript/gitignore",
        },
    }
}
