//! Rules for single values.

use serde::{Deserialize, Serialize};

use super::comparison::Comparisons;
use super::format::Format;
use super::pattern::Pattern;

/// The rules for a value, including when two values are equal.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Rules {
    /// The minimum and maximum of a number.
    pub minimum: Option<f64>,
    pub maximum: Option<f64>,
    /// Exclusive bounds.
    pub exclusive_minimum: Option<f64>,
    pub exclusive_maximum: Option<f64>,
    /// Greater than zero.
    pub multiple_of: Option<f64>,
    /// In characters, not bytes.
    pub min_length: Option<u64>,
    pub max_length: Option<u64>,
    /// The expression that must match in a string.
    pub pattern: Option<Pattern>,
    pub format: Option<Format>,
    /// The length of a list.
    pub min_items: Option<u64>,
    pub max_items: Option<u64>,
    /// Whether the elements of a list must differ.
    pub unique_items: bool,
    /// The number of entries in a map.
    pub min_properties: Option<u64>,
    pub max_properties: Option<u64>,
    /// The expression that must match in each key of a map.
    pub key_pattern: Option<Pattern>,
    /// The rules for each element of a list or each value of a map.
    pub items: Option<Box<Rules>>,
    /// When two values are equal.
    pub compare: Comparisons,
}

/// The rules of a value without any.
static NONE: Rules = Rules {
    minimum: None,
    maximum: None,
    exclusive_minimum: None,
    exclusive_maximum: None,
    multiple_of: None,
    min_length: None,
    max_length: None,
    pattern: None,
    format: None,
    min_items: None,
    max_items: None,
    unique_items: false,
    min_properties: None,
    max_properties: None,
    key_pattern: None,
    items: None,
    compare: Comparisons::NONE,
};

impl Rules {
    /// The rules of a value without rules.
    #[must_use]
    pub fn none() -> &'static Rules {
        &NONE
    }

    /// The rules for elements.
    #[must_use]
    pub fn of_items(&self) -> &Rules {
        self.items.as_deref().unwrap_or(&NONE)
    }
}
