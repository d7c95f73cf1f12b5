//! The imports with their boundaries: each host call passes one before it does anything, and one before the guest gets
//! the answer. Both check the memory that the host keeps for the call: arguments are counted as long as the host call
//! takes, and a call that was refused memory ends.

use pulumi_wasm_capability::ActiveCall;
use pulumi_wasm_capability::budget::{LimitReached, Reservation};
use pulumi_wasm_capability::fault_injection::{Boundary, Moment, pass};
use pulumi_wasm_core::error::GuestError;
use wasmtime::Result;
use wasmtime::component::HasData;

use super::bindings::pulumi_wasm::provider::{
    asset, checkpoint, clock, common, env, http, log, random, views, waiting,
};
use super::convert::to_wit_error;
use super::http::bytes_of;
use crate::guest::instance::GuestState;

/// The size of one handing over that is not counted, in bytes.
const SMALL: usize = 16 << 10;

/// Links [`Observed`].
pub(in crate::guest) struct Observing;

impl HasData for Observing {
    type Data<'a> = Observed<'a>;
}

/// The state that host functions work on, behind their boundaries.
pub(in crate::guest) struct Observed<'a>(pub(in crate::guest) &'a mut GuestState);

impl Observed<'_> {
    pub(in crate::guest) async fn pass(
        &mut self,
        host_call: &'static str,
        moment: Moment,
    ) -> Result<(), GuestError> {
        if moment == Moment::Before {
            self.0.slot.with(|active| active.stats.begin(host_call));
        }
        let observer = self.0.capabilities.system.observer.as_deref();
        pass(observer, &self.0.slot, Boundary { host_call, moment }).await
    }
}

impl Observed<'_> {
    /// Takes what was handed over to the host, until what this gives is dropped. Small amounts are not worth counting: there
    /// is one host call at a time.
    pub(in crate::guest) fn take(
        &mut self,
        bytes: usize,
    ) -> Result<Option<Reservation>, LimitReached> {
        // The guest has copied the answer of the call before.
        self.0.lowered = None;
        (bytes > SMALL)
            .then(|| self.0.slot.memory.reserve(bytes))
            .transpose()
    }

    /// Makes sure that the call was refused no memory.
    pub(in crate::guest) fn check(&self) -> Result<(), LimitReached> {
        self.0.slot.memory.check()
    }

    pub(in crate::guest) fn ended(&self, host_call: &'static str, is_refused: bool) {
        let count = |active: &mut ActiveCall| active.stats.end(host_call, is_refused);
        self.0.slot.with(count);
    }
}

/// A host call that may fail at its boundaries, and is handed so many bytes.
macro_rules! fallible {
    ($self:ident, $name:literal, $bytes:expr, $work:expr) => {{
        let _taken = $self.take($bytes)?;
        if let Err(error) = $self.pass($name, Moment::Before).await {
            return Ok(Err(to_wit_error(error)));
        }
        let answer = $work.await;
        $self.check()?;
        $self.ended($name, matches!(answer, Err(common::Error::Denied(_))));
        if let Err(error) = $self.pass($name, Moment::After).await {
            return Ok(Err(to_wit_error(error)));
        }
        Ok(answer)
    }};
}

/// A host call that cannot fail, and is handed so many bytes.
macro_rules! infallible {
    ($self:ident, $name:literal, $bytes:expr, $work:expr) => {{
        let _taken = $self.take($bytes)?;
        drop($self.pass($name, Moment::Before).await);
        let answer = $work.await;
        $self.check()?;
        $self.ended($name, false);
        drop($self.pass($name, Moment::After).await);
        Ok(answer)
    }};
}

pub(in crate::guest) use {fallible, infallible};

/// The answer of a host function; the outer error ends the call.
pub(in crate::guest) type Answer<T> = Result<Result<T, common::Error>>;

impl common::Host for Observed<'_> {}

impl log::Host for Observed<'_> {
    async fn emit(&mut self, entry: log::Entry) -> Result<()> {
        let bytes = entry.message.len() + entry.extra.len();
        infallible!(self, "log.emit", bytes, self.0.emit(entry))
    }
}

impl http::Host for Observed<'_> {
    async fn fetch(&mut self, request: http::Request) -> Answer<http::Response> {
        fallible!(
            self,
            "http.fetch",
            bytes_of(&request),
            self.0.fetch(request)
        )
    }

    // The arguments are counted as long as the request is open.
    async fn open(&mut self, request: http::Request) -> Answer<u32> {
        fallible!(self, "http.open", 0, self.0.open_exchange(request))
    }

    // The same, as long as it was not sent.
    async fn write(&mut self, exchange: u32, bytes: Vec<u8>) -> Answer<()> {
        fallible!(
            self,
            "http.write",
            0,
            self.0.write_exchange(exchange, bytes)
        )
    }

    async fn answer(&mut self, exchange: u32) -> Answer<http::Head> {
        fallible!(self, "http.answer", 0, self.0.answer_of(exchange))
    }

    async fn read(&mut self, exchange: u32, count: u32) -> Answer<Vec<u8>> {
        fallible!(self, "http.read", 0, self.0.read_exchange(exchange, count))
    }

    async fn close(&mut self, exchange: u32) -> Result<()> {
        infallible!(self, "http.close", 0, self.0.close_exchange(exchange))
    }
}

impl clock::Host for Observed<'_> {
    async fn now(&mut self) -> Result<clock::Instant> {
        infallible!(self, "clock.now", 0, self.0.now())
    }

    async fn monotonic_ms(&mut self) -> Result<f64> {
        infallible!(self, "clock.monotonic-ms", 0, self.0.monotonic_ms())
    }

    async fn sleep(&mut self, milliseconds: u32) -> Answer<()> {
        fallible!(self, "clock.sleep", 0, self.0.sleep(milliseconds))
    }
}

impl random::Host for Observed<'_> {
    async fn get(&mut self, count: u32) -> Answer<Vec<u8>> {
        fallible!(self, "random.get", 0, self.0.random_bytes(count))
    }
}

impl env::Host for Observed<'_> {
    async fn get(&mut self, name: String) -> Answer<Option<String>> {
        fallible!(self, "env.get", name.len(), self.0.variable(name))
    }
}

impl checkpoint::Host for Observed<'_> {
    async fn save(&mut self, state: checkpoint::State) -> Answer<()> {
        let bytes = state.id.len() + state.outputs.len();
        fallible!(self, "checkpoint.save", bytes, self.0.save(state))
    }
}

impl asset::Host for Observed<'_> {
    async fn open(&mut self, handle: u32) -> Answer<asset::Content> {
        fallible!(self, "asset.open", 0, self.0.open_content(handle))
    }

    async fn read(&mut self, handle: u32, offset: f64, count: u32) -> Answer<Vec<u8>> {
        fallible!(
            self,
            "asset.read",
            0,
            self.0.read_content(handle, offset, count)
        )
    }

    async fn entries(&mut self, handle: u32) -> Answer<Vec<asset::Entry>> {
        fallible!(self, "asset.entries", 0, self.0.entries(handle))
    }
}

impl waiting::Host for Observed<'_> {
    async fn pause(
        &mut self,
        schedule: waiting::Schedule,
        look: u32,
        status: String,
    ) -> Answer<()> {
        let bytes = status.len();
        fallible!(
            self,
            "waiting.pause",
            bytes,
            self.0.pause(schedule, look, status)
        )
    }
}

impl views::Host for Observed<'_> {
    async fn publish(&mut self, steps: Vec<views::Step>) -> Answer<()> {
        let bytes = steps.iter().map(bytes_of_step).sum();
        fallible!(self, "views.publish", bytes, self.0.publish(steps))
    }
}

/// The size of a step of a view.
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
