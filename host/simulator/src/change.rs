//! The actions on a resource that were done, or would be.

use std::fmt;

use pulumi_wasm_core::error::failure::{self, DifferenceKind};
use pulumi_wasm_core::operations::diff::Differences;
use pulumi_wasm_core::state::StoredProperties;
use pulumi_wasm_core::value::{Asset, AssetContent, PropertyValue};
use sha2::{Digest, Sha256};

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
        let is_same = |name: &String| match (old.outputs.get(name), new.outputs.get(name)) {
            (Some(old), Some(new)) => same_data(old, new),
            (old, new) => old.is_none() && new.is_none(),
        };
        let mut outputs: Vec<String> = names
            .filter(|name| !is_same(name))
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

/// Whether two values hold the same data of the server: without the marks of secrets, and assets by their content, as the engine compares them.
fn same_data(old: &PropertyValue, new: &PropertyValue) -> bool {
    match (old.reveal(), new.reveal()) {
        (PropertyValue::Array(old), PropertyValue::Array(new)) => {
            old.len() == new.len() && old.iter().zip(new).all(|(old, new)| same_data(old, new))
        }
        (PropertyValue::Object(old), PropertyValue::Object(new)) => {
            let is_same = |(name, old)| new.get(name).is_some_and(|new| same_data(old, new));
            old.len() == new.len() && old.iter().all(is_same)
        }
        (PropertyValue::Asset(old), PropertyValue::Asset(new)) => {
            match (content_hash(old), content_hash(new)) {
                (Some(old), Some(new)) => old == new,
                _ => old == new,
            }
        }
        (old, new) => old == new,
    }
}

/// The hash of an asset that tells its content: the engine's, or the hash of its text. A program in a test has no engine that adds it.
fn content_hash(asset: &Asset) -> Option<String> {
    match &asset.content {
        AssetContent::Text(text) => Some(hex::encode(Sha256::digest(text))),
        _ => (!asset.hash.is_empty()).then(|| asset.hash.clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_asset_of_the_same_content_is_not_drift() {
        let asset = |hash: &str, content| {
            let hash = hash.to_owned();
            let asset = PropertyValue::Asset(Box::new(Asset { hash, content }));
            PropertyValue::Array(vec![asset])
        };
        let text = |hash: &str, text: &str| asset(hash, AssetContent::Text(text.to_owned()));
        let hello = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";
        let state = |value: &PropertyValue| State {
            outputs: [("script".to_owned(), value.clone())].into(),
            ..State::default()
        };
        for (old, new, differs) in [
            (text("", "hello"), text(hello, "hello"), false),
            (asset(hello, AssetContent::Elided), text("", "hello"), false),
            (text("", "hello"), text("", "hello").into_secret(), false),
            (text("", "hello"), text("", "hallo"), true),
            (asset("", AssetContent::Elided), text("", "hello"), true),
        ] {
            let drift = Drift::between(&state(&old), &state(&new));
            assert_eq!(!drift.is_none(), differs, "{old:?} and {new:?}");
        }
    }
}
