//! The form of the files in `tests/`. `docs/author/tool.md` describes it.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

use crate::properties::receiver::WrittenReceiver;

/// A file with several cases and their common settings.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Several {
    pub(super) cases: Vec<Case>,
    /// The provider's configuration.
    pub(super) config: Map<String, Value>,
    /// Resources that each case creates before its own.
    pub(super) resources: Map<String, Value>,
    /// Environment variables, which replace the variables of this machine.
    pub(super) env: BTreeMap<String, String>,
    pub(super) allow: Allow,
    /// A recording that HTTP is answered from.
    pub(super) replay: Option<PathBuf>,
    /// The outputs of children of components that other packages serve.
    pub(super) mocks: Map<String, Value>,
}

/// The grants of the component.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Allow {
    pub(super) net: Vec<String>,
    pub(super) env: Vec<String>,
}

/// One case: a resource that goes through steps of its life, a component that is constructed, or a call of a function.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub(super) struct Case {
    /// Its name in the report.
    pub(super) case: Option<String>,
    /// A resource type: a token, or its last part.
    #[serde(rename = "type")]
    pub(super) resource: Option<String>,
    /// A function: a token, or its last part.
    pub(super) function: Option<String>,
    /// A component resource: a token, or its last part.
    pub(super) construct: Option<String>,
    /// The resource's name in the program.
    pub(super) name: Option<String>,
    /// The inputs of the resource. The first step.
    pub(super) inputs: Option<Map<String, Value>>,
    /// The arguments of the function.
    pub(super) arguments: Option<Map<String, Value>>,
    /// Recorded state that the case begins with, as `pulumi stack export --show-secrets` has it.
    pub(super) state: Option<Value>,
    /// The expected result of the first step or of the function.
    pub(super) expect: Option<Expect>,
    pub(super) steps: Vec<Step>,
    /// The other resources that this one needs, by the names that they are referred to by: a [`Needed`] each.
    pub(super) resources: Map<String, Value>,
    /// The id that a user imports the resource by. The default is its id.
    pub(super) import_id: Option<String>,
    /// Behaviours that are not judged, and why not.
    pub(super) skip: BTreeMap<String, String>,
    /// Whether behaviours are judged at all.
    pub(super) behaviours: Option<bool>,
    // The settings that a file may have for all of its cases.
    pub(super) config: Map<String, Value>,
    pub(super) env: BTreeMap<String, String>,
    pub(super) allow: Allow,
    pub(super) replay: Option<PathBuf>,
    pub(super) mocks: Map<String, Value>,
}

/// A resource that is created before the case's resource.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Needed {
    /// A token, or its last part.
    #[serde(rename = "type")]
    pub(super) resource: String,
    #[serde(default)]
    pub(super) inputs: Map<String, Value>,
}

/// One command of a user and its expected result.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Step {
    /// The name of the case's other resource that the step applies to.
    pub(super) of: Option<String>,
    #[serde(deserialize_with = "present")]
    pub(super) up: Option<Map<String, Value>>,
    #[serde(deserialize_with = "present")]
    pub(super) preview: Option<Map<String, Value>>,
    #[serde(deserialize_with = "present")]
    pub(super) check: Option<Map<String, Value>>,
    #[serde(deserialize_with = "present")]
    pub(super) import: Option<String>,
    #[serde(deserialize_with = "present")]
    pub(super) refresh: Option<()>,
    #[serde(deserialize_with = "present")]
    pub(super) delete: Option<()>,
    /// A method, by its name.
    pub(super) call: Option<String>,
    /// The arguments of the method.
    pub(super) arguments: Option<Map<String, Value>>,
    /// When the method is called.
    pub(super) during: Option<During>,
    /// The resource that the method is called on, if it is not the resource of the case.
    pub(super) on: Option<WrittenReceiver>,
    pub(super) expect: Option<Expect>,
}

impl Step {
    /// Whether it is expected to succeed.
    pub(super) fn expects_success(&self) -> bool {
        self.expect.as_ref().is_none_or(Expect::is_of_success)
    }
}

/// The expected result of a step.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub(super) struct Expect {
    pub(super) does: Option<Does>,
    /// Paths of the properties that change, all of them.
    pub(super) changes: Option<Vec<String>>,
    pub(super) id: Option<Value>,
    /// Checked inputs; those that are not named may be anything.
    pub(super) inputs: Option<Map<String, Value>>,
    /// Outputs; unnamed outputs may have any value.
    pub(super) outputs: Option<Map<String, Value>>,
    /// Results of a function or method; unnamed results may have any value.
    pub(super) result: Option<Map<String, Value>>,
    /// The names of all outputs that a refresh finds changed.
    pub(super) drift: Option<Vec<String>>,
    /// Whether a refresh finds that the resource no longer exists.
    pub(super) gone: Option<bool>,
    /// A part of the expected error message.
    pub(super) error: Option<String>,
    /// Paths of the properties that are not acceptable, all of them, and a part of the reason for each.
    pub(super) failures: Option<BTreeMap<String, String>>,
    /// Parts of messages that are shown, in any order.
    pub(super) messages: Vec<String>,
    /// The resources below a component, or those that a method registered, all of them, in any order.
    pub(super) children: Option<Vec<ExpectedChild>>,
}

impl Expect {
    /// Whether it is a success.
    pub(super) fn is_of_success(&self) -> bool {
        self.error.is_none() && self.failures.is_none()
    }
}

/// A resource that a component registers.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub(super) struct ExpectedChild {
    pub(super) name: String,
    /// The type token.
    #[serde(rename = "type")]
    pub(super) token: Option<String>,
    /// The name of the parent: the component, or a group in it.
    pub(super) parent: Option<String>,
    /// Inputs; those that are not named may be anything.
    pub(super) inputs: Option<Map<String, Value>>,
    /// The same for options, by Pulumi's names.
    pub(super) options: Option<Map<String, Value>>,
    /// The names of all resources that it depends on.
    pub(super) depends_on: Option<Vec<String>>,
}

/// When a method is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum During {
    Up,
    Preview,
}

/// The action of `up` on a resource.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Does {
    Create,
    Update,
    Replace,
    Nothing,
}

/// A key that is written counts, even without a value: `refresh:`.
fn present<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}
