//! Properties that are not acceptable.

use std::fmt::{self, Display};

/// One property that is not acceptable.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PropertyFailure {
    /// The property's path, such as `rules[0].port`; empty when the whole is meant.
    pub property: String,
    /// Why, as a sentence for the person who wrote the program.
    pub reason: String,
}

impl Display for PropertyFailure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.property.as_str() {
            "" => formatter.write_str(&self.reason),
            property => write!(formatter, "{property}: {}", self.reason),
        }
    }
}
