//! What a guest prints to standard output and standard error: debug log lines of the running call.

use super::ActiveCall;
use crate::provider::call::Severity;

/// A longer line is shown in pieces.
const MAX_LINE_BYTES: usize = 16 << 10;
/// What is kept of standard error for a trap report.
const MAX_LAST_WORDS_BYTES: usize = 4 << 10;

/// Lines that were begun.
#[derive(Debug, Default)]
pub(super) struct Printed {
    output: Vec<u8>,
    error: Vec<u8>,
}

impl Printed {
    fn line(&mut self, is_error: bool) -> &mut Vec<u8> {
        if is_error {
            &mut self.error
        } else {
            &mut self.output
        }
    }
}

impl ActiveCall {
    /// Takes what is printed, and shows the lines that are whole.
    #[cfg_attr(
        not(feature = "sandbox"),
        expect(dead_code, reason = "only sandboxed guests print here")
    )]
    pub(super) fn print(&mut self, is_error: bool, bytes: &[u8]) {
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            let (text, is_whole) = match piece.strip_suffix(b"\n") {
                Some(text) => (text, true),
                None => (piece, false),
            };
            for part in text.chunks(MAX_LINE_BYTES) {
                if self.printed.line(is_error).len() + part.len() > MAX_LINE_BYTES {
                    self.show_line(is_error);
                }
                self.printed.line(is_error).extend_from_slice(part);
            }
            if is_whole {
                self.show_line(is_error);
            }
        }
    }

    /// Shows the lines that were begun: they belong to this call, not to the next one of the instance.
    pub(super) fn end_lines(&mut self) {
        for is_error in [false, true] {
            if !self.printed.line(is_error).is_empty() {
                self.show_line(is_error);
            }
        }
    }

    fn show_line(&mut self, is_error: bool) {
        let line = std::mem::take(self.printed.line(is_error));
        // Cleaned before anything of it is cut off: half a secret would not be recognised.
        let line = String::from_utf8_lossy(&line);
        let line = self.call.secrets.text(&line);
        if is_error {
            let words = self.last_words.get_or_insert_default();
            if !words.is_empty() {
                words.push('\n');
            }
            words.push_str(&line);
            if words.len() > MAX_LAST_WORDS_BYTES {
                let cut = words.ceil_char_boundary(words.len() - MAX_LAST_WORDS_BYTES);
                words.drain(..cut);
            }
        }
        self.call.log(Severity::Debug, &line);
    }
}
