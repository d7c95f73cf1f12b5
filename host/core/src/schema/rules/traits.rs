//! What is said of a resource type as a whole. The format is described in `docs/author/manifest.md`.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

/// How many random characters a generated name may have.
pub(super) const LONGEST_RANDOM_PART: u32 = 100;

/// Traits of a resource type. All of them have a default, which is what most resources want.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResourceTraits {
    /// The version of the form in which inputs and outputs are recorded. 0 is the first; the hook `migrate` brings older
    /// ones to it.
    pub state_version: u32,
    /// Whether a replacement must delete the old thing first, because two cannot be there at once.
    pub delete_before_replace: bool,
    /// Whether the engine should refresh the resource before every update.
    pub refresh_before_update: bool,
    /// What happens where the result of a create or update differs from what its preview had promised.
    pub consistency: Consistency,
    /// Which property is the thing's name, and how one is made where the program gives none.
    pub name: Option<NameRule>,
    /// Outputs that keep their value as long as the thing is not replaced.
    pub stable: BTreeSet<String>,
    /// How many creates, updates and deletes of the type run at once in this process; none for as many as there are.
    pub concurrency: Option<u32>,
    /// What outputs are made of: the inputs that each depends on.
    pub output_dependencies: BTreeMap<String, BTreeSet<String>>,
    /// Whether the server chooses inputs, or parts of them, that the program leaves out.
    pub has_computed: bool,
}

/// What is done about a result that is not what its preview had promised.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Consistency {
    Off,
    /// A warning on the resource that names the property.
    #[default]
    Warn,
    /// The call fails, and the resource is recorded as it is.
    Error,
}

/// How a resource is named where the program does not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NameRule {
    /// The input that is the name.
    pub property: String,
    /// What stands between the resource's name and the random part.
    pub separator: String,
    /// How many random characters follow.
    pub random_length: u32,
    /// What the random characters are drawn from.
    pub alphabet: String,
    /// How many characters there may be; what is longer is cut in front of the random part.
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
