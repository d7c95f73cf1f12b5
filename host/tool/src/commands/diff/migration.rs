//! Whether a new version accepts recorded state.

use serde_json::Value;

use crate::component::document::at;

/// Whether state that the old component recorded is migrated by the new one.
pub(super) fn is_migrated(old: &Value, new: &Value, token: &str) -> bool {
    let version = |manifest| {
        let version = at(manifest, &["resources", token, "stateVersion"]);
        version.as_u64().unwrap_or(0)
    };
    version(new) > version(old)
}
