//! What guests call, handed to the capabilities.

use std::time::Duration;

use super::bindings::pulumi_wasm::provider::{
    asset, checkpoint, clock, common, env, http, log, random, views, waiting,
};
use super::convert::to_wit_error;
use crate::capability;
use crate::capability::http::{HttpBody, HttpRequest};
use crate::guest::instance::GuestState;
use crate::guest::json;
use crate::provider::call::Severity;
use crate::provider::component::Checkpoint;
use crate::provider::error::GuestError;

impl common::Host for GuestState {}

impl log::Host for GuestState {
    async fn emit(&mut self, entry: log::Entry) {
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

impl http::Host for GuestState {
    async fn fetch(&mut self, request: http::Request) -> Result<http::Response, common::Error> {
        let Some(call) = self.slot.call() else {
            return Err(to_wit_error(GuestError::Unsupported(
                "no call is running".to_owned(),
            )));
        };
        let request = HttpRequest {
            method: request.method,
            url: request.url,
            headers: request
                .headers
                .into_iter()
                .map(|header| (header.name, header.value))
                .collect(),
            body: request.body.map(|body| match body {
                http::Body::Text(text) => HttpBody::Text(text),
                http::Body::Bytes(bytes) => HttpBody::Bytes(bytes),
            }),
            timeout: (request.timeout_ms > 0)
                .then(|| Duration::from_millis(request.timeout_ms.into())),
        };
        let response = self
            .capabilities
            .http
            .fetch(&call, request)
            .await
            .map_err(to_wit_error)?;
        Ok(http::Response {
            status: response.status,
            headers: response
                .headers
                .into_iter()
                .map(|(name, value)| http::Header { name, value })
                .collect(),
            body: match response.body {
                HttpBody::Text(text) => http::Body::Text(text),
                HttpBody::Bytes(bytes) => http::Body::Bytes(bytes),
            },
            extra: "{}".to_owned(),
        })
    }
}

impl clock::Host for GuestState {
    async fn now(&mut self) -> clock::Instant {
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

    async fn monotonic_ms(&mut self) -> f64 {
        self.clock.elapsed().as_secs_f64() * 1000.0
    }

    async fn sleep(&mut self, milliseconds: u32) -> Result<(), common::Error> {
        self.clock
            .sleep(Duration::from_millis(milliseconds.into()))
            .await
            .map_err(to_wit_error)
    }
}

impl random::Host for GuestState {
    async fn get(&mut self, count: u32) -> Result<Vec<u8>, common::Error> {
        self.random.get(count).map_err(to_wit_error)
    }
}

impl env::Host for GuestState {
    async fn get(&mut self, name: String) -> Result<Option<String>, common::Error> {
        capability::env::get(&self.capabilities.env, &name).map_err(to_wit_error)
    }
}

impl checkpoint::Host for GuestState {
    async fn save(&mut self, state: checkpoint::State) -> Result<(), common::Error> {
        let outputs = json::from_json(&state.outputs, &self.assets).map_err(|error| {
            to_wit_error(GuestError::Other(format!(
                "the checkpoint's outputs: {error}"
            )))
        })?;
        capability::checkpoint::save(
            &self.slot,
            Checkpoint {
                id: state.id,
                outputs,
            },
        )
        .map_err(to_wit_error)
    }
}

/// What is not there yet.
fn missing(what: &str) -> common::Error {
    to_wit_error(GuestError::Unsupported(format!("{what} is not there yet")))
}

impl asset::Host for GuestState {
    async fn open(&mut self, _handle: u32) -> Result<asset::Content, common::Error> {
        Err(missing("asset"))
    }

    async fn read(
        &mut self,
        _handle: u32,
        _offset: f64,
        _count: u32,
    ) -> Result<Vec<u8>, common::Error> {
        Err(missing("asset"))
    }

    async fn entries(&mut self, _handle: u32) -> Result<Vec<asset::Entry>, common::Error> {
        Err(missing("asset"))
    }
}

impl waiting::Host for GuestState {
    async fn pause(
        &mut self,
        _schedule: waiting::Schedule,
        _look: u32,
        _status: String,
    ) -> Result<(), common::Error> {
        Err(missing("waiting"))
    }
}

impl views::Host for GuestState {
    async fn publish(&mut self, _steps: Vec<views::Step>) -> Result<(), common::Error> {
        Err(missing("views"))
    }
}
