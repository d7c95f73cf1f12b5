//! Constraints between the properties of an object.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

/// A constraint between properties. A property counts as given if it is present and not null. An unknown property
/// counts as given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Constraint {
    /// The number of given properties.
    Count {
        quantity: Quantity,
        properties: BTreeSet<String>,
    },
    /// If the property is given, all that it requires are.
    Requires {
        property: String,
        required: BTreeSet<String>,
    },
}

impl Constraint {
    /// The properties that it names.
    pub(in crate::schema) fn names(&self) -> impl Iterator<Item = &String> {
        let (first, others) = match self {
            Constraint::Count { properties, .. } => (None, properties),
            Constraint::Requires { property, required } => (Some(property), required),
        };
        first.into_iter().chain(others)
    }
}

/// How many of several properties must be given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Quantity {
    ExactlyOne,
    AtLeastOne,
    AtMostOne,
    AllOrNone,
}

impl Quantity {
    /// All quantities by their names in a manifest.
    pub(super) const NAMES: [(&'static str, Quantity); 4] = [
        ("exactlyOneOf", Quantity::ExactlyOne),
        ("atLeastOneOf", Quantity::AtLeastOne),
        ("conflicts", Quantity::AtMostOne),
        ("allOrNone", Quantity::AllOrNone),
    ];
}
