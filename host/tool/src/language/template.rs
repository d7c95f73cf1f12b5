//! The files of a new project. They are in `host/tool/src/templates/`, as a project with the name `demo`.

use super::guest_language::Language;

/// The name of the provider in the templates.
const NAME: &str = "demo";

/// The package with the resources that the component of a new project declares.
pub(crate) const USED_PACKAGE: &str = "random";

/// The lines of `README.md` and of the workflow that the command for unit tests follows.
const TEST_OF_README: &str =
    "pulumi-wasm test      # the cases in `tests`, and rules that all providers keep\n";
const TEST_OF_WORKFLOW: &str = "      - run: pulumi-wasm test\n";

/// The word in the workflow that the version of this tool replaces.
const VERSION: &str = "VERSION";

const WORKFLOW: &str = ".github/workflows/provider.yml";

/// The beginning of a line in the workflow. The words of languages follow, or [`ALL`]: only these languages get the lines below it. So
/// one file has the steps of all languages, and `actionlint` and Dependabot read it.
const ONLY_FOR: &str = "      # for ";
const ALL: &str = "all";

/// A file of a new project.
#[derive(Debug)]
pub(crate) struct TemplateFile {
    /// Relative to the project's folder.
    pub(crate) path: &'static str,
    pub(super) content: &'static str,
}

impl TemplateFile {
    /// The content for a provider of this name in a language. The project file and `README.md` get the license.
    pub(crate) fn content(&self, name: &str, language: Language, license: Option<&str>) -> String {
        let content = self.with_unit_tests(language).replace(NAME, name);
        let content = match self.path {
            WORKFLOW => {
                lines_for(&content, language.word()).replace(VERSION, env!("CARGO_PKG_VERSION"))
            }
            _ => content,
        };
        let Some(license) = license else {
            return content;
        };
        if self.path == "README.md" {
            return format!("{content}\n## License\n\n{license}\n");
        }
        if self.path != language.project_file() {
            return content;
        }
        let (before, line) = language.license_line(license);
        content.replacen(before, &format!("{before}{line}"), 1)
    }

    /// The content with the command for the unit tests of the language.
    fn with_unit_tests(&self, language: Language) -> String {
        let command = language.unit_tests();
        let (before, line) = match self.path {
            "README.md" => (
                TEST_OF_README,
                format!("{command:<21} # the unit tests of the hooks\n"),
            ),
            WORKFLOW => (TEST_OF_WORKFLOW, format!("      - run: {command}\n")),
            _ => return self.content.to_owned(),
        };
        self.content.replacen(before, &format!("{before}{line}"), 1)
    }
}

/// The lines of the workflow for a language.
fn lines_for(workflow: &str, word: &str) -> String {
    let mut is_for_language = true;
    let mut lines = String::new();
    for line in workflow.split_inclusive('\n') {
        if let Some(words) = line.strip_prefix(ONLY_FOR) {
            let mut words = words.trim_end().split(", ");
            is_for_language = words.any(|found| found == word || found == ALL);
        } else if is_for_language {
            lines += line;
        }
    }
    lines
}

/// Lists files of a template: the path in the project, and the file in `host/tool/src/templates`.
macro_rules! template {
    ($($path:literal = $file:literal),* $(,)?) => {
        &[$($crate::language::template::TemplateFile {
            path: $path,
            content: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/templates/", $file)),
        }),*]
    };
}
pub(super) use template;
