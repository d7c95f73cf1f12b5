//! Properties that have one of several types.

use serde_json::{Value as JsonValue, json};

use crate::error::PropertyFailure;
use crate::fields::PropertyMap;
use crate::path::PropertyPath;
use crate::property::{Kind, Property, reveal, unexpected};
use crate::types::Types;
use crate::wire;

/// An enum whose variants are the types that a property may have. Written by `#[derive(Union)]`.
#[doc(hidden)]
pub trait Union: Property + 'static {
    /// The property that tells the alternatives apart; none where their form does.
    const TAG: Option<&'static str>;
    const ALTERNATIVES: &'static [Alternative<Self>];

    /// Which alternative this is, and what is inside it as JSON.
    fn encode_inner(
        &self,
        path: &PropertyPath<'_>,
    ) -> (usize, Result<Option<JsonValue>, PropertyFailure>);
}

/// One variant.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Alternative<T: 'static> {
    /// What the tag says.
    pub tag: &'static str,
    pub description: &'static str,
    pub kind: Kind,
    pub schema: fn(&mut Types) -> JsonValue,
    pub decode: fn(JsonValue, &PropertyPath<'_>) -> Result<T, PropertyFailure>,
}

/// The schema of a union; what is wrong with it becomes one of the schema's problems.
pub(crate) fn schema<T: Union>(types: &mut Types) -> JsonValue {
    let name = std::any::type_name::<T>();
    let mut members = Vec::new();
    let mut mapping = PropertyMap::new();
    for alternative in T::ALTERNATIVES {
        let member = (alternative.schema)(types);
        if members.contains(&member) && T::TAG.is_none() {
            types.problem(format!(
                "two variants of `{name}` are the same type in a schema"
            ));
        }
        if let Some(tag) = T::TAG {
            match member["$ref"].as_str() {
                Some(reference) if alternative.kind == Kind::Object => {
                    types.tag(reference, tag, alternative.tag, alternative.description);
                    mapping.insert(alternative.tag.to_owned(), reference.into());
                }
                _ => types.problem(format!(
                    "the variant `{}` of `{name}` is no struct that derives `Object`, so it has no place for the tag `{tag}`",
                    alternative.tag
                )),
            }
        }
        members.push(member);
    }
    match T::TAG {
        Some(tag) => {
            json!({ "oneOf": members, "discriminator": { "propertyName": tag, "mapping": mapping } })
        }
        None => json!({ "oneOf": members }),
    }
}

/// Reads a union.
///
/// # Errors
/// When the value is of no variant.
pub fn decode_union<T: Union>(
    value: JsonValue,
    path: &PropertyPath<'_>,
) -> Result<T, PropertyFailure> {
    let value = reveal(value, path)?;
    match T::TAG {
        Some(tag) => decode_tagged(tag, value, path),
        None => decode_untagged(value, path),
    }
}

fn decode_tagged<T: Union>(
    tag: &str,
    value: JsonValue,
    path: &PropertyPath<'_>,
) -> Result<T, PropertyFailure> {
    let JsonValue::Object(mut object) = value else {
        return Err(unexpected(path, "an object", &value));
    };
    let at = path.key(tag);
    let found = match object.remove(tag) {
        Some(found) => String::decode(found, &at)?,
        None => return Err(at.failure("is required")),
    };
    match T::ALTERNATIVES
        .iter()
        .find(|alternative| alternative.tag == found)
    {
        Some(alternative) => (alternative.decode)(JsonValue::Object(object), path),
        None => {
            let tags: Vec<_> = T::ALTERNATIVES
                .iter()
                .map(|alternative| format!("`{}`", alternative.tag))
                .collect();
            Err(at.failure(format!(
                "expected one of {}, found `{found}`",
                tags.join(", ")
            )))
        }
    }
}

/// The first alternative that can be read, of those that have the value's form.
fn decode_untagged<T: Union>(
    value: JsonValue,
    path: &PropertyPath<'_>,
) -> Result<T, PropertyFailure> {
    let mut failures: Vec<PropertyFailure> = Vec::new();
    for alternative in T::ALTERNATIVES {
        match (alternative.decode)(value.clone(), path) {
            Ok(decoded) => return Ok(decoded),
            Err(failure) => failures.push(failure),
        }
    }
    if wire::contains_unknown(&value) {
        return Err(path.failure("is not known yet"));
    }
    // What has the right form and is wrong further inside says more than what has another form.
    let here = path.to_string();
    if let Some(inside) = failures.iter().position(|failure| failure.property != here) {
        return Err(failures.swap_remove(inside));
    }
    let reasons: Vec<_> = failures.into_iter().map(|failure| failure.reason).collect();
    Err(path.failure(reasons.join("; or ")))
}

/// Writes a union.
///
/// # Errors
/// When Pulumi cannot hold what is in it.
pub fn encode_union<T: Union>(
    union: &T,
    path: &PropertyPath<'_>,
) -> Result<Option<JsonValue>, PropertyFailure> {
    let (index, inner) = union.encode_inner(path);
    let mut value = inner?;
    if let (Some(tag), Some(JsonValue::Object(object))) = (T::TAG, &mut value)
        && let Some(alternative) = T::ALTERNATIVES.get(index)
    {
        object.insert(tag.to_owned(), alternative.tag.into());
    }
    Ok(value)
}
