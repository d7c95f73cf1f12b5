//! The host's functions in a component.

use std::fmt::Display;
use std::time::Duration;

use crate::encoding;
use crate::error::{Error, Result};
use crate::host::bindings::pulumi_wasm::provider::common::Backoff;
use crate::host::bindings::pulumi_wasm::provider::http::{Head, Request, Response};
use crate::host::bindings::pulumi_wasm::provider::log::{Entry, Severity};
use crate::host::bindings::pulumi_wasm::provider::random as randomness;
use crate::host::bindings::pulumi_wasm::provider::views::Step;
use crate::host::bindings::pulumi_wasm::provider::{
    asset, checkpoint, clock, env as environment, http, log as messages, shared, views, waiting,
};
use crate::host::{FoundShared, NO_EXTRA};
use crate::value::map::PropertyMap;

/// Marks a message as the last one of a crashing instance: the host shows it in its crash report.
const LAST_WORDS: &str = "{\"panic\":true}";

pub(crate) fn log(severity: Severity, message: &dyn Display, ephemeral: bool) {
    let (message, extra) = (message.to_string(), NO_EXTRA.to_owned());
    messages::emit(&Entry {
        severity,
        message,
        ephemeral,
        extra,
    });
}

pub(crate) fn last_words(message: String) {
    messages::emit(&Entry {
        severity: Severity::Error,
        message,
        ephemeral: false,
        extra: LAST_WORDS.to_owned(),
    });
}

pub(crate) fn fetch(request: &Request) -> Result<Response> {
    http::fetch(request).map_err(Error::of_host)
}

pub(crate) fn open_exchange(request: &Request) -> Result<u32> {
    http::open(request).map_err(Error::of_host)
}

pub(crate) fn write_exchange(exchange: u32, bytes: &[u8]) -> Result<()> {
    http::write(exchange, bytes).map_err(Error::of_host)
}

pub(crate) fn answer_exchange(exchange: u32) -> Result<Head> {
    http::answer(exchange).map_err(Error::of_host)
}

pub(crate) fn read_exchange(exchange: u32, count: u32) -> Result<Vec<u8>> {
    http::read(exchange, count).map_err(Error::of_host)
}

pub(crate) fn close_exchange(exchange: u32) {
    http::close(exchange);
}

pub(crate) fn now() -> Duration {
    let instant = clock::now();
    // The seconds are whole and positive, and the cast saturates if they are not.
    Duration::new(instant.seconds as u64, instant.nanoseconds)
}

/// The time on a clock that never goes back, from an arbitrary start.
pub(crate) fn monotonic() -> Duration {
    Duration::try_from_secs_f64(clock::monotonic_ms() / 1000.0).unwrap_or_default()
}

pub(crate) fn pause(backoff: &Backoff, attempt: u32, status: &str) -> Result<()> {
    waiting::pause(backoff, attempt, status).map_err(Error::of_host)
}

pub(crate) fn get_shared(name: &str) -> Result<FoundShared> {
    Ok(match shared::get(name).map_err(Error::of_host)? {
        shared::Found::Value(value) => FoundShared::Value(value),
        shared::Found::Missing(making) => FoundShared::Missing(making),
    })
}

pub(crate) fn keep_shared(making: u32, value: &str, lives: Duration) -> Result<()> {
    let made = shared::Made {
        value: value.to_owned(),
        lives_ms: u32::try_from(lives.as_millis()).unwrap_or(u32::MAX).max(1),
        extra: NO_EXTRA.to_owned(),
    };
    shared::keep(making, &made).map_err(Error::of_host)
}

pub(crate) fn give_up_shared(making: u32) {
    shared::give_up(making);
}

pub(crate) fn forget_shared(name: &str, value: &str) -> Result<()> {
    shared::forget(name, value).map_err(Error::of_host)
}

pub(crate) fn turn(name: &str, per_second: f64, burst: u32) -> Result<()> {
    let rate = shared::Rate {
        per_second,
        burst,
        extra: NO_EXTRA.to_owned(),
    };
    shared::acquire(name, &rate).map_err(Error::of_host)
}

pub(crate) fn publish(steps: &[Step]) -> Result<()> {
    views::publish(steps).map_err(Error::of_host)
}

/// The size of an asset in bytes.
pub(crate) fn open_asset(handle: u32) -> Result<u64> {
    // The size is a positive integer; the cast saturates for other numbers.
    Ok(asset::open(handle).map_err(Error::of_host)?.size as u64)
}

pub(crate) fn read_asset(handle: u32, offset: u64, count: u32) -> Result<Vec<u8>> {
    asset::read(handle, offset as f64, count).map_err(Error::of_host)
}

/// The paths in an archive with the handles of their contents.
pub(crate) fn archive_entries(handle: u32) -> Result<Vec<(String, u32)>> {
    let entries = asset::entries(handle).map_err(Error::of_host)?.into_iter();
    Ok(entries.map(|entry| (entry.path, entry.handle)).collect())
}

pub(crate) fn sleep(duration: Duration) -> Result<()> {
    // A body that is longer than one request allows is sent in parts.
    let mut left = duration.as_millis();
    while left > 0 {
        let part = u32::try_from(left).unwrap_or(u32::MAX);
        clock::sleep(part).map_err(Error::of_host)?;
        left -= u128::from(part);
    }
    Ok(())
}

pub(crate) fn random(count: usize) -> Result<Vec<u8>> {
    let bytes = randomness::get(u32::try_from(count).unwrap_or(u32::MAX));
    let bytes = bytes.map_err(Error::of_host)?;
    if bytes.len() != count {
        return Err(Error::other(format!(
            "the host gave {} random bytes instead of {count}",
            bytes.len()
        )));
    }
    Ok(bytes)
}

pub(crate) fn env(name: &str) -> Result<Option<String>> {
    environment::get(name).map_err(Error::of_host)
}

pub(crate) fn save_checkpoint(id: &str, outputs: PropertyMap) -> Result<()> {
    let (id, outputs) = (id.to_owned(), encoding::print(outputs));
    let state = checkpoint::State {
        id,
        outputs,
        extra: NO_EXTRA.to_owned(),
    };
    checkpoint::save(&state).map_err(Error::of_host)
}
