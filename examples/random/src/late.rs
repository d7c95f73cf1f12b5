//! Outputs that came to a resource later than the resource itself.

use pulumi_wasm_provider::{Property, PropertyFailure, PropertyPath, Types};
use serde_json::Value as JsonValue;

/// A text that every new resource has, and that old state may lack. It is empty then.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Late(pub(crate) String);

impl Property for Late {
    fn schema(types: &mut Types) -> JsonValue {
        String::schema(types)
    }

    fn decode(value: JsonValue, path: &PropertyPath<'_>) -> Result<Self, PropertyFailure> {
        if value.is_null() {
            return Ok(Self::default());
        }
        String::decode(value, path).map(Self)
    }

    fn missing(_: &PropertyPath<'_>) -> Result<Self, PropertyFailure> {
        Ok(Self::default())
    }

    fn encode(&self, path: &PropertyPath<'_>) -> Result<Option<JsonValue>, PropertyFailure> {
        self.0.encode(path)
    }
}
