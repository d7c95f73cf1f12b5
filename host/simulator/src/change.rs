//! The actions on a resource that were done, or would be.

use std::fmt;

use pulumi_wasm_core::error::failure::{self, DifferenceKind};
use pulumi_wasm_core::operations::diff::Differences;
use pulumi_wasm_core::state::StoredProperties;
use pulumi_wasm_core::value::PropertyValue;

use super::state::State;

/// The engine's action on a resource.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Nothing.
    Same,
    /// The resource is created.
    Created,
    /// The resource is changed in place. An update of only the recorded outputs counts too: the component's update is
    /// not called.
    Updated,
    /// A new resource is created, and the old one deleted.
    Replaced,
}

/// A property that differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The property's path.
    pub path: String,
    /// `add`, `remove` or `change`.
    pub kind: &'static str,
    /// Whether it requires a replacement.
    pub replaces: bool,
    /// Whether it is a recorded output that an update only records again, because a migration changed it or it became a
    /// secret.
    pub is_recorded_output: bool,
}

/// Such as `change records[0]`, `change name, replacing`, `change zone, in the recorded outputs`.
impl fmt::Display for Difference {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let detail = match (self.replaces, self.is_recorded_output) {
            (true, _) => ", replacing",
            (false, true) => ", in the recorded outputs",
            (false, false) => "",
        };
        write!(formatter, "{} {}{detail}", self.kind, self.path)
    }
}

/// The result of an `up`. It can be compared with a [`Step`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    step: Step,
    deleted_first: bool,
    differences: Vec<Difference>,
}

impl Change {
    pub(super) fn new(step: Step, found: Differences) -> Self {
        let difference =
            |found: failure::PropertyDifference, is_recorded_output: bool| Difference {
                path: found.property,
                kind: match found.kind {
                    DifferenceKind::Add => "add",
                    DifferenceKind::Remove => "remove",
                    DifferenceKind::Change => "change",
                },
                replaces: found.replace,
                is_recorded_output,
            };
        let inputs = found.found.into_iter().map(|one| difference(one, false));
        let outputs = found.moved.into_iter().map(|one| difference(one, true));
        Self {
            step,
            deleted_first: step == Step::Replaced && found.delete_before_replace,
            differences: inputs.chain(outputs).collect(),
        }
    }

    /// The action.
    #[must_use]
    pub fn step(&self) -> Step {
        self.step
    }

    /// Whether a replacement deleted the old resource before it created the new one.
    #[must_use]
    pub fn deleted_first(&self) -> bool {
        self.deleted_first
    }

    /// Why.
    #[must_use]
    pub fn differences(&self) -> &[Difference] {
        &self.differences
    }

    /// The differences for messages, such as `change records[0]`.
    #[must_use]
    pub fn reasons(&self) -> Vec<String> {
        self.differences.iter().map(ToString::to_string).collect()
    }
}

impl PartialEq<Step> for Change {
    fn eq(&self, step: &Step) -> bool {
        self.step == *step
    }
}

/// The differences that a refresh found from the recorded state.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Drift {
    gone: bool,
    outputs: Vec<String>,
}

impl Drift {
    pub(super) fn gone() -> Self {
        Self {
            gone: true,
            outputs: Vec::new(),
        }
    }

    pub(super) fn between(old: &State, new: &State) -> Self {
        let names = old.outputs.keys().chain(new.outputs.keys());
        // Whether a value is a secret is not a property of the server's data.
        let plain =
            |state: &State, name| state.outputs.get(name).map(PropertyValue::without_secrets);
        let mut outputs: Vec<String> = names
            .filter(|name| plain(old, *name) != plain(new, *name))
            .filter(|name| !StoredProperties::is_private(name))
            .cloned()
            .collect();
        outputs.sort();
        outputs.dedup();
        Self {
            gone: false,
            outputs,
        }
    }

    /// Whether everything equals the record.
    #[must_use]
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }

    /// Whether the resource no longer exists.
    #[must_use]
    pub fn is_gone(&self) -> bool {
        self.gone
    }

    /// The names of the outputs that differ.
    #[must_use]
    pub fn outputs(&self) -> &[String] {
        &self.outputs
    }
}
