//! Functions that programs call.

use std::collections::{BTreeMap, HashMap};
use std::hash::BuildHasher;

use serde_json::{Value as JsonValue, json};

use crate::context::hook::FunctionContext;
use crate::error::{PropertyFailure, Result};
use crate::fields::{Field, Properties, Target};
use crate::manifest::schema;
use crate::manifest::types::Types;
use crate::property::{Exact, Json, Property};

/// The name of the only result of a function that returns no object. SDKs never show it.
const RESULT: &str = "result";

/// A function with its schema. Written by `#[function]`.
#[doc(hidden)]
pub trait Function {
    const SPEC: FunctionSpec;
    type Arguments: Properties;
    type Output: FunctionOutput;

    fn call(arguments: Self::Arguments, context: &FunctionContext) -> Result<Self::Output>;
}

/// The author's options for a function.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct FunctionSpec {
    pub name: &'static str,
    pub token: Option<&'static str>,
    pub description: &'static str,
    pub deprecated: Option<&'static str>,
    pub language: Option<&'static str>,
    /// Whether it only computes.
    pub pure: bool,
    /// The names of positional arguments; empty if the arguments are one object.
    pub positional: &'static [&'static str],
}

/// The result of a function. `Object` and `Results` implement it for structs, whose fields become named results; `Enum`
/// and `Union` implement it too.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a type that a function can return",
    label = "no result type",
    note = "a function returns a property type, or a struct that derives `Object` or `Results`"
)]
pub trait FunctionOutput {
    /// Named results; `None` if the result is one value.
    const FIELDS: Option<&'static [Field]>;

    /// The schema of the result.
    fn schema(types: &mut Types) -> JsonValue;

    /// Writes the result as it crosses the interface.
    ///
    /// # Errors
    /// If Pulumi cannot store a value, such as a number that is not finite.
    fn write_result(&self, target: &mut Target<'_>) -> core::result::Result<(), PropertyFailure>;
}

/// A single value as a result; in transit it has this name.
#[doc(hidden)]
pub fn scalar_result<T: Property>(
    value: &T,
    target: &mut Target<'_>,
) -> core::result::Result<(), PropertyFailure> {
    target.put_alone(RESULT, value)
}

/// The schema of named results.
#[doc(hidden)]
pub fn object_result_schema<T: Properties>(types: &mut Types) -> JsonValue {
    schema::object_schema(T::FIELDS, types).into()
}

macro_rules! scalars {
    ($([$($parameter:tt)*] $name:ty),* $(,)?) => {$(
        impl<$($parameter)*> FunctionOutput for $name {
            const FIELDS: Option<&'static [Field]> = None;

            fn schema(types: &mut Types) -> JsonValue {
                <Self as Property>::schema(types)
            }

            fn write_result(&self, target: &mut Target<'_>) -> core::result::Result<(), PropertyFailure> {
                scalar_result(self, target)
            }
        }
    )*};
}

scalars!(
    [] String, [] bool, [] f64, [] i8, [] i16, [] i32, [] i64, [] u8, [] u16, [] u32, [] u64, [] Json,
    [] Exact<i64>, [] Exact<u64>,
    [T: Property] Vec<T>,
    [T: Property] BTreeMap<String, T>,
    [T: Property, S: BuildHasher + Default + Clone] HashMap<String, T, S>,
);

/// For functions without a result.
impl FunctionOutput for () {
    const FIELDS: Option<&'static [Field]> = Some(&[]);

    fn schema(_: &mut Types) -> JsonValue {
        json!({ "type": "object", "properties": {} })
    }

    fn write_result(&self, _: &mut Target<'_>) -> core::result::Result<(), PropertyFailure> {
        Ok(())
    }
}

/// Finds the type inside a function's `Result`.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a function must return `Result<T>`, where `T` is a property type or derives `Object` or `Results`, not `{Self}`"
)]
pub trait FunctionResult {
    type Output: FunctionOutput;
}

impl<T: FunctionOutput> FunctionResult for Result<T> {
    type Output = T;
}
