//! wasmtime's error about a failed call, in the core's terms.

use pulumi_wasm_capability::budget::LimitReached;
use pulumi_wasm_capability::limits::{Limit, Limits};
use pulumi_wasm_core::error::{CallError, TrapReport};
use wasmtime::Trap;
use wasmtime_wasi::I32Exit;

use super::go_report::GoReport;
use crate::engine::{CpuBudget, Crash, MemoryLimiter, error_text};

/// Lines of a guest's last words that are shown: a traceback is longer than a panic.
const MAX_LINES: usize = 30;

/// Whether a guest was ended because its call's time was over.
#[must_use]
pub fn is_late(error: &wasmtime::Error, limiter: &MemoryLimiter, cpu_budget: &CpuBudget) -> bool {
    matches!(error.downcast_ref(), Some(Trap::Interrupt))
        && limiter.refused() != Some(Limit::ComputeTime)
        && cpu_budget.is_late()
}

/// Turns a wasmtime error into the way a call ended. `limiter` is the store's limiter, and `last_words` is the error
/// that the guest printed or logged before it ended.
#[must_use]
pub fn describe_failure(
    error: &wasmtime::Error,
    limiter: &MemoryLimiter,
    last_words: Option<String>,
) -> Crash {
    Crash::of(failure(error, limiter, last_words), error)
}

fn failure(
    error: &wasmtime::Error,
    limiter: &MemoryLimiter,
    last_words: Option<String>,
) -> CallError {
    let limits = limiter.limits();
    let (message, frames) = last_words
        .as_deref()
        .map_or_else(Default::default, reported);
    if let Some(reached) = error.downcast_ref::<LimitReached>() {
        return limit_reached(reached);
    }
    // These refusals have no types in wasmtime; tests pin their texts.
    let text = error_text(error);
    let is_of_handles = ["resource table has no free keys", "handle limit exceeded"]
        .iter()
        .any(|words| text.contains(words));
    let refused = match limiter.refused() {
        // A guest may have survived an earlier refusal.
        _ if is_of_handles => Some(Limit::Handles),
        None if text.contains("memory count too high") => Some(Limit::Memories),
        None if text.contains("count too high") => Some(Limit::CoreInstances),
        refused => refused,
    };
    if let Some(limit) = refused {
        return CallError::Limit {
            limit: format!("{} of {}", limit.name(), limit.show(limits.get(limit))),
            hint: limits.hint(limit),
            frames,
        };
    }
    if text.contains("fuel allocated for hostcalls") {
        let limit = limiter.at_once();
        let reason = match limit {
            Limit::Transfer => ", the largest size of one transfer",
            _ => "",
        };
        return CallError::Limit {
            limit: format!(
                "{} of {}{reason}",
                limit.name(),
                limit.show(limits.get(limit))
            ),
            hint: limits.hint(limit),
            frames: Vec::new(),
        };
    }
    let gave_up = matches!(error.downcast_ref(), Some(Trap::UnreachableCodeReached));
    let (cause, hint) = cause(error, limits);
    CallError::Trap(TrapReport {
        cause,
        gave_up,
        message,
        frames,
        hint,
    })
}

/// The error of a call whose memory in the host has reached its limit.
#[must_use]
pub fn limit_reached(reached: &LimitReached) -> CallError {
    CallError::Limit {
        limit: format!(
            "{} of {}",
            reached.limit.name(),
            reached.limit.show(reached.value)
        ),
        hint: reached.hint.clone(),
        frames: Vec::new(),
    }
}

/// The cause of the crash in words, with advice if the user can act.
fn cause(error: &wasmtime::Error, limits: &Limits) -> (String, Option<String>) {
    if let Some(I32Exit(code)) = error.downcast_ref() {
        let cause = format!("it exited with code {code} in the middle of the call");
        return (cause, None);
    }
    let Some(trap) = error.downcast_ref::<Trap>() else {
        return (error_text(error), None);
    };
    let author = "tell the component's author";
    match trap {
        // Guests keep their stack in ordinary memory, so running over it looks like this too.
        Trap::MemoryOutOfBounds => (
            "out of bounds memory access (endless recursion ends like this as well)".to_owned(),
            Some(format!(
                "the usual cause is endless recursion, or recursion deeper than the stack that the component was \
                 built with; {author}"
            )),
        ),
        Trap::StackOverflow => (
            format!(
                "call stack exhausted: the recursion is too deep for the limit {} of {}",
                Limit::Stack.name(),
                Limit::Stack.show(limits.get(Limit::Stack))
            ),
            Some(limits.hint(Limit::Stack)),
        ),
        Trap::UnreachableCodeReached => (
            "it stopped without a message (`unreachable`): a panic without a text in this build, or an abort"
                .to_owned(),
            None,
        ),
        // A function pointer of C is an index into the table of functions.
        Trap::IndirectCallToNull | Trap::TableOutOfBounds => (
            "it used a function pointer that points to no function, such as a null pointer".to_owned(),
            None,
        ),
        Trap::BadSignature => (
            "it called a function pointer as a function of another type".to_owned(),
            None,
        ),
        Trap::CannotEnterComponent => (
            // No instance is entered by the host while it is busy, or after a crash.
            "it called itself while another call was running".to_owned(),
            None,
        ),
        trap => {
            let text = trap.to_string();
            let text = text.strip_prefix("wasm trap: ").unwrap_or(&text);
            (text.to_owned(), None)
        }
    }
}

/// The guest's message in its last output, and its own functions if the runtime of its language reported them.
fn reported(words: &str) -> (Option<String>, Vec<String>) {
    match GoReport::read(words) {
        Some(report) => (tidied(&report.message), report.frames),
        None => (tidied(words), Vec::new()),
    }
}

/// The guest's last output without useless lines, or `None` if no line is left.
fn tidied(words: &str) -> Option<String> {
    let is_advice = |line: &&str| !line.starts_with("note: run with `RUST_BACKTRACE");
    let lines: Vec<&str> = words.trim().lines().filter(is_advice).collect();
    let skipped = lines.len().saturating_sub(MAX_LINES);
    let shown = lines.get(skipped..)?.join("\n");
    match (shown.trim().is_empty(), skipped) {
        (true, _) => None,
        (false, 0) => Some(shown),
        (false, _) => Some(format!("…\n{shown}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn last_words_are_tidied_and_their_end_counts() {
        let panic = "\nthread '<unnamed>' panicked at src/lib.rs:3:5:\nboom\nnote: run with `RUST_BACKTRACE=1` \
                     environment variable to display a backtrace\n";
        let expected = "thread '<unnamed>' panicked at src/lib.rs:3:5:\nboom";
        assert_eq!(tidied(panic).as_deref(), Some(expected));
        assert_eq!(tidied(" \n\n"), None);
        let long: String = (0..100).map(|line| format!("line {line}\n")).collect();
        let tidied = tidied(&long).unwrap_or_default();
        assert!(tidied.starts_with("…\nline 70\n") && tidied.ends_with("line 99"));
    }

    #[test]
    fn a_long_message_of_go_is_shortened_like_any_other() {
        let lines: String = (0..100).map(|line| format!("line {line}\n")).collect();
        let report = format!(
            "panic: {lines}\ngoroutine 1 [running]:\nexample.com/acme.create(0x1)\n\t/acme/main.go:7 +0x2\n"
        );
        let (message, frames) = reported(&report);
        let message = message.unwrap_or_default();
        assert!(message.starts_with("…\nline 70\n"), "{message}");
        assert!(message.ends_with("line 99"), "{message}");
        assert_eq!(frames.len(), 1, "{frames:?}");
    }

    #[test]
    fn traps_are_told_in_words() {
        let limits = Limits::default();
        for (trap, expected, hint) in [
            (Trap::UnreachableCodeReached, "without a message", None),
            (Trap::IntegerDivisionByZero, "integer divide by zero", None),
            (Trap::IndirectCallToNull, "points to no function", None),
            (Trap::TableOutOfBounds, "points to no function", None),
            (Trap::BadSignature, "a function of another type", None),
            (
                Trap::StackOverflow,
                "the limit stack of 1 MiB",
                Some("nested less deeply"),
            ),
            (
                Trap::MemoryOutOfBounds,
                "endless recursion",
                Some("built with"),
            ),
            (
                Trap::CannotEnterComponent,
                "while another call was running",
                None,
            ),
        ] {
            let (cause, advice) = cause(&wasmtime::Error::from(trap), &limits);
            assert!(cause.contains(expected), "{cause}");
            assert!(
                !cause.contains("wasm trap") && !cause.contains("cannot enter"),
                "{cause}"
            );
            let advice = advice.unwrap_or_default();
            assert!(advice.contains(hint.unwrap_or_default()), "{advice}");
            assert_eq!(advice.is_empty(), hint.is_none());
        }
        let (cause, _) = cause(&wasmtime::Error::from(I32Exit(3)), &limits);
        assert!(cause.contains("exited with code 3"), "{cause}");
    }
}
