//! The messages that the engine would show.

use parking_lot::Mutex;
use pulumi_wasm_core::call::{LogSink, Severity, is_for_author, to_author};
use pulumi_wasm_core::text::indented;

use crate::terminal::Paint;

/// Whether a message is for people who do not look for mistakes. A package's permissions are shown when they are
/// granted.
fn is_worth_showing(severity: Severity, urn: &str, ephemeral: bool) -> bool {
    let is_of_loading = urn.is_empty() && severity == Severity::Info;
    !ephemeral && severity != Severity::Debug && !is_of_loading
}

fn label(severity: Severity) -> &'static str {
    match severity {
        Severity::Debug => "debug",
        Severity::Info => "info",
        Severity::Warning => "warning",
        Severity::Error => "error",
    }
}

/// Shows messages on standard error, as they come.
pub(crate) struct Printed {
    /// Includes messages of level debug.
    pub(crate) everything: bool,
}

impl LogSink for Printed {
    fn log(&self, severity: Severity, urn: &str, message: &str, ephemeral: bool) {
        if !self.everything && !is_worth_showing(severity, urn, ephemeral) {
            return;
        }
        let paint = Paint::of_stderr();
        let label = match severity {
            Severity::Debug | Severity::Info => paint.dim(label(severity)),
            Severity::Warning => paint.note(label(severity)),
            Severity::Error => paint.bad(label(severity)),
        };
        eprintln!("{label}: {}", indented(&to_author(message)));
    }
}

/// A recorded message, such as `info: greeting Ada`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Message {
    pub(crate) text: String,
    /// Whether it reports a mistake in the component.
    pub(crate) is_for_author: bool,
}

impl Message {
    /// A message of this tool.
    pub(crate) fn of_tool(text: String) -> Self {
        Self {
            text,
            is_for_author: false,
        }
    }
}

/// Collects messages for a later reader.
#[derive(Default)]
pub(crate) struct Kept(Mutex<Vec<(Message, usize)>>);

impl Kept {
    /// All messages since the last call of this function; a repeated message appears once.
    pub(crate) fn take(&self) -> Vec<Message> {
        let taken = std::mem::take(&mut *self.0.lock());
        let shown = |(mut message, times): (Message, usize)| {
            if times > 1 {
                message.text = format!("{} ({times} times)", message.text);
            }
            message
        };
        taken.into_iter().map(shown).collect()
    }
}

impl LogSink for Kept {
    fn log(&self, severity: Severity, urn: &str, message: &str, ephemeral: bool) {
        if is_worth_showing(severity, urn, ephemeral) {
            let message = Message {
                text: format!("{}: {}", label(severity), to_author(message)),
                is_for_author: is_for_author(message),
            };
            let mut kept = self.0.lock();
            match kept.iter_mut().find(|(known, _)| *known == message) {
                Some((_, times)) => *times += 1,
                None => kept.push((message, 1)),
            }
        }
    }
}
