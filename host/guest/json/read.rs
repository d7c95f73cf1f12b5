//! Reading a guest's property map: straight from its text into values, so that what JSON leaves open has one answer.

use std::cell::RefCell;
use std::fmt;

use serde::de::{self, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};

use super::{Assets, HANDLE, JsonError};
use crate::capability::asset::hash;
use crate::provider::signature;
use crate::provider::value::{
    Archive, ArchiveContent, Asset, AssetContent, MAX_DEPTH, PropertyMap, PropertyValue,
};

/// Reads a guest's property map.
///
/// # Errors
/// When it is not a JSON object, or names the property whose value is malformed, has a member twice, or refers to an
/// asset that was not in the request.
pub(in crate::guest) fn from_json(text: &str, assets: &Assets) -> Result<PropertyMap, JsonError> {
    let reading = Reading {
        assets,
        fault: RefCell::default(),
    };
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let read = deserializer
        .deserialize_any(Top(&reading))
        .and_then(|map| deserializer.end().map(|()| map));
    read.map_err(|error| {
        let fault = reading.fault.into_inner();
        fault.unwrap_or(JsonError::Syntax(error))
    })
}

/// What is known while a text is read.
struct Reading<'a> {
    assets: &'a Assets,
    /// Why it was given up: an error of the deserializer has room for words alone.
    fault: RefCell<Option<JsonError>>,
}

impl Reading<'_> {
    fn give_up<E: de::Error>(&self, fault: JsonError) -> E {
        *self.fault.borrow_mut() = Some(fault);
        E::custom("given up")
    }

    /// Gives up because of a value, whose property is told by [`Self::within`].
    fn refuse<E: de::Error>(&self, reason: impl Into<String>) -> E {
        self.give_up(JsonError::Value {
            property: String::new(),
            reason: reason.into(),
        })
    }

    fn within(&self, key: &str) {
        if let Some(JsonError::Value { property, .. }) = &mut *self.fault.borrow_mut() {
            key.clone_into(property);
        }
    }
}

/// The whole: an object.
struct Top<'a>(&'a Reading<'a>);

impl Top<'_> {
    fn is<E: de::Error>(&self, what: &'static str) -> Result<PropertyMap, E> {
        Err(self.0.give_up(JsonError::NotAnObject(what)))
    }
}

impl<'de> Visitor<'de> for Top<'_> {
    type Value = PropertyMap;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<PropertyMap, A::Error> {
        let mut map = PropertyMap::new();
        while let Some(key) = members.next_key::<String>()? {
            let seed = Seed {
                reading: self.0,
                depth: MAX_DEPTH,
            };
            let value = members.next_value_seed(seed);
            let value = value.inspect_err(|_| self.0.within(&key))?;
            if map.contains_key(&key) {
                let reason = "it is there twice".to_owned();
                return Err(self.0.give_up(JsonError::Value {
                    property: key,
                    reason,
                }));
            }
            map.insert(key, value);
        }
        Ok(map)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, _: A) -> Result<PropertyMap, A::Error> {
        self.is("a list")
    }

    fn visit_unit<E: de::Error>(self) -> Result<PropertyMap, E> {
        self.is("null")
    }

    fn visit_bool<E: de::Error>(self, _: bool) -> Result<PropertyMap, E> {
        self.is("a plain value")
    }

    fn visit_i64<E: de::Error>(self, _: i64) -> Result<PropertyMap, E> {
        self.is("a plain value")
    }

    fn visit_u64<E: de::Error>(self, _: u64) -> Result<PropertyMap, E> {
        self.is("a plain value")
    }

    fn visit_f64<E: de::Error>(self, _: f64) -> Result<PropertyMap, E> {
        self.is("a plain value")
    }

    fn visit_str<E: de::Error>(self, _: &str) -> Result<PropertyMap, E> {
        self.is("a plain value")
    }
}

/// Any value, with so many levels left.
#[derive(Clone, Copy)]
struct Seed<'a> {
    reading: &'a Reading<'a>,
    depth: usize,
}

impl Seed<'_> {
    fn deeper(self) -> Self {
        Self {
            depth: self.depth.saturating_sub(1),
            ..self
        }
    }
}

impl<'de> DeserializeSeed<'de> for Seed<'_> {
    type Value = PropertyValue;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<PropertyValue, D::Error> {
        if self.depth == 0 {
            let reason = format!("it nests deeper than {MAX_DEPTH} levels");
            return Err(self.reading.refuse(reason));
        }
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Seed<'_> {
    type Value = PropertyValue;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a value")
    }

    fn visit_unit<E: de::Error>(self) -> Result<PropertyValue, E> {
        Ok(PropertyValue::Null)
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<PropertyValue, E> {
        Ok(value.into())
    }

    #[expect(clippy::cast_precision_loss, reason = "all numbers are doubles here")]
    fn visit_i64<E: de::Error>(self, value: i64) -> Result<PropertyValue, E> {
        Ok(PropertyValue::Number(value as f64))
    }

    #[expect(clippy::cast_precision_loss, reason = "all numbers are doubles here")]
    fn visit_u64<E: de::Error>(self, value: u64) -> Result<PropertyValue, E> {
        Ok(PropertyValue::Number(value as f64))
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<PropertyValue, E> {
        Ok(PropertyValue::Number(value))
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<PropertyValue, E> {
        self.visit_string(text.to_owned())
    }

    fn visit_string<E: de::Error>(self, text: String) -> Result<PropertyValue, E> {
        Ok(if signature::is_unknown(&text) {
            PropertyValue::Unknown
        } else {
            PropertyValue::String(text)
        })
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<PropertyValue, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = sequence.next_element_seed(self.deeper())? {
            items.push(item);
        }
        Ok(PropertyValue::Array(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<PropertyValue, A::Error> {
        let mut map = PropertyMap::new();
        while let Some(key) = members.next_key::<String>()? {
            let value = members.next_value_seed(self.deeper())?;
            if map.contains_key(&key) {
                let reason = format!("it has the member `{key}` twice");
                return Err(self.reading.refuse(reason));
            }
            map.insert(key, value);
        }
        let value = stand_for(map, self.reading.assets);
        value.map_err(|reason| self.reading.refuse(reason))
    }
}

/// The value that a guest's object stands for.
fn stand_for(map: PropertyMap, assets: &Assets) -> Result<PropertyValue, String> {
    if let Some(PropertyValue::Number(handle)) = map.get(HANDLE)
        && let Some(PropertyValue::String(kind)) = map.get(signature::KEY)
        && [signature::ASSET, signature::ARCHIVE].contains(&kind.as_str())
    {
        return assets.find(kind, *handle);
    }
    let value = signature::interpret(map).map_err(|error| error.to_string())?;
    Ok(match value {
        PropertyValue::Asset(asset) => PropertyValue::Asset(Box::new(own_asset(*asset)?)),
        PropertyValue::Archive(archive) => PropertyValue::Archive(Box::new(own_archive(*archive)?)),
        value => value,
    })
}

/// A guest may make an asset of text, whose hash is computed here, and nothing that makes the host open a file or an
/// address.
fn own_asset(mut asset: Asset) -> Result<Asset, String> {
    match &asset.content {
        AssetContent::Path(_) | AssetContent::Uri(_) => Err(no_place()),
        AssetContent::Text(text) => {
            asset.hash = hash::of_bytes(text.as_bytes());
            Ok(asset)
        }
        AssetContent::Elided => Ok(asset),
    }
}

/// As [`own_asset`]: an archive of texts gets its hash here, and one with what was in the request may have none.
fn own_archive(mut archive: Archive) -> Result<Archive, String> {
    match &archive.content {
        ArchiveContent::Path(_) | ArchiveContent::Uri(_) => Err(no_place()),
        ArchiveContent::Assets(assets) => {
            archive.hash = hash::of_texts(assets).unwrap_or_default();
            Ok(archive)
        }
        ArchiveContent::Elided => Ok(archive),
    }
}

fn no_place() -> String {
    "a component cannot name a path or an address of an asset".to_owned()
}
