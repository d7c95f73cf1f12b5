//! What refers to a resource.

use super::expression::Expression;
use super::output::{Input, Output};
use crate::property::{Referable, ResourceReference};

/// What a resource can be opened by: an input, an output or a value that refers to it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not refer to a resource",
    label = "no reference to a resource",
    note = "an input, an output or a value of the type `ResourceReference` does"
)]
pub trait ReferenceTo<R> {
    #[doc(hidden)]
    fn expression(&self) -> Referring;
}

/// The value that refers to a resource.
#[doc(hidden)]
#[derive(Debug)]
pub struct Referring(pub(super) Expression);

impl<R> ReferenceTo<R> for Input<ResourceReference<R>> {
    fn expression(&self) -> Referring {
        Referring(Self::expression(self).clone())
    }
}

impl<R> ReferenceTo<R> for Output<ResourceReference<R>> {
    fn expression(&self) -> Referring {
        Referring(Self::expression(self).clone())
    }
}

impl<R: Referable> ReferenceTo<R> for ResourceReference<R> {
    fn expression(&self) -> Referring {
        Referring(Expression::of(self))
    }
}
