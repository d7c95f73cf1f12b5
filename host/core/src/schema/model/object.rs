//! Objects in a schema, and the attributes of their properties.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::types::Type;
use crate::schema::rules::{Constraint, Rules};
use crate::value::PropertyValue;

/// The properties of an object, and which of them are required.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct ObjectSchema {
    pub properties: BTreeMap<String, PropertySchema>,
    pub required: BTreeSet<String>,
    /// The manifest's constraints between the properties.
    pub constraints: Vec<Constraint>,
}

/// A property.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct PropertySchema {
    pub value_type: Type,
    /// The description for people; may be empty.
    pub description: String,
    /// Whether every value is a secret.
    pub secret: bool,
    /// Whether a change requires a replacement: `replaceOnChanges` or `willReplaceOnChanges`.
    pub replace_on_changes: bool,
    /// The value of an absent property, converted to the property's type.
    pub default: Option<PropertyValue>,
    /// Environment variables with a default. The first that is set wins over `default`.
    pub environment: Vec<String>,
    /// The only allowed value.
    pub constant: Option<PropertyValue>,
    /// Whether the value is never read back. The property is always secret and never an output.
    pub write_only: bool,
    /// Whether the server chooses the value if the program does not: optional and computed.
    pub computed: bool,
    /// The manifest's rules for the value.
    pub rules: Rules,
    /// Why the property is deprecated.
    pub deprecation: Option<String>,
    /// Whether a component takes only a plain value, never an output, for its input or its method's argument.
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
    pub(crate) fn implied<'a>(
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
