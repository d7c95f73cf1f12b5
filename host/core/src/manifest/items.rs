//! The lists of a manifest that stand beside its schema.

use serde_json::Value;

use crate::schema::reader::{Members, Reader, kind, member};

/// Lists beside the schema have so many elements at most: people read them.
const MOST_ITEMS: usize = 1000;

/// A list among the members; absent is empty.
pub(super) fn items<'v>(
    reader: &mut Reader,
    spec: &'v Members,
    key: &str,
    place: &str,
) -> &'v [Value] {
    match spec.get(key) {
        None => &[],
        Some(Value::Array(items)) if items.len() > MOST_ITEMS => {
            let message = format!("the list has more than {MOST_ITEMS} elements");
            reader.mistake(&member(place, key), message);
            &[]
        }
        Some(Value::Array(items)) => items,
        Some(other) => {
            let message = format!("expected a list, found {}", kind(other));
            reader.mistake(&member(place, key), message);
            &[]
        }
    }
}
