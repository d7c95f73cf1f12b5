//! Rules for single values.

use serde::{Deserialize, Serialize};

use super::comparison::Comparisons;
use super::format::Format;
use super::pattern::Pattern;

/// The rules for a value beside its type, and for when two values are the same.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Rules {
    /// The least and the greatest number.
    pub minimum: Option<f64>,
    pub maximum: Option<f64>,
    /// Bounds that the number itself must not be.
    pub exclusive_minimum: Option<f64>,
    pub exclusive_maximum: Option<f64>,
    /// Above zero.
    pub multiple_of: Option<f64>,
    /// In characters, not bytes.
    pub min_length: Option<u64>,
    pub max_length: Option<u64>,
    /// The expression that must match in a text.
    pub pattern: Option<Pattern>,
    pub format: Option<Format>,
    /// How many elements a list has.
    pub min_items: Option<u64>,
    pub max_items: Option<u64>,
    /// Whether no two elements of a list are the same.
    pub unique_items: bool,
    /// How many entries a map has.
    pub min_properties: Option<u64>,
    pub max_properties: Option<u64>,
    /// The expression that must match in each key of a map.
    pub key_pattern: Option<Pattern>,
    /// Rules for each element of a list, or each value of a map.
    pub items: Option<Box<Rules>>,
    /// When two values are the same.
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
    /// No rules at all.
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
