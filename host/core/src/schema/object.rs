//! Objects as the schema declares them: their properties, and what is known of each.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::rules::{Constraint, Rules};
use super::types::Type;
use crate::value::PropertyValue;

/// Properties, and which of them there must be.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct ObjectSchema {
    pub properties: BTreeMap<String, PropertySchema>,
    pub required: BTreeSet<String>,
    /// The manifest's constraints between the properties.
    pub constraints: Vec<Constraint>,
}

/// One property.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct PropertySchema {
    pub value_type: Type,
    /// For people; may be empty.
    pub description: String,
    /// Whether every value is a secret.
    pub secret: bool,
    /// Whether a change cannot be made in place: `replaceOnChanges` or `willReplaceOnChanges`.
    pub replace_on_changes: bool,
    /// Taken if the property is absent, converted to the property's type.
    pub default: Option<PropertyValue>,
    /// Environment variables that may hold a default; the first that is set wins over `default`.
    pub environment: Vec<String>,
    /// The only value allowed.
    pub constant: Option<PropertyValue>,
    /// Whether the value is never read back: always secret, and never among outputs.
    pub write_only: bool,
    /// Whether the server chooses the value if the program does not: optional, and computed.
    pub computed: bool,
    /// The manifest's rules for the value beside its type.
    pub rules: Rules,
    /// Why the property should not be used any more.
    pub deprecation: Option<String>,
    /// Whether a component takes the value itself, and no output: an input of it, or an argument of a method.
    pub plain: bool,
}

impl Default for PropertySchema {
    /// An optional property of any type.
    fn default() -> Self {
        Self {
            value_type: Type::Any,
            description: String::new(),
            secret: false,
            replace_on_changes: false,
            default: None,
            environment: Vec::new(),
            constant: None,
            write_only: false,
            computed: false,
            rules: Rules::default(),
            deprecation: None,
            plain: false,
        }
    }
}

impl ObjectSchema {
    /// The value that an absent property stands for without an environment: its default, or the constant that it must
    /// be.
    pub(super) fn implied<'a>(
        &self,
        name: &str,
        property: &'a PropertySchema,
    ) -> Option<&'a PropertyValue> {
        match (&property.default, &property.constant) {
            (Some(default), _) => Some(default),
            (None, Some(constant)) if self.required.contains(name) => Some(constant),
            _ => None,
        }
    }
}
