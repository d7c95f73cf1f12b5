//! One component to compile: its limits, the user's messages, and how its failures are reported and remembered.

use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use parking_lot::Mutex;
use pulumi_wasm_capability::limits::{Limit, Limits};
use pulumi_wasm_core::call::{LogSink, Severity};
use pulumi_wasm_core::error::CallError;

/// The limits that decide whether a component can be compiled.
const LIMITS: [Limit; 3] = [
    Limit::CompileTime,
    Limit::CompileMemory,
    Limit::CompiledSize,
];

/// The component to be compiled, and its limits.
pub(super) struct Job<'a> {
    pub(super) file: &'a Path,
    pub(super) digest: &'a str,
    /// Its name for people.
    pub(super) label: &'a str,
    pub(super) limits: &'a Limits,
    log: &'a dyn LogSink,
    /// Whether another process compiles it.
    waits: AtomicBool,
}

/// The reason for missing code.
pub(super) struct Failure {
    error: CallError,
    /// Whether another attempt would fail in the same way.
    lasting: bool,
}

impl Failure {
    /// A failure of this attempt.
    pub(super) fn passing(error: CallError) -> Self {
        Self {
            error,
            lasting: false,
        }
    }
}

impl<'a> Job<'a> {
    pub(super) fn new(
        file: &'a Path,
        digest: &'a str,
        label: &'a str,
        limits: &'a Limits,
        log: &'a dyn LogSink,
    ) -> Self {
        Self {
            file,
            digest,
            label,
            limits,
            log,
            waits: AtomicBool::new(false),
        }
    }

    pub(super) fn log(&self, severity: Severity, text: &str, ephemeral: bool) {
        self.log.log(severity, "", text, ephemeral);
    }

    /// Records whether another process does the work.
    pub(super) fn waits(&self, waits: bool) {
        self.waits.store(waits, Ordering::Relaxed);
    }

    /// Reports that the compilation is still running.
    pub(super) fn tell_progress(&self, since: Duration) {
        let (label, seconds) = (self.label, since.as_secs());
        let text = if self.waits.load(Ordering::Relaxed) {
            format!("waiting for another process that compiles `{label}` ({seconds} s)")
        } else {
            format!("compiling `{label}` ({seconds} s)")
        };
        self.log(Severity::Info, &text, true);
    }

    /// Reports how long it took.
    pub(super) fn report_time(&self, time: Duration) {
        let text = format!("compiled `{}` in {} ms", self.label, time.as_millis());
        self.log(Severity::Debug, &text, false);
    }

    /// The component cannot be compiled, in any attempt.
    pub(super) fn lasting(&self, reason: &str) -> Failure {
        Failure {
            lasting: true,
            ..self.passing(reason)
        }
    }

    /// It was not compiled this time.
    pub(super) fn passing(&self, reason: &str) -> Failure {
        Failure::passing(CallError::Unusable {
            reason: format!("cannot compile `{}`: {reason}", self.label),
            hint: None,
        })
    }

    /// Compiling it took more than it may.
    pub(super) fn limit(&self, limit: Limit) -> Failure {
        Failure {
            error: CallError::Limit {
                limit: format!(
                    "{} of {} for compiling `{}`",
                    limit.name(),
                    limit.show(self.limits.get(limit)),
                    self.label
                ),
                hint: self.limits.hint(limit),
                frames: Vec::new(),
            },
            lasting: true,
        }
    }

    /// The key that a failure depends on.
    fn key(&self) -> Key {
        (
            self.digest.to_owned(),
            LIMITS.map(|limit| self.limits.get(limit)),
        )
    }
}

type Key = (String, [u64; LIMITS.len()]);

/// The components that this process could not compile, so that a hundred resources do not try a hundred times.
#[derive(Default)]
pub(super) struct Failures(Mutex<HashMap<Key, CallError>>);

impl Failures {
    /// The earlier failure of the same component within the same limits.
    pub(super) fn of(&self, job: &Job<'_>) -> Option<CallError> {
        let known = self.0.lock();
        known.get(&job.key()).cloned()
    }

    /// Remembers a failure if it would repeat, and returns its error.
    pub(super) fn note(&self, job: &Job<'_>, failure: Failure) -> CallError {
        if failure.lasting {
            self.0.lock().insert(job.key(), failure.error.clone());
        }
        failure.error
    }
}
