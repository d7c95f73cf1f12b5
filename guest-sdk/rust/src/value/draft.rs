//! Values that are partly known.

use super::{State, Value};
use crate::encoding::{Encoder, Text};
use crate::error::PropertyFailure;
use crate::property::{HasDraft, Property, to_text};
use crate::value::path::PropertyPath;

impl<T: HasDraft> Value<T> {
    /// The known parts of an object, a list or a map that contains unknown values. `None` if no part is known, or the
    /// value is absent.
    ///
    /// # Errors
    /// If a known part has another type.
    pub fn draft(&self) -> Result<Option<T::Draft>, PropertyFailure> {
        let piece = match &self.came {
            // The whole is not read here: its fault would be noted, and be a failure once more.
            Some(came) => came.piece.clone(),
            None => match &self.seen().state {
                State::Known(value) => match to_text(value, &PropertyPath::Root)? {
                    Some(text) => Text::new(text).value()?,
                    None => return Ok(None),
                },
                State::Unknown | State::Absent => return Ok(None),
            },
        };
        if piece.is_nothing() {
            return Ok(None);
        }
        T::Draft::decode(&mut piece.decoder(), &piece.path()).map(Some)
    }

    /// Sets the value to a draft, which may contain unknown parts. A secret stays a secret.
    ///
    /// # Errors
    /// If Pulumi cannot store a part, such as a number that is not finite.
    pub fn set_draft(&mut self, draft: &T::Draft) -> Result<(), PropertyFailure> {
        let mut into = Encoder::default();
        draft.encode(&mut into, &PropertyPath::Root)?;
        if into.len() == 0 {
            self.clear();
            return Ok(());
        }
        // Secrets inside the value are the draft's own.
        let whole = match &self.came {
            Some(came) => came.piece.is_secret(),
            None => self.is_secret(),
        };
        if whole {
            into.secret(0);
        }
        let value = Text::new(into.finish()).value()?;
        *self = Self::decode(&mut value.decoder(), &PropertyPath::Root)?;
        Ok(())
    }
}
