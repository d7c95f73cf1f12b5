//! Finding a provider's project, and its language.

use std::fmt;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::ValueEnum;
use serde_json::Value;

use crate::bounded_file;

/// A language that providers are written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Language {
    Rust,
    Python,
    #[value(name = "typescript")]
    TypeScript,
}

impl Language {
    /// The word that stands for it in commands and in JSON.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Rust => "rust",
            Self::Python => "python",
            Self::TypeScript => "typescript",
        }
    }

    /// The file that a project in it has.
    fn entry(self) -> &'static str {
        match self {
            Self::Rust => "Cargo.toml",
            Self::Python => "pyproject.toml",
            Self::TypeScript => "package.json",
        }
    }

    /// The mark of a provider's project, if the file alone does not show it.
    fn mark(self) -> &'static str {
        match self {
            Self::Rust => "",
            Self::Python => "[tool.pulumi-wasm]",
            Self::TypeScript => "\"pulumi-wasm\"",
        }
    }

    const ALL: [Self; 3] = [Self::Rust, Self::Python, Self::TypeScript];
}

impl fmt::Display for Language {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Rust => "Rust",
            Self::Python => "Python",
            Self::TypeScript => "TypeScript",
        })
    }
}

/// A provider's project.
#[derive(Debug, Clone)]
pub(crate) struct Project {
    /// Absolute.
    pub(crate) folder: PathBuf,
    pub(crate) language: Language,
}

impl Project {
    /// The project of a folder: the nearest at it or above it.
    ///
    /// # Errors
    /// When the folder has no project, or one that cannot be read or is not clear.
    pub(crate) fn find(folder: &Path) -> anyhow::Result<Self> {
        let start = folder
            .canonicalize()
            .with_context(|| format!("cannot read the folder {}", folder.display()))?;
        let mut unmarked = None;
        for folder in start.ancestors() {
            let mut found = Vec::new();
            for language in Language::ALL {
                match judge(folder, language)? {
                    Claim::None => {}
                    Claim::Unmarked => unmarked = unmarked.or(Some((folder, language))),
                    Claim::Provider => found.push(language),
                }
            }
            match found.as_slice() {
                [] => {}
                [language] => {
                    return Ok(Self {
                        folder: folder.to_owned(),
                        language: *language,
                    });
                }
                [one, other, ..] => bail!(
                    "{} is a project in {one} and in {other}: it has both {} and {}\nhint: keep each provider's project in a separate folder",
                    folder.display(),
                    one.entry(),
                    other.entry()
                ),
            }
            // Files above the root of a repository are not part of the project.
            if folder.join(".git").exists() {
                break;
            }
        }
        if let Some((folder, language)) = unmarked {
            bail!(
                "{} is not the project of a provider: it has no {}\nhint: compare it with a new project: `pulumi-wasm new --lang {} NAME`",
                folder.join(language.entry()).display(),
                language.mark(),
                language.word()
            );
        }
        bail!(
            "there is no provider in {}: no Cargo.toml, no pyproject.toml and no package.json, there or above\n\
             hint: begin one with `pulumi-wasm new NAME`, or give the folder of one",
            start.display()
        )
    }
}

/// The claims of a file about a project.
enum Claim {
    None,
    /// It is a project in that language, and perhaps something else than a provider.
    Unmarked,
    Provider,
}

fn judge(folder: &Path, language: Language) -> anyhow::Result<Claim> {
    let file = folder.join(language.entry());
    if !file.is_file() {
        return Ok(Claim::None);
    }
    let is_marked = match language {
        // Cargo reads it, and says better what is wrong with it.
        Language::Rust => true,
        Language::Python => {
            let settings = read_toml(&file)?;
            let tool = settings.get("tool").and_then(toml::Value::as_table);
            tool.is_some_and(|tool| tool.contains_key("pulumi-wasm"))
        }
        Language::TypeScript => read_json(&file)?.get("pulumi-wasm").is_some(),
    };
    Ok(match is_marked {
        true => Claim::Provider,
        false => Claim::Unmarked,
    })
}

/// Reads a file of TOML.
///
/// # Errors
/// With the line and the column of the mistake.
pub(crate) fn read_toml(file: &Path) -> anyhow::Result<toml::Table> {
    let text = read(file)?;
    toml::from_str(&text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        let before = text.get(..at).unwrap_or(&text);
        let line = before.matches('\n').count() + 1;
        let column = before
            .chars()
            .rev()
            .take_while(|sign| *sign != '\n')
            .count()
            + 1;
        anyhow::anyhow!("{}:{line}:{column}: {}", file.display(), error.message())
    })
}

/// Reads a file of JSON.
///
/// # Errors
/// With the line and the column of the mistake.
pub(crate) fn read_json(file: &Path) -> anyhow::Result<Value> {
    serde_json::from_str(&read(file)?).map_err(|error| {
        let whole = error.to_string();
        let message = whole.split(" at line ").next().unwrap_or_default();
        let (line, column) = (error.line(), error.column());
        anyhow::anyhow!("{}:{line}:{column}: {message}", file.display())
    })
}

fn read(file: &Path) -> anyhow::Result<String> {
    bounded_file::text(file).with_context(|| format!("cannot read {}", file.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn project(files: &[(&str, &str)]) -> (tempfile::TempDir, anyhow::Result<Project>) {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(folder.path().join(".git")).unwrap();
        std::fs::create_dir_all(folder.path().join("src/deep")).unwrap();
        for (name, content) in files {
            std::fs::write(folder.path().join(name), content).unwrap();
        }
        let found = Project::find(&folder.path().join("src/deep"));
        (folder, found)
    }

    #[track_caller]
    fn refused(files: &[(&str, &str)], says: &[&str]) {
        let text = project(files).1.unwrap_err().to_string();
        for part in says {
            assert!(text.contains(part), "{text} should say {part}");
        }
    }

    #[test]
    fn the_language_is_what_the_nearest_project_says() {
        let language = |files: &[(&str, &str)]| project(files).1.unwrap().language;
        let cargo = ("Cargo.toml", "");
        let python = ("pyproject.toml", "[tool.pulumi-wasm]\nmodule = \"demo\"\n");
        let node = ("package.json", "{\"pulumi-wasm\": {}}");
        assert_eq!(language(&[cargo]), Language::Rust);
        assert_eq!(language(&[python]), Language::Python);
        assert_eq!(language(&[node]), Language::TypeScript);
        // A second language in a project does not change the project's language.
        assert_eq!(
            language(&[python, ("package.json", "{}")]),
            Language::Python
        );
        assert_eq!(language(&[cargo, ("pyproject.toml", "")]), Language::Rust);
        refused(&[cargo, node], &["in Rust and in TypeScript", "hint:"]);
    }

    #[test]
    fn what_is_no_provider_is_said() {
        refused(&[], &["no provider", "pulumi-wasm new NAME"]);
        refused(
            &[("go.mod", "module demo")],
            &["no Cargo.toml, no pyproject.toml"],
        );
        let plain = ("pyproject.toml", "[project]\nname = \"demo\"\n");
        refused(
            &[plain],
            &["pyproject.toml", "[tool.pulumi-wasm]", "--lang python"],
        );
        refused(
            &[("package.json", "{}")],
            &["package.json", "--lang typescript"],
        );
    }

    #[test]
    fn a_broken_file_is_told_with_its_line() {
        let broken = (
            "pyproject.toml",
            "[project]\nname = \"demo\"\nversion = = 1\n",
        );
        refused(&[broken], &["pyproject.toml:3:11: "]);
        let broken = (
            "package.json",
            "{\n  \"name\": \"demo\"\n  \"version\": 1\n}",
        );
        refused(&[broken], &["package.json:3:3: expected `,` or `}`"]);
    }
}
