//! Writing a property map for a guest: in one pass, with a note of where each property went.
//!
//! The text is written without a serializer for speed: its calls for each value, and parsing the unchanged answer, were
//! 390,000 of the 1,090,000 instructions of a Check of 200 properties (`docs/contribute/performance.md`).

use std::ops::Range;
use std::sync::Arc;

use pulumi_wasm_core::redaction::Secrets;
use pulumi_wasm_core::value::property_path::PropertyPath;
use pulumi_wasm_core::value::special_values;
use pulumi_wasm_core::value::{PropertyMap, PropertyValue};

use super::assets::{Assets, hide_assets};
use super::error::JsonError;
use super::references::References;

/// The initial capacity of a text in bytes.
const FIRST_ROOM: usize = 1 << 10;
/// Whole numbers below this are exact.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// A property map as a guest gets it.
#[derive(Debug)]
pub struct Written {
    pub text: String,
    /// The place of each property's value in the text, in the order of the map.
    pub places: Vec<Range<usize>>,
}

/// Writes a property map for a guest, and remembers its assets and references. Its secrets are added to the known
/// secrets, because a guest may repeat everything that it was given.
///
/// # Errors
/// If the text is larger than one transfer, or for a number without a JSON form, which no engine sends.
pub fn write(
    map: &PropertyMap,
    assets: &mut Assets,
    secrets: Option<&Secrets>,
) -> Result<Written, JsonError> {
    let most = usize::try_from(assets.room).unwrap_or(usize::MAX);
    let written = match Writer::whole(map, secrets, &mut assets.references, most) {
        // Assets are rare: only then is the map copied, to put handles in their places.
        Err(Stop::Asset) => {
            if let Some(secrets) = secrets {
                secrets.learn(map);
            }
            let mut prepared = map.clone();
            for (key, value) in &mut prepared {
                hide_assets(value, &PropertyPath::root(key), false, assets);
            }
            Writer::whole(&prepared, None, &mut assets.references, most)
        }
        written => written,
    };
    written.map_err(|stop| match stop {
        Stop::Number(error) => JsonError::Syntax(error),
        Stop::TooLarge => JsonError::TooLarge(Arc::clone(&assets.limit)),
        // No handle is left.
        Stop::Asset => JsonError::Value {
            property: String::new(),
            reason: "it has an asset in it".to_owned(),
        },
    })
}

/// The reason why the text was not completed.
enum Stop {
    /// The value contains an asset. A guest gets a handle instead.
    Asset,
    Number(serde_json::Error),
    /// The text is larger than one transfer.
    TooLarge,
}

impl From<serde_json::Error> for Stop {
    fn from(error: serde_json::Error) -> Self {
        Stop::Number(error)
    }
}

struct Writer<'a> {
    bytes: Vec<u8>,
    secrets: Option<&'a Secrets>,
    references: &'a mut References,
    /// The maximum size of the text, in bytes.
    most: usize,
}

impl<'a> Writer<'a> {
    fn whole(
        map: &PropertyMap,
        secrets: Option<&'a Secrets>,
        references: &'a mut References,
        most: usize,
    ) -> Result<Written, Stop> {
        let mut writer = Writer {
            bytes: Vec::with_capacity(FIRST_ROOM),
            secrets,
            references,
            most,
        };
        let mut places = Vec::with_capacity(map.len());
        writer.members(map, |place| places.push(place))?;
        writer.fits()?;
        let text = String::from_utf8(writer.bytes).map_err(serde::ser::Error::custom);
        Ok(Written {
            text: text.map_err(Stop::Number)?,
            places,
        })
    }

    fn members(
        &mut self,
        map: &PropertyMap,
        mut note: impl FnMut(Range<usize>),
    ) -> Result<(), Stop> {
        self.bytes.push(b'{');
        for (index, (key, value)) in map.iter().enumerate() {
            if index > 0 {
                self.bytes.push(b',');
            }
            self.text(key)?;
            self.bytes.push(b':');
            let start = self.bytes.len();
            self.value(value)?;
            note(start..self.bytes.len());
        }
        self.bytes.push(b'}');
        Ok(())
    }

    fn value(&mut self, value: &PropertyValue) -> Result<(), Stop> {
        match value {
            PropertyValue::Null => self.bytes.extend_from_slice(b"null"),
            PropertyValue::Bool(true) => self.bytes.extend_from_slice(b"true"),
            PropertyValue::Bool(false) => self.bytes.extend_from_slice(b"false"),
            PropertyValue::Number(number) => self.number(*number)?,
            PropertyValue::String(text) => {
                self.references.give_text(text);
                self.text(text)?;
            }
            PropertyValue::Unknown => self.text(special_values::UNKNOWN)?,
            PropertyValue::Array(items) => {
                self.bytes.push(b'[');
                for (index, item) in items.iter().enumerate() {
                    if index > 0 {
                        self.bytes.push(b',');
                    }
                    self.value(item)?;
                }
                self.bytes.push(b']');
            }
            PropertyValue::Object(map) => self.members(map, |_| {})?,
            PropertyValue::Secret(inner) => {
                if let Some(secrets) = self.secrets {
                    secrets.learn_value(inner);
                }
                self.bytes.push(b'{');
                self.text(special_values::KEY)?;
                self.bytes.push(b':');
                self.text(special_values::SECRET)?;
                self.bytes.extend_from_slice(b",\"value\":");
                self.value(inner)?;
                self.bytes.push(b'}');
            }
            PropertyValue::Asset(_) | PropertyValue::Archive(_) => return Err(Stop::Asset),
            // Rare values: this code writes the objects that represent them.
            PropertyValue::ResourceReference(reference) => {
                self.references.give(reference);
                self.value(&special_values::encode(value.clone()))?;
            }
            PropertyValue::Bytes(_) => self.value(&special_values::encode(value.clone()))?,
        }
        Ok(())
    }

    /// Whole numbers are written without a fraction, so that languages with integers read them as such.
    fn number(&mut self, number: f64) -> Result<(), Stop> {
        if !number.is_finite() {
            // The serializer would write null, which is something else.
            return Err(Stop::Number(serde::ser::Error::custom(
                "a number is not finite",
            )));
        }
        let is_negative_zero = number == 0.0 && number.is_sign_negative();
        if number.fract() == 0.0 && number.abs() < EXACT && !is_negative_zero {
            #[expect(clippy::cast_possible_truncation, reason = "whole and below 2^53")]
            serde_json::to_writer(&mut self.bytes, &(number as i64))?;
        } else {
            serde_json::to_writer(&mut self.bytes, &number)?;
        }
        Ok(())
    }

    fn text(&mut self, text: &str) -> Result<(), Stop> {
        if is_plain(text.as_bytes()) {
            self.bytes.reserve(text.len() + 2);
            self.bytes.push(b'"');
            self.bytes.extend_from_slice(text.as_bytes());
            self.bytes.push(b'"');
        } else {
            serde_json::to_writer(&mut self.bytes, text)?;
            // Escapes make a text several times longer; a text without them keeps its length.
            self.fits()?;
        }
        Ok(())
    }

    fn fits(&self) -> Result<(), Stop> {
        if self.bytes.len() <= self.most {
            Ok(())
        } else {
            Err(Stop::TooLarge)
        }
    }
}

/// Whether a text is valid in a JSON string without changes: it has no quotation mark, backslash or control character.
/// It checks eight bytes at a time, because nearly all texts are plain.
fn is_plain(text: &[u8]) -> bool {
    let is_special = |byte: &u8| *byte < b' ' || *byte == b'"' || *byte == b'\\';
    match text.last_chunk() {
        // Some of the last eight bytes may have been checked already.
        Some(last) => text.as_chunks().0.iter().all(are_plain) && are_plain(last),
        None => !text.iter().any(is_special),
    }
}

/// Whether all eight bytes are ordinary.
fn are_plain(eight: &[u8; 8]) -> bool {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGHEST: u64 = 0x80 * ONES;
    // Differs from 0 if a byte is below a limit of at most 128. A borrow into the next byte comes from a byte that matches.
    let below = |bytes: u64, limit: u64| bytes.wrapping_sub(limit * ONES) & !bytes & HIGHEST;
    let bytes = u64::from_le_bytes(*eight);
    let quotes = bytes ^ (u64::from(b'"') * ONES);
    let backslashes = bytes ^ (u64::from(b'\\') * ONES);
    below(bytes, 0x20) | below(quotes, 1) | below(backslashes, 1) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_must_be_escaped_is_found_wherever_it_is() {
        for byte in 0..=u8::MAX {
            for length in 1..=25 {
                for at in 0..length {
                    let mut text = vec![b'x'; length];
                    text[at] = byte;
                    let is_special = byte < b' ' || byte == b'"' || byte == b'\\';
                    assert_eq!(is_plain(&text), !is_special, "{byte} at {at} of {length}");
                }
            }
        }
        assert!(is_plain(b""));
    }
}
