//! The readable part of a guest's malformed property map: for the answers of calls that changed something, because no
//! known fact may be lost.

use pulumi_wasm_core::error::LostOutputs;
use pulumi_wasm_core::value::PropertyMap;
use pulumi_wasm_core::value::special_values;

use super::assets::Assets;
use super::delta::value_length;
use super::read::Reading;
use super::room::Room;

/// The maximum number of unreadable properties that a message names.
const MAX_NAMES: usize = 100;

/// The parts that were read, and those that were not.
pub struct ReadableMap {
    pub map: PropertyMap,
    pub lost: LostOutputs,
}

impl ReadableMap {
    /// An empty result.
    pub fn nothing() -> Self {
        Self {
            map: PropertyMap::new(),
            lost: LostOutputs::Unnamed,
        }
    }
}

/// Parses each property on its own, and leaves out properties that are malformed, duplicate, or too large. A text that
/// is not a list of properties is parsed up to its first mistake.
pub fn readable_part(room: &Room, text: &str, assets: &Assets) -> ReadableMap {
    let mut map = PropertyMap::new();
    let mut names = Vec::new();
    let mut seen = std::collections::BTreeSet::new();
    let mut members = Members::of(text);
    for (key, value) in members.by_ref() {
        let left = room.left();
        let is_new = seen.insert(key.clone());
        let read = if is_new && key != special_values::KEY {
            Reading::new(assets, room).member(&key, value, map.is_empty())
        } else {
            None
        };
        match read {
            Some(value) => {
                map.insert(key, value);
            }
            None => {
                room.give_back(left);
                map.remove(&key);
                names.push(key);
            }
        }
    }
    let lost = match (members.is_complete, names.len()) {
        (true, 0) => LostOutputs::Nothing,
        (true, 1..=MAX_NAMES) => LostOutputs::Named(names),
        _ => LostOutputs::Unnamed,
    };
    ReadableMap { map, lost }
}

/// The members of an object: keys, and the texts of their values, of any content.
struct Members<'a> {
    rest: &'a str,
    is_complete: bool,
}

impl<'a> Members<'a> {
    fn of(text: &'a str) -> Self {
        let rest = text.trim_start().strip_prefix('{').map(str::trim_start);
        let is_complete = rest.is_some_and(|rest| rest.trim_end() == "}");
        Self {
            rest: rest.filter(|_| !is_complete).unwrap_or_default(),
            is_complete,
        }
    }

    fn member(&mut self) -> Option<(String, &'a str)> {
        let rest = self.rest.trim_start();
        let (key, after) = rest.split_at_checked(string_length(rest)?)?;
        let key: String = serde_json::from_str(key).ok()?;
        let after = after.trim_start().strip_prefix(':')?;
        let (value, after) = after.split_at_checked(value_length(after)?)?;
        match after.split_at_checked(1)? {
            (",", after) => self.rest = after,
            ("}", after) if after.trim().is_empty() => {
                self.rest = "";
                self.is_complete = true;
            }
            _ => return None,
        }
        Some((key, value.trim()))
    }
}

impl<'a> Iterator for Members<'a> {
    type Item = (String, &'a str);

    fn next(&mut self) -> Option<Self::Item> {
        let member = self.member();
        if member.is_none() {
            self.rest = "";
        }
        member
    }
}

/// The length of the string at the start of a text, if the text begins with a string.
fn string_length(text: &str) -> Option<usize> {
    let mut is_escaped = false;
    let inside = text.strip_prefix('"')?;
    let end = inside.bytes().position(|byte| {
        let is_end = byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        is_end
    });
    end.map(|end| end + 2)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::json::{from_json, write};
    use crate::strategies::any_value;

    fn read_what_can_be(text: &str) -> (Vec<String>, LostOutputs) {
        let assets = Assets::default();
        let read = readable_part(&assets.room(), text, &assets);
        (read.map.into_keys().collect(), read.lost)
    }

    #[test]
    fn each_property_is_read_by_itself() {
        let named = |name: &str| LostOutputs::Named(vec![name.to_owned()]);
        for (text, expected, lost) in [
            (r#"{"a":1,"b":NaN,"c":[2]}"#, &["a", "c"][..], named("b")),
            (r#" { "a" : "}\"," , "b" : 1e999 } "#, &["a"], named("b")),
            (r#"{"a":1,"a":2,"b":3}"#, &["b"], named("a")),
            (r#"{"a":{"x":1,"x":2}}"#, &[], named("a")),
            (r#"{"a":1,"b":"#, &["a"], LostOutputs::Unnamed),
            (r#"{"a":1}x"#, &[], LostOutputs::Unnamed),
            (r#"{"a":1,}"#, &["a"], LostOutputs::Unnamed),
            ("[1]", &[], LostOutputs::Unnamed),
            ("", &[], LostOutputs::Unnamed),
            ("{ }", &[], LostOutputs::Nothing),
            (r#"{"\u0061":1}"#, &["a"], LostOutputs::Nothing),
        ] {
            let (keys, found) = read_what_can_be(text);
            assert_eq!(
                (keys, found),
                (expected.iter().map(|key| (*key).to_owned()).collect(), lost),
                "{text}"
            );
        }
    }

    #[test]
    fn what_has_no_room_is_left_out() {
        let long = "x".repeat(4000);
        let text = format!("{{\"a\":1,\"b\":\"{long}\",\"c\":2}}");
        let assets = Assets::default();
        let limit = std::sync::Arc::clone(&assets.limit);
        let read = readable_part(&Room::of(3000, limit), &text, &assets);
        assert_eq!(read.map.into_keys().collect::<Vec<_>>(), ["a", "c"]);
        assert_eq!(read.lost, LostOutputs::Named(vec!["b".to_owned()]));
    }

    proptest! {
        #[test]
        fn of_a_property_map_all_is_read(map in prop::collection::btree_map("[a-z\"]{0,3}", any_value(), 0..4)) {
            let mut assets = Assets::default();
            if let Ok(written) = write(&map, &mut assets, None) {
                let whole = from_json(&written.text, &assets);
                let read = readable_part(&assets.room(), &written.text, &assets);
                if let Ok(whole) = whole {
                    prop_assert_eq!(read.map, whole);
                    prop_assert_eq!(read.lost, LostOutputs::Nothing);
                }
            }
        }

        #[test]
        fn no_text_is_too_odd(text in r#"[{}\[\]",:a1\\ ]{0,40}"#) {
            read_what_can_be(&text);
        }
    }
}
