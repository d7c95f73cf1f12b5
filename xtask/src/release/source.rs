//! What a release takes from the repository: its time, its texts.

use std::env;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use crate::paths::Paths;
use crate::process;

/// The version of the workspace, of which this command is a part.
pub(super) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The address of the repository, where releases and pages are.
pub(super) const REPOSITORY: &str = env!("CARGO_PKG_REPOSITORY");

/// The time of the files in the archives, in seconds since 1970: `SOURCE_DATE_EPOCH`, or that of the commit.
pub(super) fn time(paths: &Paths) -> Result<u64> {
    const VARIABLE: &str = "SOURCE_DATE_EPOCH";
    if let Ok(text) = env::var(VARIABLE) {
        return text
            .parse()
            .with_context(|| format!("{VARIABLE} is `{text}`, and not a number of seconds"));
    }
    let text = process::capture(git(paths).args(["log", "-1", "--format=%ct"]))
        .with_context(|| format!("the time of the commit is not known\nhint: set {VARIABLE}"))?;
    text.parse()
        .with_context(|| format!("git gives `{text}` as a time"))
}

/// Whether files differ from those of the commit. Without git, this is not known.
pub(super) fn is_changed(paths: &Paths) -> Result<bool> {
    if !paths.root.join(".git").exists() {
        return Ok(false);
    }
    Ok(!process::capture(git(paths).args(["status", "--porcelain"]))?.is_empty())
}

/// The text of `README.md`, with links that lead to the pages of this version.
pub(super) fn readme(root: &Path) -> Result<String> {
    let file = root.join("README.md");
    let text = std::fs::read_to_string(&file)
        .with_context(|| format!("{} cannot be read", file.display()))?;
    Ok(with_whole_links(&text))
}

fn with_whole_links(text: &str) -> String {
    let mut parts = text.split("](");
    let mut whole = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        whole += "](";
        let target = part.split(')').next().unwrap_or_default();
        if !target.contains("://") && !target.starts_with('#') {
            whole += &format!("{REPOSITORY}/blob/v{VERSION}/");
        }
        whole += part;
    }
    whole
}

fn git(paths: &Paths) -> Command {
    let mut git = Command::new("git");
    git.arg("-C").arg(&paths.root);
    git
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_of_the_readme_lead_to_the_pages_of_the_version() {
        let text = "[a](docs/a.md#b), [c](https://example.com/c), [d](#d)";
        let expected = format!(
            "[a]({REPOSITORY}/blob/v{VERSION}/docs/a.md#b), [c](https://example.com/c), [d](#d)"
        );
        assert_eq!(with_whole_links(text), expected);
    }

    #[test]
    fn a_release_has_the_time_of_its_commit() {
        let paths = Paths::find().unwrap();
        if env::var_os("SOURCE_DATE_EPOCH").is_none() && paths.root.join(".git").exists() {
            assert!(time(&paths).unwrap() > 1_700_000_000);
        }
    }
}
