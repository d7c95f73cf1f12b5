//! Functions that programs call.

use crate::context::Context;
use crate::error::Result;
use crate::fields::Properties;

/// A function with what the schema says of it. Written by `#[function]`.
#[doc(hidden)]
pub trait Function {
    const NAME: &'static str;
    const TOKEN: Option<&'static str>;
    const DESCRIPTION: &'static str;
    const DEPRECATED: Option<&'static str>;
    /// Whether it only computes.
    const PURE: bool;
    type Arguments: Properties;
    type Output: Properties;

    fn call(arguments: Self::Arguments, context: &Context) -> Result<Self::Output>;
}

/// Finds the type inside a function's `Result`.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a function must return `Result<T>`, where `T` derives `Object` or `Arguments`, not `{Self}`"
)]
pub trait FunctionResult {
    type Output: Properties;
}

impl<T: Properties> FunctionResult for Result<T> {
    type Output = T;
}
