//! Texts with outputs in them.

use std::fmt::Display;
use std::panic::Location;

use super::handle::{Input, Output};
use super::{all, apply};
use crate::deployment::expression::Expression;
use crate::deployment::place::place;
use crate::encoding::Piece;
use crate::error::{Error, PropertyFailure};
use crate::property::Property;
use crate::value::path::PropertyPath;

/// A value in [`interpolate!`](crate::interpolate!): an input, an output, or a plain value that can be printed.
#[diagnostic::on_unimplemented(
    message = "`interpolate!` cannot print a `{Self}`",
    label = "not a string, number or boolean",
    note = "it prints inputs and outputs of strings, numbers and booleans; make a text of another value with `apply`"
)]
pub trait Interpolated {
    #[doc(hidden)]
    fn value(&self) -> Part;
}

/// A value, and how it is printed once it is known.
#[doc(hidden)]
#[derive(Debug)]
pub struct Part {
    expression: Expression,
    print: fn(&Piece) -> Result<String, PropertyFailure>,
}

fn print<T: Property + Display>(piece: &Piece) -> Result<String, PropertyFailure> {
    T::decode(&mut piece.decoder(), &PropertyPath::Root).map(|value| value.to_string())
}

impl<T: Property + Display> Interpolated for T {
    fn value(&self) -> Part {
        Part {
            expression: Expression::of(self),
            print: print::<T>,
        }
    }
}

impl Interpolated for &str {
    fn value(&self) -> Part {
        Interpolated::value(&(*self).to_owned())
    }
}

/// A length. It is converted to text, because properties do not have this type.
impl Interpolated for usize {
    fn value(&self) -> Part {
        Interpolated::value(&self.to_string())
    }
}

macro_rules! values {
    ($($value:ty),*) => {$(
        impl<T: Property + Display> Interpolated for $value {
            fn value(&self) -> Part {
                Part {
                    expression: self.expression().clone(),
                    print: print::<T>,
                }
            }
        }
    )*};
}

values!(Output<T>, &Output<T>, Input<T>, &Input<T>);

/// Joins texts with values between them. Written by `interpolate!`.
#[doc(hidden)]
#[track_caller]
pub fn interpolate(texts: &'static [&'static str], values: &[&dyn Interpolated]) -> Output<String> {
    let location = Location::caller();
    let parts: Vec<Part> = values.iter().map(|value| value.value()).collect();
    let prints: Vec<_> = parts.iter().map(|part| part.print).collect();
    let source = all::expressions(parts.into_iter().map(|part| part.expression));
    let made = apply::derive(&source, location, move |argument| {
        let wrong = |failure: PropertyFailure| {
            let at = place(location);
            Error::other(format!("a value of `interpolate!` at {at}: {failure}"))
        };
        let values = all::known(argument).map_err(wrong)?;
        let mut values = values.iter().zip(&prints);
        let mut text = String::new();
        for part in texts {
            text.push_str(part);
            if let Some((value, print)) = values.next() {
                text.push_str(&print(value).map_err(wrong)?);
            }
        }
        Ok(Expression::of(&text))
    });
    Output::of(made)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_length_is_printed_as_a_number() {
        let part = Interpolated::value(&vec![1, 2, 3].len());
        let same = Interpolated::value(&"3");
        assert_eq!(
            format!("{:?}", part.expression),
            format!("{:?}", same.expression)
        );
    }
}
