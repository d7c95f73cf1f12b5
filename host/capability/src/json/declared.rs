//! Reading what a component declares: values in which an output value may name a node of the component's graph. The
//! graph resolves such an object later; all other signed objects are replaced by their values.

use pulumi_wasm_core::value::json_numbers;
use pulumi_wasm_core::value::{MAX_DEPTH, PropertyMap, PropertyValue};
use serde::de::DeserializeSeed;

use super::assets::Assets;
use super::error::JsonError;
use super::read::{Reading, Seed, map_of};
use super::room::Room;

/// Reads a property map that a component declares, or the options of a resource.
///
/// # Errors
/// Like [`from_json`](super::from_json).
pub fn declared_from_json(
    room: &Room,
    text: &str,
    assets: &Assets,
) -> Result<PropertyMap, JsonError> {
    map_of(Reading::keeping_outputs(assets, room), text)
}

/// Reads any value that a component declares: the source or the result of a callback.
///
/// # Errors
/// As [`from_json`](super::from_json), except that it need not be an object.
pub fn declared_value_from_json(
    room: &Room,
    text: &str,
    assets: &Assets,
) -> Result<PropertyValue, JsonError> {
    if json_numbers::loses_digits(text) {
        return Err(JsonError::inexact(String::new()));
    }
    let reading = Reading::keeping_outputs(assets, room);
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let seed = Seed {
        reading: &reading,
        depth: MAX_DEPTH,
    };
    let read = seed
        .deserialize(&mut deserializer)
        .and_then(|value| deserializer.end().map(|()| value));
    reading.outcome(read)
}

#[cfg(test)]
mod tests {
    use pulumi_wasm_core::graph::output;
    use pulumi_wasm_core::value::special_values;

    use super::*;
    use crate::json;

    const OUTPUT: &str = r#"{"4dabf18193072939515e22adb298388d":"d0e6a833031e9bbcd3f4e8bde6ca49a4","handle":7,"path":"a.b"}"#;

    fn read(text: &str) -> Result<PropertyValue, String> {
        let assets = Assets::default();
        let read = declared_value_from_json(&assets.room(), text, &assets);
        read.map_err(|error| error.to_string())
    }

    #[test]
    fn an_output_of_a_node_stays_what_it_is_at_any_depth() {
        assert_eq!(read(OUTPUT), Ok(output(7, "a.b")));
        let list = PropertyValue::Array(vec![output(7, "a.b"), PropertyValue::Null]);
        assert_eq!(read(&format!("[{OUTPUT},null]")), Ok(list));
        let secret = format!(
            r#"{{"{}":"{}","value":{OUTPUT}}}"#,
            special_values::KEY,
            special_values::SECRET
        );
        assert_eq!(read(&secret), Ok(output(7, "a.b").into_secret()));
        let assets = Assets::default();
        let map = declared_from_json(&assets.room(), &format!(r#"{{"x":{OUTPUT}}}"#), &assets);
        let expected = PropertyMap::from([("x".to_owned(), output(7, "a.b"))]);
        assert_eq!(map.expect("a map"), expected);
    }

    #[test]
    fn what_is_written_for_a_guest_comes_back() {
        let map = PropertyMap::from([("x".to_owned(), output(0, "title"))]);
        let mut assets = Assets::default();
        let written = json::write(&map, &mut assets, None).expect("a text");
        let back = declared_from_json(&assets.room(), &written.text, &assets);
        assert_eq!(back.expect("a map"), map);
    }

    #[test]
    fn all_else_means_what_it_means_in_any_answer() {
        let known = OUTPUT.replace(r#""handle":7,"path":"a.b""#, r#""value":1,"secret":true"#);
        let one = PropertyValue::Number(1.0);
        assert_eq!(read(&known), Ok(one.into_secret()));
        let foreign = r#"{"4dabf18193072939515e22adb298388d":"5cf8f73096256a8f31e491e813e4eb8e","urn":"urn:x"}"#;
        let error = read(foreign).expect_err("a refusal");
        assert!(error.contains("was not in the request"), "{error}");
        let inexact = read("[2961068737224365485]").expect_err("a refusal");
        assert!(inexact.contains("more digits"), "{inexact}");
        for malformed in ["", "1 2", "{", "[1,]"] {
            read(malformed).expect_err(malformed);
        }
        // An answer about a custom resource contains no nodes.
        let assets = Assets::default();
        let map = json::from_json(&format!(r#"{{"x":{OUTPUT}}}"#), &assets).expect("a map");
        assert_eq!(map["x"], PropertyValue::Unknown);
    }
}
