//! Reading a policy, its keys and its trust roots: bounded, and only if no other user can have written them.

use std::path::Path;

use super::error::PolicyError;
use crate::operator_file::{FileKind, Unreadable};

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
