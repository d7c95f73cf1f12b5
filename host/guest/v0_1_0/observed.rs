//! The imports with their boundaries: each host call passes one before it does anything, and one before the guest gets
//! the answer.

use wasmtime::component::HasData;

use super::bindings::pulumi_wasm::provider::{
    asset, checkpoint, clock, common, env, http, log, random, views, waiting,
};
use super::convert::to_wit_error;
use crate::capability::ActiveCall;
use crate::capability::boundary::{Boundary, Moment, pass};
use crate::guest::instance::GuestState;
use crate::provider::error::GuestError;

/// Links [`Observed`].
pub(super) struct Observing;

impl HasData for Observing {
    type Data<'a> = Observed<'a>;
}

/// The state that host functions work on, behind their boundaries.
pub(super) struct Observed<'a>(pub(super) &'a mut GuestState);

impl Observed<'_> {
    async fn pass(&mut self, host_call: &'static str, moment: Moment) -> Result<(), GuestError> {
        if moment == Moment::Before {
            self.0.slot.with(|active| active.tally.begin(host_call));
        }
        let observer = self.0.capabilities.surroundings.observer.as_deref();
        pass(observer, &self.0.slot, Boundary { host_call, moment }).await
    }
}

impl Observed<'_> {
    fn ended(&self, host_call: &'static str, is_refused: bool) {
        let tally = |active: &mut ActiveCall| active.tally.end(host_call, is_refused);
        self.0.slot.with(tally);
    }
}

/// A host call that may fail at its boundaries.
macro_rules! fallible {
    ($self:ident, $name:literal, $work:expr) => {{
        let before = $self.pass($name, Moment::Before).await;
        before.map_err(to_wit_error)?;
        let answer = $work.await;
        $self.ended($name, matches!(answer, Err(common::Error::Denied(_))));
        let after = $self.pass($name, Moment::After).await;
        after.map_err(to_wit_error)?;
        answer
    }};
}

/// A host call that cannot fail.
macro_rules! infallible {
    ($self:ident, $name:literal, $work:expr) => {{
        drop($self.pass($name, Moment::Before).await);
        let answer = $work.await;
        $self.ended($name, false);
        drop($self.pass($name, Moment::After).await);
        answer
    }};
}

impl common::Host for Observed<'_> {}

impl log::Host for Observed<'_> {
    async fn emit(&mut self, entry: log::Entry) {
        infallible!(self, "log.emit", self.0.emit(entry));
    }
}

impl http::Host for Observed<'_> {
    async fn fetch(&mut self, request: http::Request) -> Result<http::Response, common::Error> {
        fallible!(self, "http.fetch", self.0.fetch(request))
    }

    async fn open(&mut self, request: http::Request) -> Result<u32, common::Error> {
        fallible!(self, "http.open", http::Host::open(self.0, request))
    }

    async fn write(&mut self, exchange: u32, bytes: Vec<u8>) -> Result<(), common::Error> {
        fallible!(self, "http.write", self.0.write(exchange, bytes))
    }

    async fn answer(&mut self, exchange: u32) -> Result<http::Head, common::Error> {
        fallible!(self, "http.answer", self.0.answer(exchange))
    }

    async fn read(&mut self, exchange: u32, count: u32) -> Result<Vec<u8>, common::Error> {
        fallible!(self, "http.read", http::Host::read(self.0, exchange, count))
    }

    async fn close(&mut self, exchange: u32) {
        infallible!(self, "http.close", self.0.close(exchange));
    }
}

impl clock::Host for Observed<'_> {
    async fn now(&mut self) -> clock::Instant {
        infallible!(self, "clock.now", self.0.now())
    }

    async fn monotonic_ms(&mut self) -> f64 {
        infallible!(self, "clock.monotonic-ms", self.0.monotonic_ms())
    }

    async fn sleep(&mut self, milliseconds: u32) -> Result<(), common::Error> {
        fallible!(self, "clock.sleep", self.0.sleep(milliseconds))
    }
}

impl random::Host for Observed<'_> {
    async fn get(&mut self, count: u32) -> Result<Vec<u8>, common::Error> {
        fallible!(self, "random.get", random::Host::get(self.0, count))
    }
}

impl env::Host for Observed<'_> {
    async fn get(&mut self, name: String) -> Result<Option<String>, common::Error> {
        fallible!(self, "env.get", env::Host::get(self.0, name))
    }
}

impl checkpoint::Host for Observed<'_> {
    async fn save(&mut self, state: checkpoint::State) -> Result<(), common::Error> {
        fallible!(self, "checkpoint.save", self.0.save(state))
    }
}

impl asset::Host for Observed<'_> {
    async fn open(&mut self, handle: u32) -> Result<asset::Content, common::Error> {
        fallible!(self, "asset.open", asset::Host::open(self.0, handle))
    }

    async fn read(
        &mut self,
        handle: u32,
        offset: f64,
        count: u32,
    ) -> Result<Vec<u8>, common::Error> {
        fallible!(
            self,
            "asset.read",
            asset::Host::read(self.0, handle, offset, count)
        )
    }

    async fn entries(&mut self, handle: u32) -> Result<Vec<asset::Entry>, common::Error> {
        fallible!(self, "asset.entries", asset::Host::entries(self.0, handle))
    }
}

impl waiting::Host for Observed<'_> {
    async fn pause(
        &mut self,
        schedule: waiting::Schedule,
        look: u32,
        status: String,
    ) -> Result<(), common::Error> {
        fallible!(self, "waiting.pause", self.0.pause(schedule, look, status))
    }
}

impl views::Host for Observed<'_> {
    async fn publish(&mut self, steps: Vec<views::Step>) -> Result<(), common::Error> {
        fallible!(self, "views.publish", self.0.publish(steps))
    }
}
