//! The functions that guests call, handed to the capabilities. Memory for answers is reserved here, and memory for
//! requests by [`super::observed`].

use std::time::Duration;

use pulumi_wasm_capability::budget::Reservation;
use pulumi_wasm_capability::json;
use pulumi_wasm_capability::polling::Backoff;
use pulumi_wasm_capability::{self as capability, Capabilities};
use pulumi_wasm_core::call::{Call, Severity};
use pulumi_wasm_core::error::GuestError;

use super::bindings::pulumi_wasm::provider::{
    asset, checkpoint, clock, common, log, views, waiting,
};
use super::convert::{from_wit_step, nothing, to_wit_error};
use crate::engine::beside;
use crate::guest::instance::GuestState;

/// The size of an archive's entry apart from its path.
const ENTRY: usize = 64;

impl GuestState {
    /// Takes bytes that the host is about to keep, until what this gives is dropped.
    pub(super) fn reserve(&self, bytes: usize) -> Result<Reservation, GuestError> {
        let reserved = self.slot.memory.reserve(bytes);
        reserved.map_err(|reached| GuestError::Other(reached.to_string()))
    }

    pub(super) fn running(&self) -> Result<Call, GuestError> {
        let none = || GuestError::Unsupported("no call is running".to_owned());
        self.slot.call().ok_or_else(none)
    }

    /// Makes sure that an asset of the request was read.
    pub(super) async fn open_asset(&mut self, handle: u32) -> Result<(), GuestError> {
        if self.opened.has(handle) {
            return Ok(());
        }
        let call = self.running()?;
        let Some(asset) = self.assets.get(handle) else {
            return Err(GuestError::NotFound(format!(
                "the asset {handle} was not in the request"
            )));
        };
        let Capabilities { assets, http, .. } = &*self.capabilities;
        let http = http.client(&self.slot)?;
        let memory = self.slot.memory.nothing();
        let (content, memory) = assets
            .open(asset, &call, &http, self.opened.bytes(), memory)
            .await?;
        let first_free = self.assets.first_free();
        self.opened.keep(handle, content, memory, first_free);
        Ok(())
    }
}

impl GuestState {
    pub(super) async fn emit(&mut self, entry: log::Entry) {
        let severity = match entry.severity {
            log::Severity::Debug => Severity::Debug,
            log::Severity::Info => Severity::Info,
            log::Severity::Warning => Severity::Warning,
            log::Severity::Error => Severity::Error,
        };
        // A crashing guest marks its panic message, which then stands in the trap report alone.
        let is_last_words = entry.extra.contains("\"panic\"");
        capability::log::emit(
            &self.slot,
            severity,
            &entry.message,
            entry.ephemeral,
            is_last_words,
        );
    }
}

impl GuestState {
    pub(super) async fn now(&mut self) -> clock::Instant {
        let time = self.clock.time_of_day();
        #[expect(
            clippy::cast_precision_loss,
            reason = "seconds stay below 2^53 for 285 million years"
        )]
        let seconds = time.as_secs() as f64;
        clock::Instant {
            seconds,
            nanoseconds: time.subsec_nanos(),
        }
    }

    pub(super) async fn monotonic_ms(&mut self) -> f64 {
        self.clock.elapsed().as_secs_f64() * 1000.0
    }

    pub(super) async fn sleep(&mut self, milliseconds: u32) -> Result<(), common::Error> {
        self.clock
            .sleep(Duration::from_millis(milliseconds.into()))
            .await
            .map_err(to_wit_error)
    }
}

impl GuestState {
    pub(super) async fn random_bytes(&mut self, count: u32) -> Result<Vec<u8>, common::Error> {
        self.random.get(count).map_err(to_wit_error)
    }
}

impl GuestState {
    pub(super) async fn variable(&mut self, name: String) -> Result<Option<String>, common::Error> {
        let call = self.slot.call();
        let variable = self.capabilities.variable(call.as_ref(), &name);
        variable.map_err(to_wit_error)
    }
}

impl GuestState {
    pub(super) async fn save(&mut self, state: checkpoint::State) -> Result<(), common::Error> {
        let memory = &self.slot.memory;
        let read = |text: &str| {
            let room = self.assets.room_in(memory);
            let read = beside(text.len(), || json::from_json_in(&room, text, &self.assets));
            let outputs = read.map_err(|error| error.to_string())?;
            let reserved = memory.reserve(room.used());
            Ok((outputs, reserved.map_err(|reached| reached.to_string())?))
        };
        let saved = capability::checkpoint::save(&self.slot, state.id, &state.outputs, read);
        // Of what could not be saved, the id may be.
        capability::checkpoint::keep(&self.slot).await;
        saved.map_err(to_wit_error)
    }
}

impl GuestState {
    pub(super) async fn open_content(
        &mut self,
        handle: u32,
    ) -> Result<asset::Content, common::Error> {
        self.open_asset(handle).await.map_err(to_wit_error)?;
        let (size, hash) = self.opened.about(handle).map_err(to_wit_error)?;
        #[expect(
            clippy::cast_precision_loss,
            reason = "what fits into memory is below 2^53"
        )]
        let size = size as f64;
        Ok(asset::Content {
            size,
            hash: hash.to_owned(),
            extra: nothing(),
        })
    }

    pub(super) async fn read_content(
        &mut self,
        handle: u32,
        offset: f64,
        count: u32,
    ) -> Result<Vec<u8>, common::Error> {
        self.open_asset(handle).await.map_err(to_wit_error)?;
        let bytes = self.opened.read(handle, offset, count);
        let bytes = bytes.map_err(to_wit_error)?;
        self.lowered = Some(self.reserve(bytes.len()).map_err(to_wit_error)?);
        Ok(bytes.to_vec())
    }

    pub(super) async fn entries(
        &mut self,
        handle: u32,
    ) -> Result<Vec<asset::Entry>, common::Error> {
        self.open_asset(handle).await.map_err(to_wit_error)?;
        let entries = self.opened.entries(handle).map_err(to_wit_error)?;
        let sizes = entries.iter().map(|(path, _)| ENTRY + path.len());
        self.lowered = Some(self.reserve(sizes.sum()).map_err(to_wit_error)?);
        let entry = |(path, handle): &(String, u32)| asset::Entry {
            path: path.clone(),
            handle: *handle,
            extra: nothing(),
        };
        Ok(entries.iter().map(entry).collect())
    }
}

impl GuestState {
    pub(super) async fn pause(
        &mut self,
        schedule: waiting::Schedule,
        look: u32,
        status: String,
    ) -> Result<(), common::Error> {
        let milliseconds = |count: u32| Duration::from_millis(count.into());
        let schedule = Backoff {
            first: milliseconds(schedule.first_ms),
            factor: schedule.factor,
            longest: milliseconds(schedule.longest_ms),
            timeout: (schedule.timeout_ms > 0).then(|| milliseconds(schedule.timeout_ms)),
        };
        capability::polling::pause(&self.slot, &schedule, look, &status)
            .await
            .map_err(to_wit_error)
    }
}

impl GuestState {
    pub(super) async fn publish(&mut self, steps: Vec<views::Step>) -> Result<(), common::Error> {
        let call = self.running().map_err(to_wit_error)?;
        let room = self.assets.room_in(&self.slot.memory);
        let steps = steps
            .into_iter()
            .map(|step| from_wit_step(step, &self.assets, &room))
            .collect::<Result<_, _>>()
            .map_err(to_wit_error)?;
        // As values, and as the message that is made of them.
        let size = room.used().saturating_mul(2);
        let _reserved = self.reserve(size).map_err(to_wit_error)?;
        call.publish(steps).await.map_err(to_wit_error)
    }
}
