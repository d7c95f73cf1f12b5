//! Stand-ins for the host's functions in an author's unit tests: the answers of `testing::Host`, and else the plainest
//! possible one.

use std::fmt::Display;
use std::time::{Duration, SystemTime};

use crate::error::{Error, Result};
use crate::host::FoundShared;
use crate::host::bindings::pulumi_wasm::provider::common::Backoff;
use crate::host::bindings::pulumi_wasm::provider::http::{Head, Request, Response};
use crate::host::bindings::pulumi_wasm::provider::log::Severity;
use crate::host::bindings::pulumi_wasm::provider::views::Step;
use crate::testing::fake;
use crate::value::map::PropertyMap;

pub(crate) fn log(severity: Severity, message: &dyn Display, ephemeral: bool) {
    if fake::with(|fake| fake.log(severity, message.to_string(), ephemeral)).is_none() {
        eprintln!("{severity:?}: {message}");
    }
}

pub(crate) fn last_words(message: String) {
    log(Severity::Error, &message, false);
}

/// A unit test has no network.
pub(crate) fn fetch(request: &Request) -> Result<Response> {
    fake::with(|fake| fake.fetch(request)).unwrap_or_else(|| {
        Err(Error::unavailable(format!(
            "{} {}: there is no host outside a component; define its answer with `testing::Host`",
            request.method, request.url
        )))
    })
}

pub(crate) fn open_exchange(request: &Request) -> Result<u32> {
    with_exchanges(|exchanges, _| Ok(exchanges.open(request.clone())))
}

pub(crate) fn write_exchange(exchange: u32, bytes: &[u8]) -> Result<()> {
    with_exchanges(|exchanges, _| exchanges.write(exchange, bytes))
}

pub(crate) fn answer_exchange(exchange: u32) -> Result<Head> {
    with_exchanges(|exchanges, fake| exchanges.answer(exchange, &mut |request| fake.fetch(request)))
}

pub(crate) fn read_exchange(exchange: u32, count: u32) -> Result<Vec<u8>> {
    with_exchanges(|exchanges, fake| {
        exchanges.read(exchange, count, &mut |request| fake.fetch(request))
    })
}

pub(crate) fn close_exchange(exchange: u32) {
    _ = with_exchanges(|exchanges, _| {
        exchanges.close(exchange);
        Ok(())
    });
}

fn with_exchanges<T>(
    work: impl FnOnce(&mut fake::Exchanges, &mut fake::Fake) -> Result<T>,
) -> Result<T> {
    let done = fake::with(|fake| {
        let mut exchanges = std::mem::take(&mut fake.exchanges);
        let done = work(&mut exchanges, fake);
        fake.exchanges = exchanges;
        done
    });
    done.unwrap_or_else(|| {
        Err(Error::unavailable(
            "there is no host outside a component; define its answer with `testing::Host`",
        ))
    })
}

pub(crate) fn now() -> Duration {
    fake::with(|fake| fake.now()).flatten().unwrap_or_else(|| {
        SystemTime::now()
            .duration_since(SystemTime::UNIX_EPOCH)
            .unwrap_or_default()
    })
}

pub(crate) fn monotonic() -> Duration {
    fake::with(|fake| fake.waited()).unwrap_or_default()
}

pub(crate) fn sleep(duration: Duration) -> Result<()> {
    fake::with(|fake| fake.wait(duration));
    Ok(())
}

/// Waits no time, but ends when the host would, so that a test of an endless wait ends too.
pub(crate) fn pause(backoff: &Backoff, attempt: u32, status: &str) -> Result<()> {
    fake::pause(backoff, attempt, status)
}

/// Bytes that are the same in every run of a test.
pub(crate) fn random(count: usize) -> Result<Vec<u8>> {
    let scripted = fake::with(|fake| fake.random(count)).flatten();
    Ok(scripted.unwrap_or_else(|| fake::sequence(count)))
}

pub(crate) fn env(name: &str) -> Result<Option<String>> {
    fake::with(|fake| fake.env(name)).unwrap_or_else(|| Ok(std::env::var(name).ok()))
}

pub(crate) fn save_checkpoint(id: &str, outputs: PropertyMap) -> Result<()> {
    fake::with(|fake| fake.save_checkpoint(id, outputs));
    Ok(())
}

/// Without a [`Host`](crate::testing::Host) no value is shared: every call makes its own values.
pub(crate) fn get_shared(name: &str) -> Result<FoundShared> {
    let found = fake::with(|fake| fake.shared.get(name, fake.waited));
    found.unwrap_or(Ok(FoundShared::Missing(0)))
}

pub(crate) fn keep_shared(making: u32, value: &str, lives: Duration) -> Result<()> {
    let kept = fake::with(|fake| fake.shared.keep(making, value, fake.waited + lives));
    kept.unwrap_or(Ok(()))
}

pub(crate) fn give_up_shared(making: u32) {
    fake::with(|fake| fake.shared.give_up(making));
}

pub(crate) fn forget_shared(name: &str, value: &str) -> Result<()> {
    fake::with(|fake| fake.shared.forget(name, value));
    Ok(())
}

/// The only instance never exceeds the rate, because it takes one turn after the other.
pub(crate) fn turn(_name: &str, per_second: f64, _burst: u32) -> Result<()> {
    match Duration::try_from_secs_f64(1.0 / per_second) {
        Ok(pause) => sleep(pause),
        Err(_) => Err(Error::invalid("per-second", "it must be a number above 0")),
    }
}

pub(crate) fn publish(steps: &[Step]) -> Result<()> {
    let published = fake::with(|fake| fake.publish(steps));
    published.ok_or_else(|| Error::unsupported("no engine shows views outside a component"))
}

pub(crate) fn open_asset(handle: u32) -> Result<u64> {
    with_assets(|fake| Ok(fake.asset(handle)?.len() as u64))
}

pub(crate) fn read_asset(handle: u32, offset: u64, count: u32) -> Result<Vec<u8>> {
    with_assets(|fake| {
        let start = usize::try_from(offset).unwrap_or(usize::MAX);
        let rest = fake.asset(handle)?.get(start..).unwrap_or_default();
        let count = usize::try_from(count).unwrap_or(usize::MAX);
        Ok(rest[..rest.len().min(count)].to_vec())
    })
}

pub(crate) fn archive_entries(handle: u32) -> Result<Vec<(String, u32)>> {
    with_assets(|fake| fake.archive(handle))
}

fn with_assets<T>(read: impl FnOnce(&mut fake::Fake) -> Result<T>) -> Result<T> {
    fake::with(read).unwrap_or_else(|| {
        Err(Error::unavailable(
            "no host has assets outside a component; give it some with `testing::Host`",
        ))
    })
}
