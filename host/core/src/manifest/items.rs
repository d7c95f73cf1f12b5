//! Lists outside the schema.

use serde_json::Value;

use crate::schema::parse::reader::{Members, Reader, kind, member};

/// The maximum length of a list outside the schema, because people review these lists.
const MAX_ITEMS: usize = 1000;

/// A list among the members. An absent list is empty.
pub(super) fn items<'v>(
    reader: &mut Reader,
    spec: &'v Members,
    key: &str,
    place: &str,
) -> &'v [Value] {
    match spec.get(key) {
        None => &[],
        Some(Value::Array(items)) if items.len() > MAX_ITEMS => {
            let message = format!("the list has more than {MAX_ITEMS} elements");
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
