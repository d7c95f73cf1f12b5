//! The host functions of this version: each one passes the boundaries of a host call and does its work between them.

use pulumi_wasm_core::error::GuestError;
use wasmtime::Result;

use super::bindings::pulumi_wasm::provider::{
    asset, checkpoint, clock, common, env, http, log, random, views, waiting,
};
use super::convert::to_wit_error;
use super::http::bytes_of;
use super::imports;
use crate::guest::host_call::{HostError, Observed, fallible, infallible};

impl HostError for common::Error {
    fn of(error: GuestError) -> Self {
        to_wit_error(error)
    }

    fn is_denied(&self) -> bool {
        matches!(self, common::Error::Denied(_))
    }
}

/// The answer of a host function; the outer error ends the call.
pub(super) type Answer<T> = Result<Result<T, common::Error>>;

impl common::Host for Observed<'_> {}

impl log::Host for Observed<'_> {
    async fn emit(&mut self, entry: log::Entry) -> Result<()> {
        let bytes = entry.message.len() + entry.extra.len();
        infallible!(self, "log.emit", bytes, imports::emit(self.0, entry))
    }
}

impl http::Host for Observed<'_> {
    async fn fetch(&mut self, request: http::Request) -> Answer<http::Response> {
        fallible!(
            self,
            "http.fetch",
            bytes_of(&request),
            super::http::fetch(self.0, request)
        )
    }

    // The bytes that it gets count as long as the request is open.
    async fn open(&mut self, request: http::Request) -> Answer<u32> {
        fallible!(
            self,
            "http.open",
            0,
            super::http::open_exchange(self.0, request)
        )
    }

    // The bytes count until they are sent.
    async fn write(&mut self, exchange: u32, bytes: Vec<u8>) -> Answer<()> {
        fallible!(
            self,
            "http.write",
            0,
            super::http::write_exchange(self.0, exchange, bytes)
        )
    }

    async fn answer(&mut self, exchange: u32) -> Answer<http::Head> {
        fallible!(
            self,
            "http.answer",
            0,
            super::http::answer_of(self.0, exchange)
        )
    }

    async fn read(&mut self, exchange: u32, count: u32) -> Answer<Vec<u8>> {
        fallible!(
            self,
            "http.read",
            0,
            super::http::read_exchange(self.0, exchange, count)
        )
    }

    async fn close(&mut self, exchange: u32) -> Result<()> {
        infallible!(
            self,
            "http.close",
            0,
            super::http::close_exchange(self.0, exchange)
        )
    }
}

impl clock::Host for Observed<'_> {
    async fn now(&mut self) -> Result<clock::Instant> {
        infallible!(self, "clock.now", 0, imports::now(self.0))
    }

    async fn monotonic_ms(&mut self) -> Result<f64> {
        infallible!(self, "clock.monotonic-ms", 0, imports::monotonic_ms(self.0))
    }

    async fn sleep(&mut self, milliseconds: u32) -> Answer<()> {
        fallible!(self, "clock.sleep", 0, imports::sleep(self.0, milliseconds))
    }
}

impl random::Host for Observed<'_> {
    async fn get(&mut self, count: u32) -> Answer<Vec<u8>> {
        fallible!(self, "random.get", 0, imports::random_bytes(self.0, count))
    }
}

impl env::Host for Observed<'_> {
    async fn get(&mut self, name: String) -> Answer<Option<String>> {
        fallible!(self, "env.get", name.len(), imports::variable(self.0, name))
    }
}

impl checkpoint::Host for Observed<'_> {
    async fn save(&mut self, state: checkpoint::State) -> Answer<()> {
        let bytes = state.id.len() + state.outputs.len();
        fallible!(self, "checkpoint.save", bytes, imports::save(self.0, state))
    }
}

impl asset::Host for Observed<'_> {
    async fn open(&mut self, handle: u32) -> Answer<asset::Content> {
        fallible!(self, "asset.open", 0, imports::open_content(self.0, handle))
    }

    async fn read(&mut self, handle: u32, offset: f64, count: u32) -> Answer<Vec<u8>> {
        fallible!(
            self,
            "asset.read",
            0,
            imports::read_content(self.0, handle, offset, count)
        )
    }

    async fn entries(&mut self, handle: u32) -> Answer<Vec<asset::Entry>> {
        fallible!(self, "asset.entries", 0, imports::entries(self.0, handle))
    }
}

impl waiting::Host for Observed<'_> {
    async fn pause(
        &mut self,
        backoff: common::Backoff,
        attempt: u32,
        status: String,
    ) -> Answer<()> {
        let bytes = status.len();
        fallible!(
            self,
            "waiting.pause",
            bytes,
            imports::pause(self.0, backoff, attempt, status)
        )
    }
}

impl views::Host for Observed<'_> {
    async fn publish(&mut self, steps: Vec<views::Step>) -> Answer<()> {
        let bytes = steps.iter().map(bytes_of_step).sum();
        fallible!(
            self,
            "views.publish",
            bytes,
            imports::publish(self.0, steps)
        )
    }
}

/// The bytes of a step of a view.
fn bytes_of_step(step: &views::Step) -> usize {
    let of_view = |view: &common::View| {
        view.token.len()
            + view.name.len()
            + view.parent_token.len()
            + view.parent_name.len()
            + view.inputs.len()
            + view.outputs.len()
    };
    let views = step.old.iter().chain(&step.new).map(of_view);
    size_of::<views::Step>() + step.failure.as_ref().map_or(0, String::len) + views.sum::<usize>()
}
