//! Values that may not be there yet.

use std::fmt;

use serde_json::Value as JsonValue;

use crate::error::PropertyFailure;
use crate::path::PropertyPath;
use crate::property::{Drafted, Kind, Property};
use crate::types::Types;
use crate::wire;

/// A property that is known, not known yet, or absent; and that may be a secret.
///
/// Drafts and previews hold their properties this way. A field of a resource may be a `Value<T>` too, where the
/// provider wants to see or to set secrecy. A value that nobody sets goes back exactly as it came, with every secret
/// and unknown part inside it.
#[derive(Clone)]
pub struct Value<T> {
    state: State<T>,
    secret: bool,
    /// What arrived, until the value is set: the typed form has no place for secrets and
    /// unknowns inside it.
    original: Option<JsonValue>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum State<T> {
    Known(T),
    Unknown,
    Absent,
}

impl<T> Value<T> {
    /// A value that is there.
    pub fn known(value: T) -> Self {
        Self::of(State::Known(value))
    }

    /// A value that only the deployment will know.
    pub fn unknown() -> Self {
        Self::of(State::Unknown)
    }

    /// A property that is left out.
    pub fn absent() -> Self {
        Self::of(State::Absent)
    }

    fn of(state: State<T>) -> Self {
        Self {
            state,
            secret: false,
            original: None,
        }
    }

    /// The same value as a secret.
    #[must_use]
    pub fn secret(mut self) -> Self {
        self.secret = true;
        self.original = self.original.map(wire::secret);
        self
    }

    /// The value, where it is known. A list or an object counts as unknown as long as any part of it is.
    pub fn get(&self) -> Option<&T> {
        match &self.state {
            State::Known(value) => Some(value),
            State::Unknown | State::Absent => None,
        }
    }

    /// The value, where it is known.
    pub fn into_known(self) -> Option<T> {
        match self.state {
            State::Known(value) => Some(value),
            State::Unknown | State::Absent => None,
        }
    }

    /// Whether the value is there.
    pub fn is_known(&self) -> bool {
        matches!(self.state, State::Known(_))
    }

    /// Whether only the deployment will know the value.
    pub fn is_unknown(&self) -> bool {
        matches!(self.state, State::Unknown)
    }

    /// Whether the property is left out.
    pub fn is_absent(&self) -> bool {
        matches!(self.state, State::Absent)
    }

    /// Whether the value, or any part of it, is a secret.
    pub fn is_secret(&self) -> bool {
        self.secret
    }

    /// Makes this the value. What was a secret stays one.
    pub fn set(&mut self, value: T) {
        self.state = State::Known(value);
        self.original = None;
    }

    /// Leaves the property out.
    pub fn clear(&mut self) {
        *self = Self::absent();
    }
}

impl<T: Drafted> Value<T> {
    /// What is known of the parts of a value that is not known as a whole: of an object, a list or a map that has
    /// unknown values in it. `None` where nothing is known, or nothing there.
    ///
    /// # Errors
    /// When a known part is of another type.
    pub fn draft(&self) -> Result<Option<T::Draft>, PropertyFailure> {
        let path = PropertyPath::Root;
        let value = match (&self.original, &self.state) {
            (Some(original), _) => Some(original.clone()),
            (None, State::Known(value)) => value.encode(&path)?,
            (None, State::Unknown | State::Absent) => None,
        };
        match value.and_then(wire::open) {
            None | Some(JsonValue::Null) => Ok(None),
            Some(value) => T::Draft::decode(value, &path).map(Some),
        }
    }

    /// Makes a draft, of which parts may be unknown, the value. What was a secret stays one.
    ///
    /// # Errors
    /// When Pulumi cannot hold a part, such as a number that is not finite.
    pub fn set_draft(&mut self, draft: &T::Draft) -> Result<(), PropertyFailure> {
        let Some(value) = draft.encode(&PropertyPath::Root)? else {
            self.clear();
            return Ok(());
        };
        // Secrets inside the value are the draft's own.
        let whole = match &self.original {
            Some(original) => wire::is_secret(original),
            None => self.secret,
        };
        let value = if whole { wire::secret(value) } else { value };
        *self = Self::decode(value, &PropertyPath::Root)?;
        Ok(())
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

/// Equal when state, value and secrecy are.
impl<T: PartialEq> PartialEq for Value<T> {
    fn eq(&self, other: &Self) -> bool {
        self.state == other.state && self.secret == other.secret
    }
}

/// Never shows a secret.
impl<T: fmt::Debug> fmt::Debug for Value<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.state {
            State::Known(_) if self.secret => formatter.write_str("[secret]"),
            state => state.fmt(formatter),
        }
    }
}

impl<T: Property> Property for Value<T> {
    const REQUIRED: bool = T::REQUIRED;
    const KIND: Kind = T::KIND;
    const ELEMENT: Kind = T::ELEMENT;

    fn schema(types: &mut Types) -> JsonValue {
        T::schema(types)
    }

    fn decode(value: JsonValue, path: &PropertyPath<'_>) -> Result<Self, PropertyFailure> {
        let secret = wire::contains_secret(&value);
        let state = if wire::contains_unknown(&value) {
            State::Unknown
        } else if wire::is_null(&value) {
            State::Absent
        } else {
            State::Known(T::decode(value.clone(), path)?)
        };
        Ok(Self {
            state,
            secret,
            original: Some(value),
        })
    }

    fn missing(_: &PropertyPath<'_>) -> Result<Self, PropertyFailure> {
        Ok(Self::absent())
    }

    fn encode(&self, path: &PropertyPath<'_>) -> Result<Option<JsonValue>, PropertyFailure> {
        if let Some(original) = &self.original {
            return Ok(Some(original.clone()));
        }
        let value = match &self.state {
            State::Known(value) => value.encode(path)?,
            State::Unknown => Some(wire::unknown()),
            State::Absent => None,
        };
        Ok(value.map(|value| {
            if self.secret {
                wire::secret(value)
            } else {
                value
            }
        }))
    }
}

#[cfg(test)]
mod tests;
