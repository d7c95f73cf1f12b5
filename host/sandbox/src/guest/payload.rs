//! Property maps as every version of the interface hands them over and takes them back: JSON text, counted against the
//! memory that the host may keep for the call.

use std::sync::Arc;

use pulumi_wasm_capability::json::{self, ReadableMap, Sent, Written};
use pulumi_wasm_core::call::Call;
use pulumi_wasm_core::error::{CallError, GuestError, PartialState};
use pulumi_wasm_core::long_work::beside;
use pulumi_wasm_core::redaction::Secrets;
use pulumi_wasm_core::value::PropertyMap;
use pulumi_wasm_core::value::delta::Delta;

use super::state::GuestState;
use crate::engine::limit_reached;

/// Texts up to this size in bytes are not counted: a call has few of them.
const SMALL: usize = 16 << 10;

impl GuestState {
    /// Writes a map, and returns the position of each property in the text. Its secrets become secrets of the running
    /// call.
    ///
    /// # Errors
    /// When the text is more than may be handed over, or than the host may keep for the call.
    pub(super) fn write(&mut self, map: &PropertyMap) -> Result<Written, CallError> {
        let secrets = self
            .current_call
            .with(|active| Arc::clone(&active.call.secrets));
        self.write_with_places(map, secrets.as_deref())
    }

    /// Writes a map and adds its secrets to these secrets.
    ///
    /// # Errors
    /// Like [`Self::write`].
    pub(super) fn write_with_places(
        &mut self,
        map: &PropertyMap,
        secrets: Option<&Secrets>,
    ) -> Result<Written, CallError> {
        let written = json::write(map, &mut self.assets, secrets);
        let written = written.map_err(|error| error.of_request())?;
        if written.text.len() > SMALL {
            let reserved = self.asked.grow(written.text.len());
            reserved.map_err(|reached| limit_reached(&reached))?;
        }
        Ok(written)
    }

    /// The text of a map.
    ///
    /// # Errors
    /// Like [`Self::write`].
    pub(super) fn encode(&mut self, map: &PropertyMap) -> Result<String, CallError> {
        self.write(map).map(|written| written.text)
    }

    /// The text of a map that may be missing.
    ///
    /// # Errors
    /// Like [`Self::write`].
    pub(super) fn encode_optional(
        &mut self,
        map: Option<&PropertyMap>,
    ) -> Result<Option<String>, CallError> {
        map.map(|map| self.encode(map)).transpose()
    }

    /// Reads a map of an answer. `what` names the text in messages.
    ///
    /// # Errors
    /// When the text is not a property map, or more than the host may keep for the call.
    pub(super) fn decode(&mut self, text: &str, what: &str) -> Result<PropertyMap, CallError> {
        self.keep(text.len())?;
        let room = self.assets.room_in(&self.current_call.memory);
        let read = beside(text.len(), || json::from_json_in(&room, text, &self.assets));
        let map = read.map_err(|error| error.of_answer(what))?;
        self.keep(room.used())?;
        Ok(map)
    }

    /// Reads a map of an answer that may be missing.
    ///
    /// # Errors
    /// Like [`Self::decode`].
    pub(super) fn decode_optional(
        &mut self,
        text: Option<&str>,
        what: &str,
    ) -> Result<Option<PropertyMap>, CallError> {
        text.map(|text| self.decode(text, what)).transpose()
    }

    /// Parses the guest's version of properties that the host sent.
    ///
    /// # Errors
    /// Like [`Self::decode`].
    pub(super) fn delta_of(
        &mut self,
        sent: Sent<'_>,
        text: &str,
        what: &str,
    ) -> Result<Delta, CallError> {
        self.keep(text.len())?;
        let room = self.assets.room_in(&self.current_call.memory);
        let read = beside(text.len(), || json::delta(&room, text, sent, &self.assets));
        let delta = read.map_err(|error| error.of_answer(what))?;
        self.keep(room.used())?;
        Ok(delta)
    }

    /// Reserves the memory of an answer until the call is answered.
    ///
    /// # Errors
    /// When it is more than the host may keep for the call.
    pub(super) fn keep(&mut self, bytes: usize) -> Result<(), CallError> {
        if bytes <= SMALL {
            return Ok(());
        }
        let kept = self.answered.grow(bytes);
        kept.map_err(|reached| limit_reached(&reached))
    }

    /// The result of a call that succeeded, but some of its outputs could not be decoded: the resource exists, and no
    /// known fact about it may be lost.
    pub(super) fn unread(
        &mut self,
        call: &Call,
        id: String,
        outputs: &str,
        error: CallError,
    ) -> CallError {
        if call.preview {
            return error;
        }
        let room = self.assets.room_in(&self.current_call.memory);
        let read = beside(outputs.len(), || {
            json::readable_part(&room, outputs, &self.assets)
        });
        let read = match self.keep(room.used()) {
            Ok(()) => read,
            Err(_) => ReadableMap::nothing(),
        };
        CallError::Guest(GuestError::Partial(PartialState {
            id,
            outputs: read.map,
            reasons: vec![error.to_string()],
            is_cut: false,
            lost: read.lost.or_unnamed(),
            hint: error.hint(),
        }))
    }

    /// The secrets that texts of the running call are kept clean of.
    pub(super) fn secrets(&self) -> Arc<Secrets> {
        self.current_call
            .with(|active| Arc::clone(&active.call.secrets))
            .unwrap_or_default()
    }
}
