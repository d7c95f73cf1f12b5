//! Places in the author's source.

use std::panic::Location;

/// A place as messages have it.
pub(super) fn place(location: &Location<'_>) -> String {
    format!("{}:{}", location.file(), location.line())
}
