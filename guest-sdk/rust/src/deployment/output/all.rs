//! Combines several values into one.

use std::collections::BTreeMap;

use super::apply::{Known, PieceOf};
use super::handle::{Input, Output};
use crate::deployment::expression::Expression;
use crate::encoding::{Encoder, Piece};
use crate::error::PropertyFailure;
use crate::value::path::PropertyPath;

/// What [`all`] can join: a tuple of two to eight inputs and outputs, a `Vec` of them, or a `BTreeMap` of them by name.
#[diagnostic::on_unimplemented(
    message = "`all` cannot join a `{Self}`",
    label = "not a tuple, `Vec` or `BTreeMap` of outputs",
    note = "it joins tuples of two to eight inputs and outputs, a `Vec` of them, and a `BTreeMap` of them by name; write `.into()` at plain values"
)]
pub trait All {
    /// The type of the joined value.
    type Value;

    #[doc(hidden)]
    fn joined(self) -> Joined;
}

/// Values that can be combined.
#[doc(hidden)]
#[derive(Debug)]
pub struct Joined(Expression);

/// Joins several values: it is known when all of them are. `apply` then gets a tuple, a `Vec` or a `BTreeMap`.
///
/// ```
/// # use pulumi_wasm_provider::prelude::*;
/// # fn example(host: Output<String>, port: Input<u16>) -> Output<String> {
/// all((host, port)).apply(|(host, port)| format!("{host}:{port}"))
/// # }
/// ```
pub fn all<A: All>(values: A) -> Output<A::Value> {
    Output::of(values.joined().0)
}

/// A value that can be combined with others.
#[diagnostic::on_unimplemented(
    message = "`all` cannot join a `{Self}`",
    label = "not an input or output",
    note = "write `Output::from(…)` around a plain value"
)]
pub trait Joinable {
    /// The type of the value.
    type Value;

    #[doc(hidden)]
    fn join(&self) -> Joined;
}

macro_rules! joinable {
    ($($value:ty),*) => {$(
        impl<T> Joinable for $value {
            type Value = T;

            fn join(&self) -> Joined {
                Joined(self.expression().clone())
            }
        }
    )*};
}

joinable!(Output<T>, &Output<T>, Input<T>, &Input<T>);

fn list(values: &[Joined]) -> Joined {
    let mut into = Encoder::default();
    into.begin_array();
    for Joined(value) in values {
        let start = into.element();
        if let Err(failure) = value.write(&mut into, &PropertyPath::Root) {
            return Joined(Expression::wrong(&failure.reason));
        }
        into.or_null(start);
    }
    into.end_array();
    Joined(Expression::of_text(into.finish()))
}

impl<J: Joinable> All for Vec<J> {
    type Value = Vec<J::Value>;

    fn joined(self) -> Joined {
        list(&self.iter().map(Joinable::join).collect::<Vec<_>>())
    }
}

/// The joined map has no entry for a member whose value is left out.
impl<J: Joinable> All for BTreeMap<String, J> {
    type Value = BTreeMap<String, J::Value>;

    fn joined(self) -> Joined {
        let mut into = Encoder::default();
        into.begin_object();
        for (name, value) in &self {
            let Joined(value) = value.join();
            let mark = into.member(name);
            if let Err(failure) = value.write(&mut into, &PropertyPath::Root) {
                return Joined(Expression::wrong(&failure.reason));
            }
            into.end_member(mark);
        }
        into.end_object();
        Joined(Expression::of_text(into.finish()))
    }
}

/// The elements of a list, still unread.
fn elements(piece: &Piece, path: &PropertyPath<'_>) -> Result<Vec<Piece>, PropertyFailure> {
    let mut elements = Vec::new();
    piece.decoder().array(path, &mut |from, index| {
        elements.push(from.piece(&path.index(index))?);
        Ok(())
    })?;
    Ok(elements)
}

macro_rules! tuples {
    ($([$($name:ident $index:tt),*])*) => {$(
        impl<$($name: Joinable),*> All for ($($name,)*) {
            type Value = ($($name::Value,)*);

            fn joined(self) -> Joined {
                list(&[$(self.$index.join()),*])
            }
        }

        impl<$($name: Known),*> Known for ($($name,)*) {
            fn read(piece: PieceOf<'_>, path: &PropertyPath<'_>) -> Result<Self, PropertyFailure> {
                let elements = elements(piece.0, path)?;
                Ok(($({
                    let path = path.index($index);
                    let element = elements.get($index);
                    let element = element.ok_or_else(|| path.failure("is missing"))?;
                    $name::read(PieceOf(element), &path)?
                },)*))
            }
        }
    )*};
}

tuples!(
    [A 0, B 1]
    [A 0, B 1, C 2]
    [A 0, B 1, C 2, D 3]
    [A 0, B 1, C 2, D 3, E 4]
    [A 0, B 1, C 2, D 3, E 4, F 5]
    [A 0, B 1, C 2, D 3, E 4, F 5, G 6]
    [A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7]
);

/// Combines values into a list.
pub(super) fn expressions(values: impl Iterator<Item = Expression>) -> Expression {
    list(&values.map(Joined).collect::<Vec<_>>()).0
}

/// The elements of a known list.
pub(super) fn known(piece: &Piece) -> Result<Vec<Piece>, PropertyFailure> {
    elements(piece, &PropertyPath::Root)
}
