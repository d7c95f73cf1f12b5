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

/// How a property differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DifferenceKind {
    Add,
    Remove,
    Change,
}

/// One property that differs between what is recorded and what is wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The property's path as Pulumi writes it.
    pub property: String,
    pub kind: DifferenceKind,
    /// Whether this difference cannot be made in place.
    pub replace: bool,
}
