//! Derives values from values that may be unknown.

use std::fmt;
use std::panic::Location;

use crate::deployment::expression::Expression;
use crate::deployment::place::place;
use crate::deployment::session;
use crate::encoding::{Encoder, Piece, Text};
use crate::error::{Error, PropertyFailure, Result};
use crate::property::Property;
use crate::value::path::PropertyPath;

type Read<T> = core::result::Result<T, PropertyFailure>;

/// The argument of the function of [`Output::apply`](super::Output::apply): a property, or a tuple of them made by
/// [`all`](super::all).
#[diagnostic::on_unimplemented(
    message = "`apply` cannot take a `{Self}`",
    label = "not a type of a value",
    note = "it takes a property type, or a tuple of up to eight of these from `all`"
)]
pub trait Known: Sized + 'static {
    /// Reads the value.
    ///
    /// # Errors
    /// If it has another type.
    #[doc(hidden)]
    fn read(piece: PieceOf<'_>, path: &PropertyPath<'_>) -> Read<Self>;
}

/// A known value, still unread.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub struct PieceOf<'a>(pub(crate) &'a Piece);

impl fmt::Debug for PieceOf<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("PieceOf").finish_non_exhaustive()
    }
}

impl<T: Property + 'static> Known for T {
    fn read(piece: PieceOf<'_>, path: &PropertyPath<'_>) -> Read<Self> {
        T::decode(&mut piece.0.decoder(), path)
    }
}

/// The result of the function of [`Output::apply`](super::Output::apply): a property, or a `Result` with a property.
#[diagnostic::on_unimplemented(
    message = "the function of `apply` cannot give a `{Self}`",
    label = "not a type of a value",
    note = "it must return a property type, or a `Result` of one; derive `Object` for your struct"
)]
pub trait Applied {
    /// The type of the value.
    type Value;

    #[doc(hidden)]
    fn into_expression(self) -> Result<Expressed>;
}

/// The result of a function of `apply`.
#[doc(hidden)]
#[derive(Debug)]
pub struct Expressed(Expression);

impl<T: Property> Applied for T {
    type Value = T;

    fn into_expression(self) -> Result<Expressed> {
        Ok(Expressed(Expression::of(&self)))
    }
}

impl Applied for &str {
    type Value = String;

    fn into_expression(self) -> Result<Expressed> {
        Ok(Expressed(Expression::of(&self.to_owned())))
    }
}

impl<T: Property> Applied for Result<T> {
    type Value = T;

    fn into_expression(self) -> Result<Expressed> {
        self.map(|value| Expressed(Expression::of(&value)))
    }
}

/// Declares the value that a function makes of the source.
#[track_caller]
pub(super) fn apply<T: Known, R: Applied>(
    source: &Expression,
    function: impl FnOnce(T) -> R + 'static,
) -> Expression {
    let location = Location::caller();
    derive(source, location, move |argument| {
        let value = T::read(PieceOf(argument), &PropertyPath::Root).map_err(|failure| {
            let reason = failure.to_string();
            Error::other(format!(
                "the value of `apply` at {}: {reason}",
                place(location)
            ))
        })?;
        let given = function(value).into_expression();
        let Expressed(given) =
            given.map_err(|error| error.context(format!("`apply` at {}", place(location))))?;
        Ok(given)
    })
}

/// A part of a value by its path.
#[track_caller]
pub(super) fn part(whole: &Expression, path: &str) -> Expression {
    let location = Location::caller();
    whole.below(path).unwrap_or_else(|| {
        // A separate node, because paths begin at a node.
        let same = derive(whole, location, |argument| {
            Ok(Expression::of_piece(argument.clone()))
        });
        same.below(path).unwrap_or(same)
    })
}

/// Declares a value that code makes of the source, and notes it in the running session.
pub(super) fn derive(
    source: &Expression,
    location: &'static Location<'static>,
    make: impl FnOnce(&Piece) -> Result<Expression> + 'static,
) -> Expression {
    let Some(session) = session::current() else {
        return Expression::wrong("was made outside of the construction of a component");
    };
    let mut into = Encoder::default();
    let written = source.write(&mut into, &PropertyPath::Root);
    into.or_null(0);
    let derived = written.map_err(|failure| Error::other(failure.reason));
    let derived = derived.and_then(|()| {
        let callback = move |argument: String| {
            let argument = Text::new(argument).value()?;
            let given = make(&argument)?;
            let mut into = Encoder::default();
            let written = given.write(&mut into, &PropertyPath::Root);
            written.map_err(|failure| {
                let at = place(location);
                Error::other(format!("the result of `apply` at {at}: {failure}"))
            })?;
            into.or_null(0);
            Ok(into.finish())
        };
        session.derive(into.finish(), Box::new(callback), place(location))
    });
    match derived {
        Ok(node) => Expression::node(session.number(), node, ""),
        Err(error) => {
            let error = error.declared(&format!("the value at {}", place(location)));
            let reason = error.to_string();
            session.fail(error);
            Expression::wrong(&reason)
        }
    }
}

impl Error {
    /// The error for a declaration. Failures of the child's properties must not be read as failures of the component's
    /// inputs.
    pub(crate) fn declared(self, what: &str) -> Self {
        match self {
            Self::Invalid(failures) => {
                let failures = failures.iter().map(ToString::to_string);
                Self::Other(format!(
                    "{what}: {}",
                    failures.collect::<Vec<_>>().join("; ")
                ))
            }
            other => other.context(what),
        }
    }
}
