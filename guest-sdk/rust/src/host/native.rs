//! Stand-ins for the host's functions in an author's unit tests.

use std::cell::Cell;
use std::fmt::Display;
use std::time::{Duration, SystemTime};

use crate::bindings::pulumi_wasm::provider::http::{Request, Response};
use crate::bindings::pulumi_wasm::provider::log::Severity;
use crate::error::{Error, Result};
use crate::fields::PropertyMap;

pub(crate) fn log(severity: Severity, message: &dyn Display, _ephemeral: bool) {
    eprintln!("{severity:?}: {message}");
}

/// There is no network in a unit test.
pub(crate) fn fetch(request: &Request) -> Result<Response> {
    Err(Error::unavailable(format!(
        "{} {}: no host answers outside a component",
        request.method, request.url
    )))
}

pub(crate) fn now() -> Duration {
    SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .unwrap_or_default()
}

pub(crate) fn sleep(_duration: Duration) -> Result<()> {
    Ok(())
}

/// Bytes that are the same in every run of a test: the sequence of a linear congruential generator.
pub(crate) fn random(count: usize) -> Result<Vec<u8>> {
    thread_local! {
        static STATE: Cell<u64> = const { Cell::new(0x5eed) };
    }
    let next = |_| {
        STATE.set(
            STATE
                .get()
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407),
        );
        // The high bits are the ones with the long period.
        (STATE.get() >> 56) as u8
    };
    Ok((0..count).map(next).collect())
}

pub(crate) fn env(name: &str) -> Result<Option<String>> {
    Ok(std::env::var(name).ok())
}

pub(crate) fn save_checkpoint(_id: &str, _outputs: PropertyMap) -> Result<()> {
    Ok(())
}
