//! The host's own data in a resource's state. It is left out if empty, and guests never see it.
//!
//! Inputs and outputs each have their own private state, because the engine combines them freely: after an update that
//! failed half-way it records the old inputs with the new outputs, and a refresh compares in the other direction.

use std::collections::BTreeSet;

use crate::schema::{Taken, TakenParts};
use crate::state::StoredProperties;
use crate::value::{PropertyMap, PropertyValue};

const PARTIAL: &str = "partial";
const VERSION: &str = "version";
const NAMED: &str = "named";
const KEPT: &str = "kept";
const MISSING: &str = "missing";
const LOOKED_UP: &str = "looked-up";
const TAKEN: &str = "taken";
const IN_JOURNAL: &str = "in-journal";
const NOWHERE: &str = "nowhere";
const FAILED: &str = "failed";
const VANISHED: &str = "vanished";

/// The private state of a resource's inputs or outputs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct PrivateState {
    /// The create failed after the resource existed. In outputs.
    pub(crate) partial: bool,
    /// The state version of these properties.
    pub(crate) version: u32,
    /// Whether the host generated the name. In inputs.
    pub(crate) named: Named,
    /// Whether a failed create had saved more outputs than are recorded. In outputs.
    pub(crate) missing: Missing,
    /// Whether a program looked the resource up by properties. The engine then records these properties as inputs,
    /// without private state, with outputs of the same version. In outputs that have a version.
    pub(crate) looked_up: bool,
    /// The values that an earlier refresh took over into the inputs. In inputs.
    pub(crate) taken: Taken,
    /// Whether the engine recorded why the resource is not as requested, and will update it again. In outputs.
    pub(crate) failed: Failed,
    /// The paths of inputs with defaults whose values vanished outside: the default is not their value. In inputs.
    pub(crate) vanished: BTreeSet<String>,
}

/// An update or read that failed, and the recorded state.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) enum Failed {
    #[default]
    Not,
    /// The engine kept the earlier inputs. These outputs do not result from them.
    Changed(BTreeSet<String>),
    /// Any output may differ from the result of its input: a create ended with outputs that differ from its preview or
    /// could not be recorded, or an interrupted create could not be completed by a create with other inputs. Older
    /// versions of the host recorded every failure in this way.
    Somewhere,
}

impl Failed {
    /// The maximum number of named outputs.
    const MAX_NAMED: usize = 1000;

    /// A failure that changed recorded outputs, in addition to earlier failures.
    pub(crate) fn after(self, old: &PropertyMap, new: &PropertyMap) -> Self {
        let mut names = match self {
            Self::Not => BTreeSet::new(),
            Self::Changed(names) => names,
            Self::Somewhere => return Self::Somewhere,
        };
        let all = old.keys().chain(new.keys());
        let bare = |side: &PropertyMap, name| side.get(name).map(PropertyValue::without_secrets);
        let changed = all
            .filter(|name| old.get(*name) != new.get(*name))
            .filter(|name| bare(old, *name) != bare(new, *name));
        names.extend(changed.cloned());
        if names.len() <= Self::MAX_NAMED {
            Self::Changed(names)
        } else {
            Self::Somewhere
        }
    }

    /// Whether the recorded output with this name results from the recorded input.
    pub(crate) fn spared(&self, name: &str) -> bool {
        match self {
            Self::Not => true,
            Self::Changed(names) => !names.contains(name),
            Self::Somewhere => false,
        }
    }

    fn read(mark: Option<&PropertyValue>) -> Self {
        match mark.map(PropertyValue::reveal) {
            Some(PropertyValue::Bool(true)) => Self::Somewhere,
            Some(mark @ PropertyValue::Array(_)) => Self::Changed(read_names(mark)),
            _ => Self::Not,
        }
    }

    fn mark(&self) -> Option<PropertyValue> {
        match self {
            Self::Not => None,
            Self::Changed(names) => Some(write_names(names)),
            Self::Somewhere => Some(PropertyValue::Bool(true)),
        }
    }
}

/// The origin of a resource's name.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Named {
    /// The host did not generate the name, or does not know whether it did.
    #[default]
    Otherwise,
    /// The host generated it, and generates another name for a replacement.
    Generated,
    /// The host generated it, and the engine sent it as if the program had set it, as it does for `ignoreChanges`.
    Kept,
}

impl Named {
    fn read(mark: Option<&PropertyValue>) -> Self {
        match mark.map(PropertyValue::reveal) {
            Some(PropertyValue::Bool(true)) => Self::Generated,
            Some(PropertyValue::String(text)) if text == KEPT => Self::Kept,
            _ => Self::Otherwise,
        }
    }

    /// Whether the host generated the name, now or earlier.
    pub(crate) fn was_generated(self) -> bool {
        self != Self::Otherwise
    }
}

/// Outputs that a create had saved and that are not in the state.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Missing {
    #[default]
    Nothing,
    /// All of them are in the journal of the machine that ran the create.
    InJournal,
    /// Some of them are lost.
    Nowhere,
}

impl Missing {
    fn read(text: Option<&str>) -> Self {
        match text {
            Some(IN_JOURNAL) => Self::InJournal,
            Some(NOWHERE) => Self::Nowhere,
            _ => Self::Nothing,
        }
    }

    fn text(self) -> Option<&'static str> {
        match self {
            Self::Nothing => None,
            Self::InJournal => Some(IN_JOURNAL),
            Self::Nowhere => Some(NOWHERE),
        }
    }
}

impl PrivateState {
    /// Reads private state. Members that the host does not know are ignored.
    pub(crate) fn of(stored: &StoredProperties) -> Self {
        let Some(members) = stored.private() else {
            return Self::default();
        };
        let is_set = |key: &str| {
            members
                .get(key)
                .is_some_and(|mark| *mark.reveal() == PropertyValue::Bool(true))
        };
        Self {
            partial: is_set(PARTIAL),
            version: members.get(VERSION).map_or(0, version),
            named: Named::read(members.get(NAMED)),
            missing: Missing::read(members.get(MISSING).and_then(PropertyValue::as_str)),
            looked_up: is_set(LOOKED_UP),
            taken: members.get(TAKEN).map(read_taken).unwrap_or_default(),
            failed: Failed::read(members.get(FAILED)),
            vanished: members.get(VANISHED).map(read_names).unwrap_or_default(),
        }
    }

    /// Whether it contains at most the values of a refresh.
    pub(crate) fn is_bare(&self) -> bool {
        let of_refresh = Self {
            taken: self.taken.clone(),
            vanished: self.vanished.clone(),
            ..Self::default()
        };
        *self == of_refresh
    }

    /// The properties with this private state, to be recorded.
    pub(crate) fn with(&self, values: PropertyMap) -> StoredProperties {
        StoredProperties::new(values, self.members())
    }

    fn members(&self) -> PropertyMap {
        let mut members = PropertyMap::new();
        if self.partial {
            members.insert(PARTIAL.to_owned(), PropertyValue::Bool(true));
        }
        if let Some(mark) = self.failed.mark() {
            members.insert(FAILED.to_owned(), mark);
        }
        if !self.vanished.is_empty() {
            members.insert(VANISHED.to_owned(), write_names(&self.vanished));
        }
        if self.version > 0 {
            members.insert(VERSION.to_owned(), f64::from(self.version).into());
            if self.looked_up {
                members.insert(LOOKED_UP.to_owned(), PropertyValue::Bool(true));
            }
        }
        match self.named {
            Named::Otherwise => {}
            Named::Generated => {
                members.insert(NAMED.to_owned(), PropertyValue::Bool(true));
            }
            Named::Kept => {
                members.insert(NAMED.to_owned(), KEPT.into());
            }
        }
        if let Some(text) = self.missing.text() {
            members.insert(MISSING.to_owned(), text.into());
        }
        if !self.taken.is_empty() {
            members.insert(TAKEN.to_owned(), write_taken(&self.taken));
        }
        members
    }
}

fn read_names(names: &PropertyValue) -> BTreeSet<String> {
    let PropertyValue::Array(names) = names.reveal() else {
        return BTreeSet::new();
    };
    let names = names.iter().filter_map(PropertyValue::as_str);
    names.map(str::to_owned).collect()
}

fn write_names(names: &BTreeSet<String>) -> PropertyValue {
    PropertyValue::Array(names.iter().map(|name| name.as_str().into()).collect())
}

fn read_taken(taken: &PropertyValue) -> Taken {
    let PropertyValue::Object(taken) = taken.reveal() else {
        return Taken::new();
    };
    let parts = taken.iter().filter_map(|(name, parts)| {
        let PropertyValue::Array(parts) = parts.reveal() else {
            return None;
        };
        let keys: Vec<String> = parts
            .iter()
            .filter_map(PropertyValue::as_str)
            .map(str::to_owned)
            .collect();
        let parts = if keys.is_empty() {
            TakenParts::Places(parts.iter().map(|place| version(place) as usize).collect())
        } else {
            TakenParts::Keys(keys)
        };
        Some((name.clone(), parts))
    });
    parts.collect()
}

fn write_taken(taken: &Taken) -> PropertyValue {
    let parts = |parts: &TakenParts| match parts {
        TakenParts::Places(places) => {
            let places = places
                .iter()
                .map(|place| PropertyValue::Number(*place as f64));
            PropertyValue::Array(places.collect())
        }
        TakenParts::Keys(keys) => {
            PropertyValue::Array(keys.iter().map(|key| key.as_str().into()).collect())
        }
    };
    let taken = taken
        .iter()
        .map(|(name, taken)| (name.clone(), parts(taken)));
    PropertyValue::Object(taken.collect())
}

/// A recorded state version. A malformed version counts as none.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the cast saturates, and only whole numbers above 0 get to it"
)]
fn version(value: &PropertyValue) -> u32 {
    match value.reveal() {
        PropertyValue::Number(number) if *number > 0.0 && number.fract() == 0.0 => *number as u32,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing::value_strategy::any_value;

    fn names() -> impl Strategy<Value = BTreeSet<String>> {
        prop::collection::btree_set("[a-z]{1,3}", 0..3)
    }

    proptest! {
        #[test]
        fn private_state_comes_back_and_leaves_nothing_behind(
            partial: bool,
            version: u32,
            named in prop::sample::select(vec![Named::Otherwise, Named::Generated, Named::Kept]),
            missing in prop::sample::select(vec![Missing::Nothing, Missing::InJournal, Missing::Nowhere]),
            looked_up: bool,
            failed in prop_oneof![
                Just(Failed::Not),
                Just(Failed::Somewhere),
                names().prop_map(Failed::Changed),
            ],
            vanished in names(),
            places in prop::collection::vec(0_usize..100, 0..3),
            keys in prop::collection::vec("[a-z]{1,3}", 1..3),
            has_taken: bool,
        ) {
            let looked_up = looked_up && version > 0;
            let taken = Taken::from([
                ("places".to_owned(), TakenParts::Places(places)),
                ("keys".to_owned(), TakenParts::Keys(keys)),
            ]);
            let taken = taken.into_iter().filter(|_| has_taken).collect();
            let private = PrivateState { partial, version, named, missing, looked_up, taken, failed, vanished };
            let bare = PropertyMap::from([("a".to_owned(), "b".into())]);
            let stored = private.with(bare.clone());
            prop_assert_eq!(stored.has_private(), private != PrivateState::default());
            prop_assert_eq!(&PrivateState::of(&stored), &private);
            let back = StoredProperties::from(PropertyMap::from(stored));
            prop_assert_eq!(PrivateState::of(&back), private);
            prop_assert_eq!(back.values, bare);
        }

        #[test]
        fn what_others_put_under_our_key_does_no_harm(value in any_value()) {
            let members = PropertyMap::from([
                (VERSION.to_owned(), value.clone()),
                (FAILED.to_owned(), value.clone()),
                (VANISHED.to_owned(), value.clone()),
                (TAKEN.to_owned(), value),
            ]);
            let private = PrivateState::of(&StoredProperties::new(PropertyMap::new(), members));
            prop_assert!(!private.partial && private.named == Named::Otherwise);
        }
    }

    #[test]
    fn a_version_that_is_none_is_the_first() {
        for (value, expected) in [
            (PropertyValue::from(3.0), 3),
            (PropertyValue::from(3.0).into_secret(), 3),
            (1e300.into(), u32::MAX),
            (1.5.into(), 0),
            ((-1.0).into(), 0),
            (f64::NAN.into(), 0),
            (f64::INFINITY.into(), 0),
            ("3".into(), 0),
        ] {
            assert_eq!(version(&value), expected, "{value:?}");
        }
    }
}
