//! Whether a value, or a constant of the author, fits the type of a field.

use crate::encoding::{self, Decoder};
use crate::error::PropertyFailure;
use crate::manifest::rules::Constant;
use crate::property::{Property, from_text};
use crate::value::path::PropertyPath;

#[doc(hidden)]
pub fn check_constant<T: Property>(
    constant: Constant,
    path: &PropertyPath<'_>,
) -> Result<(), PropertyFailure> {
    of_constant::<T>(constant, path).map(|_| ())
}

#[doc(hidden)]
pub fn fits<T: Property>(
    value: Option<&mut Decoder<'_>>,
    path: &PropertyPath<'_>,
) -> Result<(), PropertyFailure> {
    match value {
        Some(value) => T::fits(value, path),
        None => T::missing(path).map(drop),
    }
}

/// The value of a constant.
pub(super) fn of_constant<T: Property>(
    constant: Constant,
    path: &PropertyPath<'_>,
) -> Result<T, PropertyFailure> {
    from_text(encoding::to_text(constant.into()), path)
}
