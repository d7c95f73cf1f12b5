//! Properties of any type.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Value as JsonValue, json};

use crate::encoding::{Decoder, Encoder};
use crate::error::PropertyFailure;
use crate::host::wire;
use crate::manifest::types::Types;
use crate::property::Property;
use crate::value::map::PropertyMap;
use crate::value::path::PropertyPath;

/// A property that may be anything that JSON can say; `pulumi.json#/Any` in the schema.
///
/// Assets, archives and references to resources stay in the form that they cross the interface in: use their types
/// where one is expected.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Json(pub serde_json::Value);

impl From<serde_json::Value> for Json {
    fn from(value: serde_json::Value) -> Self {
        Self(value)
    }
}

/// Decodes the value inside, so that a response of an API can be decoded as `Json`.
impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        JsonValue::deserialize(deserializer).map(Self)
    }
}

/// Like the value inside it.
impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl Property for Json {
    fn schema(_: &mut Types) -> JsonValue {
        json!({ "$ref": "pulumi.json#/Any" })
    }

    fn decode(from: &mut Decoder<'_>, path: &PropertyPath<'_>) -> Result<Self, PropertyFailure> {
        let is_plain = from.is_plain();
        let value = from.json(path)?;
        if is_plain {
            Ok(Self(value))
        } else {
            reveal_all(value, path).map(Self)
        }
    }

    fn encode(&self, into: &mut Encoder, _: &PropertyPath<'_>) -> Result<(), PropertyFailure> {
        into.json(&self.0);
        Ok(())
    }
}

/// The value with the secrets inside it opened too.
fn reveal_all(value: JsonValue, path: &PropertyPath<'_>) -> Result<JsonValue, PropertyFailure> {
    let opened = wire::open(value).ok_or_else(|| path.failure("is not known yet"))?;
    Ok(match opened {
        JsonValue::Array(items) => {
            let items = items
                .into_iter()
                .enumerate()
                .map(|(index, item)| reveal_all(item, &path.index(index)));
            JsonValue::Array(items.collect::<Result<_, _>>()?)
        }
        JsonValue::Object(entries) => {
            let mut object = PropertyMap::new();
            for (key, value) in entries {
                let value = reveal_all(value, &path.key(&key))?;
                object.insert(key, value);
            }
            JsonValue::Object(object)
        }
        other => other,
    })
}
