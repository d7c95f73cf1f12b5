//! The host's functions for a provider that runs as plain Rust.

use std::future::Future;
use std::time::Duration;

use pulumi_wasm_host::capability::http::{HttpBody, HttpRequest};
use pulumi_wasm_host::capability::waiting;
use pulumi_wasm_host::guest::InProcess;
use pulumi_wasm_host::provider::call;
use pulumi_wasm_host::provider::error::GuestError;
use pulumi_wasm_provider::attached::HostFunctions;
use pulumi_wasm_provider::bindings::pulumi_wasm::provider::http::{
    Body, Header, Request, Response,
};
use pulumi_wasm_provider::bindings::pulumi_wasm::provider::log::Severity;
use pulumi_wasm_provider::bindings::pulumi_wasm::provider::views::Step;
use pulumi_wasm_provider::bindings::pulumi_wasm::provider::waiting::Schedule;
use pulumi_wasm_provider::{PropertyMap, Result};
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
        let header = |header: &Header| (header.name.clone(), header.value.clone());
        let request = HttpRequest {
            method: request.method.clone(),
            url: request.url.clone(),
            headers: request.headers.iter().map(header).collect(),
            body: request.body.as_ref().map(|body| match body {
                Body::Text(text) => HttpBody::Text(text.clone()),
                Body::Bytes(bytes) => HttpBody::Bytes(bytes.clone()),
            }),
            timeout: (request.timeout_ms > 0)
                .then(|| Duration::from_millis(request.timeout_ms.into())),
        };
        let response = self.wait(self.host.fetch(request))?;
        let header = |(name, value)| Header { name, value };
        Ok(Response {
            status: response.status,
            headers: response.headers.into_iter().map(header).collect(),
            body: match response.body {
                HttpBody::Text(text) => Body::Text(text),
                HttpBody::Bytes(bytes) => Body::Bytes(bytes),
            },
            extra: nothing(),
        })
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
        let schedule = waiting::Schedule {
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
