//! The changes that a guest makes to properties. A guest returns most properties unchanged.

use crate::value::PropertyMap;

/// The difference between properties and those that a guest was given. Unchanged properties are absent, so they are
/// neither decoded nor checked again.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Delta {
    /// New properties, and properties with a new value.
    pub changed: PropertyMap,
    /// The names of removed properties.
    pub left_out: Vec<String>,
}

impl Delta {
    /// The delta from `before` to `after`.
    #[must_use]
    pub fn between(before: &PropertyMap, after: PropertyMap) -> Self {
        let is_gone = |key: &&String| !after.contains_key(*key);
        let left_out = before.keys().filter(is_gone).cloned().collect();
        let mut changed = after;
        changed.retain(|key, value| before.get(key) != Some(&*value));
        Self { changed, left_out }
    }

    /// Applies the delta to properties.
    pub fn apply(self, properties: &mut PropertyMap) {
        for key in &self.left_out {
            properties.remove(key);
        }
        properties.extend(self.changed);
    }

    /// The given properties with the delta applied.
    #[must_use]
    pub fn of(self, given: &PropertyMap) -> PropertyMap {
        let is_same =
            |key: &String| !self.changed.contains_key(key) && !self.left_out.contains(key);
        let same = given.iter().filter(|(key, _)| is_same(key));
        let mut properties: PropertyMap = same
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect();
        properties.extend(self.changed);
        properties
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::map;

    #[test]
    fn a_revision_turns_the_one_into_the_other() {
        let before = map([("a", "1".into()), ("b", "2".into()), ("c", "3".into())]);
        let after = map([("a", "1".into()), ("b", "other".into()), ("d", "4".into())]);
        let delta = Delta::between(&before, after.clone());
        assert_eq!(
            delta.changed.keys().collect::<Vec<_>>(),
            ["b", "d"].iter().collect::<Vec<_>>()
        );
        assert_eq!(delta.left_out, ["c"]);
        assert_eq!(delta.clone().of(&before), after);
        let mut properties = before.clone();
        delta.apply(&mut properties);
        assert_eq!(properties, after);
        let nothing = Delta::between(&before, before.clone());
        assert_eq!(nothing, Delta::default());
        assert_eq!(nothing.of(&before), before);
    }
}
