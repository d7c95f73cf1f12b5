//! Configurations of strings, for engines that record only strings.

use crate::schema::values::json;
use crate::value::{PropertyMap, PropertyValue};

/// Converts each value that is not a string into JSON text. A value that contains a secret becomes secret as a whole,
/// and a value that contains an unknown value becomes unknown. Values without a JSON form stay.
#[must_use]
pub fn as_texts(values: PropertyMap) -> PropertyMap {
    let texts = values.into_iter().map(|(key, value)| {
        let text = match value.reveal() {
            PropertyValue::String(_) | PropertyValue::Unknown => None,
            _ => json::to_text(&value),
        };
        (key, text.unwrap_or(value))
    });
    texts.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_text_becomes_json_and_keeps_its_marks() {
        let text = |text: &str| PropertyValue::from(text);
        let list = |item| PropertyValue::Array(vec![item]);
        let cases = [
            (text("a"), text("a")),
            (text("a").into_secret(), text("a").into_secret()),
            (PropertyValue::Unknown, PropertyValue::Unknown),
            (2.0.into(), text("2")),
            (PropertyValue::Bool(true), text("true")),
            (list(text("a")), text("[\"a\"]")),
            (list(text("a").into_secret()), text("[\"a\"]").into_secret()),
            (list(text("a")).into_secret(), text("[\"a\"]").into_secret()),
            (list(PropertyValue::Unknown), PropertyValue::Unknown),
        ];
        for (value, expected) in cases {
            let values = PropertyMap::from([("key".to_owned(), value)]);
            let expected = PropertyMap::from([("key".to_owned(), expected)]);
            assert_eq!(as_texts(values), expected);
        }
    }
}
