//! Lists in answers of strangers: each item takes far more memory than the few bytes that it is written in, so that only the first
//! items are kept.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, IgnoredAny, SeqAccess, Visitor};

/// The first `MOST` items of a list, and how many it has.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct BoundedList<T, const MOST: usize> {
    /// The first ones.
    pub(crate) items: Vec<T>,
    /// How many the list has, those that are not kept included.
    pub(crate) count: usize,
}

impl<T, const MOST: usize> Default for BoundedList<T, MOST> {
    fn default() -> Self {
        Self {
            items: Vec::new(),
            count: 0,
        }
    }
}

impl<'de, T: Deserialize<'de>, const MOST: usize> Deserialize<'de> for BoundedList<T, MOST> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(Items(PhantomData))
    }
}

struct Items<T, const MOST: usize>(PhantomData<T>);

impl<'de, T: Deserialize<'de>, const MOST: usize> Visitor<'de> for Items<T, MOST> {
    type Value = BoundedList<T, MOST>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self::Value, A::Error> {
        let mut list = BoundedList::default();
        while list.count < MOST {
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
