//! References to resources.

use super::expression::Expression;
use super::output::{Input, Output};
use crate::property::{Referable, ResourceReference};

/// A reference that [`ComponentContext::resource`](super::ComponentContext::resource) takes: an input, an output or a
/// value.
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
