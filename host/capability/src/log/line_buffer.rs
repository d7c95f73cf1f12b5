//! The guest's standard output and standard error, cut into lines.

use pulumi_wasm_core::redaction::{LOOK_AHEAD_BYTES, Secrets};

/// A longer line is shown in pieces.
const MAX_LINE_BYTES: usize = 16 << 10;

/// Lines that were begun.
#[derive(Debug, Default)]
pub(crate) struct LineBuffer {
    output: Vec<u8>,
    error: Vec<u8>,
}

impl LineBuffer {
    /// Takes printed bytes and shows the complete lines.
    pub(crate) fn print(
        &mut self,
        is_error: bool,
        bytes: &[u8],
        secrets: &Secrets,
        show: &mut dyn FnMut(&[u8]),
    ) {
        let line = self.line(is_error);
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            let (text, is_whole) = match piece.strip_suffix(b"\n") {
                Some(text) => (text, true),
                None => (piece, false),
            };
            for part in text.chunks(MAX_LINE_BYTES) {
                line.extend_from_slice(part);
                // The next bytes show whether a secret is at the place where the line would be split.
                if line.len() > MAX_LINE_BYTES + LOOK_AHEAD_BYTES {
                    show_piece(line, secrets, show);
                }
            }
            if is_whole {
                show_line(line, secrets, show);
            }
        }
    }

    /// Shows a line that was begun, as if it had ended.
    pub(crate) fn end(&mut self, is_error: bool, secrets: &Secrets, show: &mut dyn FnMut(&[u8])) {
        let line = self.line(is_error);
        if !line.is_empty() {
            show_line(line, secrets, show);
        }
    }

    fn line(&mut self, is_error: bool) -> &mut Vec<u8> {
        if is_error {
            &mut self.error
        } else {
            &mut self.output
        }
    }
}

/// Shows the rest of a line.
fn show_line(line: &mut Vec<u8>, secrets: &Secrets, show: &mut dyn FnMut(&[u8])) {
    while line.len() > MAX_LINE_BYTES {
        show_piece(line, secrets, show);
    }
    show(&std::mem::take(line));
}

/// Shows the beginning of a line that is too long, divided outside of secrets.
fn show_piece(line: &mut Vec<u8>, secrets: &Secrets, show: &mut dyn FnMut(&[u8])) {
    let at = secrets.division(line, MAX_LINE_BYTES).min(line.len());
    let rest = line.split_off(at);
    show(&std::mem::replace(line, rest));
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use pulumi_wasm_core::call::Operation;

    use crate::testing::{Lines, call, current_call};

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
                let current_call = current_call();
                let call = call(Operation::Create, &lines);
                call.secrets.keep(SECRET);
                current_call.begin(call, Duration::from_secs(60));
                let line = format!("{}{form}{}", "-".repeat(before), ".".repeat(40 << 10));
                for part in line.as_bytes().chunks(1000) {
                    current_call.print(false, part);
                }
                current_call.end();
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
