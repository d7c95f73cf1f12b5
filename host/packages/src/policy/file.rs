//! Reading a policy: bounded, and only if no other user can have written it.

use std::path::Path;

use super::PolicyError;
use crate::operator_file::FileKind;

const KIND: FileKind = FileKind {
    page: "docs/use/policy.md",
    unneeded: "if there is nothing to forbid",
    shorter: "make it shorter; patterns such as `*.example.com` stand for many hosts",
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
