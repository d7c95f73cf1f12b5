//! The forms in which secrets, unknown values, assets and resources cross the interface.
//!
//! Nothing else in this crate knows the constants, which are Pulumi's own.

use serde_json::Value as JsonValue;

use crate::value::map::{PropertyMap, map_of};

/// The member with the signature of a special object.
pub(crate) const SIGNATURE: &str = "4dabf18193072939515e22adb298388d";
const SECRET: &str = "1b47061264138c4ac30d75fd1eb44270";
const ASSET: &str = "c44067f5952c0a294b673a41bacd8c17";
const ARCHIVE: &str = "0def7320c3a5731c473e5ecbe6d01bc7";
const RESOURCE: &str = "5cf8f73096256a8f31e491e813e4eb8e";
const OUTPUT: &str = "d0e6a833031e9bbcd3f4e8bde6ca49a4";
/// The members of an output: the number of a node, and the path below it.
const HANDLE: &str = "handle";
const PATH: &str = "path";
/// The sentinel for an unknown value.
pub(crate) const UNKNOWN: &str = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/// Programs nearly always send the first one, for every type; the others are its siblings for other types.
const UNKNOWN_FORMS: [&str; 7] = [
    UNKNOWN,
    "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
    "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
    "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
    "030794c1-ac77-496b-92df-f27374a8bd58",
    "e48ece36-62e2-4504-bad9-02848725956a",
    "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
];

/// Whether a string may mark a secret or an unknown value. Any other string is plain text.
pub(crate) fn is_mark(text: &[u8]) -> bool {
    match text.len() {
        32 => text == SIGNATURE.as_bytes(),
        36 => UNKNOWN_FORMS.iter().any(|form| text == form.as_bytes()),
        _ => false,
    }
}

/// Whether the string marks an unknown value.
pub(crate) fn is_unknown(text: &str) -> bool {
    text.len() == UNKNOWN.len() && UNKNOWN_FORMS.contains(&text)
}

/// The value without the wrappers around it; those inside an array or object stay. `None` while the value is unknown.
pub(crate) fn open(mut value: JsonValue) -> Option<JsonValue> {
    loop {
        match value {
            JsonValue::String(text) if is_unknown(&text) => return None,
            JsonValue::Object(mut object) if wrapper(&object).is_some() => {
                value = object.remove("value")?
            }
            other => return Some(other),
        }
    }
}

/// The value without the wrappers around it and inside it. An unknown value stays as it is.
pub(crate) fn reveal_deep(value: &JsonValue) -> JsonValue {
    match value {
        JsonValue::Array(items) => items.iter().map(reveal_deep).collect(),
        JsonValue::Object(object) if wrapper(object).is_some() => match object.get("value") {
            Some(inner) => reveal_deep(inner),
            None => value.clone(),
        },
        JsonValue::Object(object) => {
            let mut members = object
                .iter()
                .map(|(key, value)| (key.clone(), reveal_deep(value)));
            JsonValue::Object(map_of(&mut members))
        }
        other => other.clone(),
    }
}

/// Whether the value inside any wrappers is null.
pub(crate) fn is_null(value: &JsonValue) -> bool {
    match value {
        JsonValue::Null => true,
        JsonValue::Object(object) if wrapper(object).is_some() => {
            object.get("value").is_some_and(is_null)
        }
        _ => false,
    }
}

/// The unknown value.
pub(crate) fn unknown() -> JsonValue {
    JsonValue::String(UNKNOWN.to_owned())
}

/// The value as a secret. A secret stays as it is.
pub(crate) fn secret(value: JsonValue) -> JsonValue {
    if value
        .as_object()
        .is_some_and(|object| wrapper(object) == Some(Wrapper::Secret))
    {
        return value;
    }
    let entries = [
        (SIGNATURE.to_owned(), JsonValue::from(SECRET)),
        ("value".to_owned(), value),
    ];
    JsonValue::Object(map_of(&mut entries.into_iter()))
}

/// Whether the value as a whole is a secret.
pub(crate) fn is_secret(value: &JsonValue) -> bool {
    let object = value.as_object();
    object.is_some_and(|object| match wrapper(object) {
        Some(Wrapper::Secret) => true,
        Some(Wrapper::Output) => object.get("value").is_some_and(is_secret),
        None => false,
    })
}

/// The meaning of an object that is more than an object.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Special {
    Asset,
    Archive,
    Resource,
}

/// The meaning of the object, or `None` if it is an object like any other.
pub(crate) fn special(object: &PropertyMap) -> Option<Special> {
    match object.get(SIGNATURE)?.as_str()? {
        ASSET => Some(Special::Asset),
        ARCHIVE => Some(Special::Archive),
        RESOURCE => Some(Special::Resource),
        _ => None,
    }
}

/// An object with a special meaning.
pub(crate) fn signed(special: Special, mut members: PropertyMap) -> JsonValue {
    let signature = match special {
        Special::Asset => ASSET,
        Special::Archive => ARCHIVE,
        Special::Resource => RESOURCE,
    };
    members.insert(SIGNATURE.to_owned(), signature.into());
    JsonValue::Object(members)
}

/// Whether anything in the value is a secret.
pub(crate) fn contains_secret(value: &JsonValue) -> bool {
    match value {
        JsonValue::Array(items) => items.iter().any(contains_secret),
        JsonValue::Object(object) => {
            wrapper(object) == Some(Wrapper::Secret) || object.values().any(contains_secret)
        }
        _ => false,
    }
}

/// Whether anything in the value is not known yet.
pub(crate) fn contains_unknown(value: &JsonValue) -> bool {
    match value {
        JsonValue::String(text) => is_unknown(text),
        JsonValue::Array(items) => items.iter().any(contains_unknown),
        JsonValue::Object(object) => {
            (wrapper(object).is_some() && !object.contains_key("value"))
                || object.values().any(contains_unknown)
        }
        _ => false,
    }
}

/// The kind of an object that is only around a value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Wrapper {
    Secret,
    Output,
}

fn wrapper(object: &PropertyMap) -> Option<Wrapper> {
    let is_secret = || object.get("secret") == Some(&JsonValue::Bool(true));
    wrapper_of(object.get(SIGNATURE)?.as_str()?, is_secret)
}

/// The kind of an object with this signature; `is_secret` returns whether an output value is marked as secret.
pub(crate) fn wrapper_of(signature: &str, is_secret: impl FnOnce() -> bool) -> Option<Wrapper> {
    match signature {
        SECRET => Some(Wrapper::Secret),
        OUTPUT if is_secret() => Some(Wrapper::Secret),
        OUTPUT => Some(Wrapper::Output),
        _ => None,
    }
}

/// The output at a path below a node of a component's graph; an empty path means the node as a whole.
pub(crate) fn output(node: u32, path: &str) -> JsonValue {
    let path = (!path.is_empty()).then(|| (PATH.to_owned(), JsonValue::from(path)));
    let entries = [
        (SIGNATURE.to_owned(), JsonValue::from(OUTPUT)),
        (HANDLE.to_owned(), node.into()),
    ];
    JsonValue::Object(map_of(&mut entries.into_iter().chain(path)))
}

/// The node and the path that an object names; `None` for any other value.
pub(crate) fn output_of(value: &JsonValue) -> Option<(u32, &str)> {
    let object = value.as_object()?;
    if object.get(SIGNATURE)?.as_str()? != OUTPUT {
        return None;
    }
    let number = object.get(HANDLE)?;
    // Numbers may come as doubles.
    let node = number.as_u64().or_else(|| {
        let double = number.as_f64().filter(|double| double.fract() == 0.0);
        double.map(|double| double as u64)
    })?;
    let path = object.get(PATH).and_then(JsonValue::as_str);
    Some((u32::try_from(node).ok()?, path.unwrap_or_default()))
}

/// The text before a value that is a secret as a whole; `}` stands behind it.
pub(crate) fn secret_prefix() -> String {
    format!("{{\"{SIGNATURE}\":\"{SECRET}\",\"value\":")
}
