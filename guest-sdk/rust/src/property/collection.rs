//! Options, boxes, lists and maps of properties.

use std::collections::{BTreeMap, HashMap};
use std::hash::BuildHasher;

use serde_json::{Value as JsonValue, json};

use crate::error::PropertyFailure;
use crate::fields::PropertyMap;
use crate::path::PropertyPath;
use crate::property::{Kind, Property, reveal, unexpected};
use crate::types::Types;
use crate::wire;

impl<T: Property> Property for Option<T> {
    const REQUIRED: bool = false;
    const KIND: Kind = T::KIND;
    const ELEMENT: Kind = T::ELEMENT;

    fn schema(types: &mut Types) -> JsonValue {
        T::schema(types)
    }

    fn decode(value: JsonValue, path: &PropertyPath<'_>) -> Result<Self, PropertyFailure> {
        if wire::is_null(&value) {
            return Ok(None);
        }
        T::decode(value, path).map(Some)
    }

    fn missing(_: &PropertyPath<'_>) -> Result<Self, PropertyFailure> {
        Ok(None)
    }

    fn encode(&self, path: &PropertyPath<'_>) -> Result<Option<JsonValue>, PropertyFailure> {
        self.as_ref().map_or(Ok(None), |value| value.encode(path))
    }
}

/// For types that contain themselves.
impl<T: Property> Property for Box<T> {
    const REQUIRED: bool = T::REQUIRED;
    const KIND: Kind = T::KIND;
    const ELEMENT: Kind = T::ELEMENT;

    fn schema(types: &mut Types) -> JsonValue {
        T::schema(types)
    }

    fn decode(value: JsonValue, path: &PropertyPath<'_>) -> Result<Self, PropertyFailure> {
        T::decode(value, path).map(Self::new)
    }

    fn missing(path: &PropertyPath<'_>) -> Result<Self, PropertyFailure> {
        T::missing(path).map(Self::new)
    }

    fn encode(&self, path: &PropertyPath<'_>) -> Result<Option<JsonValue>, PropertyFailure> {
        (**self).encode(path)
    }
}

impl<T: Property> Property for Vec<T> {
    const KIND: Kind = Kind::List;
    const ELEMENT: Kind = T::KIND;

    fn schema(types: &mut Types) -> JsonValue {
        json!({ "type": "array", "items": T::schema(types) })
    }

    fn decode(value: JsonValue, path: &PropertyPath<'_>) -> Result<Self, PropertyFailure> {
        match reveal(value, path)? {
            JsonValue::Array(items) => items
                .into_iter()
                .enumerate()
                .map(|(index, item)| T::decode(item, &path.index(index)))
                .collect(),
            other => Err(unexpected(path, "an array", &other)),
        }
    }

    fn encode(&self, path: &PropertyPath<'_>) -> Result<Option<JsonValue>, PropertyFailure> {
        let items = self
            .iter()
            .enumerate()
            .map(|(index, item)| element(item, &path.index(index)));
        items
            .collect::<Result<_, _>>()
            .map(|items| Some(JsonValue::Array(items)))
    }
}

impl<T: Property> Property for BTreeMap<String, T> {
    const KIND: Kind = Kind::Map;
    const ELEMENT: Kind = T::KIND;

    fn schema(types: &mut Types) -> JsonValue {
        map_schema::<T>(types)
    }

    fn decode(value: JsonValue, path: &PropertyPath<'_>) -> Result<Self, PropertyFailure> {
        decode_map(value, path)
    }

    fn encode(&self, path: &PropertyPath<'_>) -> Result<Option<JsonValue>, PropertyFailure> {
        encode_map(self.iter(), path)
    }
}

impl<T: Property, S: BuildHasher + Default + Clone> Property for HashMap<String, T, S> {
    const KIND: Kind = Kind::Map;
    const ELEMENT: Kind = T::KIND;

    fn schema(types: &mut Types) -> JsonValue {
        map_schema::<T>(types)
    }

    fn decode(value: JsonValue, path: &PropertyPath<'_>) -> Result<Self, PropertyFailure> {
        decode_map(value, path)
    }

    fn encode(&self, path: &PropertyPath<'_>) -> Result<Option<JsonValue>, PropertyFailure> {
        encode_map(self.iter(), path)
    }
}

fn map_schema<T: Property>(types: &mut Types) -> JsonValue {
    json!({ "type": "object", "additionalProperties": T::schema(types) })
}

fn decode_map<T: Property, M: FromIterator<(String, T)>>(
    value: JsonValue,
    path: &PropertyPath<'_>,
) -> Result<M, PropertyFailure> {
    let entries = match reveal(value, path)? {
        JsonValue::Object(entries) => entries,
        other => return Err(unexpected(path, "an object", &other)),
    };
    let decode = |(key, value): (String, JsonValue)| {
        let value = T::decode(value, &path.key(&key))?;
        Ok((key, value))
    };
    entries.into_iter().map(decode).collect()
}

fn encode_map<'a, T: Property + 'a>(
    entries: impl Iterator<Item = (&'a String, &'a T)>,
    path: &PropertyPath<'_>,
) -> Result<Option<JsonValue>, PropertyFailure> {
    let mut object = PropertyMap::new();
    for (key, value) in entries {
        object.insert(key.clone(), element(value, &path.key(key))?);
    }
    Ok(Some(JsonValue::Object(object)))
}

/// Inside lists and maps, what is left out is null: the place has to stay.
fn element<T: Property>(value: &T, path: &PropertyPath<'_>) -> Result<JsonValue, PropertyFailure> {
    Ok(value.encode(path)?.unwrap_or(JsonValue::Null))
}
