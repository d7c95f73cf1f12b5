//! The way a call ended, and where the guest was then: in the lines of its script, or in the functions of its code.

pub(super) mod backtrace;
pub(super) mod function_name;
pub(super) mod go_report;
pub(super) mod script;
pub(super) mod symbols;
pub(super) mod trap;

use std::path::Path;

use pulumi_wasm_core::error::{CallError, TrapReport};
use tokio_util::sync::CancellationToken;

use super::Compiler;
use backtrace::{Frame, Symbols};

/// The component of a call that failed: the place of its debugging information, and its reader.
#[derive(Clone, Copy)]
pub struct Sources<'a> {
    pub compiler: &'a Compiler,
    /// The component.
    pub file: &'a Path,
    pub digest: &'a str,
}

/// The way in which a call ended, without source locations yet.
pub struct Crash {
    error: CallError,
    frames: Vec<Frame>,
    /// The lines of a script that the guest was at.
    places: Vec<String>,
}

impl Crash {
    /// The way a call ended by this, with the stack of the guest's code.
    #[must_use]
    pub fn of(ended: CallError, error: &wasmtime::Error) -> Self {
        Self {
            error: ended,
            frames: backtrace::frames(error),
            places: Vec::new(),
        }
    }

    /// The same with the lines of the script that the guest was at. They replace the frames of its interpreter.
    #[must_use]
    pub fn at(self, places: Vec<String>) -> Self {
        Self { places, ..self }
    }

    /// How the call ended, with places in the sources if they can be found in a moment. A call that is cancelled does
    /// not wait for them.
    pub async fn located(
        self,
        sources: Sources<'_>,
        cancellation: &CancellationToken,
    ) -> CallError {
        let mut error = self.error;
        if let CallError::Limit { frames, .. }
        | CallError::Deadline { frames, .. }
        | CallError::Trap(TrapReport { frames, .. }) = &mut error
            // A guest that reports its own stack knows it better.
            && frames.is_empty()
        {
            *frames = if self.places.is_empty() {
                lines(&self.frames, sources, cancellation).await
            } else {
                self.places
            };
        }
        error
    }
}

/// The lines of a report on frames, with their places if they are found before the call is cancelled.
async fn lines(
    frames: &[Frame],
    sources: Sources<'_>,
    cancellation: &CancellationToken,
) -> Vec<String> {
    let addresses = frames.iter().filter_map(|frame| frame.address);
    let addresses = addresses.collect();
    let symbolizer = sources.compiler.symbolizer();
    let symbols = tokio::select! {
        biased;
        () = cancellation.cancelled() => Symbols::new(),
        found = symbolizer.find(sources.file, sources.digest, &addresses) => found,
    };
    backtrace::lines(frames, &symbols)
}

impl From<CallError> for Crash {
    /// A call that ended outside of the guest's code.
    fn from(error: CallError) -> Self {
        Self {
            error,
            frames: Vec::new(),
            places: Vec::new(),
        }
    }
}
