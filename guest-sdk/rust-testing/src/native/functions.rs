//! The host's functions for a provider that runs as plain Rust.

use std::future::Future;
use std::time::Duration;

use pulumi_wasm_capability::http::{HttpBody, HttpRequest, RequestBody, Retry, Upload};
use pulumi_wasm_capability::in_process::InProcess;
use pulumi_wasm_capability::polling;
use pulumi_wasm_capability::shared::{Found, Rate};
use pulumi_wasm_core::call;
use pulumi_wasm_core::error::GuestError;
use pulumi_wasm_provider::attached::HostFunctions;
use pulumi_wasm_provider::bindings::pulumi_wasm::provider::http::{
    Body, Content, Head, Header, Request, Response,
};
use pulumi_wasm_provider::bindings::pulumi_wasm::provider::log::Severity;
use pulumi_wasm_provider::bindings::pulumi_wasm::provider::views::Step;
use pulumi_wasm_provider::bindings::pulumi_wasm::provider::waiting::Schedule;
use pulumi_wasm_provider::{FoundShared, PropertyMap, Result};
use tokio::runtime::Handle;

use super::convert::{from_step, nothing, to_error};

/// The functions, called on the provider's thread; the runtime is that of the test.
pub(super) struct Functions {
    pub(super) host: InProcess,
    pub(super) runtime: Handle,
}

impl Functions {
    fn wait<T>(
        &self,
        function: impl Future<Output = core::result::Result<T, GuestError>>,
    ) -> Result<T> {
        self.runtime.block_on(function).map_err(to_error)
    }

    /// A request in the host's terms, and where its body comes from.
    fn request(&self, request: &Request) -> Result<(HttpRequest, Upload)> {
        let header = |header: &Header| (header.name.clone(), header.value.clone());
        let milliseconds = |count: u32| Duration::from_millis(count.into());
        let (body, upload) = match &request.body {
            None => (RequestBody::Empty, Upload::Own),
            Some(Content::Text(text)) => (RequestBody::Whole(text.clone().into()), Upload::Own),
            Some(Content::Bytes(bytes)) => (RequestBody::Whole(bytes.clone().into()), Upload::Own),
            Some(Content::Asset(handle)) => {
                (self.wait(self.host.asset_body(*handle))?, Upload::Own)
            }
            Some(Content::Written) => (RequestBody::Empty, Upload::Written(None)),
            Some(Content::WrittenBytes(length)) => {
                (RequestBody::Empty, Upload::Written(Some((*length).into())))
            }
        };
        let request = HttpRequest {
            method: request.method.clone(),
            headers: request.headers.iter().map(header).collect(),
            body,
            timeout: (request.timeout_ms > 0).then(|| milliseconds(request.timeout_ms)),
            redirects: request.redirects,
            retry: request.retry.as_ref().map(|retry| Retry {
                attempts: retry.attempts,
                first: milliseconds(retry.first_ms),
                longest: milliseconds(retry.longest_ms),
            }),
            ..HttpRequest::get(&request.url)
        };
        Ok((request, upload))
    }
}

impl HostFunctions for Functions {
    fn log(&self, severity: Severity, message: &str, ephemeral: bool) {
        let severity = match severity {
            Severity::Debug => call::Severity::Debug,
            Severity::Info => call::Severity::Info,
            Severity::Warning => call::Severity::Warning,
            Severity::Error => call::Severity::Error,
        };
        self.host.emit(severity, message, ephemeral);
    }

    fn fetch(&self, request: &Request) -> Result<Response> {
        let (request, _) = self.request(request)?;
        let response = self.wait(self.host.fetch(request))?;
        let header = |(name, value)| Header { name, value };
        Ok(Response {
            status: response.status,
            url: response.url.into(),
            headers: response.headers.into_iter().map(header).collect(),
            body: match response.body {
                HttpBody::Text(text) => Body::Text(text),
                HttpBody::Bytes(bytes) => Body::Bytes(bytes),
            },
            extra: nothing(),
        })
    }

    fn open_exchange(&self, request: &Request) -> Result<u32> {
        let (request, upload) = self.request(request)?;
        self.wait(self.host.open_exchange(request, upload))
    }

    fn write_exchange(&self, exchange: u32, bytes: &[u8]) -> Result<()> {
        self.wait(self.host.write(exchange, bytes.to_vec()))
    }

    fn answer_exchange(&self, exchange: u32) -> Result<Head> {
        let head = self.wait(self.host.answer(exchange))?;
        let header = |(name, value)| Header { name, value };
        Ok(Head {
            status: head.status,
            url: head.url,
            headers: head.headers.into_iter().map(header).collect(),
            extra: nothing(),
        })
    }

    fn read_exchange(&self, exchange: u32, count: u32) -> Result<Vec<u8>> {
        self.wait(self.host.read_answer(exchange, count))
    }

    fn close_exchange(&self, exchange: u32) {
        self.runtime.block_on(self.host.close(exchange));
    }

    fn now(&self) -> Duration {
        self.host.time_of_day()
    }

    fn monotonic(&self) -> Duration {
        self.host.elapsed()
    }

    fn sleep(&self, duration: Duration) -> Result<()> {
        self.wait(self.host.sleep(duration))
    }

    fn pause(&self, schedule: &Schedule, look: u32, status: &str) -> Result<()> {
        let milliseconds = |count: u32| Duration::from_millis(count.into());
        let schedule = polling::Backoff {
            first: milliseconds(schedule.first_ms),
            factor: schedule.factor,
            longest: milliseconds(schedule.longest_ms),
            timeout: (schedule.timeout_ms > 0).then(|| milliseconds(schedule.timeout_ms)),
        };
        self.wait(self.host.pause(&schedule, look, status))
    }

    fn random(&self, count: usize) -> Result<Vec<u8>> {
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        self.host.random(count).map_err(to_error)
    }

    fn env(&self, name: &str) -> Result<Option<String>> {
        self.host.variable(name).map_err(to_error)
    }

    fn save_checkpoint(&self, id: &str, outputs: PropertyMap) -> Result<()> {
        let outputs = serde_json::Value::Object(outputs).to_string();
        self.host.save(id.to_owned(), &outputs).map_err(to_error)
    }

    fn get_shared(&self, name: &str) -> Result<FoundShared> {
        Ok(match self.wait(self.host.get_shared(name))? {
            Found::Value(value) => FoundShared::Value(value),
            Found::Missing(making) => FoundShared::Missing(making),
        })
    }

    fn keep_shared(&self, making: u32, value: &str, lives: Duration) -> Result<()> {
        let lives = lives.max(Duration::from_millis(1));
        let kept = self.host.keep_shared(making, value, lives);
        kept.map_err(to_error)
    }

    fn give_up_shared(&self, making: u32) {
        self.host.give_up_shared(making);
    }

    fn forget_shared(&self, name: &str, value: &str) -> Result<()> {
        self.host.forget_shared(name, value).map_err(to_error)
    }

    fn turn(&self, name: &str, per_second: f64, burst: u32) -> Result<()> {
        self.wait(self.host.turn(name, Rate { per_second, burst }))
    }

    fn publish(&self, steps: &[Step]) -> Result<()> {
        let steps: core::result::Result<_, _> = steps
            .iter()
            .map(|step| from_step(&self.host, step))
            .collect();
        self.wait(self.host.publish(steps.map_err(to_error)?))
    }

    fn open_asset(&self, handle: u32) -> Result<u64> {
        self.wait(self.host.asset_size(handle))
    }

    #[expect(
        clippy::cast_precision_loss,
        reason = "what fits into memory is below 2^53"
    )]
    fn read_asset(&self, handle: u32, offset: u64, count: u32) -> Result<Vec<u8>> {
        self.wait(self.host.read_asset(handle, offset as f64, count))
    }

    fn archive_entries(&self, handle: u32) -> Result<Vec<(String, u32)>> {
        self.wait(self.host.archive_entries(handle))
    }
}
