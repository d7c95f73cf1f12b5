//! The mistakes in what a guest hands over, as it is told them.

use crate::failure::PropertyFailure;
use crate::text::Excerpt;

/// How many mistakes in one declaration are told.
pub(super) const TOLD: usize = 100;

/// Adds a mistake to those that are told, if these are not too many.
pub(super) fn tell(failures: &mut Vec<PropertyFailure>, property: &str, reason: String) {
    if failures.len() < TOLD {
        failures.push(failure(property, reason));
    }
}

/// A mistake in a property.
pub(super) fn failure(property: &str, reason: String) -> PropertyFailure {
    PropertyFailure {
        property: Excerpt::path(property).to_string(),
        reason,
    }
}
