//! Properties that a guest returns. Parts that did not change are not parsed.
//!
//! A property whose text is unchanged has an unchanged value: texts are compared at a small part of the cost of making
//! a value of them. If a text is not in the form that the host and the SDKs write, or is not a property map, it is
//! parsed as a whole, so that errors are reported at one place.

use std::ops::Range;

use pulumi_wasm_core::value::PropertyMap;
use pulumi_wasm_core::value::delta::Delta;
use pulumi_wasm_core::value::special_values;

use super::assets::Assets;
use super::error::JsonError;
use super::read::{Reading, from_json_in};
use super::room::Room;

/// Properties in the form that a guest gets.
#[derive(Clone, Copy)]
pub struct Sent<'a> {
    pub map: &'a PropertyMap,
    /// Their text.
    pub text: &'a str,
    /// The place of each value in the text.
    pub places: &'a [Range<usize>],
}

/// Reads a guest's property map as a delta of the properties that it was given.
///
/// # Errors
/// Like [`from_json`](super::from_json).
pub fn delta(room: &Room, text: &str, sent: Sent<'_>, assets: &Assets) -> Result<Delta, JsonError> {
    let left = room.left();
    if let Some(delta) = differing(room, text, sent, assets) {
        return Ok(delta);
    }
    // A failed first attempt no longer holds memory.
    room.give_back(left);
    Ok(Delta::between(sent.map, from_json_in(room, text, assets)?))
}

/// The delta, if the text is well-formed and has neither spaces nor escapes in its keys.
fn differing(room: &Room, text: &str, sent: Sent<'_>, assets: &Assets) -> Option<Delta> {
    let places = sent.places.iter().map(|place| sent.text.get(place.clone()));
    let known = sent.map.keys().map(String::as_str).zip(places);
    let known: Vec<(&str, Option<&str>)> = known.collect();
    let mut is_back = vec![false; known.len()];
    let reading = Reading::new(assets, room);
    let mut changed = PropertyMap::new();
    let mut rest = text.strip_prefix('{')?;
    loop {
        let (key, after) = plain_key(rest)?;
        if key == special_values::KEY {
            return None;
        }
        let index = known.binary_search_by(|(name, _)| name.cmp(&key)).ok();
        let same = index.and_then(|index| {
            let after = after.strip_prefix(known.get(index)?.1?)?;
            // A number could continue.
            after.starts_with([',', '}']).then_some(after)
        });
        if let Some(is_back) = index.and_then(|index| is_back.get_mut(index))
            && std::mem::replace(is_back, true)
        {
            return None;
        }
        rest = if let Some(after) = same {
            after
        } else {
            let (value, after) = after.split_at_checked(value_length(after)?)?;
            let value = reading.member(key, value, changed.is_empty())?;
            if changed.insert(key.to_owned(), value).is_some() {
                return None;
            }
            after
        };
        match rest.split_at_checked(1)? {
            (",", after) => rest = after,
            ("}", "") => break,
            _ => return None,
        }
    }
    let left_out = known.iter().zip(is_back).filter(|(_, is_back)| !is_back);
    Some(Delta {
        left_out: left_out.map(|((key, _), _)| (*key).to_owned()).collect(),
        changed,
    })
}

/// A key without escapes, and the text behind its colon.
fn plain_key(text: &str) -> Option<(&str, &str)> {
    let (key, after) = text.strip_prefix('"')?.split_once('"')?;
    let is_special = |byte: u8| byte < b' ' || byte == b'\\';
    if key.bytes().any(is_special) {
        return None;
    }
    Some((key, after.strip_prefix(':')?))
}

/// The length of the value at the start of a text, if the text begins with a value.
pub(super) fn value_length(text: &str) -> Option<usize> {
    let (mut depth, mut is_text, mut is_escaped) = (0_usize, false, false);
    text.bytes().position(|byte| {
        if is_text {
            is_text = is_escaped || byte != b'"';
            is_escaped = !is_escaped && byte == b'\\';
            return false;
        }
        match byte {
            b'"' => is_text = true,
            b'{' | b'[' => depth += 1,
            b',' => return depth == 0,
            b'}' | b']' if depth == 0 => return true,
            b'}' | b']' => depth -= 1,
            _ => {}
        }
        false
    })
}

#[cfg(test)]
mod tests;
