//! The errors of a call to a component, in the core's terms.

pub mod advice;
pub mod failure;

use std::fmt;
use std::time::Duration;

use failure::PropertyFailure;

pub use crate::recovery::partial_state::{LostOutputs, PartialState};
use crate::text::{Excerpt, on_one_line};

/// The hint if the component broke a rule for components.
const MISTAKE: &str = "this is a mistake in the component; tell its author";

/// An error that a component returned.
#[derive(Debug, Clone, PartialEq)]
pub enum GuestError {
    Invalid(Vec<PropertyFailure>),
    NotFound(String),
    AlreadyExists(String),
    Denied(String),
    Unavailable(String),
    TimedOut(String),
    Cancelled(String),
    Unsupported(String),
    Partial(PartialState),
    /// The resource did not become ready during a create or update. The state stays as it was, and other resources
    /// continue.
    AwaitFailed(String),
    Other(String),
}

impl GuestError {
    /// The message for people.
    #[must_use]
    pub fn message(&self) -> String {
        match self {
            GuestError::Invalid(failures) => failures
                .iter()
                .map(|failure| match failure.property.as_str() {
                    "" => failure.reason.clone(),
                    property => format!("`{}`: {}", on_one_line(property), failure.reason),
                })
                .collect::<Vec<_>>()
                .join("; "),
            GuestError::Partial(state) => state.reasons.join("; "),
            GuestError::NotFound(message)
            | GuestError::AlreadyExists(message)
            | GuestError::Denied(message)
            | GuestError::Unavailable(message)
            | GuestError::TimedOut(message)
            | GuestError::Cancelled(message)
            | GuestError::Unsupported(message)
            | GuestError::AwaitFailed(message)
            | GuestError::Other(message) => message.clone(),
        }
    }
}

/// The error of a call to a component.
#[derive(Debug, Clone)]
pub enum CallError {
    /// The component returned an error.
    Guest(GuestError),
    /// The component's code crashed.
    Trap(TrapReport),
    /// A limit was reached. `hint` is the text of the `hint:` line. `frames` is the guest's call stack as in [`TrapReport`], if
    /// the guest reached the limit.
    Limit {
        limit: String,
        hint: String,
        frames: Vec<String>,
    },
    /// The time limit was reached. `hint` and `frames` are as in [`CallError::Limit`]; `frames` is empty if the guest
    /// was not computing.
    Deadline {
        after: Duration,
        hint: String,
        frames: Vec<String>,
    },
    /// The user or the engine cancelled the call.
    Cancelled,
    /// The component's answer cannot be used.
    BadAnswer(String),
    /// The component could not be read, compiled, linked or instantiated.
    Unusable {
        reason: String,
        hint: Option<String>,
    },
    /// The user's input is missing or wrong.
    Refused {
        reason: String,
        hint: Option<String>,
    },
}

/// The facts about a crash.
#[derive(Debug, Clone, Default)]
pub struct TrapReport {
    /// The cause in words.
    pub cause: String,
    /// Whether the guest ended itself because of a failure, for example by a panic. If it left a message, the
    /// report needs no other cause.
    pub gave_up: bool,
    /// The guest's last message: a panic message or an exception.
    pub message: Option<String>,
    /// The guest's call stack, innermost first, demangled.
    pub frames: Vec<String>,
    /// A hint for the user, if not only the author can act.
    pub hint: Option<String>,
}

impl TrapReport {
    /// The report of an uncaught exception. Its text contains the place of the throw.
    #[must_use]
    pub fn of_exception(text: &str) -> Self {
        let text = text.trim();
        Self {
            cause: "by an uncaught exception without a message".to_owned(),
            gave_up: true,
            message: (!text.is_empty()).then(|| text.to_owned()),
            frames: Vec::new(),
            hint: None,
        }
    }
}

impl CallError {
    /// Whether the call may have changed something that the host does not know of. The engine must then be told that
    /// the state is uncertain.
    #[must_use]
    pub fn is_uncertain(&self) -> bool {
        match self {
            CallError::Trap(_)
            | CallError::Limit { .. }
            | CallError::Deadline { .. }
            | CallError::Cancelled
            | CallError::BadAnswer(_) => true,
            CallError::Guest(_) | CallError::Unusable { .. } | CallError::Refused { .. } => false,
        }
    }

    /// The text of the `hint:` line.
    #[must_use]
    pub fn hint(&self) -> Option<String> {
        match self {
            CallError::Limit { hint, .. } | CallError::Deadline { hint, .. } => Some(hint.clone()),
            CallError::Unusable { hint, .. } | CallError::Refused { hint, .. } => hint.clone(),
            CallError::Trap(TrapReport {
                hint: Some(hint), ..
            }) => Some(hint.clone()),
            CallError::Trap(_) | CallError::BadAnswer(_) => Some(MISTAKE.to_owned()),
            CallError::Guest(GuestError::Partial(state)) if state.is_whole() => {
                Some(state.hint.clone().unwrap_or_else(|| MISTAKE.to_owned()))
            }
            CallError::Guest(_) | CallError::Cancelled => None,
        }
    }
}

impl fmt::Display for CallError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CallError::Guest(error) => formatter.write_str(&error.message()),
            CallError::Trap(report) => {
                formatter.write_str("the component crashed:")?;
                if !report.gave_up || report.message.is_none() {
                    write!(formatter, " {}", Excerpt::reason(&report.cause))?;
                }
                match report.message.as_deref().unwrap_or_default() {
                    "" => {}
                    line if report.gave_up && !line.contains('\n') => write!(formatter, " {line}")?,
                    lines => {
                        for line in lines.lines() {
                            write!(formatter, "\n  {line}")?;
                        }
                    }
                }
                write_frames(formatter, &report.frames)
            }
            CallError::Limit { limit, frames, .. } => {
                write!(formatter, "the component reached its limit: {limit}")?;
                write_frames(formatter, frames)
            }
            CallError::Deadline { after, frames, .. } => {
                write!(
                    formatter,
                    "the component had not answered after {}",
                    readable(*after)
                )?;
                write_frames(formatter, frames)
            }
            CallError::Cancelled => formatter.write_str("the call was cancelled"),
            CallError::BadAnswer(reason) => {
                write!(formatter, "the component's answer cannot be used: {reason}")
            }
            CallError::Unusable { reason, .. } | CallError::Refused { reason, .. } => {
                formatter.write_str(reason)
            }
        }
    }
}

fn write_frames(formatter: &mut fmt::Formatter<'_>, frames: &[String]) -> fmt::Result {
    for frame in frames {
        write!(formatter, "\n    at {}", Excerpt::reason(frame))?;
    }
    Ok(())
}

impl std::error::Error for CallError {}

impl From<GuestError> for CallError {
    fn from(error: GuestError) -> Self {
        CallError::Guest(error)
    }
}

/// A duration for people: `1.5 s`, `10 min`.
pub fn readable(duration: Duration) -> String {
    let seconds = duration.as_secs_f64();
    if seconds < 1.0 {
        format!("{} ms", duration.as_millis())
    } else if seconds < 120.0 {
        format!("{} s", (seconds * 10.0).round() / 10.0)
    } else {
        format!("{} min", (seconds / 6.0).round() / 10.0)
    }
}
