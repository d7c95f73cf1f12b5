//! The call that an instance is running, as its host functions see it.

use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use pulumi_wasm_core::call::{Call, LogSink, Severity};
use pulumi_wasm_core::component::Checkpoint;
use pulumi_wasm_core::redaction::Secrets;

use super::http::Usage;
use crate::budget::{Budget, Reservation};
use crate::call_stats::CallStats;
use crate::limits::Limits;
use crate::log::last_words::LastWords;
use crate::log::limit::LogLimit;
use crate::log::line_buffer::LineBuffer;
use crate::system::Time;

/// A running call, and the guest's output in it.
pub struct ActiveCall {
    /// Its log is counted against the limits.
    pub call: Call,
    log_limit: Arc<LogLimit>,
    /// When the guest was entered, by the clock of the current call, and how long it may run.
    pub began: Duration,
    pub time: Duration,
    /// The beginning of the current wait, if the call waits.
    pub wait_began: Option<Duration>,
    /// The last checkpoint that was saved, and its memory.
    pub checkpoint: Option<Checkpoint>,
    pub(super) checkpoint_memory: Reservation,
    /// The message that a crashing guest marked as its last words.
    pub(super) panic: Option<String>,
    /// The end of its standard error.
    errors: LastWords,
    /// Its use of HTTP.
    pub http: Arc<Usage>,
    lines: LineBuffer,
    /// Its requests to the host.
    pub stats: CallStats,
    /// Bytes drawn so far if randomness follows from a seed.
    pub random: Option<rand_chacha::ChaCha20Rng>,
}

/// The running call of an instance, for its host functions. Empty between calls.
#[derive(Clone)]
pub struct CurrentCall {
    active: Arc<Mutex<Option<ActiveCall>>>,
    /// The guest's standard error before its first call.
    start: Arc<Mutex<StartOutput>>,
    /// The clock that calls are timed by, for waits in them.
    pub(super) time: Arc<dyn Time>,
    pub(super) limits: Arc<Limits>,
    /// The memory that the host may keep for the call.
    pub memory: Arc<Budget>,
}

/// The output of a guest while it starts. The call has no secrets yet.
#[derive(Default)]
struct StartOutput {
    lines: LineBuffer,
    errors: LastWords,
}

impl ActiveCall {
    /// The guest's last message before it crashed: a panic message, or the end of its standard error.
    #[must_use]
    pub fn last_words(self) -> Option<String> {
        self.panic.or_else(|| self.errors.into_text())
    }

    /// Shows a guest's message on the resource of the call.
    pub(super) fn say(&self, severity: Severity, message: &str, ephemeral: bool) {
        let urn = &self.call.subject.urn;
        self.log_limit
            .say(severity, urn, message, ephemeral, &self.call.secrets);
    }

    /// Takes printed bytes and shows the complete lines.
    fn print(&mut self, is_error: bool, bytes: &[u8]) {
        self.with_lines(is_error, |lines, secrets, show| {
            lines.print(is_error, bytes, secrets, show);
        });
    }

    /// Shows incomplete lines: they belong to this call, not to the instance's next call.
    fn end_lines(&mut self) {
        for is_error in [false, true] {
            self.with_lines(is_error, |lines, secrets, show| {
                lines.end(is_error, secrets, show);
            });
        }
    }

    fn with_lines(
        &mut self,
        is_error: bool,
        action: impl FnOnce(&mut LineBuffer, &Secrets, &mut dyn FnMut(&[u8])),
    ) {
        let mut lines = std::mem::take(&mut self.lines);
        let secrets = Arc::clone(&self.call.secrets);
        action(&mut lines, &secrets, &mut |line| self.show(is_error, line));
        self.lines = lines;
    }

    fn show(&mut self, is_error: bool, line: &[u8]) {
        // Cleaned before anything of it is cut off: half a secret would not be recognised.
        let line = String::from_utf8_lossy(line);
        let line = self.call.secrets.text(&line);
        if is_error {
            self.errors.add(&line);
        }
        self.call.log(Severity::Debug, &line);
    }
}

impl CurrentCall {
    /// For the calls of one instance with this budget.
    #[must_use]
    pub fn new(time: Arc<dyn Time>, memory: Arc<Budget>) -> Self {
        Self {
            active: Arc::default(),
            start: Arc::default(),
            time,
            limits: Arc::clone(memory.limits()),
            memory,
        }
    }

    /// Starts a call with this time limit.
    pub fn begin(&self, call: Call, time: Duration) {
        self.memory.begin();
        let log_limit = Arc::new(LogLimit::new(
            Arc::clone(&call.log),
            Arc::clone(&self.limits),
        ));
        let active = ActiveCall {
            call: Call {
                log: Arc::clone(&log_limit) as Arc<dyn LogSink>,
                ..call
            },
            log_limit,
            began: self.time.elapsed(),
            time,
            wait_began: None,
            checkpoint: None,
            checkpoint_memory: Reservation::default(),
            panic: None,
            errors: LastWords::default(),
            http: Arc::default(),
            lines: LineBuffer::default(),
            stats: CallStats::default(),
            random: None,
        };
        *self.active.lock() = Some(active);
        // The guest has started.
        *self.start.lock() = StartOutput::default();
    }

    /// Forbids further requests of the call.
    pub fn close(&self) {
        self.with(|active| active.http.end());
    }

    /// Ends the call and returns its remains.
    pub fn end(&self) -> Option<ActiveCall> {
        let mut ended = self.active.lock().take();
        if let Some(active) = &mut ended {
            active.end_lines();
            active.http.report(&active.call);
            active.log_limit.finish(&active.call.subject.urn);
            if let Some(line) = active.stats.summary(active.call.operation.name()) {
                active.call.log(Severity::Debug, &line);
            }
        }
        ended
    }

    /// Takes bytes that the guest printed. Before the first call, only errors are kept for a crash report.
    pub fn print(&self, is_error: bool, bytes: &[u8]) {
        let is_heard = self.with(|active| active.print(is_error, bytes)).is_some();
        if !is_heard && is_error {
            let mut start = self.start.lock();
            let StartOutput { lines, errors } = &mut *start;
            lines.print(true, bytes, &Secrets::default(), &mut |line| {
                errors.add(&String::from_utf8_lossy(line));
            });
        }
    }

    /// Takes the errors that the guest printed since it started, outside of calls.
    #[must_use]
    pub fn take_start_errors(&self) -> Option<String> {
        let StartOutput {
            mut lines,
            mut errors,
        } = std::mem::take(&mut *self.start.lock());
        lines.end(true, &Secrets::default(), &mut |line| {
            errors.add(&String::from_utf8_lossy(line));
        });
        errors.into_text()
    }

    /// Reads or changes the running call; returns `None` between calls.
    pub fn with<T>(&self, action: impl FnOnce(&mut ActiveCall) -> T) -> Option<T> {
        self.active.lock().as_mut().map(action)
    }

    /// The context of the running call.
    #[must_use]
    pub fn call(&self) -> Option<Call> {
        self.with(|active| active.call.clone())
    }
}
