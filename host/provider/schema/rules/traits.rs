//! What is said of a resource type as a whole. The format is described in `docs/manifest.md`.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

/// Traits of a resource type. All of them have a default, which is what most resources want.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ResourceTraits {
    /// The version of the form in which inputs and outputs are recorded. 0 is the first; the hook `migrate` brings older
    /// ones to it.
    #[serde(skip_serializing_if = "is_first")]
    pub state_version: u32,
    /// Whether a replacement must delete the old thing first, because two cannot be there at once.
    #[serde(skip_serializing_if = "is_false")]
    pub delete_before_replace: bool,
    /// Whether the engine should refresh the resource before every update.
    #[serde(skip_serializing_if = "is_false")]
    pub refresh_before_update: bool,
    /// What happens where the result of a create or update differs from what its preview had promised.
    #[serde(skip_serializing_if = "Consistency::is_default")]
    pub consistency: Consistency,
    /// Which property is the thing's name, and how one is made where the program gives none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<NameRule>,
    /// The form of an import's id, such as `{zone}/{name}`: inputs in braces, with fixed text between them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub import_id: Option<String>,
    /// Outputs that keep their value as long as the thing is not replaced.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub stable: BTreeSet<String>,
}

/// What is done about a result that is not what its preview had promised.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Consistency {
    Off,
    /// A warning on the resource that names the property.
    #[default]
    Warn,
    /// The call fails, and the resource is recorded as it is.
    Error,
}

/// How a resource is named where the program does not.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NameRule {
    /// The input that is the name.
    pub property: String,
    /// What stands between the resource's name and the random part.
    #[serde(default = "dash")]
    pub separator: String,
    /// How many random characters follow.
    #[serde(default = "seven")]
    pub random_length: u32,
    /// What the random characters are drawn from.
    #[serde(default = "hexadecimal")]
    pub alphabet: String,
    /// How many characters there may be; what is longer is cut in front of the random part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_length: Option<u32>,
    /// Whether the name is turned into small letters.
    #[serde(default, skip_serializing_if = "is_false")]
    pub lowercase: bool,
}

impl Consistency {
    fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives a reference")]
fn is_false(value: &bool) -> bool {
    !value
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives a reference")]
fn is_first(version: &u32) -> bool {
    *version == 0
}

fn dash() -> String {
    "-".to_owned()
}

fn seven() -> u32 {
    7
}

fn hexadecimal() -> String {
    "0123456789abcdef".to_owned()
}
