//! The files of the operator's policy: their places, and reading them with the keys and trust roots that they name.
//!
//! A file is read within a limit, and only if no other user can have written it.

use std::path::{Path, PathBuf};

use crate::operator_file::{FileKind, Unreadable};

/// The files of policies.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PolicyFiles {
    /// Files that apply if they exist, in this order.
    pub optional: Vec<PathBuf>,
    /// A file that a setting names. The file must exist.
    pub named: Option<PathBuf>,
}

/// The policy of the machine, which holds for every user.
const MACHINE: &str = "/etc/pulumi-wasm/policy.yaml";

impl PolicyFiles {
    /// The machine's policy, and a second policy: the named one, or else the user's policy.
    #[must_use]
    pub fn of_machine(named: Option<PathBuf>, users: Option<PathBuf>) -> Self {
        let users = users.filter(|_| named.is_none());
        Self {
            optional: std::iter::once(PathBuf::from(MACHINE))
                .chain(users)
                .collect(),
            named,
        }
    }
}

const KIND: FileKind = FileKind {
    page: "docs/use/policy.md",
    unneeded: "if there is nothing to forbid",
    shorter: "make it shorter; patterns such as `*.example.com` stand for many hosts",
};

const KEY: FileKind = FileKind {
    page: "docs/use/signatures.md",
    unneeded: "with its signer",
    shorter: "put one public key there, in PEM",
};

const ROOT: FileKind = FileKind {
    page: "docs/use/signatures.md",
    unneeded: "with its signer",
    shorter: "put there what `gh attestation trusted-root`, or `cosign trusted-root create`, writes",
};

/// The text of a policy, or `None` if the file is missing.
pub(super) fn read(path: &Path) -> Result<Option<String>, PolicyError> {
    KIND.read(path).map_err(|error| PolicyError {
        file: path.to_owned(),
        line: None,
        reason: error.reason,
        hint: error.hint,
    })
}

/// The bytes of a key, or `None` if the file is missing.
pub(super) fn read_key(path: &Path, most: u64) -> Result<Option<Vec<u8>>, Unreadable> {
    KEY.read_bytes(path, most)
}

/// The bytes of a trust root, or `None` if the file is missing.
pub(super) fn read_root(path: &Path, most: u64) -> Result<Option<Vec<u8>>, Unreadable> {
    ROOT.read_bytes(path, most)
}

/// A policy that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the operator's policy `{}`{} cannot be used: {reason}", .file.display(), .line.map(|line| format!(", line {line},")).unwrap_or_default())]
pub struct PolicyError {
    pub file: PathBuf,
    pub line: Option<u64>,
    pub reason: String,
    /// The next step of the user.
    pub hint: String,
}
