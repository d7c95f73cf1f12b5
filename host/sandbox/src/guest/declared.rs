//! The declarations of a component in a session, in the form that all versions of the interface exchange: JSON texts
//! that keep output references. The parsed values are kept until the component is answered.

use pulumi_wasm_capability::json::{self, JsonError, Room, Written};
use pulumi_wasm_core::error::failure::PropertyFailure;
use pulumi_wasm_core::error::{CallError, GuestError};
use pulumi_wasm_core::long_work::beside;
use pulumi_wasm_core::value::{PropertyMap, PropertyValue};

use super::state::GuestState;

/// The name of a callback's argument in the map that it is written as, for messages.
const ARGUMENT: &str = "argument";

impl GuestState {
    /// Reads a map that the guest declares. `what` names the text in messages.
    ///
    /// # Errors
    /// `Invalid` when the text is not a property map, and `Other` when it is more than the host may keep.
    pub(super) fn declared(&mut self, text: &str, what: &str) -> Result<PropertyMap, GuestError> {
        let read = self.read(text, |room, state| {
            json::declared_from_json(room, text, &state.assets)
        });
        let (map, bytes) = read.map_err(|error| of_declaration(error, what))?;
        self.hold(bytes)?;
        Ok(map)
    }

    /// Reads any value that the guest declares.
    ///
    /// # Errors
    /// Like [`Self::declared`].
    pub(super) fn declared_value(
        &mut self,
        text: &str,
        what: &str,
    ) -> Result<PropertyValue, GuestError> {
        let read = self.read(text, |room, state| {
            json::declared_value_from_json(room, text, &state.assets)
        });
        let (value, bytes) = read.map_err(|error| of_declaration(error, what))?;
        self.hold(bytes)?;
        Ok(value)
    }

    /// Reads a map of an answer, which may have outputs of nodes in it.
    ///
    /// # Errors
    /// When the text is not a property map, or more than the host may keep for the call.
    pub(super) fn declared_answer(
        &mut self,
        text: &str,
        what: &str,
    ) -> Result<PropertyMap, CallError> {
        self.keep(text.len())?;
        let read = self.read(text, |room, state| {
            json::declared_from_json(room, text, &state.assets)
        });
        let (map, bytes) = read.map_err(|error| error.of_answer(what))?;
        self.keep(bytes)?;
        Ok(map)
    }

    /// Reads any value of an answer, which may have outputs of nodes in it.
    ///
    /// # Errors
    /// Like [`Self::declared_answer`].
    pub(super) fn declared_answer_value(
        &mut self,
        text: &str,
        what: &str,
    ) -> Result<PropertyValue, CallError> {
        self.keep(text.len())?;
        let read = self.read(text, |room, state| {
            json::declared_value_from_json(room, text, &state.assets)
        });
        let (value, bytes) = read.map_err(|error| error.of_answer(what))?;
        self.keep(bytes)?;
        Ok(value)
    }

    /// The text of a callback's argument.
    ///
    /// # Errors
    /// Like [`Self::write`].
    pub(super) fn encode_value(&mut self, value: &PropertyValue) -> Result<String, CallError> {
        let map = PropertyMap::from([(ARGUMENT.to_owned(), value.clone())]);
        let Written { mut text, places } = self.write(&map)?;
        if let Some(place) = places.first() {
            text.truncate(place.end);
            text.drain(..place.start);
        }
        Ok(text)
    }

    /// Reserves the memory of a declaration until the component is answered.
    ///
    /// # Errors
    /// `Other` when it is more than the host may keep.
    pub(super) fn hold(&mut self, bytes: usize) -> Result<(), GuestError> {
        let held = self.answered.grow(bytes);
        held.map_err(|reached| GuestError::Other(reached.to_string()))
    }

    /// The text's content, and its size in bytes.
    fn read<T>(
        &self,
        text: &str,
        read: impl FnOnce(&Room, &Self) -> Result<T, JsonError>,
    ) -> Result<(T, usize), JsonError> {
        let room = self.assets.room_in(&self.current_call.memory);
        let read = beside(text.len(), || read(&room, self))?;
        Ok((read, room.used()))
    }
}

/// The error of a host function that was handed a malformed text.
fn of_declaration(error: JsonError, what: &str) -> GuestError {
    let (property, reason) = match error {
        JsonError::TooLarge(reached) => return GuestError::Other(reached.to_string()),
        JsonError::Value { property, reason } if ["inputs", "outputs"].contains(&what) => {
            (property, reason)
        }
        JsonError::Value { property, reason } if property.is_empty() => (what.to_owned(), reason),
        JsonError::Value { property, reason } => (format!("{what}.{property}"), reason),
        other => (what.to_owned(), other.to_string()),
    };
    GuestError::Invalid(vec![PropertyFailure { property, reason }])
}
