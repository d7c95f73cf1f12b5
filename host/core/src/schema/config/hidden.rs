//! Secrets inside configuration values that arrived as JSON text. The text is recorded unchanged, so it becomes secret
//! as a whole.

use crate::schema::secrets::mark;
use crate::schema::values::json;
use crate::value::special_values;
use crate::value::{PropertyMap, PropertyValue};

/// Marks the texts that contain a secret: in their decoded values (`known`), by the schema or by the signature, or in
/// JSON that the schema declares as a string.
pub fn hide_in_text(known: &PropertyMap, raw: &mut PropertyMap) {
    for (key, value) in raw {
        let PropertyValue::String(text) = &*value else {
            continue;
        };
        let has_secret = |key| known.get(key).is_some_and(PropertyValue::contains_secret);
        if has_secret(key) || has_form(text) {
            mark::wrap(value);
        }
    }
}

/// The values of texts that contain a secret in Pulumi's signature form, even if the schema does not declare them
/// secret.
#[must_use]
pub fn secrets_in_text(raw: &PropertyMap) -> PropertyMap {
    let texts = raw.iter().filter_map(|(key, value)| match value.reveal() {
        PropertyValue::String(text) => Some((key.clone(), decoded(text)?)),
        _ => None,
    });
    texts.collect()
}

/// Whether a text contains the form of a secret.
fn has_form(text: &str) -> bool {
    // A text that cannot be read shows nothing of its contents.
    text.contains(special_values::SECRET)
        || decoded(text).is_some_and(|value| value.contains_secret())
}

/// The value of a text that has the form of a special value in it.
fn decoded(text: &str) -> Option<PropertyValue> {
    if !text.contains(special_values::KEY) {
        return None;
    }
    json::to_property(serde_json::from_str(text).ok()?).ok()
}
