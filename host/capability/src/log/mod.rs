//! Messages for people.

pub(crate) mod last_words;
pub(crate) mod limit;
pub(crate) mod line_buffer;

pub use pulumi_wasm_core::call::Severity;

use crate::CurrentCall;

/// The kept part of a crashing guest's last output.
const MAX_LAST_WORDS_BYTES: usize = 16 << 10;

/// Shows a guest's message on the resource of its running call. A message that a crashing guest marks as its last
/// words is kept for the trap report instead.
pub fn emit(
    current_call: &CurrentCall,
    severity: Severity,
    message: &str,
    ephemeral: bool,
    is_last_words: bool,
) {
    current_call.with(|active| {
        if is_last_words {
            // Redacted before it is shortened, because half a secret would not be recognised.
            let words = active.call.secrets.beginning(message, MAX_LAST_WORDS_BYTES);
            active.panic = Some(words.into_owned());
        } else {
            active.say(severity, message, ephemeral);
        }
    });
}
