//! Finding a provider's project, and its language.

pub(super) mod own_folder;
pub(super) mod project_files;

use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};

use crate::language::{LANGUAGES, Language, project_files};

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
    /// If the folder has no project, or its project cannot be read or is ambiguous.
    pub(crate) fn find(folder: &Path) -> anyhow::Result<Self> {
        let start = folder.canonicalize().with_context(|| {
            format!(
                "cannot read the folder {}\nhint: give the folder of a project, or begin one with `pulumi-wasm new NAME`",
                folder.display()
            )
        })?;
        ensure!(
            start.is_dir(),
            "{} is not the folder of a project\nhint: give the folder, not a file in it",
            folder.display()
        );
        let mut unmarked = None;
        for folder in start.ancestors() {
            let mut found = Vec::new();
            for language in LANGUAGES {
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
                    one.project_file(),
                    other.project_file()
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
                folder.join(language.project_file()).display(),
                language.project_mark(),
                language.word()
            );
        }
        bail!(
            "there is no provider in {}: {}, there or above\n\
             hint: begin one with `pulumi-wasm new NAME`, or give the folder of one",
            start.display(),
            project_files("no ", "and")
        )
    }
}

/// Whether a folder is a project in a language.
enum Claim {
    None,
    /// It is a project in that language, and perhaps not a provider.
    Unmarked,
    Provider,
}

fn judge(folder: &Path, language: Language) -> anyhow::Result<Claim> {
    Ok(if !folder.join(language.project_file()).is_file() {
        Claim::None
    } else if language.is_provider(folder)? {
        Claim::Provider
    } else {
        Claim::Unmarked
    })
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
        let language = |files: &[(&str, &str)]| project(files).1.unwrap().language.word();
        let cargo = ("Cargo.toml", "");
        let python = ("pyproject.toml", "[tool.pulumi-wasm]\nmodule = \"demo\"\n");
        let node = ("package.json", "{\"pulumi-wasm\": {}}");
        assert_eq!(language(&[cargo]), "rust");
        assert_eq!(language(&[python]), "python");
        assert_eq!(language(&[node]), "typescript");
        // A second language in a project does not change the project's language.
        assert_eq!(language(&[python, ("package.json", "{}")]), "python");
        assert_eq!(language(&[cargo, ("pyproject.toml", "")]), "rust");
        refused(&[cargo, node], &["in Rust and in TypeScript", "hint:"]);
    }

    #[test]
    fn what_is_no_provider_is_said() {
        refused(&[], &["no provider", "pulumi-wasm new NAME"]);
        refused(
            &[("build.gradle", "")],
            &["no Cargo.toml, no pyproject.toml"],
        );
        refused(
            &[("go.mod", "module demo\n")],
            &["go.mod", "pulumi-go-provider", "--lang go"],
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
