//! Asking a component for its manifest: when it is built, and when one without an embedded manifest is added.

use std::path::Path;
use std::sync::Arc;

use pulumi_wasm_capability::limits::{Limit, Limits};
use pulumi_wasm_capability::system::{Offline, System};
use pulumi_wasm_capability::{Capabilities, Grants};
use pulumi_wasm_core::call::{Call, LogSink, Operation, Subject};
use pulumi_wasm_core::error::CallError;
use pulumi_wasm_core::redaction::Secrets;
use tokio_util::sync::CancellationToken;

use super::factory::{compiler_within, instantiate, prepare};
use crate::engine::{Compiler, Ending, Sources, describe_failure, run};

/// Runs a component's `describe`, with nothing granted, and gives its text.
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
    let compiler = compiler_within(compiler, limits);
    let component = compiler
        .ready(file, digest, &label, limits, log.as_ref())
        .await?;
    let prepared = prepare(&compiler, &component, limits)?;
    let system = System::of_machine(Arc::new(Offline));
    let capabilities = Capabilities::within(system, &Grants::default(), limits);
    let time = limits.time(Limit::CheckTime);
    let cancellation = CancellationToken::new();
    let sources = Sources {
        compiler: &compiler,
        file,
        digest,
    };
    let work = async {
        // A component may compute, or never end, while it starts already.
        let mut instance = match instantiate(&prepared, &capabilities).await {
            Ok(instance) => instance,
            Err(crash) => return Err(crash.located(sources, &cancellation).await),
        };
        let call = Call {
            preview: true,
            ..Call::new(
                Operation::Check,
                Subject::default(),
                cancellation.clone(),
                log,
                // A component that is described is given nothing.
                &Secrets::new(),
            )
        };
        instance.begin(call, time);
        let meter = instance.meter();
        let answer = meter.run(instance.describe()).await;
        let last_words = instance.end().and_then(|active| active.last_words);
        match answer {
            Ok(answer) => answer,
            Err(error) => {
                let limiter = &instance.store.data().limiter;
                let crash = describe_failure(&error, limiter, last_words);
                drop(instance);
                Err(crash.located(sources, &cancellation).await)
            }
        }
    };
    match run(work, time, &cancellation, time).await {
        Ok(answer) => answer,
        Err(Ending::Deadline | Ending::Cancelled) => Err(CallError::Deadline {
            after: time,
            knob: limits.knob(Limit::CheckTime),
        }),
    }
}
