//! The files of a new project. They lie in `host/tool/src/templates/`, as a project with the name `demo`.

use crate::build::Language;

/// The name that stands in the templates for that of the provider.
const NAME: &str = "demo";

/// The package whose resources the component of a new project declares.
pub(super) const USED_PACKAGE: &str = "random";

/// The lines that a license stands behind.
const DESCRIPTION_OF_TOML: &str = "description = \"A Pulumi provider.\"\n";
const DESCRIPTION_OF_JSON: &str = "  \"description\": \"A Pulumi provider.\",\n";

/// The line of `README.md` that a command for unit tests stands behind, and that of the workflow.
const TEST_OF_README: &str =
    "pulumi-wasm test      # the cases in `tests`, and rules that all providers keep\n";
const TEST_OF_WORKFLOW: &str = "      - run: pulumi-wasm test\n";

/// What stands in the workflow for the version of the tool that made the project.
const VERSION: &str = "VERSION";

const WORKFLOW: &str = ".github/workflows/provider.yml";

/// A file of a new project.
pub(super) struct TemplateFile {
    /// Relative to the project's folder.
    pub(super) path: &'static str,
    content: &'static str,
}

impl TemplateFile {
    /// Its content for a provider of this name in a language, with this license if the file is a place for a license.
    pub(super) fn content(&self, name: &str, language: Language, license: Option<&str>) -> String {
        let content = self.with_unit_tests(language).replace(NAME, name);
        let content = match self.path {
            WORKFLOW => content.replace(VERSION, env!("CARGO_PKG_VERSION")),
            _ => content,
        };
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

    /// Its content with the command for the unit tests that a new project in the language has.
    fn with_unit_tests(&self, language: Language) -> String {
        let command = unit_tests(language);
        let (behind, line) = match self.path {
            "README.md" => (
                TEST_OF_README,
                format!("{command:<21} # the unit tests of the hooks\n"),
            ),
            WORKFLOW => (TEST_OF_WORKFLOW, format!("      - run: {command}\n")),
            _ => return self.content.to_owned(),
        };
        self.content.replacen(behind, &format!("{behind}{line}"), 1)
    }
}

/// The command for the unit tests of a new project.
fn unit_tests(language: Language) -> &'static str {
    match language {
        Language::Rust => "cargo test",
        Language::Python => {
            "PYTHONPATH=.pulumi-wasm/sdk/guest-sdk/python/src:. python3 -m unittest discover tests"
        }
        Language::TypeScript => "npm test",
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
            "test/tsconfig.json" = "typescript/test/tsconfig.json",
            "README.md" = "README.md",
            ".github/workflows/provider.yml" = "workflow.yml",
            ".gitignore" = "typescript/gitignore",
        },
    }
}

/// The files of a new project with a component resource, likewise.
pub(super) fn files_with_component(language: Language) -> &'static [TemplateFile] {
    match language {
        Language::Rust => template! {
            "src/lib.rs" = "component/rust/src/lib.rs",
            "Cargo.toml" = "rust/Cargo.toml",
            "Pulumi.yaml" = "component/Pulumi.yaml",
            "tests/website.yaml" = "component/website.yaml",
            "tests/page.yaml" = "component/page.yaml",
            "README.md" = "component/README.md",
            ".github/workflows/provider.yml" = "workflow.yml",
            ".gitignore" = "rust/gitignore",
        },
        Language::Python => template! {
            "provider.py" = "component/python/provider.py",
            "pyproject.toml" = "python/pyproject.toml",
            "Pulumi.yaml" = "component/Pulumi.yaml",
            "tests/website.yaml" = "component/website.yaml",
            "tests/page.yaml" = "component/page.yaml",
            "tests/test_website.py" = "component/python/tests/test_website.py",
            "README.md" = "component/README.md",
            ".github/workflows/provider.yml" = "workflow.yml",
            ".gitignore" = "python/gitignore",
        },
        Language::TypeScript => template! {
            "src/index.ts" = "component/typescript/src/index.ts",
            "package.json" = "typescript/package.json",
            "tsconfig.json" = "typescript/tsconfig.json",
            "Pulumi.yaml" = "component/Pulumi.yaml",
            "tests/website.yaml" = "component/website.yaml",
            "tests/page.yaml" = "component/page.yaml",
            "test/website.test.ts" = "component/typescript/test/website.test.ts",
            "test/tsconfig.json" = "typescript/test/tsconfig.json",
            "README.md" = "component/README.md",
            ".github/workflows/provider.yml" = "workflow.yml",
            ".gitignore" = "typescript/gitignore",
        },
    }
}
