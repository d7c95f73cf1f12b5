//! Colours. [`output`](super::output) translates a painted text to the terminal's codes.

use std::io::IsTerminal;

use super::output::Emphasis;

/// Colours, if they are wanted: on a terminal, unless `NO_COLOR` is set.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Paint {
    is_on: bool,
}

impl Paint {
    /// For standard output.
    pub(crate) fn of_stdout() -> Self {
        Self::of(&std::io::stdout())
    }

    /// For standard error.
    pub(crate) fn of_stderr() -> Self {
        Self::of(&std::io::stderr())
    }

    fn of(stream: &impl IsTerminal) -> Self {
        let is_unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let is_dumb = std::env::var_os("TERM").is_some_and(|terminal| terminal == "dumb");
        Self {
            is_on: stream.is_terminal() && !is_unwanted && !is_dumb,
        }
    }

    fn apply(self, emphasis: Emphasis, text: &str) -> String {
        if self.is_on {
            emphasis.applied(text)
        } else {
            text.to_owned()
        }
    }

    /// A success or an addition.
    pub(crate) fn good(self, text: &str) -> String {
        self.apply(Emphasis::Good, text)
    }

    /// A failure or a removal.
    pub(crate) fn bad(self, text: &str) -> String {
        self.apply(Emphasis::Bad, text)
    }

    /// A text that needs attention.
    pub(crate) fn note(self, text: &str) -> String {
        self.apply(Emphasis::Note, text)
    }

    /// A text of minor importance.
    pub(crate) fn dim(self, text: &str) -> String {
        self.apply(Emphasis::Dim, text)
    }

    /// The text that the eye should find first.
    pub(crate) fn bold(self, text: &str) -> String {
        self.apply(Emphasis::Bold, text)
    }
}
