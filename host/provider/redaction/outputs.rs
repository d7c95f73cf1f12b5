//! Outputs that are secrets, though nobody says so.

use super::Secrets;
use crate::provider::call::{Call, Severity};
use crate::provider::property_path::PropertyPath;
use crate::provider::value::{PropertyMap, PropertyValue};
use crate::text::Excerpt;

/// Makes those texts among outputs secret that are known secrets, whole, and says so on the resource: its author should
/// mark them in the schema.
///
/// A plain text that is in the input of the same name, at the same place, stays plain: it is in the program and in the
/// state as the user wrote it, so that there is nothing left to hide.
pub(in crate::provider) fn hide(call: &Call, inputs: &PropertyMap, outputs: &mut PropertyMap) {
    if call.secrets.is_empty() {
        return;
    }
    let mut hidden = Vec::new();
    for (name, output) in outputs.iter_mut() {
        let input = inputs.get(name);
        // Nearly every output is its input: then nothing is looked up for its parts.
        if !name.starts_with("__") && input != Some(&*output) {
            hide_in(&call.secrets, input, output, &Place::Top(name), &mut hidden);
        }
    }
    let (subject, verb) = match hidden.as_slice() {
        [] => return,
        [_] => ("output", "is"),
        _ => ("outputs", "are"),
    };
    let paths: Vec<String> = hidden
        .iter()
        .map(|path| format!("`{}`", Excerpt::path(path)))
        .collect();
    let message = format!(
        "the {subject} {} {verb} equal to a secret, and {verb} kept as one\n\
         hint: the schema should say `secret` there; tell the component's author",
        paths.join(", ")
    );
    call.log(Severity::Warning, &message);
}

/// Where a value is. Its path is only written where it is needed.
enum Place<'a> {
    Top(&'a str),
    Key(&'a Place<'a>, &'a str),
    Index(&'a Place<'a>, usize),
}

impl Place<'_> {
    fn path(&self) -> PropertyPath {
        match self {
            Place::Top(name) => PropertyPath::root(name),
            Place::Key(above, key) => above.path().key(key),
            Place::Index(above, index) => above.path().index(*index),
        }
    }
}

fn hide_in(
    secrets: &Secrets,
    input: Option<&PropertyValue>,
    output: &mut PropertyValue,
    place: &Place<'_>,
    hidden: &mut Vec<String>,
) {
    match output {
        PropertyValue::String(text) => {
            let is_echo = matches!(input, Some(PropertyValue::String(input)) if input == text);
            if !is_echo && secrets.knows(text) {
                let plain = std::mem::replace(output, PropertyValue::Null);
                *output = plain.into_secret();
                hidden.push(place.path().to_string());
            }
        }
        PropertyValue::Array(items) => {
            for (index, item) in items.iter_mut().enumerate() {
                let input = match input {
                    Some(PropertyValue::Array(inputs)) => inputs.get(index),
                    _ => None,
                };
                hide_in(secrets, input, item, &Place::Index(place, index), hidden);
            }
        }
        PropertyValue::Object(map) => {
            for (key, item) in map {
                let input = match input {
                    Some(PropertyValue::Object(inputs)) => inputs.get(key),
                    _ => None,
                };
                hide_in(secrets, input, item, &Place::Key(place, key), hidden);
            }
        }
        _ => {}
    }
}
