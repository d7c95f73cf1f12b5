//! A stored state as JSON, with the attributes of its type alone. The text of each value stays as it is, because the core reads numbers
//! beyond a double.

use serde::de::{Error as _, IgnoredAny};
use serde_json::Error;

use super::json_parts::{Member, items, members};
use super::value_type::ValueType;

/// Judges whether a text is an object, with any members.
///
/// # Errors
/// If it is not.
pub(crate) fn object(text: &str) -> Result<(), Error> {
    let IgnoredAny = serde_json::from_str(text)?;
    if text.trim_start().starts_with('{') {
        Ok(())
    } else {
        Err(Error::custom("it is not an object"))
    }
}

/// The text of an object without the attributes that its type does not have, at any depth.
///
/// # Errors
/// If the text is not an object.
pub(crate) fn fitted(text: &str, value_type: &ValueType) -> Result<String, Error> {
    // The parts are taken from a document that is known to be whole.
    object(text)?;
    let text = text.trim();
    let mut written = String::with_capacity(text.len());
    write(text, value_type, &mut written)?;
    Ok(written)
}

fn write(text: &str, value_type: &ValueType, to: &mut String) -> Result<(), Error> {
    match (text.strip_prefix('{'), text.strip_prefix('['), value_type) {
        (Some(members), _, ValueType::Object { attributes, .. }) => {
            write_members(members, |name| attributes.get(name), to)
        }
        (Some(members), _, ValueType::Map(element)) => {
            write_members(members, |_| Some(element.as_ref()), to)
        }
        (_, Some(items), ValueType::List(element) | ValueType::Set(element)) => {
            write_items(items, element, to)
        }
        _ => {
            to.push_str(text);
            Ok(())
        }
    }
}

/// Writes the members that have a type. `text` begins behind the opening brace.
fn write_members<'t>(
    text: &str,
    type_of: impl Fn(&str) -> Option<&'t ValueType>,
    to: &mut String,
) -> Result<(), Error> {
    let mut separator = '{';
    for Member { name, key, value } in members(text)? {
        if let Some(member_type) = type_of(&name) {
            to.push(separator);
            separator = ',';
            to.push_str(key);
            to.push(':');
            write(value, member_type, to)?;
        }
    }
    if separator == '{' {
        to.push(separator);
    }
    to.push('}');
    Ok(())
}

/// Writes all items. `text` begins behind the opening bracket.
fn write_items(text: &str, element: &ValueType, to: &mut String) -> Result<(), Error> {
    to.push('[');
    for (index, item) in items(text)?.into_iter().enumerate() {
        if index > 0 {
            to.push(',');
        }
        write(item, element, to)?;
    }
    to.push(']');
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn value_type() -> ValueType {
        let json = json!(["object", {
            "name": "string",
            "size": "number",
            "any": "dynamic",
            "parts": ["list", ["object", { "weight": "number" }]],
            "tags": ["map", ["object", { "on": "bool" }]],
        }]);
        ValueType::from_json(&json.to_string()).expect("a type")
    }

    #[test]
    fn attributes_that_the_type_does_not_have_are_left_out_at_any_depth() {
        for (stored, expected) in [
            ("{}", "{}"),
            (r#"{"old":[1,{"name":2}]}"#, "{}"),
            (
                r#" { "old" : "}" , "name" : "a\"}" , "size" : null } "#,
                r#"{"name" : "a\"}","size":null}"#,
            ),
            (
                r#"{"parts":[{"weight":1,"old":[]},{"old":{}},null],"old":{}}"#,
                r#"{"parts":[{"weight":1},{},null]}"#,
            ),
            (
                r#"{"tags":{"a":{"on":true,"old":1},"ä":{}},"any":{"old":[1]}}"#,
                r#"{"tags":{"a":{"on":true},"ä":{}},"any":{"old":[1]}}"#,
            ),
            // An attribute that has another type now is for the core to judge.
            (
                r#"{"name":{"old":1},"parts":7,"tags":[]}"#,
                r#"{"name":{"old":1},"parts":7,"tags":[]}"#,
            ),
        ] {
            let found = fitted(stored, &value_type()).expect("an object");
            let [found, expected]: [serde_json::Value; 2] =
                [found.as_str(), expected].map(|text| serde_json::from_str(text).expect("JSON"));
            assert_eq!(found, expected, "{stored}");
        }
    }

    #[test]
    fn numbers_keep_their_digits() {
        let number = "123456789012345678901234567890.000000000000000000001";
        let stored = format!(
            r#"{{"old":1,"size":{number},"parts":[{{"weight":-{number} }},{{"weight":1e400}}]}}"#
        );
        let expected =
            format!(r#"{{"size":{number},"parts":[{{"weight":-{number}}},{{"weight":1e400}}]}}"#);
        let found = fitted(&stored, &value_type());
        assert_eq!(found.ok(), Some(expected));
    }

    #[test]
    fn a_text_that_is_no_whole_object_is_refused() {
        for text in [
            "",
            "[]",
            "null",
            "{",
            r#"{"name":1,}"#,
            "{} {}",
            r#"{"name" 1}"#,
        ] {
            assert!(fitted(text, &value_type()).is_err(), "{text}");
        }
    }
}
