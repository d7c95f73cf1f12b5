//! The traits of a resource type. The format is documented in `docs/author/manifest.md`.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

/// The maximum number of random characters in a generated name.
pub(super) const MAX_RANDOM_PART: u32 = 100;

/// The traits of a resource type. The defaults suit most resources.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResourceTraits {
    /// The version of the form in which inputs and outputs are recorded. The first version is 0. The hook `migrate`
    /// converts older versions.
    pub state_version: u32,
    /// Whether a replacement must delete the old resource first, because both cannot exist at once.
    pub delete_before_replace: bool,
    /// Whether the engine should refresh the resource before every update.
    pub refresh_before_update: bool,
    /// The reaction if the result of a create or update differs from the planned outputs.
    pub consistency: Consistency,
    /// The property with the resource's name, and the rule for generated names.
    pub name: Option<NameRule>,
    /// Outputs that keep their value unless the resource is replaced.
    pub stable: BTreeSet<String>,
    /// The maximum number of concurrent creates, updates and deletes of this type in the process; `None` for no limit.
    pub concurrency: Option<u32>,
    /// The inputs that each output depends on.
    pub output_dependencies: BTreeMap<String, BTreeSet<String>>,
    /// Whether the server chooses inputs, or parts of them, that the program omits.
    pub has_computed: bool,
}

/// The reaction to a result that differs from the planned outputs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Consistency {
    Off,
    /// A warning on the resource that names the property.
    #[default]
    Warn,
    /// The call fails, and the resource is recorded as it is.
    Error,
}

/// The rule for generated names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NameRule {
    /// The input with the name.
    pub property: String,
    /// The text between the resource's name and the random part.
    pub separator: String,
    /// The number of random characters.
    pub random_length: u32,
    /// The alphabet of the random characters.
    pub alphabet: String,
    /// The maximum number of characters. A longer name is cut before the random part.
    pub max_length: Option<u32>,
    /// Whether the name is converted to lower case.
    pub lowercase: bool,
}

impl NameRule {
    /// The usual rule: the resource's name, a hyphen, and seven hexadecimal digits.
    #[must_use]
    pub fn of(property: &str) -> Self {
        Self {
            property: property.to_owned(),
            separator: "-".to_owned(),
            random_length: 7,
            alphabet: "0123456789abcdef".to_owned(),
            max_length: None,
            lowercase: false,
        }
    }
}
