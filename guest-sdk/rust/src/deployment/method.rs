//! Methods of resources: what an author writes as a function, and the table that calls are answered from.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;

use serde_json::{Value as JsonValue, json};

use super::child::Child;
use super::cx::ComponentContext;
use super::expression::Expression;
use super::kind::OwnType;
use super::output::{Input, Output};
use crate::encoding::Text;
use crate::error::{Error, PropertyFailure, Result};
use crate::fields::{self, Field, Properties, Target, read_struct};
use crate::manifest::rules::Constraint;
use crate::manifest::schema;
use crate::manifest::types::Types;
use crate::property::{Property, ResourceReference};

/// The name of a single result.
const RESULT: &str = "result";

/// The resource that a method is called on: the first parameter of a function with `#[method]`. It is the resource as a
/// [`Child`]: its outputs are those that the engine knows, and in previews some of them may be unknown.
pub struct This<R> {
    child: Child,
    kind: PhantomData<fn() -> R>,
}

impl<R> Deref for This<R> {
    type Target = Child;

    fn deref(&self) -> &Child {
        &self.child
    }
}

impl<R> Clone for This<R> {
    fn clone(&self) -> Self {
        Self {
            child: self.child.clone(),
            kind: PhantomData,
        }
    }
}

impl<R> fmt::Debug for This<R> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.child.fmt(formatter)
    }
}

/// The type of the first parameter of a method.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "the first parameter of a method is the resource that has it, `This<Type>`, not `{Self}`",
    label = "not `This<Type>`",
    note = "`Type` derives `Component` or `Resource`"
)]
pub trait Receiver {
    type Of: OwnType + 'static;
}

impl<R: OwnType + 'static> Receiver for This<R> {
    type Of = R;
}

/// A method with its schema. Written by `#[method]`.
#[doc(hidden)]
pub trait Method {
    const SPEC: MethodSpec;
    type Of: OwnType + 'static;
    type Arguments: Properties;
    type Output: MethodOutput;

    fn call(
        this: This<Self::Of>,
        arguments: Self::Arguments,
        cx: &ComponentContext,
    ) -> Result<Self::Output>;
}

/// The author's options for a method.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct MethodSpec {
    pub name: &'static str,
    pub description: &'static str,
    pub deprecated: Option<&'static str>,
    pub language: Option<&'static str>,
}

/// The result of a method: an `Output`, a struct that derives `Results` or `Object`, whose fields are named results, or
/// `()`.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a type that a method can give",
    label = "no result type",
    note = "a method gives an `Output<T>`, a struct that derives `Results` or `Object`, or `()`"
)]
pub trait MethodOutput {
    /// The schema of the results; `None` without results.
    fn schema(types: &mut Types) -> Option<JsonValue>;

    /// Writes the results.
    ///
    /// # Errors
    /// If Pulumi cannot store a value, or it is an output of another call.
    fn write_results(&self, target: &mut Target<'_>) -> core::result::Result<(), PropertyFailure>;
}

/// A single value is a result with a name, because generated SDKs support no other methods with a result.
impl<T: Property> MethodOutput for Output<T> {
    fn schema(types: &mut Types) -> Option<JsonValue> {
        let mut schema = json!({ "type": "object", "properties": { RESULT: T::schema(types) } });
        if T::REQUIRED {
            schema["required"] = json!([RESULT]);
        }
        Some(schema)
    }

    fn write_results(&self, target: &mut Target<'_>) -> core::result::Result<(), PropertyFailure> {
        target.put_alone(RESULT, self)
    }
}

impl MethodOutput for () {
    fn schema(_: &mut Types) -> Option<JsonValue> {
        None
    }

    fn write_results(&self, _: &mut Target<'_>) -> core::result::Result<(), PropertyFailure> {
        Ok(())
    }
}

impl<P: Properties> MethodOutput for P {
    fn schema(types: &mut Types) -> Option<JsonValue> {
        Some(schema::object_schema(P::FIELDS, types).into())
    }

    fn write_results(&self, target: &mut Target<'_>) -> core::result::Result<(), PropertyFailure> {
        self.write_to(target)
    }
}

/// Finds the type inside a method's `Result`.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a method must return `Result<T>`, where `T` is an `Output`, a struct that derives `Results` or `Object`, or `()`, not \
               `{Self}`"
)]
pub trait MethodResult {
    type Output: MethodOutput;
}

impl<T: MethodOutput> MethodResult for Result<T> {
    type Output = T;
}

/// One method: its part of the schema, and where its calls go.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct MethodEntry {
    pub(crate) spec: MethodSpec,
    /// The name and the token of the resource that has it.
    pub(crate) of: (&'static str, Option<&'static str>),
    pub(crate) arguments: &'static [Field],
    pub(crate) constraints: &'static [Constraint],
    pub(crate) results: fn(&mut Types) -> Option<JsonValue>,
    pub(crate) call: fn(String, String, &ComponentContext) -> Result<String>,
}

impl MethodEntry {
    pub const fn of<M: Method>() -> Self {
        Self {
            spec: M::SPEC,
            of: (M::Of::NAME, M::Of::TOKEN),
            arguments: M::Arguments::FIELDS,
            constraints: M::Arguments::CONSTRAINTS,
            results: M::Output::schema,
            call: call::<M>,
        }
    }
}

fn call<M: Method>(receiver: String, arguments: String, cx: &ComponentContext) -> Result<String> {
    let receiver = Input::<ResourceReference<M::Of>>::of(Expression::of_text(receiver));
    let this = This {
        child: cx.opened(&receiver, String::new(), "the resource of the method")?,
        kind: PhantomData,
    };
    let arguments = read_struct(&Text::new(arguments))?;
    let results = M::call(this, arguments, cx)?;
    let text = fields::print(|target| results.write_results(target));
    text.map_err(|failure| {
        let name = M::SPEC.name;
        Error::other(format!(
            "`{name}` gave a result that cannot be used: {failure}"
        ))
    })
}
