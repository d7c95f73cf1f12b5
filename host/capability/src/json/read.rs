//! Reading a guest's property map: straight from its text into values, so that open points of JSON have one answer.

use std::cell::{Cell, RefCell};
use std::collections::btree_map::Entry;
use std::fmt;
use std::sync::Arc;

use pulumi_wasm_core::special_values;
use pulumi_wasm_core::text::Excerpt;
use pulumi_wasm_core::value::{
    Archive, ArchiveContent, Asset, AssetContent, MAX_DEPTH, PropertyMap, PropertyValue,
};
use serde::de::{self, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};

use super::{Assets, HANDLE, JsonError};
use crate::asset::hash;
use crate::budget::LimitReached;

/// Bytes that any value takes.
const VALUE_BYTES: usize = size_of::<PropertyValue>();
/// Bytes that a member of an object takes apart from its key's text and its value.
const MEMBER_BYTES: usize = size_of::<String>();
/// Bytes that an object with members takes before all of them: its tree has room for eleven from the first on.
const OBJECT_BYTES: usize = 11 * (VALUE_BYTES + MEMBER_BYTES);

/// Reads a guest's property map.
///
/// # Errors
/// When it is not a JSON object, takes more of the host's memory than the guest may hand over, or names the property whose
/// value is malformed, has a member twice, or refers to an asset or resource that was not in the request.
pub fn from_json(text: &str, assets: &Assets) -> Result<PropertyMap, JsonError> {
    from_json_in(&assets.room(), text, assets)
}

/// The same for one of several property maps that share the room that there is.
///
/// # Errors
/// As [`from_json`].
pub fn from_json_in(room: &Room, text: &str, assets: &Assets) -> Result<PropertyMap, JsonError> {
    map_of(Reading::new(assets, room), text)
}

/// Reads a text as an object.
pub(super) fn map_of(reading: Reading<'_>, text: &str) -> Result<PropertyMap, JsonError> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let read = deserializer
        .deserialize_any(Top(&reading))
        .and_then(|map| deserializer.end().map(|()| map));
    reading.outcome(read)
}

/// Bytes of the host's memory that are left for a guest's answer. A few bytes of text become many in memory: without a
/// limit, an answer that a guest may hand over would take all that there is.
pub struct Room {
    bytes: u64,
    left: Cell<u64>,
    /// The limit that was reached.
    limit: Arc<LimitReached>,
}

impl Room {
    pub fn of(bytes: u64, limit: Arc<LimitReached>) -> Self {
        Self {
            bytes,
            left: Cell::new(bytes),
            limit,
        }
    }

    /// How much is left.
    pub fn left(&self) -> u64 {
        self.left.get()
    }

    /// Gives back what was taken since so much was left.
    pub fn give_back(&self, left: u64) {
        self.left.set(left);
    }

    /// Bytes that were taken so far.
    pub fn used(&self) -> usize {
        usize::try_from(self.bytes - self.left.get()).unwrap_or(usize::MAX)
    }
}

/// The state of a reader.
pub(super) struct Reading<'a> {
    assets: &'a Assets,
    room: &'a Room,
    /// Whether outputs of nodes are kept, as in all that a component declares.
    keeps_outputs: bool,
    /// Why it was given up: an error of the deserializer has room for words alone.
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

    /// The same for what a component declares: an output value that names a node stays the object that it is.
    pub(super) fn keeping_outputs(assets: &'a Assets, room: &'a Room) -> Self {
        Self {
            keeps_outputs: true,
            ..Self::new(assets, room)
        }
    }

    /// What a deserializer read, or why it was given up.
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

    /// Counts bytes that are about to be taken.
    fn take<E: de::Error>(&self, bytes: usize) -> Result<(), E> {
        let left = self.room.left.get().checked_sub(bytes as u64);
        self.room.left.set(left.unwrap_or(0));
        match left {
            Some(_) => Ok(()),
            None => Err(self.give_up(JsonError::TooLarge(Arc::clone(&self.room.limit)))),
        }
    }

    /// Counts a member of an object, which is the first or not.
    pub(super) fn take_member<E: de::Error>(&self, key: &str, is_first: bool) -> Result<(), E> {
        let object = if is_first { OBJECT_BYTES } else { 0 };
        self.take(object + MEMBER_BYTES + key.len())
    }

    /// Reads the text of one member's value, which is the object's first or not, or gives `None` if it cannot be read,
    /// or takes more than there is room for.
    pub(super) fn member(&self, key: &str, text: &str, is_first: bool) -> Option<PropertyValue> {
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

/// Any value, with so many levels left.
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

/// The kind and handle of an asset or archive of the request, if an object refers to one.
fn reference(map: &PropertyMap) -> Option<(&str, f64)> {
    match (map.get(HANDLE), map.get(special_values::KEY)) {
        (Some(PropertyValue::Number(handle)), Some(PropertyValue::String(kind)))
            if [special_values::ASSET, special_values::ARCHIVE].contains(&kind.as_str()) =>
        {
            Some((kind, *handle))
        }
        _ => None,
    }
}

/// Whether an output value names a node of a component's graph.
fn names_node(map: &PropertyMap) -> bool {
    let signature = map.get(special_values::KEY).and_then(PropertyValue::as_str);
    signature == Some(special_values::OUTPUT) && map.contains_key(HANDLE)
}

/// Bytes of all text in an asset or archive of the request, which is copied each time that a guest refers to it.
fn text_bytes(held: &PropertyValue) -> usize {
    match held {
        PropertyValue::Asset(asset) => match &asset.content {
            AssetContent::Text(text) => text.len(),
            _ => 0,
        },
        PropertyValue::Archive(archive) => match &archive.content {
            ArchiveContent::Assets(assets) => assets
                .iter()
                .map(|(name, asset)| OBJECT_BYTES + name.len() + text_bytes(asset))
                .sum(),
            _ => 0,
        },
        _ => 0,
    }
}

/// The value that a guest's object stands for.
fn stand_for(map: PropertyMap) -> Result<PropertyValue, String> {
    if map.get(special_values::KEY).and_then(PropertyValue::as_str) == Some(special_values::OUTPUT)
    {
        is_own_output(&map)?;
    }
    let value = special_values::decode(map).map_err(|error| error.to_string())?;
    Ok(match value {
        PropertyValue::Asset(asset) => PropertyValue::Asset(Box::new(own_asset(*asset)?)),
        PropertyValue::Archive(archive) => PropertyValue::Archive(Box::new(own_archive(*archive)?)),
        value => value,
    })
}

/// An output value of a guest is its value, secret or not: only the engine knows its dependencies.
fn is_own_output(map: &PropertyMap) -> Result<(), String> {
    match map.get("dependencies") {
        None | Some(PropertyValue::Null) => {}
        Some(PropertyValue::Array(urns)) if urns.is_empty() => {}
        Some(_) => return Err("a component cannot say what an output depends on".to_owned()),
    }
    match map.get("secret") {
        None | Some(PropertyValue::Null | PropertyValue::Bool(_)) => Ok(()),
        Some(other) => Err(format!("whether an output is secret is {}", other.kind())),
    }
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

/// As [`own_asset`]: an archive of texts gets its hash here, and one with assets of the request may lack one.
fn own_archive(mut archive: Archive) -> Result<Archive, String> {
    match &archive.content {
        ArchiveContent::Path(_) | ArchiveContent::Uri(_) => Err(no_place()),
        ArchiveContent::Assets(assets) => {
            // An engine that cannot read one of them drops the whole answer.
            let is_file = |value: &PropertyValue| {
                matches!(value, PropertyValue::Asset(_) | PropertyValue::Archive(_))
            };
            if !assets.values().all(is_file) {
                return Err(
                    "an archive contains an entry that is neither an asset nor an archive"
                        .to_owned(),
                );
            }
            archive.hash = hash::of_texts(assets).unwrap_or_default();
            Ok(archive)
        }
        ArchiveContent::Elided => Ok(archive),
    }
}

fn no_place() -> String {
    "a component cannot name a path or an address of an asset".to_owned()
}
