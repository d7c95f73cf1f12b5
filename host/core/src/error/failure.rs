//! Property failures, and the kinds of differences between properties.

use crate::value::property_path::PropertyPath;

/// A mistake in a property, as a message for the user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PropertyFailure {
    /// The property's path in Pulumi's notation; empty for the properties as a whole.
    pub property: String,
    /// The reason, as a sentence.
    pub reason: String,
}

impl PropertyFailure {
    pub fn new(path: &PropertyPath, reason: impl Into<String>) -> Self {
        Self {
            property: path.to_string(),
            reason: reason.into(),
        }
    }
}

/// Limits the size of all failures of one property map. Each failure repeats its path, so many mistakes below a long
/// name could otherwise be far larger than the map.
#[derive(Debug, Default)]
pub(crate) struct Told {
    bytes: usize,
    is_full: bool,
}

impl Told {
    /// More characters than a person reads.
    const MAX_BYTES: usize = 1 << 20;
    /// The memory of a failure in addition to its texts.
    const EACH_BYTES: usize = 48;

    /// Whether the list takes no further failures.
    pub(crate) fn is_full(&self) -> bool {
        self.is_full
    }

    /// Adds a failure if there is room. The first failure without room is replaced by a note that there are more.
    pub(crate) fn add(
        &mut self,
        failures: &mut Vec<PropertyFailure>,
        failure: impl FnOnce() -> PropertyFailure,
    ) {
        if self.is_full {
            return;
        }
        let failure = if self.bytes < Self::MAX_BYTES {
            failure()
        } else {
            self.is_full = true;
            PropertyFailure {
                property: String::new(),
                reason: "… and more".to_owned(),
            }
        };
        self.bytes += Self::EACH_BYTES + failure.property.len() + failure.reason.len();
        failures.push(failure);
    }
}

/// How a property differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DifferenceKind {
    Add,
    Remove,
    Change,
}

/// A property that differs between recorded and wanted inputs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PropertyDifference {
    /// The property's path in Pulumi's notation.
    pub property: String,
    pub kind: DifferenceKind,
    /// Whether this difference requires a replacement.
    pub replace: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_beyond_the_limit_are_not_told() {
        let (mut told, mut failures) = (Told::default(), Vec::new());
        let path = PropertyPath::root(&"x".repeat(300 << 10));
        for _ in 0..10_000 {
            told.add(&mut failures, || PropertyFailure::new(&path, "no"));
        }
        assert!(told.is_full());
        let reasons: Vec<&str> = failures
            .iter()
            .map(|failure| failure.reason.as_str())
            .collect();
        assert_eq!(reasons, ["no", "no", "no", "no", "… and more"]);
    }
}
