//! What is known of an expression.

use std::collections::BTreeSet;

use super::needs::Place;
use crate::value::PropertyValue;

/// A value without outputs, and the URNs of the resources that it comes from.
#[derive(Debug, Clone, PartialEq)]
pub struct Resolved {
    /// May be unknown and secret at any depth.
    pub value: PropertyValue,
    pub dependencies: BTreeSet<String>,
}

impl Resolved {
    /// A value that comes from no resource.
    pub(super) fn plain(value: PropertyValue) -> Self {
        Self {
            value,
            dependencies: BTreeSet::new(),
        }
    }
}

/// What is known of an expression.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Resolution {
    /// Something in it is not there yet.
    Open(Place),
    /// Something in it failed.
    Failed,
    Known(Resolved),
}
