//! Properties by name.

use serde_json::Value as JsonValue;

/// Properties by name, as JSON.
pub type PropertyMap = serde_json::Map<String, JsonValue>;

/// A property map of these entries. It is the only place where a map is built from entries: `collect` would sort them
/// first, with separate code at each call.
pub(crate) fn map_of(entries: &mut dyn Iterator<Item = (String, JsonValue)>) -> PropertyMap {
    let mut map = PropertyMap::new();
    for (name, value) in entries {
        map.insert(name, value);
    }
    map
}
