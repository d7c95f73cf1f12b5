//! The files that values name, by `fn::readFile` and by assets and archives: where they are looked for, and which of
//! them may be read.
//!
//! A component can send the content of such a file to the servers that it was granted. So a file of a project, whose
//! author may be another person, can name files of that project only. A file that the user names on the command line
//! may name any file.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use pulumi_wasm_core::value::special_values;
use serde_json::Value;
use url::Url;

/// Where named files are.
#[derive(Debug, Clone)]
pub(crate) struct NamedFiles {
    /// Relative paths begin here.
    folder: PathBuf,
    /// The folders that have all files that may be named; `None` if any file may be.
    within: Option<Vec<PathBuf>>,
}

impl NamedFiles {
    /// For values that the user gives on the command line, and for files that the user names there.
    pub(crate) fn any(folder: impl Into<PathBuf>) -> Self {
        Self {
            folder: folder.into(),
            within: None,
        }
    }

    /// For the files of a project, which lie in these folders.
    pub(crate) fn within(folder: impl Into<PathBuf>, folders: &[&Path]) -> Self {
        let real = |folder: &&Path| folder.canonicalize().ok();
        Self {
            folder: folder.into(),
            within: Some(folders.iter().filter_map(real).collect()),
        }
    }

    /// The path of a file that is named, which need not exist.
    ///
    /// # Errors
    /// When it leads out of the folders, also by a link.
    pub(crate) fn path(&self, named: &str) -> anyhow::Result<PathBuf> {
        let path = self.folder.join(named);
        let Some(folders) = &self.within else {
            return Ok(path);
        };
        let real = real_path(&path).with_context(|| format!("cannot find `{}`", path.display()))?;
        if folders.iter().any(|folder| real.starts_with(folder)) {
            return Ok(path);
        }
        let shown: Vec<String> = folders
            .iter()
            .map(|folder| format!("`{}`", folder.display()))
            .collect();
        bail!(
            "`{}` leads to `{}`, but files of a project may only name files in {}\nhint: copy the file into the \
             project if the component may \
             have it",
            named.escape_debug(),
            real.display(),
            shown.join(" or ")
        )
    }

    /// Checks the assets and archives in a value in every notation: a value may be in Pulumi's encoding.
    ///
    /// # Errors
    /// When one is a file that may not be named.
    pub(crate) fn judge(&self, value: &Value) -> anyhow::Result<()> {
        if self.within.is_none() {
            return Ok(());
        }
        match value {
            Value::Array(items) => items.iter().try_for_each(|item| self.judge(item)),
            Value::Object(members) => {
                if members.contains_key(special_values::KEY) {
                    for path in ["path", "uri"].map(|key| members.get(key)) {
                        let Some(text) = path.and_then(Value::as_str) else {
                            continue;
                        };
                        match file_of(text) {
                            Some(path) => drop(self.path(&path)?),
                            None if members.get("path").and_then(Value::as_str) == Some(text) => {
                                // A relative path of an asset begins at the folder of the process.
                                let path = std::path::absolute(text)?;
                                drop(self.path(&path.to_string_lossy())?);
                            }
                            None => {}
                        }
                    }
                }
                members.values().try_for_each(|member| self.judge(member))
            }
            _ => Ok(()),
        }
    }
}

/// The path in an address of a file of this machine.
fn file_of(address: &str) -> Option<String> {
    let address = Url::parse(address).ok()?;
    (address.scheme() == "file").then(|| match address.to_file_path() {
        Ok(path) => path.to_string_lossy().into_owned(),
        // The host refuses it, so it may name any file here.
        Err(()) => "/".to_owned(),
    })
}

/// The path with links resolved in its existing part, and without `..` in the rest.
fn real_path(path: &Path) -> io::Result<PathBuf> {
    let mut missing: Vec<OsString> = Vec::new();
    let mut existing = std::path::absolute(path)?;
    loop {
        match existing.canonicalize() {
            Ok(real) => {
                let mut whole = real;
                for part in missing.iter().rev() {
                    whole.push(part);
                }
                return Ok(whole);
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                // A later write would follow a link whose target does not exist yet.
                if existing.is_symlink() {
                    return Err(error);
                }
                let name = existing.file_name().map(ToOwned::to_owned);
                let Some(name) = name else {
                    // It ends with `..`, behind a folder that does not exist.
                    return Err(error);
                };
                missing.push(name);
                if !existing.pop() {
                    return Err(error);
                }
            }
            Err(error) => return Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use serde_json::json;

    use super::*;

    const ASSET: &str = special_values::ASSET;

    #[test]
    fn a_file_of_a_project_names_files_in_it_alone() {
        let root = tempfile::tempdir().unwrap();
        let project = root.path().join("project");
        fs::create_dir_all(project.join("tests")).unwrap();
        fs::write(project.join("page.html"), "").unwrap();
        let secret = root.path().join("secret");
        fs::write(&secret, "").unwrap();
        symlink(&secret, project.join("tests/link")).unwrap();
        symlink(root.path(), project.join("tests/folder")).unwrap();
        symlink(root.path().join("later"), project.join("tests/later")).unwrap();
        let files = NamedFiles::within(project.join("tests"), &[&project]);
        for named in ["../page.html", "new", "deep/new", "./new", "../tests"] {
            assert_eq!(
                files.path(named).unwrap(),
                project.join("tests").join(named)
            );
        }
        let absolute = secret.display().to_string();
        for named in [
            "../../secret",
            "../../missing",
            &absolute,
            "/etc/passwd",
            "link",
            "folder/secret",
            "folder/new",
            "later",
            "missing/../../../secret",
            "",
        ] {
            let found = files.path(named);
            // The folder itself belongs to the project.
            assert_eq!(found.is_ok(), named.is_empty(), "{named}: {found:?}");
        }
        let any = NamedFiles::any(project.join("tests"));
        assert_eq!(
            any.path("../../secret").unwrap(),
            project.join("tests/../../secret")
        );
    }

    #[test]
    fn an_asset_is_judged_however_it_is_written() {
        let project = tempfile::tempdir().unwrap();
        let inside = project.path().join("page.html").display().to_string();
        let files = NamedFiles::within(project.path(), &[project.path()]);
        for (key, place, expected) in [
            ("path", inside.as_str(), true),
            ("path", "/etc/passwd", false),
            ("path", "../../../../../../etc/passwd", false),
            ("path", "Cargo.toml", false),
            ("path", "file:///etc/passwd", false),
            ("uri", "file:///etc/passwd", false),
            ("uri", "FILE:/etc/passwd", false),
            ("uri", "file://localhost/etc/passwd", false),
            ("uri", "file://other/etc/passwd", false),
            ("uri", "https://example.com/etc/passwd", true),
        ] {
            let asset = json!({ special_values::KEY: ASSET, key: place });
            for value in [asset.clone(), json!([{ "secret": { "value": asset } }])] {
                assert_eq!(files.judge(&value).is_ok(), expected, "{key} {place}");
                NamedFiles::any("/").judge(&value).unwrap();
            }
        }
        files.judge(&json!({ "path": "/etc/passwd" })).unwrap();
    }
}
