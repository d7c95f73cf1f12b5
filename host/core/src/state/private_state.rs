//! Our own data in a resource's state: one key, left out when there is nothing to say, and never seen by guests.
//!
//! Inputs and outputs carry marks of their own, because the engine combines them freely: after an update that failed
//! half-way it records the old inputs beside the new outputs, and in a refresh it compares in the other direction.

use crate::schema::{Parts, Taken};
use crate::value::{PropertyMap, PropertyValue};

/// The key in inputs and outputs.
pub(crate) const KEY: &str = "__wasm";
const PARTIAL: &str = "partial";
const VERSION: &str = "version";
const NAMED: &str = "named";
const KEPT: &str = "kept";
const MISSING: &str = "missing";
const LOOKED_UP: &str = "looked-up";
const TAKEN: &str = "taken";
const IN_JOURNAL: &str = "in-journal";
const NOWHERE: &str = "nowhere";

/// The host's notes about a resource.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct PrivateState {
    /// Its create failed after the thing existed. In outputs.
    pub(crate) partial: bool,
    /// The state version that these properties were written with.
    pub(crate) version: u32,
    /// Whether its name was made by the host. In inputs.
    pub(crate) named: Named,
    /// Whether a create that failed had saved more than is recorded. In outputs.
    pub(crate) missing: Missing,
    /// Whether a program looked it up by properties: the engine records these as inputs, without marks, beside outputs
    /// of the same version. Only in outputs that have a version.
    pub(crate) looked_up: bool,
}

/// How a resource came by its name.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Named {
    /// Not by the host, as far as is known.
    #[default]
    Otherwise,
    /// The host made it, and makes another one for a replacement.
    Generated,
    /// The host had made it, and the engine sent it as if the program gave it, as it does for `ignoreChanges`.
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

    /// Whether the name was made by the host, now or at first.
    pub(crate) fn was_generated(self) -> bool {
        self != Self::Otherwise
    }
}

/// Outputs that a create had saved and that the state could not take.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Missing {
    #[default]
    Nothing,
    /// All of them are in the journal of the machine that it ran on.
    InJournal,
    /// Some of them are nowhere.
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
    /// Takes the marks out of recorded properties. Foreign values under the host's key are dropped silently.
    pub(crate) fn take(properties: &mut PropertyMap) -> Self {
        let marks = Self::of(properties);
        properties.remove(KEY);
        marks
    }

    /// The marks of recorded properties.
    pub(crate) fn of(properties: &PropertyMap) -> Self {
        let Some(PropertyValue::Object(marks)) = properties.get(KEY).map(PropertyValue::reveal)
        else {
            return Self::default();
        };
        let is_set = |key: &str| {
            marks
                .get(key)
                .is_some_and(|mark| *mark.reveal() == PropertyValue::Bool(true))
        };
        Self {
            partial: is_set(PARTIAL),
            version: marks.get(VERSION).map_or(0, version),
            named: Named::read(marks.get(NAMED)),
            missing: Missing::read(marks.get(MISSING).and_then(PropertyValue::as_str)),
            looked_up: is_set(LOOKED_UP),
        }
    }

    /// Puts the marks into properties that are about to be recorded.
    pub(crate) fn put(self, properties: &mut PropertyMap) {
        let mut marks = PropertyMap::new();
        if self.partial {
            marks.insert(PARTIAL.to_owned(), PropertyValue::Bool(true));
        }
        if self.version > 0 {
            marks.insert(VERSION.to_owned(), f64::from(self.version).into());
            if self.looked_up {
                marks.insert(LOOKED_UP.to_owned(), PropertyValue::Bool(true));
            }
        }
        match self.named {
            Named::Otherwise => {}
            Named::Generated => {
                marks.insert(NAMED.to_owned(), PropertyValue::Bool(true));
            }
            Named::Kept => {
                marks.insert(NAMED.to_owned(), KEPT.into());
            }
        }
        if let Some(text) = self.missing.text() {
            marks.insert(MISSING.to_owned(), text.into());
        }
        if marks.is_empty() {
            properties.remove(KEY);
        } else {
            properties.insert(KEY.to_owned(), PropertyValue::Object(marks));
        }
    }
}

/// The values that an earlier refresh took over into recorded inputs.
pub(crate) fn taken(properties: &PropertyMap) -> Taken {
    let member = |map: &PropertyMap, key: &str| match map.get(key).map(PropertyValue::reveal) {
        Some(PropertyValue::Object(members)) => Some(members.clone()),
        _ => None,
    };
    let marks = member(properties, KEY);
    let taken = marks
        .and_then(|marks| member(&marks, TAKEN))
        .unwrap_or_default();
    let parts = taken.into_iter().filter_map(|(name, parts)| {
        let PropertyValue::Array(parts) = parts.reveal() else {
            return None;
        };
        let keys: Vec<String> = parts
            .iter()
            .filter_map(PropertyValue::as_str)
            .map(str::to_owned)
            .collect();
        let parts = match keys.is_empty() {
            false => Parts::Keys(keys),
            true => Parts::Places(parts.iter().map(|place| version(place) as usize).collect()),
        };
        Some((name, parts))
    });
    parts.collect()
}

/// Notes what a refresh took over, in inputs that have their marks already.
pub(crate) fn put_taken(taken: &Taken, properties: &mut PropertyMap) {
    if taken.is_empty() {
        return;
    }
    let parts = |parts: &Parts| match parts {
        Parts::Places(places) => {
            let places = places
                .iter()
                .map(|place| PropertyValue::Number(*place as f64));
            PropertyValue::Array(places.collect())
        }
        Parts::Keys(keys) => {
            PropertyValue::Array(keys.iter().map(|key| key.as_str().into()).collect())
        }
    };
    let taken: PropertyMap = taken
        .iter()
        .map(|(name, taken)| (name.clone(), parts(taken)))
        .collect();
    let marks = properties.entry(KEY.to_owned());
    let marks = marks.or_insert_with(|| PropertyValue::Object(PropertyMap::new()));
    if let PropertyValue::Object(marks) = marks {
        marks.insert(TAKEN.to_owned(), PropertyValue::Object(taken));
    }
}

/// A state version as it was recorded; a malformed one counts as that of state without a mark.
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
    use crate::value_strategy::any_value;

    proptest! {
        #[test]
        fn marks_come_back_and_leave_nothing_behind(
            partial: bool,
            version: u32,
            named in prop::sample::select(vec![Named::Otherwise, Named::Generated, Named::Kept]),
            missing in prop::sample::select(vec![Missing::Nothing, Missing::InJournal, Missing::Nowhere]),
            looked_up: bool,
        ) {
            let looked_up = looked_up && version > 0;
            let marks = PrivateState { partial, version, named, missing, looked_up };
            let bare = PropertyMap::from([("a".to_owned(), "b".into())]);
            let mut properties = bare.clone();
            marks.put(&mut properties);
            prop_assert_eq!(properties.contains_key(KEY), marks != PrivateState::default());
            prop_assert_eq!(PrivateState::take(&mut properties), marks);
            prop_assert_eq!(&properties, &bare);
            prop_assert_eq!(PrivateState::take(&mut properties), PrivateState::default());
        }

        #[test]
        fn what_others_put_under_our_key_does_no_harm(value in any_value()) {
            let mut properties = PropertyMap::from([(KEY.to_owned(), value)]);
            PrivateState::take(&mut properties);
            prop_assert!(properties.is_empty());
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

    #[test]
    fn marks_that_say_nothing_any_more_go() {
        let mut properties = PropertyMap::new();
        PrivateState {
            partial: true,
            ..PrivateState::default()
        }
        .put(&mut properties);
        PrivateState::default().put(&mut properties);
        assert!(properties.is_empty());
    }
}
