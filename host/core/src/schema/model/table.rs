//! The named parts of a schema. All parts are read at the start, or each part at its first use.
//!
//! A process usually needs only a few types of a large package. So the names are one text that is searched in place,
//! and the values may be read later. Only the names are written to a file.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A value that is present or is read later. Once there, it stays.
#[derive(Debug, Clone)]
pub(crate) struct Slot<T>(OnceLock<Box<T>>);

impl<T> Slot<T> {
    pub(crate) const fn empty() -> Self {
        Self(OnceLock::new())
    }

    pub(crate) fn get(&self) -> Option<&T> {
        self.0.get().map(AsRef::as_ref)
    }

    pub(crate) fn get_mut(&mut self) -> Option<&mut T> {
        self.0.get_mut().map(AsMut::as_mut)
    }

    /// Sets the value unless another thread was faster; returns the present value.
    pub(crate) fn fill(&self, value: T) -> &T {
        self.0.get_or_init(|| Box::new(value))
    }
}

impl<T> From<T> for Slot<T> {
    fn from(value: T) -> Self {
        Self(OnceLock::from(Box::new(value)))
    }
}

/// TableNames in their order, without repetition.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
struct TableNames {
    /// The names, concatenated.
    text: String,
    /// The end of each name.
    ends: Vec<usize>,
}

impl TableNames {
    fn push(&mut self, name: &str) {
        self.text.push_str(name);
        self.ends.push(self.text.len());
    }

    fn get(&self, index: usize) -> Option<&str> {
        let end = *self.ends.get(index)?;
        let start = match index.checked_sub(1) {
            Some(before) => *self.ends.get(before)?,
            None => 0,
        };
        self.text.get(start..end)
    }

    fn position(&self, name: &str) -> Option<usize> {
        let (mut low, mut high) = (0, self.ends.len());
        while low < high {
            let middle = low + (high - low) / 2;
            match self.get(middle)?.cmp(name) {
                std::cmp::Ordering::Equal => return Some(middle),
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        None
    }
}

/// Entries by name, in the order of their names.
#[derive(Debug, Clone)]
pub struct Table<T> {
    names: TableNames,
    slots: Vec<Slot<T>>,
}

impl<T> Table<T> {
    /// The number of entries, including those that were not read.
    #[must_use]
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// All names, in order.
    pub fn keys(&self) -> impl Iterator<Item = &str> + Clone {
        (0..self.len()).filter_map(|index| self.names.get(index))
    }

    #[must_use]
    pub fn contains_key(&self, name: &str) -> bool {
        self.names.position(name).is_some()
    }

    /// An entry, if it is present. In a package that was loaded from the manifest index, an entry is present after it
    /// was read.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&T> {
        self.slots.get(self.names.position(name)?)?.get()
    }

    /// An entry, to be changed.
    pub fn get_mut(&mut self, name: &str) -> Option<&mut T> {
        let index = self.names.position(name)?;
        self.slots.get_mut(index)?.get_mut()
    }

    /// The present entries, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &T)> {
        let entries = self.slots.iter().enumerate();
        entries.filter_map(|(index, slot)| Some((self.names.get(index)?, slot.get()?)))
    }

    /// Like [`Self::iter`], without the names.
    pub fn values(&self) -> impl Iterator<Item = &T> {
        self.slots.iter().filter_map(Slot::get)
    }

    /// The place of a name in the order.
    pub(crate) fn position(&self, name: &str) -> Option<usize> {
        self.names.position(name)
    }

    /// A place in the order: its name, and its present or future value.
    pub(crate) fn at(&self, index: usize) -> Option<(&str, &Slot<T>)> {
        Some((self.names.get(index)?, self.slots.get(index)?))
    }
}

impl<T> Default for Table<T> {
    fn default() -> Self {
        Self {
            names: TableNames::default(),
            slots: Vec::new(),
        }
    }
}

impl<T> FromIterator<(String, T)> for Table<T> {
    fn from_iter<I: IntoIterator<Item = (String, T)>>(entries: I) -> Self {
        let sorted: BTreeMap<String, T> = entries.into_iter().collect();
        let mut table = Self::default();
        for (name, entry) in sorted {
            table.names.push(&name);
            table.slots.push(entry.into());
        }
        table
    }
}

impl<T> Serialize for Table<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.names.serialize(serializer)
    }
}

impl<'de, T> Deserialize<'de> for Table<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let names = TableNames::deserialize(deserializer)?;
        let slots = names.ends.iter().map(|_| Slot::empty()).collect();
        Ok(Self { names, slots })
    }
}

#[cfg(test)]
impl<T> std::ops::Index<&str> for Table<T> {
    type Output = T;

    fn index(&self, name: &str) -> &T {
        self.get(name).expect("an entry of that name")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(names: &[&str]) -> Table<usize> {
        let entries = names.iter().enumerate();
        entries.map(|(at, name)| ((*name).to_owned(), at)).collect()
    }

    #[test]
    fn every_name_is_found_and_no_other() {
        for names in [
            &[][..],
            &["b"],
            &["c", "", "b"],
            &["a", "ab", "abc", "b", "ä"],
        ] {
            let table = table(names);
            let mut sorted = names.to_vec();
            sorted.sort_unstable();
            assert_eq!(table.keys().collect::<Vec<_>>(), sorted);
            for (at, name) in names.iter().enumerate() {
                assert_eq!(table.get(name), Some(&at));
                let place = table.position(name).and_then(|index| table.at(index));
                assert_eq!(place.map(|(name, _)| name), Some(*name));
            }
            for other in ["aa", "bb", "\0", "zzz"] {
                assert!(!table.contains_key(other), "{other}");
            }
        }
    }

    #[test]
    fn a_table_that_was_written_down_has_names_and_is_filled_later() {
        let text = serde_json::to_string(&table(&["b", "a"])).unwrap();
        let read: Table<usize> = serde_json::from_str(&text).unwrap();
        assert_eq!(read.keys().collect::<Vec<_>>(), ["a", "b"]);
        assert_eq!((read.len(), read.get("b")), (2, None));
        let (_, slot) = read.at(1).unwrap();
        assert_eq!(*slot.fill(7), 7);
        assert_eq!(*slot.fill(8), 7, "what is there stays");
        assert_eq!(read.iter().collect::<Vec<_>>(), [("b", &7)]);
    }
}
