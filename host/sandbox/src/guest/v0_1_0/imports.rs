//! Passes the calls of guests on to the capabilities. This module reserves the host memory for an answer, and
//! [`super::host`] the memory for a request.

use std::time::Duration;

use pulumi_wasm_capability as capability;
use pulumi_wasm_capability::json;
use pulumi_wasm_core::call::Severity;
use pulumi_wasm_core::long_work::beside;
use serde::Deserialize;

use super::bindings::pulumi_wasm::provider::{asset, checkpoint, clock, common, log, views};
use super::convert::{from_wit_backoff, from_wit_step, nothing, to_wit_error};
use crate::guest::state::GuestState;

/// The size of an archive's entry apart from its path.
const ENTRY: usize = 64;

pub(super) async fn emit(state: &mut GuestState, entry: log::Entry) {
    let severity = match entry.severity {
        log::Severity::Debug => Severity::Debug,
        log::Severity::Info => Severity::Info,
        log::Severity::Warning => Severity::Warning,
        log::Severity::Error => Severity::Error,
    };
    // The report of the crash shows the message of a panic, so the log does not.
    let is_last_words = is_panic(&entry.extra);
    capability::log::emit(
        &state.current_call,
        severity,
        &entry.message,
        entry.ephemeral,
        is_last_words,
    );
}

/// More than the member of a log entry's `extra` needs. A longer text is ignored.
const MAX_EXTRA: usize = 4 << 10;

/// The member of a log entry's `extra`, which `wit/README.md` describes.
#[derive(Deserialize)]
struct EntryExtra {
    #[serde(default)]
    panic: bool,
}

/// Whether a log entry is the message of a panic. A malformed `extra` is ignored.
fn is_panic(extra: &str) -> bool {
    (extra.len() > 2 && extra.len() <= MAX_EXTRA)
        && serde_json::from_str::<EntryExtra>(extra).is_ok_and(|extra| extra.panic)
}

pub(super) async fn now(state: &mut GuestState) -> clock::Instant {
    let time = state.clock.time_of_day();
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

pub(super) async fn monotonic_ms(state: &mut GuestState) -> f64 {
    state.clock.elapsed().as_secs_f64() * 1000.0
}

pub(super) async fn sleep(state: &mut GuestState, milliseconds: u32) -> Result<(), common::Error> {
    state
        .clock
        .sleep(Duration::from_millis(milliseconds.into()))
        .await
        .map_err(to_wit_error)
}

pub(super) async fn random_bytes(
    state: &mut GuestState,
    count: u32,
) -> Result<Vec<u8>, common::Error> {
    state.random.get(count).map_err(to_wit_error)
}

pub(super) async fn variable(
    state: &mut GuestState,
    name: String,
) -> Result<Option<String>, common::Error> {
    let call = state.current_call.call();
    let variable = state.capabilities.variable(call.as_ref(), &name);
    variable.map_err(to_wit_error)
}

pub(super) async fn save(
    state: &mut GuestState,
    noted: checkpoint::State,
) -> Result<(), common::Error> {
    let memory = &state.current_call.memory;
    let read = |text: &str| {
        let room = state.assets.room_in(memory);
        let read = beside(text.len(), || {
            json::from_json_in(&room, text, &state.assets)
        });
        let outputs = read.map_err(|error| error.to_string())?;
        let reserved = memory.reserve(room.used());
        Ok((outputs, reserved.map_err(|reached| reached.to_string())?))
    };
    let saved = capability::checkpoint::save(&state.current_call, noted.id, &noted.outputs, read);
    // If the checkpoint cannot be saved, its id may still be.
    capability::checkpoint::keep(&state.current_call).await;
    saved.map_err(to_wit_error)
}

pub(super) async fn open_content(
    state: &mut GuestState,
    handle: u32,
) -> Result<asset::Content, common::Error> {
    state.open_asset(handle).await.map_err(to_wit_error)?;
    let (size, hash) = state.opened.about(handle).map_err(to_wit_error)?;
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
    state: &mut GuestState,
    handle: u32,
    offset: f64,
    count: u32,
) -> Result<Vec<u8>, common::Error> {
    state.open_asset(handle).await.map_err(to_wit_error)?;
    let bytes = state.opened.read(handle, offset, count);
    let bytes = bytes.map_err(to_wit_error)?;
    state.lowered = Some(state.reserve(bytes.len()).map_err(to_wit_error)?);
    Ok(bytes.to_vec())
}

pub(super) async fn entries(
    state: &mut GuestState,
    handle: u32,
) -> Result<Vec<asset::Entry>, common::Error> {
    state.open_asset(handle).await.map_err(to_wit_error)?;
    let entries = state.opened.entries(handle).map_err(to_wit_error)?;
    let sizes = entries.iter().map(|(path, _)| ENTRY + path.len());
    state.lowered = Some(state.reserve(sizes.sum()).map_err(to_wit_error)?);
    let entry = |(path, handle): &(String, u32)| asset::Entry {
        path: path.clone(),
        handle: *handle,
        extra: nothing(),
    };
    Ok(entries.iter().map(entry).collect())
}

pub(super) async fn pause(
    state: &mut GuestState,
    backoff: common::Backoff,
    attempt: u32,
    status: String,
) -> Result<(), common::Error> {
    let backoff = from_wit_backoff(backoff);
    capability::polling::pause(&state.current_call, &backoff, attempt, &status)
        .await
        .map_err(to_wit_error)
}

pub(super) async fn publish(
    state: &mut GuestState,
    steps: Vec<views::Step>,
) -> Result<(), common::Error> {
    let call = state.running().map_err(to_wit_error)?;
    let room = state.assets.room_in(&state.current_call.memory);
    let steps = steps
        .into_iter()
        .map(|step| from_wit_step(step, &state.assets, &room))
        .collect::<Result<_, _>>()
        .map_err(to_wit_error)?;
    // As values, and as the message that contains them.
    let size = room.used().saturating_mul(2);
    let _reserved = state.reserve(size).map_err(to_wit_error)?;
    call.publish(steps).await.map_err(to_wit_error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_member_itself_marks_the_message_of_a_panic() {
        assert!(is_panic(r#"{"panic":true,"later":[1]}"#));
        let long = format!(r#"{{"panic":true,"more":"{}"}}"#, "x".repeat(MAX_EXTRA));
        for other in [
            "",
            "{}",
            "[]",
            r#"{"panic":false}"#,
            r#"{"panic":1}"#,
            r#"{"other":"\"panic\""}"#,
            &long,
        ] {
            assert!(!is_panic(other), "{other}");
        }
    }
}
