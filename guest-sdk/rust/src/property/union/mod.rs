//! Properties that have one of several types.

mod rules;

use serde_json::{Value as JsonValue, json};

use crate::encoding::{Decoder, Encoder};
use crate::error::PropertyFailure;
use crate::manifest::types::Types;
use crate::property::{Kind, Property};
use crate::value::map::PropertyMap;
use crate::value::path::PropertyPath;

pub use rules::{natural_length, natural_rules};

/// An enum whose variants are the types that a property may have. Written by `#[derive(Union)]`.
#[doc(hidden)]
pub trait Union: Property + 'static {
    /// The property that distinguishes the alternatives; `None` if their form distinguishes them.
    const TAG: Option<&'static str>;
    const ALTERNATIVES: &'static [Alternative<Self>];

    /// Writes the inner value, and returns its alternative.
    fn encode_inner(
        &self,
        into: &mut Encoder,
        path: &PropertyPath<'_>,
    ) -> Result<usize, PropertyFailure>;
}

/// One variant.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Alternative<T: 'static> {
    /// The value of the tag.
    pub tag: &'static str,
    pub description: &'static str,
    pub kind: Kind,
    pub schema: fn(&mut Types) -> JsonValue,
    pub decode: fn(&mut Decoder<'_>, &PropertyPath<'_>) -> Result<T, PropertyFailure>,
}

impl Types {
    /// A union, whose variants are added if they are new.
    #[doc(hidden)]
    pub fn union<T: Union>(&mut self) -> JsonValue {
        schema::<T>(self)
    }
}

/// The schema of a union; a fault in it becomes one of the schema's problems.
fn schema<T: Union>(types: &mut Types) -> JsonValue {
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
                    "the variant `{}` of `{name}` is not a struct that derives `Object`, so it has no place for the tag `{tag}`",
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
/// If the value belongs to no variant.
pub fn decode_union<T: Union>(
    from: &mut Decoder<'_>,
    path: &PropertyPath<'_>,
) -> Result<T, PropertyFailure> {
    if let Some(mut inner) = from.open(path)? {
        return decode_union(&mut inner, path);
    }
    match T::TAG {
        Some(tag) => decode_tagged(tag, from, path),
        None => decode_untagged(from, path),
    }
}

fn decode_tagged<T: Union>(
    tag: &str,
    from: &mut Decoder<'_>,
    path: &PropertyPath<'_>,
) -> Result<T, PropertyFailure> {
    let members = from.clone().object(path)?;
    let at = path.key(tag);
    let found = match members.get(tag) {
        Some(mut found) => String::decode(&mut found, &at)?,
        None => return Err(at.failure("is required")),
    };
    match T::ALTERNATIVES
        .iter()
        .find(|alternative| alternative.tag == found)
    {
        Some(alternative) => (alternative.decode)(from, path),
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
    from: &mut Decoder<'_>,
    path: &PropertyPath<'_>,
) -> Result<T, PropertyFailure> {
    let mut failures: Vec<PropertyFailure> = Vec::new();
    for alternative in T::ALTERNATIVES {
        // A `Value` that is decoded later accepts any value, so the first such variant would always match.
        let mut attempt = from.clone().at_once();
        match (alternative.decode)(&mut attempt, path) {
            Ok(decoded) => {
                *from = attempt;
                return Ok(decoded);
            }
            Err(failure) => failures.push(failure),
        }
    }
    if from.piece(path)?.aspect(path)?.unknown {
        return Err(path.failure("is not known yet"));
    }
    // An error deep inside a value of the right form is more helpful than an error for another form.
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
/// If Pulumi cannot store the value inside it.
pub fn encode_union<T: Union>(
    union: &T,
    into: &mut Encoder,
    path: &PropertyPath<'_>,
) -> Result<(), PropertyFailure> {
    let start = into.len();
    let index = union.encode_inner(into, path)?;
    if let (Some(tag), Some(alternative)) = (T::TAG, T::ALTERNATIVES.get(index)) {
        into.tag(start, tag, alternative.tag);
    }
    Ok(())
}
