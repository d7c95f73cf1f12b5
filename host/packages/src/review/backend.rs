//! The place of the state of a project's stacks, as Pulumi's command line finds it: by the environment, by the project,
//! or by the user's login.

use std::path::{Path, PathBuf};

use pulumi_wasm_platform::env;
use serde::Deserialize;

use super::Declared;
use crate::regular_file;

/// Larger than the file of any user's logins.
const MAX_BYTES: u64 = 4 << 20;
/// The scheme of folder addresses.
const FILE: &str = "file://";

/// The place of the stacks' state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Backend {
    /// In files below a folder.
    Folder(PathBuf),
    /// Elsewhere, at an address of this scheme. The address itself may contain a password.
    Elsewhere(String),
    /// No setting names it, or the setting cannot be read.
    Unknown,
}

/// The part of a user's logins that is read: the current address alone.
#[derive(Deserialize)]
struct Credentials {
    #[serde(default)]
    current: Option<String>,
}

impl Backend {
    /// The backend of a project.
    #[must_use]
    pub fn of(project: &Declared) -> Self {
        let address = env::backend_url()
            .or_else(|| {
                project
                    .backend
                    .clone()
                    .filter(|address| !address.is_empty())
            })
            .or_else(|| logged_in(&env::credentials_file()?));
        match address {
            Some(address) => {
                let folder = project.file.parent().unwrap_or(Path::new("."));
                Self::at(&address, folder, env::user_home().as_deref())
            }
            None => Self::Unknown,
        }
    }

    /// The backend at an address; paths in it begin at the project's folder, or with `~` at the user's.
    fn at(address: &str, project: &Path, home: Option<&Path>) -> Self {
        let Some(path) = address.strip_prefix(FILE) else {
            let scheme = address.split_once("://").map(|(scheme, _)| scheme);
            return scheme.map_or(Self::Unknown, |scheme| Self::Elsewhere(scheme.to_owned()));
        };
        let path = path.split('?').next().unwrap_or_default();
        match (path.strip_prefix('~'), home) {
            (Some(below), Some(home)) => {
                Self::Folder(home.join(below.trim_start_matches(['/', '\\'])))
            }
            (Some(_), None) => Self::Unknown,
            (None, _) => Self::Folder(project.join(path)),
        }
    }
}

/// The address that a user logged in to. Newer versions of Pulumi may have encrypted the file: then nothing is known.
fn logged_in(file: &Path) -> Option<String> {
    let text = regular_file::read(file, MAX_BYTES).ok()??;
    let credentials: Credentials = serde_json::from_slice(&text).ok()?;
    credentials.current.filter(|address| !address.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_as_pulumi_reads_them() {
        let folder = |path: &str| Backend::Folder(PathBuf::from(path));
        for (address, backend) in [
            ("file:///srv/state", folder("/srv/state")),
            ("file://~", folder("/home/me")),
            ("file://~/state", folder("/home/me/state")),
            ("file://state", folder("/shop/state")),
            ("file://./state?no_tmp_dir=true", folder("/shop/./state")),
            (
                "https://api.pulumi.com",
                Backend::Elsewhere("https".to_owned()),
            ),
            (
                "postgres://me:secret@db/state",
                Backend::Elsewhere("postgres".to_owned()),
            ),
            ("nonsense", Backend::Unknown),
        ] {
            let found = Backend::at(address, Path::new("/shop"), Some(Path::new("/home/me")));
            assert_eq!(found, backend, "{address}");
        }
        assert_eq!(
            Backend::at("file://~", Path::new("/shop"), None),
            Backend::Unknown
        );
    }

    #[test]
    fn the_login_is_found_among_the_credentials() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("credentials.json");
        for (text, expected) in [
            (
                r#"{"current":"file://~","accessTokens":{"file://~":""},"accounts":{}}"#,
                Some("file://~"),
            ),
            (r#"{"accessTokens":{}}"#, None),
            (r#"{"current":""}"#, None),
            (r#"{"current":7}"#, None),
            ("", None),
            ("PULUMI ENCRYPTED", None),
        ] {
            std::fs::write(&file, text).expect("a file");
            assert_eq!(logged_in(&file).as_deref(), expected, "{text}");
        }
        assert_eq!(logged_in(&folder.path().join("gone.json")), None);
    }
}
