//! Lists of bounded length in answers of servers. An item takes far more memory than its text, so only the first
//! items are kept.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, IgnoredAny, SeqAccess, Visitor};

/// The first `MAX` items of a list, and the length of the whole list.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct BoundedList<T, const MAX: usize> {
    pub(crate) items: Vec<T>,
    /// The length of the list, including items that were dropped.
    pub(crate) count: usize,
}

impl<T, const MAX: usize> Default for BoundedList<T, MAX> {
    fn default() -> Self {
        Self {
            items: Vec::new(),
            count: 0,
        }
    }
}

impl<'de, T: Deserialize<'de>, const MAX: usize> Deserialize<'de> for BoundedList<T, MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(Items(PhantomData))
    }
}

struct Items<T, const MAX: usize>(PhantomData<T>);

impl<'de, T: Deserialize<'de>, const MAX: usize> Visitor<'de> for Items<T, MAX> {
    type Value = BoundedList<T, MAX>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self::Value, A::Error> {
        let mut list = BoundedList::default();
        while list.count < MAX {
            let Some(item) = items.next_element()? else {
                return Ok(list);
            };
            list.items.push(item);
            list.count += 1;
        }
        while items.next_element::<IgnoredAny>()?.is_some() {
            list.count += 1;
        }
        Ok(list)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_counted_to_its_end_and_kept_up_to_its_bound() {
        let read = |text: &str| serde_json::from_str::<BoundedList<u8, 3>>(text);
        for (text, items, count) in [
            ("[]", vec![], 0),
            ("[1,2,3]", vec![1, 2, 3], 3),
            ("[1,2,3,4,{\"a\":[]}]", vec![1, 2, 3], 5),
        ] {
            assert_eq!(read(text).expect(text), BoundedList { items, count });
        }
        for text in ["{}", "[1", "[\"a\"]", "[1,2,3,4"] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
