//! Asking a component for its manifest: when it is built, and when one without an embedded manifest is added.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use pulumi_wasm_capability::limits::Limits;
use pulumi_wasm_capability::system::{Offline, System};
use pulumi_wasm_capability::{Capabilities, Grants};
use pulumi_wasm_core::call::{Call, LogSink, Operation, Subject};
use pulumi_wasm_core::error::CallError;
use pulumi_wasm_core::redaction::Secrets;
use tokio_util::sync::CancellationToken;

use super::call::bounds::Bounds;
use super::call::call_guest;
use super::instances::prepared::Prepared;
use crate::engine::{Compiler, Sources};

/// Runs a component's `describe` without any grants, and returns its text.
///
/// # Errors
/// When the component cannot be compiled or linked, fails, crashes or takes longer than a check may.
pub async fn describe(
    compiler: &Compiler,
    file: &Path,
    digest: &str,
    limits: &Limits,
    log: Arc<dyn LogSink>,
) -> Result<String, CallError> {
    let label = file.file_name().map_or_else(
        || digest.to_owned(),
        |name| name.to_string_lossy().into_owned(),
    );
    let component = compiler
        .ready(file, digest, &label, limits, log.as_ref())
        .await?;
    let prepared = Prepared::new(compiler, &component, (file, digest), limits).await?;
    let system = System::of_machine(Arc::new(Offline));
    let capabilities = Capabilities::within(system, &Grants::default(), limits);
    let sources = Sources {
        compiler,
        file,
        digest,
    };
    let call = Call {
        preview: true,
        ..Call::new(
            Operation::Check,
            Subject::default(),
            CancellationToken::new(),
            log,
            // A component gets no grants while it is described.
            &Secrets::new(),
        )
    };
    let bounds = Bounds::of(&call, limits);
    let began = Instant::now();
    // A component may compute, or never end, while it starts already.
    let started = bounds.run(bounds.grace(), prepared.instantiate(&capabilities));
    let instance = match started.await? {
        Ok(instance) => instance,
        Err(crash) => return Err(crash.located(sources, &call.cancellation).await),
    };
    let ended = call_guest(instance, bounds.since(began), sources, |guest, entry| {
        guest.describe(entry)
    });
    ended.await.outcome.into_parts().0
}
