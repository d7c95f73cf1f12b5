//! The rules for a resource type as a whole. The format is described in `docs/author/manifest.md`.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

/// How many random characters a generated name may have.
pub(super) const LONGEST_RANDOM_PART: u32 = 100;

/// Traits of a resource type. All of them have a default, which suits most resources.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResourceTraits {
    /// The version of the form in which inputs and outputs are recorded. 0 is the first; the hook `migrate` brings older
    /// ones to it.
    pub state_version: u32,
    /// Whether a replacement must delete the old thing first, because two cannot be there at once.
    pub delete_before_replace: bool,
    /// Whether the engine should refresh the resource before every update.
    pub refresh_before_update: bool,
    /// The reaction if the result of a create or update differs from the planned outputs of its preview.
    pub consistency: Consistency,
    /// The property that is the thing's name, and the rule for a generated name.
    pub name: Option<NameRule>,
    /// Outputs that keep their value as long as the thing is not replaced.
    pub stable: BTreeSet<String>,
    /// The number of creates, updates and deletes of the type that run at once in this process; `None` for as many as
    /// there are.
    pub concurrency: Option<u32>,
    /// The inputs that each output depends on.
    pub output_dependencies: BTreeMap<String, BTreeSet<String>>,
    /// Whether the server chooses inputs, or parts of them, that the program leaves out.
    pub has_computed: bool,
}

/// The reaction to a result that differs from the planned outputs of its preview.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Consistency {
    Off,
    /// A warning on the resource that names the property.
    #[default]
    Warn,
    /// The call fails, and the resource is recorded as it is.
    Error,
}

/// The rule for a resource's name if the program gives none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NameRule {
    /// The input that is the name.
    pub property: String,
    /// The text between the resource's name and the random part.
    pub separator: String,
    /// How many random characters follow.
    pub random_length: u32,
    /// The alphabet of the random characters.
    pub alphabet: String,
    /// The largest number of characters; a longer name is cut in front of the random part.
    pub max_length: Option<u32>,
    /// Whether the name is turned into small letters.
    pub lowercase: bool,
}

impl NameRule {
    /// The usual rule: the resource's name, a dash, seven hexadecimal digits.
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
