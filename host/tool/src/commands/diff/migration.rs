//! Whether a new version accepts recorded state.

use serde_json::Value;

use crate::component::document::at;

/// Whether state that the old version of a resource type recorded is migrated by the new one. Both are what the manifests say of the type
/// beside the schema.
pub(super) fn is_migrated(old: &Value, new: &Value) -> bool {
    let version = |traits| at(traits, &["stateVersion"]).as_u64().unwrap_or(0);
    version(new) > version(old)
}
