//! The guest's standard output and standard error: debug log lines of the running call.

use std::sync::Arc;

use pulumi_wasm_core::call::Severity;
use pulumi_wasm_core::redaction::LOOK_AHEAD_BYTES;

use super::ActiveCall;

/// A longer line is shown in pieces.
const MAX_LINE_BYTES: usize = 16 << 10;
/// The part of standard error that is kept for a trap report.
const MAX_LAST_WORDS_BYTES: usize = 4 << 10;

/// Lines that were begun.
#[derive(Debug, Default)]
pub(super) struct LineBuffer {
    output: Vec<u8>,
    error: Vec<u8>,
}

impl LineBuffer {
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
    pub fn print(&mut self, is_error: bool, bytes: &[u8]) {
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            let (text, is_whole) = match piece.strip_suffix(b"\n") {
                Some(text) => (text, true),
                None => (piece, false),
            };
            for part in text.chunks(MAX_LINE_BYTES) {
                self.lines.line(is_error).extend_from_slice(part);
                // The next bytes show whether a secret stands where the line is to be divided.
                if self.lines.line(is_error).len() > MAX_LINE_BYTES + LOOK_AHEAD_BYTES {
                    self.show_piece(is_error);
                }
            }
            if is_whole {
                self.show_line(is_error);
            }
        }
    }

    /// Shows the lines that were begun: they belong to this call, not to the next one of the instance.
    pub(super) fn end_lines(&mut self) {
        for is_error in [false, true] {
            if !self.lines.line(is_error).is_empty() {
                self.show_line(is_error);
            }
        }
    }

    /// Shows the rest of a line.
    fn show_line(&mut self, is_error: bool) {
        while self.lines.line(is_error).len() > MAX_LINE_BYTES {
            self.show_piece(is_error);
        }
        let line = std::mem::take(self.lines.line(is_error));
        self.show(is_error, &line);
    }

    /// Shows the beginning of a line that is too long, divided outside of secrets.
    fn show_piece(&mut self, is_error: bool) {
        let secrets = Arc::clone(&self.call.secrets);
        let line = self.lines.line(is_error);
        let at = secrets.division(line, MAX_LINE_BYTES).min(line.len());
        let rest = line.split_off(at);
        let piece = std::mem::replace(line, rest);
        self.show(is_error, &piece);
    }

    fn show(&mut self, is_error: bool, line: &[u8]) {
        // Cleaned before anything of it is cut off: half a secret would not be recognised.
        let line = String::from_utf8_lossy(line);
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

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use pulumi_wasm_core::call::Operation;

    use crate::testing::{Lines, call, slot};

    #[test]
    fn a_secret_in_a_line_that_is_too_long_is_not_cut() {
        const SECRET: &str = "a secret of quite some length";
        let encoded = base64::Engine::encode(
            &base64::engine::general_purpose::STANDARD,
            format!("before it, {SECRET}, and after it"),
        );
        for form in [SECRET, &encoded] {
            for before in ((16 << 10) - form.len() - 2..=(16 << 10) + 2).step_by(9) {
                let lines = Lines::default();
                let slot = slot();
                let call = call(Operation::Create, &lines);
                call.secrets.keep(SECRET);
                slot.begin(call, Duration::from_secs(60));
                let line = format!("{}{form}{}", "-".repeat(before), ".".repeat(40 << 10));
                for part in line.as_bytes().chunks(1000) {
                    slot.with(|active| active.print(false, part));
                }
                slot.end();
                let said: String = lines.heard().into_iter().map(|(_, line, _)| line).collect();
                let dots = |text: &str| text.matches('.').count();
                assert!(said.contains("[secret]"), "{before}");
                assert_eq!(dots(&said), dots(&line), "{before}");
                assert!(!said.contains(&form[form.len() / 2..]), "{before}");
                assert!(!said.contains(&form[..form.len() / 2]), "{before}");
            }
        }
    }
}
