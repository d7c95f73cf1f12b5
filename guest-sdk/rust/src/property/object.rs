//! How `#[derive(Object)]` reads and writes.

use crate::encoding::{Decoder, Encoder};
use crate::error::PropertyFailure;
use crate::fields::{Properties, Source, Target};
use crate::path::PropertyPath;

/// Reads an object.
///
/// # Errors
/// When the value is not an object, or one of its properties is wrong.
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
/// As `decode_object`.
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
/// When Pulumi cannot hold one of its properties.
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
