//! Checks inputs against a schema: types, required properties, defaults, secrets.
//!
//! It walks the inputs once, in place. The check copies only changed values, and writes a path only for failures.

mod checker;
mod constraints;
pub(super) mod deprecation;
mod required;
mod rules;
#[cfg(test)]
mod tests;

pub(super) use checker::Checker;
pub use checker::no_environment;

use super::model::PackageSchema;
use super::model::object::ObjectSchema;
use super::values::location::Location;
use crate::error::failure::PropertyFailure;
use crate::value::PropertyMap;

/// The result of a check.
#[derive(Debug, Clone, PartialEq)]
pub struct CheckedInputs {
    /// The inputs with defaults, conversions and secret marks. Invalid if there are failures.
    pub inputs: PropertyMap,
    /// All failures, sorted by property name.
    pub failures: Vec<PropertyFailure>,
}

/// Checks a resource's or function's inputs.
///
/// Explicit nulls of declared properties are dropped: they count as absent. Absent properties get the first set
/// variable of `environment` that the schema names (as a secret), else their default, else the constant that they must
/// be. If the schema requires it, strings are converted to numbers and booleans, and numbers and booleans to strings.
/// Unknown values pass anywhere and keys that begin with `__` pass untouched. A whole number beyond 2^53 - 1 is a
/// failure, because a double may have changed it, unless the type is `number`. A second check of checked inputs changes
/// nothing.
#[must_use]
pub fn check(
    schema: &PackageSchema,
    object: &ObjectSchema,
    inputs: PropertyMap,
    environment: &dyn Fn(&str) -> Option<String>,
) -> CheckedInputs {
    let mut inputs = inputs;
    let mut checker = Checker::new(&schema.types, environment);
    checker.object(object, &mut inputs, &Location::TOP);
    CheckedInputs {
        inputs,
        failures: checker.failures,
    }
}

/// Checks inputs that an import read. A write-only property may be absent or unknown, and constraints that name it are
/// then skipped.
#[must_use]
pub fn check_import(
    schema: &PackageSchema,
    object: &ObjectSchema,
    inputs: PropertyMap,
) -> CheckedInputs {
    let mut inputs = inputs;
    let mut checker = Checker::of_import(&schema.types);
    checker.object(object, &mut inputs, &Location::TOP);
    CheckedInputs {
        inputs,
        failures: checker.failures,
    }
}
