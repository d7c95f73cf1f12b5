//! The lock file of a project in Python: the packages that pip chose for its dependencies, with the digests of their files,
//! in the form in which pip reads requirements. It says which packages the component has. Each
//! machine chooses the servers that they come from.

use std::path::{Path, PathBuf};

use anyhow::Context;
use pulumi_wasm_packages::Digest;
use serde_json::Value;

use super::toolchain::GUEST_VERSION;
use crate::component;
use crate::files::bounded_file;

/// The file, in the project's folder.
pub(super) const FILE: &str = "requirements.lock";

const HEAD: &str = "\
# Written by `pulumi-wasm build`: the packages in the component, with the digests of their files. Keep it in the repository.
# Remove it to take newer versions with the next build. It is written anew when `dependencies` of pyproject.toml change.
";
/// The prefix of the digest of the dependencies that a lock was made from.
const MADE_OF: &str = "# made of ";

/// The lock file of a project.
pub(super) struct Lock {
    pub(super) file: PathBuf,
    pub(super) text: String,
}

impl Lock {
    /// The lock of a project, if it has one for these dependencies.
    ///
    /// # Errors
    /// If it exists and cannot be read.
    pub(super) fn read(project: &Path, dependencies: &[String]) -> anyhow::Result<Option<Self>> {
        let file = project.join(FILE);
        let text = match bounded_file::text(&file) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => {
                return Err(error).with_context(|| format!("cannot read {}", file.display()));
            }
        };
        let wanted = made_of(dependencies);
        let is_current = text.lines().any(|line| line == wanted);
        Ok(is_current.then_some(Self { file, text }))
    }

    /// Writes a lock file of the packages in pip's report. Writes nothing and returns `None` if a package has no
    /// digest, as a package from a folder.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub(super) fn write(
        project: &Path,
        dependencies: &[String],
        report: &Value,
    ) -> anyhow::Result<Option<Self>> {
        let installed = report["install"].as_array().into_iter().flatten();
        let Some(mut lines) = installed.map(line).collect::<Option<Vec<_>>>() else {
            return Ok(None);
        };
        if lines.is_empty() {
            return Ok(None);
        }
        lines.sort();
        let file = project.join(FILE);
        let text = format!("{HEAD}{}\n{}\n", made_of(dependencies), lines.join("\n"));
        component::write(&file, text.as_bytes())?;
        Ok(Some(Self { file, text }))
    }
}

/// The line with the digest of the dependencies and the interpreter of a lock file.
fn made_of(dependencies: &[String]) -> String {
    let text = format!("{GUEST_VERSION}\n{}", dependencies.join("\n"));
    format!("{MADE_OF}{}", Digest::of(text.as_bytes()).hex())
}

/// The requirement for exactly one package of pip's report.
fn line(installed: &Value) -> Option<String> {
    let name = installed["metadata"]["name"].as_str()?.to_lowercase();
    let download = &installed["download_info"];
    let archive = &download["archive_info"];
    let digest = archive["hashes"]["sha256"]
        .as_str()
        .or_else(|| archive["hash"].as_str()?.strip_prefix("sha256="))?;
    let wanted = if installed["is_direct"] == true {
        format!("{name} @ {}", download["url"].as_str()?)
    } else {
        format!("{name}=={}", installed["metadata"]["version"].as_str()?)
    };
    Some(format!("{wanted} --hash=sha256:{digest}"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn package(name: &str, archive: Value) -> Value {
        json!({
            "metadata": { "name": name, "version": "1.0" },
            "download_info": { "url": format!("https://packages.example/{name}.whl"), "archive_info": archive },
            "is_direct": name == "direct",
        })
    }

    #[test]
    fn a_lock_has_what_pip_says_and_counts_for_the_same_dependencies() {
        let folder = tempfile::tempdir().unwrap();
        let project = folder.path();
        let dependencies = ["Requests>=2".to_owned()];
        assert!(Lock::read(project, &dependencies).unwrap().is_none());
        let report = json!({ "install": [
            package("Requests", json!({ "hashes": { "sha256": "aa" } })),
            package("certifi", json!({ "hash": "sha256=bb" })),
            package("direct", json!({ "hashes": { "sha256": "cc" } })),
        ] });
        let made = Lock::write(project, &dependencies, &report)
            .unwrap()
            .unwrap();
        let lines: Vec<&str> = made
            .text
            .lines()
            .filter(|line| !line.starts_with('#'))
            .collect();
        let expected = [
            "certifi==1.0 --hash=sha256:bb",
            "direct @ https://packages.example/direct.whl --hash=sha256:cc",
            "requests==1.0 --hash=sha256:aa",
        ];
        assert_eq!(lines, expected);
        let read = Lock::read(project, &dependencies).unwrap().unwrap();
        assert_eq!(read.text, made.text);
        let others = ["requests>=3".to_owned()];
        assert!(Lock::read(project, &others).unwrap().is_none());
    }

    #[test]
    fn a_package_without_a_digest_is_not_locked() {
        let folder = tempfile::tempdir().unwrap();
        for packages in [json!([package("local", json!({}))]), json!([])] {
            let report = json!({ "install": packages });
            assert!(Lock::write(folder.path(), &[], &report).unwrap().is_none());
        }
        assert!(!folder.path().join(FILE).exists());
    }
}
