//! Our own data in a resource's state: one key, left out when there is nothing to say, and never seen by guests.

use super::value::{PropertyMap, PropertyValue};

/// The key in inputs and outputs.
const KEY: &str = "__wasm";
const PARTIAL: &str = "partial";

/// What we note about a resource.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Marks {
    /// Its create failed after the thing existed.
    pub(super) partial: bool,
}

impl Marks {
    /// Takes the marks out of recorded properties.
    pub(super) fn take(properties: &mut PropertyMap) -> Self {
        let Some(PropertyValue::Object(marks)) = properties.remove(KEY) else {
            return Self::default();
        };
        Self {
            partial: matches!(marks.get(PARTIAL), Some(PropertyValue::Bool(true))),
        }
    }

    /// Puts the marks into properties that are about to be recorded.
    pub(super) fn put(self, properties: &mut PropertyMap) {
        if self.partial {
            let marks = PropertyMap::from([(PARTIAL.to_owned(), PropertyValue::Bool(true))]);
            properties.insert(KEY.to_owned(), PropertyValue::Object(marks));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_come_back_and_leave_nothing_behind() {
        let mut properties = PropertyMap::from([("a".to_owned(), "b".into())]);
        Marks::default().put(&mut properties);
        assert_eq!(properties.len(), 1);
        Marks { partial: true }.put(&mut properties);
        assert_eq!(properties.len(), 2);
        assert!(Marks::take(&mut properties).partial);
        assert_eq!(properties.len(), 1);
        assert!(!Marks::take(&mut properties).partial);
    }
}
