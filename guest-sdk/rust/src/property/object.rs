//! How `#[derive(Object)]` decodes, encodes and describes.

use serde_json::Value as JsonValue;

use crate::encoding::{Decoder, Encoder};
use crate::error::PropertyFailure;
use crate::fields::{Properties, Source, Target, insert_rules};
use crate::manifest::annotations::describe;
use crate::manifest::schema::{object_schema, speak};
use crate::manifest::types::Types;
use crate::value::map::PropertyMap;
use crate::value::path::PropertyPath;

/// Reads an object.
///
/// # Errors
/// If the value is not an object, or one of its properties is invalid.
pub fn decode_object<T: Properties>(
    from: &mut Decoder<'_>,
    path: &PropertyPath<'_>,
) -> Result<T, PropertyFailure> {
    let members = from.object(path)?;
    T::read_from(&mut Source::new(&members, path))
}

/// Whether [`decode_object`] would read the value.
///
/// # Errors
/// Like `decode_object`.
pub fn fits_object<T: Properties>(
    from: &mut Decoder<'_>,
    path: &PropertyPath<'_>,
) -> Result<(), PropertyFailure> {
    let members = from.object(path)?;
    Source::new(&members, path).fits(T::FIELDS)
}

/// Writes an object.
///
/// # Errors
/// If Pulumi cannot store one of its properties.
pub fn encode_object<T: Properties>(
    object: &T,
    into: &mut Encoder,
    path: &PropertyPath<'_>,
) -> Result<(), PropertyFailure> {
    into.begin_object();
    object.write_to(&mut Target::new(into, path))?;
    into.end_object();
    Ok(())
}

impl Types {
    /// A reference to the object type `T`, which is added if it is new.
    #[doc(hidden)]
    pub fn object<T: Properties>(
        &mut self,
        token: Option<&str>,
        name: &str,
        description: &str,
        language: Option<&str>,
    ) -> JsonValue {
        self.reference::<T>(token, name, |types| {
            let mut schema = object_schema(T::FIELDS, types);
            describe(&mut schema, description);
            speak(&mut schema, language, name, types);
            let mut rules = PropertyMap::new();
            insert_rules(&mut rules, T::FIELDS, T::CONSTRAINTS);
            if !rules.is_empty() {
                let token = types.token(token, name);
                types.add_rules(token, rules);
            }
            schema
        })
    }
}
