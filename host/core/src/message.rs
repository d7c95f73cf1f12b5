//! Messages for people, and where they go.

/// Messages for people.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    Debug,
    Info,
    Warning,
    Error,
}

/// Whether a message asks its reader to tell the component's author something, which authors want to hear before all others.
#[must_use]
pub fn is_for_author(message: &str) -> bool {
    ["tell the component's author", "tell its author"]
        .iter()
        .any(|words| message.contains(words))
}

/// The receiver of a call's messages. Implemented by `rpc` on the engine's log; by a list in tests.
pub trait LogSink: Send + Sync {
    /// Shows a message on a resource (`urn` may be empty). Never blocks and never fails; order is kept.
    /// `ephemeral` messages are progress, shown and forgotten.
    fn log(&self, severity: Severity, urn: &str, message: &str, ephemeral: bool);
}
