//! Handles of values.

use std::fmt;
use std::marker::PhantomData;

use super::apply::{self, Applied, Known};
use crate::deployment::declared::Expressible;
use crate::deployment::expression::Expression;
use crate::encoding::Encoder;
use crate::error::PropertyFailure;
use crate::property::Property;
use crate::value::path::PropertyPath;

/// A value that may not be known yet: an output of a child, or a value derived from outputs. It cannot be read, because
/// it is unknown in a preview; [`apply`](Self::apply) derives another value from it as soon as it is known.
///
/// Unknowns, secrets and dependencies propagate with the value. An output is valid until the component is constructed.
pub struct Output<T> {
    expression: Expression,
    kind: PhantomData<fn() -> T>,
}

/// An input of a component: a value that the program gave, or one that it does not know yet either.
///
/// `Input<Option<T>>` may be left out. An input is made of a value of its type or of an [`Output`] by `into()`.
pub struct Input<T> {
    expression: Expression,
    kind: PhantomData<fn() -> T>,
}

macro_rules! values {
    ($($value:ident),*) => {$(
        impl<T> $value<T> {
            pub(crate) fn of(expression: Expression) -> Self {
                Self { expression, kind: PhantomData }
            }

            pub(crate) fn expression(&self) -> &Expression {
                &self.expression
            }

            /// The same value as a secret, with everything derived from it.
            #[must_use]
            pub fn secret(&self) -> Output<T> {
                Output::of(self.expression.secret())
            }

            /// A part of the value by its path, such as `endpoint` or `zones[0].id`. The caller chooses the type: a
            /// value of another type fails at its use.
            #[track_caller]
            pub fn get<U>(&self, path: &str) -> Output<U> {
                Output::of(apply::part(&self.expression, path))
            }

            /// The same value with another type, such as an enum instead of a `String`. A value of another type fails
            /// at its use.
            pub fn cast<U>(&self) -> Output<U> {
                Output::of(self.expression.clone())
            }

            /// Derives a value from this one as soon as it is known, with a function that returns a value or a
            /// [`Result`]. While it is not known, as in most previews, the function is not called, and the result is
            /// not known either.
            ///
            /// The function may declare children with a clone of [`ComponentContext`](crate::ComponentContext); a
            /// preview shows those only if the value is known to it. If it returns an `Output`,
            /// [`flatten`](Output::flatten) the result.
            ///
            /// ```
            /// # use pulumi_wasm_provider::prelude::*;
            /// # fn example(host: Output<String>) -> Output<String> {
            /// host.apply(|host| format!("https://{}/", host.to_lowercase()))
            /// # }
            /// ```
            #[track_caller]
            pub fn apply<R: Applied>(
                &self,
                function: impl FnOnce(T) -> R + 'static,
            ) -> Output<R::Value>
            where
                T: Known,
            {
                Output::of(apply::apply(&self.expression, function))
            }
        }

        impl<T> Clone for $value<T> {
            fn clone(&self) -> Self {
                Self::of(self.expression.clone())
            }
        }

        /// Does not show the value, which may be a secret.
        impl<T> fmt::Debug for $value<T> {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.debug_tuple(stringify!($value)).field(&self.expression).finish()
            }
        }

        impl<T: Property> From<T> for $value<T> {
            fn from(value: T) -> Self {
                Self::of(Expression::of(&value))
            }
        }

        impl From<&str> for $value<String> {
            fn from(text: &str) -> Self {
                Self::from(text.to_owned())
            }
        }

        /// An optional value that is present.
        impl<T: Property> From<T> for $value<Option<T>> {
            fn from(value: T) -> Self {
                Self::of(Expression::of(&value))
            }
        }
    )*};
}

values!(Output, Input);

impl<T> Output<Output<T>> {
    /// The output inside an output.
    #[must_use]
    pub fn flatten(self) -> Output<T> {
        Output::of(self.expression)
    }
}

impl<T> Input<T> {
    /// The same value as an output.
    pub fn output(&self) -> Output<T> {
        Output::of(self.expression.clone())
    }
}

impl<T> Default for Input<Option<T>> {
    fn default() -> Self {
        Self::of(Expression::Absent)
    }
}

impl From<&str> for Input<Option<String>> {
    fn from(text: &str) -> Self {
        Self::from(text.to_owned())
    }
}

impl<T> From<Output<T>> for Input<Option<T>> {
    fn from(value: Output<T>) -> Self {
        Self::of(value.expression)
    }
}

macro_rules! conversions {
    ($($from:ty => $into:ty),* $(,)?) => {$(
        impl<T> From<$from> for $into {
            fn from(value: $from) -> Self {
                Self::of(value.expression().clone())
            }
        }
    )*};
}

conversions!(
    Output<T> => Input<T>,
    &Output<T> => Input<T>,
    &Input<T> => Input<T>,
    Input<T> => Output<T>,
    &Input<T> => Output<T>,
    &Output<T> => Output<T>,
);

macro_rules! expressible {
    ($($value:ty),*) => {$(
        impl<T> Expressible for $value {
            fn express(
                &self,
                into: &mut Encoder,
                path: &PropertyPath<'_>,
            ) -> Result<(), PropertyFailure> {
                self.expression.write(into, path)
            }
        }
    )*};
}

expressible!(&Output<T>, &Input<T>);
