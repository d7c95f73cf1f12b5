//! A property that is not acceptable, and the ways in which two versions of properties differ.

use super::property_path::PropertyPath;

/// One thing wrong with a property map, for the person who wrote the program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PropertyFailure {
    /// The property's path as Pulumi writes it; empty when the whole is meant.
    pub property: String,
    /// Why, as a sentence.
    pub reason: String,
}

impl PropertyFailure {
    /// A failure at a path.
    pub fn new(path: &PropertyPath, reason: impl Into<String>) -> Self {
        Self {
            property: path.to_string(),
            reason: reason.into(),
        }
    }
}

/// How much is said of one property map. Of a map with a long name above many faults, each of which is told with its
/// path, the whole would be far larger than the map.
#[derive(Debug, Default)]
pub(super) struct Told {
    bytes: usize,
    is_full: bool,
}

impl Told {
    /// More than a person reads.
    const MOST_BYTES: usize = 1 << 20;
    /// The memory of a failure beside its texts.
    const EACH_BYTES: usize = 48;

    /// Whether nothing further is told.
    pub(super) fn is_full(&self) -> bool {
        self.is_full
    }

    /// Adds a failure while there is room for it. In place of the first one without room, a note tells that there are
    /// more.
    pub(super) fn add(
        &mut self,
        failures: &mut Vec<PropertyFailure>,
        failure: impl FnOnce() -> PropertyFailure,
    ) {
        if self.is_full {
            return;
        }
        let failure = if self.bytes < Self::MOST_BYTES {
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

/// One property that differs between the record and the wanted inputs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PropertyDifference {
    /// The property's path as Pulumi writes it.
    pub property: String,
    pub kind: DifferenceKind,
    /// Whether this difference cannot be made in place.
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
