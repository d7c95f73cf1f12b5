//! Values that may not be there yet, maps of properties, and paths of values in them.

mod draft;
pub(crate) mod map;
pub(crate) mod path;

use std::cell::OnceCell;
use std::fmt;

use serde_json::Value as JsonValue;

use crate::encoding::{Decoder, Encoder, Piece};
use crate::error::PropertyFailure;
use crate::manifest::rules::RuleTable;
use crate::manifest::types::Types;
use crate::property::{Kind, Place, Property};
use crate::value::path::PropertyPath;

/// A property that is known, not known yet, or absent; and that may be a secret.
///
/// Drafts and previews store their properties in this form. A field of a resource may be a `Value<T>` too, if the
/// provider wants to see or to set secrecy. A value that is not set goes back exactly as it came, with every secret and
/// unknown part inside it. In a call's draft it is decoded when the hook first reads it: a value of another type than
/// the property then counts as unknown, and ends the call with that failure.
#[derive(Clone)]
pub struct Value<T> {
    /// The read value, from the first look on.
    seen: OnceCell<Seen<T>>,
    /// The received value, until another one is set: the typed form cannot contain secrets and unknowns.
    came: Option<Came<T>>,
}

#[derive(Clone)]
struct Came<T> {
    piece: Piece,
    /// Reads the piece. Stored here because only `decode` knows that the type is a property's type.
    read: fn(&Piece) -> Seen<T>,
}

#[derive(Clone, PartialEq)]
struct Seen<T> {
    state: State<T>,
    secret: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum State<T> {
    Known(T),
    Unknown,
    Absent,
}

impl<T> Value<T> {
    /// A value that is present.
    pub fn known(value: T) -> Self {
        Self::of(State::Known(value), false)
    }

    /// A value that only the deployment will know.
    pub fn unknown() -> Self {
        Self::of(State::Unknown, false)
    }

    /// A property that is left out.
    pub fn absent() -> Self {
        Self::of(State::Absent, false)
    }

    fn of(state: State<T>, secret: bool) -> Self {
        Self {
            seen: OnceCell::from(Seen { state, secret }),
            came: None,
        }
    }

    fn seen(&self) -> &Seen<T> {
        self.seen.get_or_init(|| match &self.came {
            Some(came) => (came.read)(&came.piece),
            None => Seen {
                state: State::Absent,
                secret: false,
            },
        })
    }

    fn into_state(self) -> State<T> {
        self.seen();
        let seen = self.seen.into_inner();
        seen.map_or(State::Absent, |seen| seen.state)
    }

    /// The same value as a secret.
    #[must_use]
    pub fn secret(self) -> Self {
        let came = self.came.as_ref().map(|came| Came {
            piece: came.piece.as_secret(),
            read: came.read,
        });
        let seen = Seen {
            state: self.into_state(),
            secret: true,
        };
        Self {
            seen: OnceCell::from(seen),
            came,
        }
    }

    /// The value, if it is known. A list or an object counts as unknown as long as any part of it is.
    pub fn get(&self) -> Option<&T> {
        match &self.seen().state {
            State::Known(value) => Some(value),
            State::Unknown | State::Absent => None,
        }
    }

    /// The value, if it is known.
    pub fn into_known(self) -> Option<T> {
        match self.into_state() {
            State::Known(value) => Some(value),
            State::Unknown | State::Absent => None,
        }
    }

    /// Whether the value is present.
    pub fn is_known(&self) -> bool {
        matches!(self.seen().state, State::Known(_))
    }

    /// Whether only the deployment will know the value.
    pub fn is_unknown(&self) -> bool {
        matches!(self.seen().state, State::Unknown)
    }

    /// Whether the property is left out.
    pub fn is_absent(&self) -> bool {
        matches!(self.seen().state, State::Absent)
    }

    /// Whether the value, or any part of it, is a secret.
    pub fn is_secret(&self) -> bool {
        match (self.seen.get(), &self.came) {
            (Some(seen), _) => seen.secret,
            (None, Some(came)) => came.piece.has_secret(),
            (None, None) => false,
        }
    }

    /// Sets the value. A secret stays a secret.
    pub fn set(&mut self, value: T) {
        *self = Self::of(State::Known(value), self.is_secret());
    }

    /// Leaves the property out.
    pub fn clear(&mut self) {
        *self = Self::absent();
    }
}

impl<T> Default for Value<T> {
    fn default() -> Self {
        Self::absent()
    }
}

impl<T> From<T> for Value<T> {
    fn from(value: T) -> Self {
        Self::known(value)
    }
}

/// `None` is absent.
impl<T> From<Option<T>> for Value<T> {
    fn from(value: Option<T>) -> Self {
        value.map_or_else(Self::absent, Self::known)
    }
}

/// Two values are equal if both are known, unknown or absent, with the same content, and both or neither are secret.
impl<T: PartialEq> PartialEq for Value<T> {
    fn eq(&self, other: &Self) -> bool {
        self.seen() == other.seen()
    }
}

/// Never shows a secret.
impl<T: fmt::Debug> fmt::Debug for Value<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.seen() {
            Seen {
                state: State::Known(_),
                secret: true,
            } => formatter.write_str("[secret]"),
            seen => seen.state.fmt(formatter),
        }
    }
}

impl<T: Property> Property for Value<T> {
    const REQUIRED: bool = T::REQUIRED;
    const KIND: Kind = T::KIND;
    const NATURAL: RuleTable = T::NATURAL;
    const ELEMENT: Kind = T::ELEMENT;

    fn schema(types: &mut Types) -> JsonValue {
        T::schema(types)
    }

    fn decode(from: &mut Decoder<'_>, path: &PropertyPath<'_>) -> Result<Self, PropertyFailure> {
        let waits = from.may_wait().is_some();
        let piece = from.piece(path)?;
        let seen = if waits {
            OnceCell::new()
        } else {
            OnceCell::from(read(&piece, path)?)
        };
        let came = Came {
            piece,
            read: read_later,
        };
        Ok(Self {
            seen,
            came: Some(came),
        })
    }

    fn missing(_: &PropertyPath<'_>) -> Result<Self, PropertyFailure> {
        Ok(Self::absent())
    }

    fn encode(&self, into: &mut Encoder, path: &PropertyPath<'_>) -> Result<(), PropertyFailure> {
        if let Some(came) = &self.came {
            into.piece(&came.piece);
            return Ok(());
        }
        let start = into.len();
        let seen = self.seen();
        match &seen.state {
            State::Known(value) => value.encode(into, path)?,
            State::Unknown => into.unknown(),
            State::Absent => {}
        }
        if seen.secret {
            into.secret(start);
        }
        Ok(())
    }

    fn came(&self) -> Option<Place<'_>> {
        self.came.as_ref().map(|came| Place(&came.piece))
    }
}

fn read<T: Property>(piece: &Piece, path: &PropertyPath<'_>) -> Result<Seen<T>, PropertyFailure> {
    let aspect = piece.aspect(path)?;
    let state = if aspect.unknown {
        State::Unknown
    } else if aspect.null {
        State::Absent
    } else {
        State::Known(T::decode(&mut piece.decoder(), path)?)
    };
    Ok(Seen {
        state,
        secret: aspect.secret,
    })
}

/// If a failure cannot be returned any more, it is kept for the end of the call. Until then the value counts as wholly
/// unknown.
fn read_later<T: Property>(piece: &Piece) -> Seen<T> {
    read(piece, &piece.path()).unwrap_or_else(|failure| {
        piece.fail(failure);
        Seen {
            state: State::Unknown,
            secret: piece.has_secret(),
        }
    })
}

#[cfg(test)]
mod tests;
