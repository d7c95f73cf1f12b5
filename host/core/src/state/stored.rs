//! Properties in the form in which the engine stores them: the visible values, and private state.
//!
//! The engine has one map for both, so private state is stored under a key of the host. [`StoredProperties`] removes it
//! from a request and adds it to an answer. No other code knows the key.

use std::borrow::Cow;

use crate::schema;
use crate::value::{PropertyMap, PropertyValue};

/// The key of private state in the properties.
const KEY: &str = "__wasm";

/// Inputs or outputs of a resource, or a provider's configuration, as the engine sends and records them.
///
/// A face converts the properties of a request and of its answer with [`From`]. Private state that no operation
/// replaces is returned unchanged.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct StoredProperties {
    /// All properties without private state.
    pub values: PropertyMap,
    private: Option<PropertyValue>,
}

impl StoredProperties {
    /// Properties with the private state that will be recorded; an empty private state is not recorded. A value that a
    /// component returned under the host's key is dropped.
    pub(crate) fn new(mut values: PropertyMap, private: PropertyMap) -> Self {
        values.remove(KEY);
        Self {
            values,
            private: (!private.is_empty()).then_some(PropertyValue::Object(private)),
        }
    }

    /// The members of private state; `None` if it is missing or not an object.
    pub(crate) fn private(&self) -> Option<&PropertyMap> {
        match self.private.as_ref()?.reveal() {
            PropertyValue::Object(private) => Some(private),
            _ => None,
        }
    }

    /// The private state of a configuration. It is a JSON text if the engine records only strings.
    pub(crate) fn private_of_configuration(&self) -> Option<Cow<'_, PropertyMap>> {
        let PropertyValue::String(text) = self.private.as_ref()?.reveal() else {
            return self.private().map(Cow::Borrowed);
        };
        match schema::from_json(serde_json::from_str(text).ok()?).ok()? {
            PropertyValue::Object(private) => Some(Cow::Owned(private)),
            _ => None,
        }
    }

    /// Whether there is any private state.
    pub(crate) fn has_private(&self) -> bool {
        self.private.is_some()
    }

    /// Whether both have the same private state.
    pub(crate) fn shares_private_with(&self, other: &Self) -> bool {
        self.has_private() && self.private == other.private
    }

    /// Whether there are neither values nor private state.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.values.is_empty() && self.private.is_none()
    }

    /// Whether a property of this name is private state, for a face that reads only private state.
    #[must_use]
    pub fn is_private(name: &str) -> bool {
        name == KEY
    }
}

impl From<PropertyMap> for StoredProperties {
    /// Removes private state from the properties.
    fn from(mut values: PropertyMap) -> Self {
        let private = values.remove(KEY);
        Self { values, private }
    }
}

impl From<StoredProperties> for PropertyMap {
    /// Adds private state to the properties.
    fn from(stored: StoredProperties) -> Self {
        let StoredProperties {
            mut values,
            private,
        } = stored;
        if let Some(private) = private {
            values.insert(KEY.to_owned(), private);
        }
        values
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing::value_strategy::any_value;

    proptest! {
        #[test]
        fn whatever_is_under_our_key_is_no_value_and_goes_back_as_it_came(value in any_value()) {
            let bare = PropertyMap::from([("a".to_owned(), "b".into())]);
            let mut sent = bare.clone();
            sent.insert(KEY.to_owned(), value);
            let stored = StoredProperties::from(sent.clone());
            prop_assert_eq!(&stored.values, &bare);
            prop_assert!(!stored.is_empty() && stored.has_private());
            prop_assert_eq!(PropertyMap::from(stored), sent);
        }

        #[test]
        fn private_state_of_ours_takes_the_place_of_what_a_component_gave(value in any_value()) {
            let given = PropertyMap::from([(KEY.to_owned(), value)]);
            let none = StoredProperties::new(given.clone(), PropertyMap::new());
            prop_assert!(none.is_empty());
            let ours = PropertyMap::from([("version".to_owned(), 1.0.into())]);
            let stored = StoredProperties::new(given, ours.clone());
            prop_assert_eq!(stored.private(), Some(&ours));
            let recorded = PropertyMap::from([(KEY.to_owned(), PropertyValue::Object(ours))]);
            prop_assert_eq!(PropertyMap::from(stored), recorded);
        }
    }

    #[test]
    fn the_key_alone_is_private() {
        assert!(StoredProperties::is_private(KEY));
        assert!(!StoredProperties::is_private("__wasm2") && !StoredProperties::is_private(""));
    }
}
