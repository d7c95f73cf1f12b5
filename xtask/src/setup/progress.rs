//! What a person is told while something is made.

/// One line before each thing that changes the machine or takes long.
pub(super) fn say(message: &str) {
    eprintln!("setup: {message}");
}
