//! Parses a `google.protobuf.Struct` from the wire into property values, in one step and without an intermediate
//! message.
//!
//! An error names the property that contains the mistake. Where protobuf leaves a choice, the last of two members or
//! forms counts, and groups, which are obsolete, are refused.
//!
//! This code is written by hand because it is faster: a Check of 200 properties takes 966,000 instructions with
//! prost's messages, and 450,000 in this host, although the host also checks them by a schema
//! (`docs/contribute/performance.md`).

use std::collections::BTreeMap;

use pulumi_wasm_core::text::Excerpt;
use pulumi_wasm_core::value::output_values::{OutputTree, OutputValues};
use pulumi_wasm_core::value::special_values::{self, SpecialValueError};
use pulumi_wasm_core::value::{MAX_DEPTH_ON_THE_WIRE, PropertyMap, PropertyValue};

use super::fields::{Content, Fields, Malformed};

/// Objects with more members than this are built from all members at once, because inserting members one by one
/// searches the tree for each of them.
const FEW_MEMBERS: usize = 8;

/// A message's properties are not values.
#[derive(Debug, thiserror::Error)]
pub enum ConvertError {
    #[error("the property `{}` is malformed: {source}", Excerpt::path(property))]
    Signature {
        property: String,
        source: SpecialValueError,
    },
    #[error(
        "the property `{}` nests deeper than {MAX_DEPTH_ON_THE_WIRE} levels",
        Excerpt::path(property)
    )]
    TooDeep { property: String },
    #[error("the property `{}` has no value", Excerpt::path(property))]
    Empty { property: String },
    #[error(
        "the property `{}` contains a number that is not finite",
        Excerpt::path(property)
    )]
    NotFinite { property: String },
    #[error("the properties cannot be read: {0}")]
    Malformed(Malformed),
}

/// Properties of a request, with the metadata of their output values.
#[derive(Debug, Default, PartialEq)]
pub struct Properties {
    pub map: PropertyMap,
    /// The output values among the properties. The map lacks their dependencies.
    pub outputs: OutputValues,
}

/// Reads the properties of a request. An unset field is an empty map.
///
/// # Errors
/// When they are malformed; the error names the top-level property.
pub fn map_from_proto(properties: Option<&[u8]>) -> Result<PropertyMap, ConvertError> {
    Ok(optional_map_from_proto(properties)?.unwrap_or_default())
}

/// Reads the properties of a request where unset and empty differ.
///
/// # Errors
/// Like [`map_from_proto`].
pub fn optional_map_from_proto(
    properties: Option<&[u8]>,
) -> Result<Option<PropertyMap>, ConvertError> {
    properties
        .map(|bytes| Ok(properties_from_proto(bytes)?.map))
        .transpose()
}

/// Reads properties, and the paths of output values in them.
///
/// # Errors
/// Like [`map_from_proto`].
pub fn properties_from_proto(bytes: &[u8]) -> Result<Properties, ConvertError> {
    read(bytes, |_| true)
}

/// Reads a value from a separate field. A value without a kind is absent, which differs from null.
///
/// # Errors
/// When it is malformed; the error names the field.
pub(in crate::pulumi) fn value_from_proto(
    field: &str,
    bytes: &[u8],
) -> Result<Option<PropertyValue>, ConvertError> {
    match Reader::default().value(bytes, MAX_DEPTH_ON_THE_WIRE) {
        Ok(value) => Ok(Some(value)),
        Err(Fault::Empty) if bytes.is_empty() => Ok(None),
        Err(fault) => Err(fault.at(field)),
    }
}

/// Reads only some properties of a request, and skips the others.
///
/// # Errors
/// Like [`map_from_proto`], for these properties.
pub(super) fn some_from_proto(
    properties: Option<&[u8]>,
    is_wanted: impl Fn(&str) -> bool,
) -> Result<PropertyMap, ConvertError> {
    let properties = read(properties.unwrap_or_default(), is_wanted)?;
    Ok(properties.map)
}

fn read(bytes: &[u8], is_wanted: impl Fn(&str) -> bool) -> Result<Properties, ConvertError> {
    let mut reader = Reader::default();
    let mut outputs = OutputValues::new();
    let mut fields = Fields::of(bytes);
    while let Some((number, content)) = fields.next().map_err(ConvertError::Malformed)? {
        if number == 1 {
            let entry = length_delimited(number, &content).map_err(ConvertError::Malformed)?;
            let (key, value) = key_and_value(entry).map_err(ConvertError::Malformed)?;
            if is_wanted(key) {
                let value = reader.required(value, MAX_DEPTH_ON_THE_WIRE);
                let value = value.map_err(|fault| fault.at(key))?;
                reader.take_outputs(key, &mut outputs);
                reader.members.push((key.to_owned(), value));
            }
        }
    }
    Ok(Properties {
        map: reader.members_from(0),
        outputs,
    })
}

/// The error of a value, before its property is known.
enum Fault {
    Signature(SpecialValueError),
    TooDeep,
    Empty,
    NotFinite,
    Malformed(Malformed),
}

impl From<Malformed> for Fault {
    fn from(message: Malformed) -> Self {
        Fault::Malformed(message)
    }
}

impl Fault {
    fn at(self, key: &str) -> ConvertError {
        let property = key.to_owned();
        match self {
            Fault::Signature(source) => ConvertError::Signature { property, source },
            Fault::TooDeep => ConvertError::TooDeep { property },
            Fault::Empty => ConvertError::Empty { property },
            Fault::NotFinite => ConvertError::NotFinite { property },
            Fault::Malformed(message) => ConvertError::Malformed(message),
        }
    }
}

#[derive(Default)]
struct Reader {
    /// The members of all objects that are being read, the innermost object last, in one list.
    members: Vec<(String, PropertyValue)>,
    /// The output values at or inside the value that was read last.
    outputs: Option<Box<OutputTree>>,
}

impl Reader {
    /// The value of a member. Each member must have a value.
    fn required(&mut self, bytes: Option<&[u8]>, depth: usize) -> Result<PropertyValue, Fault> {
        self.value(bytes.ok_or(Fault::Empty)?, depth)
    }

    fn value(&mut self, bytes: &[u8], depth: usize) -> Result<PropertyValue, Fault> {
        if depth == 0 {
            return Err(Fault::TooDeep);
        }
        // Nearly every value is one of these, in its shortest encoding.
        match bytes {
            [0x1a, length @ 0..0x80, text @ ..] if text.len() == usize::from(*length) => {
                Ok(string(3, text)?)
            }
            [0x11, a, b, c, d, e, f, g, h] => finite([*a, *b, *c, *d, *e, *f, *g, *h]),
            [0x20, flag @ 0..0x80] => Ok(PropertyValue::Bool(*flag != 0)),
            _ => self.any_value(bytes, depth),
        }
    }

    /// A value of any form, in any encoding.
    fn any_value(&mut self, bytes: &[u8], depth: usize) -> Result<PropertyValue, Fault> {
        let mut value = None;
        let mut fields = Fields::of(bytes);
        while let Some((number, content)) = fields.next()? {
            // If a form comes twice, the last counts.
            if value.is_some() && number <= 6 {
                self.outputs = None;
            }
            value = Some(match (number, content) {
                (1, Content::Varint(_)) => PropertyValue::Null,
                (2, Content::Fixed64(bytes)) => finite(bytes)?,
                (3, Content::Bytes(bytes)) => string(number, bytes)?,
                (4, Content::Varint(flag)) => PropertyValue::Bool(flag != 0),
                (5, Content::Bytes(object)) => self.object(object, depth - 1)?,
                (6, Content::Bytes(list)) => self.list(list, depth - 1)?,
                (1..=6, _) => return Err(Malformed::at(number, WRONG_TYPE).into()),
                _ => continue,
            });
        }
        value.ok_or(Fault::Empty)
    }

    fn list(&mut self, bytes: &[u8], depth: usize) -> Result<PropertyValue, Fault> {
        let mut values = Vec::new();
        let mut found = BTreeMap::new();
        let mut fields = Fields::of(bytes);
        while let Some((number, content)) = fields.next()? {
            if number == 1 {
                values.push(self.value(length_delimited(number, &content)?, depth)?);
                if self.outputs.is_some()
                    && let Some(outputs) = self.outputs.take()
                {
                    found.insert(values.len() - 1, *outputs);
                }
            }
        }
        if !found.is_empty() {
            let length = values.len();
            self.outputs = Some(Box::new(OutputTree::Elements { length, found }));
        }
        Ok(PropertyValue::Array(values))
    }

    fn object(&mut self, bytes: &[u8], depth: usize) -> Result<PropertyValue, Fault> {
        let first = self.members.len();
        let mut is_signed = false;
        let mut found = OutputValues::new();
        let mut fields = Fields::of(bytes);
        while let Some((number, content)) = fields.next()? {
            if number != 1 {
                continue;
            }
            let (key, value) = key_and_value(length_delimited(number, &content)?)?;
            is_signed |= key == special_values::KEY;
            let value = self.required(value, depth)?;
            self.take_outputs(key, &mut found);
            self.members.push((key.to_owned(), value));
        }
        let map = self.members_from(first);
        if !is_signed {
            if !found.is_empty() {
                self.outputs = Some(Box::new(OutputTree::Members(found)));
            }
            return Ok(PropertyValue::Object(map));
        }
        self.outputs = outputs_of_special(&map, found).map(Box::new);
        special_values::decode(map).map_err(Fault::Signature)
    }

    /// Adds the output values of the last member to its object. The fast path only checks, because hardly any value
    /// is an output value.
    #[inline]
    fn take_outputs(&mut self, key: &str, found: &mut OutputValues) {
        if self.outputs.is_some() || !found.is_empty() {
            self.move_outputs(key, found);
        }
    }

    #[cold]
    fn move_outputs(&mut self, key: &str, found: &mut OutputValues) {
        match self.outputs.take() {
            Some(outputs) => {
                found.insert(key.to_owned(), *outputs);
            }
            // If a member occurs twice, the last one counts.
            None => {
                found.remove(key);
            }
        }
    }

    /// Takes the members that were read after the first `first` ones.
    fn members_from(&mut self, first: usize) -> PropertyMap {
        let members = self.members.drain(first..);
        if members.len() > FEW_MEMBERS {
            return members.collect();
        }
        let mut map = BTreeMap::new();
        map.extend(members);
        map
    }
}

/// The output values of a special value, from its members and theirs.
fn outputs_of_special(map: &PropertyMap, mut found: OutputValues) -> Option<OutputTree> {
    match map.get(special_values::KEY).and_then(PropertyValue::as_str) {
        Some(special_values::OUTPUT) => {
            let urns = match map.get("dependencies") {
                Some(PropertyValue::Array(urns)) => urns.as_slice(),
                _ => &[],
            };
            Some(OutputTree::Output {
                dependencies: urns
                    .iter()
                    .filter_map(PropertyValue::as_str)
                    .map(str::to_owned)
                    .collect(),
                is_secret: map.get("secret") == Some(&PropertyValue::Bool(true)),
                inside: found.remove("value").map(Box::new),
            })
        }
        Some(special_values::SECRET) => {
            let inside = found.remove("value")?;
            Some(OutputTree::Secret(Box::new(inside)))
        }
        _ => (!found.is_empty()).then_some(OutputTree::Members(found)),
    }
}

const WRONG_TYPE: &str = "unexpected wire type";
const NOT_UNICODE: &str = "text that is not UTF-8";

/// The key of a map's entry, and the message that is its value if it has one.
fn key_and_value(bytes: &[u8]) -> Result<(&str, Option<&[u8]>), Malformed> {
    // Nearly each entry has both, in this order, and a short key.
    if let [0x0a, length @ 0..0x80, rest @ ..] = bytes
        && let Some((key, [0x12, length @ 0..0x80, value @ ..])) =
            rest.split_at_checked(usize::from(*length))
        && value.len() == usize::from(*length)
    {
        return Ok((text(1, key)?, Some(value)));
    }
    any_key_and_value(bytes)
}

/// An entry in any encoding.
fn any_key_and_value(bytes: &[u8]) -> Result<(&str, Option<&[u8]>), Malformed> {
    let (mut key, mut value) = (&b""[..], None);
    let mut fields = Fields::of(bytes);
    while let Some((number, content)) = fields.next()? {
        match number {
            1 => key = length_delimited(number, &content)?,
            2 => value = Some(length_delimited(number, &content)?),
            _ => {}
        }
    }
    Ok((text(1, key)?, value))
}

fn length_delimited<'a>(number: u32, content: &Content<'a>) -> Result<&'a [u8], Malformed> {
    match content {
        Content::Bytes(bytes) => Ok(bytes),
        _ => Err(Malformed::at(number, WRONG_TYPE)),
    }
}

fn text(number: u32, bytes: &[u8]) -> Result<&str, Malformed> {
    std::str::from_utf8(bytes).map_err(|_| Malformed::at(number, NOT_UNICODE))
}

fn finite(bytes: [u8; 8]) -> Result<PropertyValue, Fault> {
    let number = f64::from_le_bytes(bytes);
    // Guests and state use JSON, which cannot express such a number.
    if number.is_finite() {
        Ok(PropertyValue::Number(number))
    } else {
        Err(Fault::NotFinite)
    }
}

fn string(number: u32, bytes: &[u8]) -> Result<PropertyValue, Malformed> {
    let text = text(number, bytes)?;
    Ok(if special_values::is_unknown(text) {
        PropertyValue::Unknown
    } else {
        PropertyValue::String(text.to_owned())
    })
}

#[cfg(test)]
mod tests;
