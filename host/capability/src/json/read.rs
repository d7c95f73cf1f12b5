//! Reading a guest's property map: straight from its text into values, so that open points of JSON have one answer.

use std::cell::RefCell;
use std::collections::btree_map::Entry;
use std::fmt;

use pulumi_wasm_core::text::Excerpt;
use pulumi_wasm_core::value::json_numbers;
use pulumi_wasm_core::value::special_values;
use pulumi_wasm_core::value::{MAX_DEPTH, PropertyMap, PropertyValue};
use serde::de::{self, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};

use super::assets::Assets;
use super::error::JsonError;
use super::room::{MEMBER_BYTES, OBJECT_BYTES, Room, VALUE_BYTES};
use super::signed::{names_node, reference, stand_for, text_bytes};

/// Reads a guest's property map.
///
/// # Errors
/// If the text is not a JSON object or needs more host memory than the guest may use. The error names the property if
/// its value is malformed, has a duplicate member, or refers to an asset or resource that was not in the request.
pub fn from_json(text: &str, assets: &Assets) -> Result<PropertyMap, JsonError> {
    from_json_in(&assets.room(), text, assets)
}

/// Reads one of several property maps that share the memory.
///
/// # Errors
/// Like [`from_json`].
pub fn from_json_in(room: &Room, text: &str, assets: &Assets) -> Result<PropertyMap, JsonError> {
    map_of(Reading::new(assets, room), text)
}

/// Parses a text as an object.
pub(super) fn map_of(reading: Reading<'_>, text: &str) -> Result<PropertyMap, JsonError> {
    if let Some(property) = json_numbers::member_that_loses_digits(text) {
        return Err(JsonError::inexact(property));
    }
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let read = deserializer
        .deserialize_any(Top(&reading))
        .and_then(|map| deserializer.end().map(|()| map));
    reading.outcome(read)
}

/// The state of a reader.
pub(super) struct Reading<'a> {
    assets: &'a Assets,
    room: &'a Room,
    /// Whether outputs of nodes are kept, as in all that a component declares.
    keeps_outputs: bool,
    /// Why reading stopped. An error of the deserializer can only hold text.
    fault: RefCell<Option<JsonError>>,
}

impl<'a> Reading<'a> {
    pub(super) fn new(assets: &'a Assets, room: &'a Room) -> Self {
        Self {
            assets,
            room,
            keeps_outputs: false,
            fault: RefCell::default(),
        }
    }

    /// Reads a declaration of a component: an output value that names a node stays an object.
    pub(super) fn keeping_outputs(assets: &'a Assets, room: &'a Room) -> Self {
        Self {
            keeps_outputs: true,
            ..Self::new(assets, room)
        }
    }

    /// The result of the deserializer, or the reason why it stopped.
    pub(super) fn outcome<T>(self, read: Result<T, serde_json::Error>) -> Result<T, JsonError> {
        read.map_err(|error| {
            let fault = self.fault.into_inner();
            fault.unwrap_or(JsonError::Syntax(error))
        })
    }

    fn give_up<E: de::Error>(&self, fault: JsonError) -> E {
        *self.fault.borrow_mut() = Some(fault);
        E::custom("given up")
    }

    /// Counts bytes before they are allocated.
    fn take<E: de::Error>(&self, bytes: usize) -> Result<(), E> {
        let taken = self.room.take(bytes);
        taken.map_err(|limit| self.give_up(JsonError::TooLarge(limit)))
    }

    /// Counts a member of an object, which is the first or not.
    pub(super) fn take_member<E: de::Error>(&self, key: &str, is_first: bool) -> Result<(), E> {
        let object = if is_first { OBJECT_BYTES } else { 0 };
        self.take(object + MEMBER_BYTES + key.len())
    }

    /// Parses the value of a member; the first member of an object may be its signature. Returns `None` if the value is
    /// malformed, contains a number that would lose digits, or is too large.
    pub(super) fn member(&self, key: &str, text: &str, is_first: bool) -> Option<PropertyValue> {
        if json_numbers::loses_digits(text) {
            return None;
        }
        self.take_member::<serde_json::Error>(key, is_first).ok()?;
        let mut deserializer = serde_json::Deserializer::from_str(text);
        let seed = Seed {
            reading: self,
            depth: MAX_DEPTH,
        };
        let value = seed.deserialize(&mut deserializer).ok()?;
        deserializer.end().ok()?;
        Some(value)
    }

    /// Stops because of a value. [`Self::within`] adds the property.
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
            if key == special_values::KEY {
                return Err(self.0.give_up(JsonError::SpecialValue));
            }
            self.0.take_member(&key, map.is_empty())?;
            let seed = Seed {
                reading: self.0,
                depth: MAX_DEPTH,
            };
            let value = members.next_value_seed(seed);
            let value = value.inspect_err(|_| self.0.within(&key))?;
            match map.entry(key) {
                Entry::Vacant(place) => place.insert(value),
                Entry::Occupied(place) => {
                    return Err(self.0.give_up(JsonError::Value {
                        property: place.key().clone(),
                        reason: "it is there twice".to_owned(),
                    }));
                }
            };
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

/// Any value, with this many levels left.
#[derive(Clone, Copy)]
pub(super) struct Seed<'a> {
    pub reading: &'a Reading<'a>,
    pub depth: usize,
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
        self.reading.take(VALUE_BYTES)?;
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
        self.reading.take(text.len())?;
        Ok(if special_values::is_unknown(&text) {
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
        let mut is_signed = false;
        while let Some(key) = members.next_key::<String>()? {
            self.reading.take_member(&key, map.is_empty())?;
            let value = members.next_value_seed(self.deeper())?;
            is_signed |= key == special_values::KEY;
            match map.entry(key) {
                Entry::Vacant(place) => place.insert(value),
                Entry::Occupied(place) => {
                    let reason =
                        format!("it has the member `{}` twice", Excerpt::path(place.key()));
                    return Err(self.reading.refuse(reason));
                }
            };
        }
        if !is_signed {
            return Ok(PropertyValue::Object(map));
        }
        if let Some((kind, handle)) = reference(&map) {
            let held = self.reading.assets.find(kind, handle);
            let held = held.map_err(|reason| self.reading.refuse(reason))?;
            self.reading.take(text_bytes(held))?;
            return Ok(held.clone());
        }
        if self.reading.keeps_outputs && names_node(&map) {
            return Ok(PropertyValue::Object(map));
        }
        let value = stand_for(map).map_err(|reason| self.reading.refuse(reason))?;
        match &value {
            PropertyValue::ResourceReference(reference)
                if !self.reading.assets.references.have(reference) =>
            {
                Err(self
                    .reading
                    .refuse("it refers to a resource that was not in the request"))
            }
            _ => Ok(value),
        }
    }
}
