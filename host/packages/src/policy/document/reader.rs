//! The file that is read: where its rules are, and what is wrong with them.

use std::path::Path;

use serde_saphyr::Location;

use crate::policy::{PolicyError, RuleLocation};

/// What helps against a mistake.
pub(super) const HINT: &str = "correct the line; `docs/use/policy.md` describes the format. Until then no package is loaded, because an unreadable policy allows nothing";

/// Reads the parts of one file.
pub(super) struct Reader<'a> {
    pub(super) path: &'a Path,
}

impl Reader<'_> {
    /// The place of a rule.
    pub(super) fn place(&self, key: &str, location: Location) -> RuleLocation {
        RuleLocation {
            key: key.to_owned(),
            file: self.path.to_owned(),
            line: location.line(),
        }
    }

    /// What is wrong at a place.
    pub(super) fn mistake(&self, location: Location, reason: impl Into<String>) -> PolicyError {
        PolicyError {
            file: self.path.to_owned(),
            line: Some(location.line()),
            reason: reason.into(),
            hint: HINT.to_owned(),
        }
    }
}
