//! Known secrets, and their removal from text for people.
//!
//! All text that leaves the host (log messages, errors, reasons) passes through [`Secrets::text`], which replaces every
//! known secret by `[secret]`. It recognises a secret as it is, in percent-encoding and form-encoding, in the escapes
//! of JSON and of programming languages, in hexadecimal, and in base64 of either alphabet, at any alignment, with or
//! without line breaks. Property values are not changed. Instead, a recorded value that is a secret or contains one is
//! marked as a secret.
//!
//! Redaction prevents accidents. It does not stop a guest that wants to leak a secret: such a guest can use an encoding
//! that is not listed here, and only its permissions decide which servers it reaches.

mod encodings;
mod moved_secrets;
mod outputs;
mod secret_store;
mod secrets;
mod text;
mod values;

#[cfg(test)]
mod tests;

use std::ops::Range;

pub(super) use moved_secrets::mark_moved;
pub(super) use outputs::{
    Hidden, InTheOpen, hide, hide_in_views, hide_silently, is_in_the_open, open_paths,
};
pub use secrets::Secrets;
pub use text::{CleanLog, LastMessages, MAX_MESSAGE_BYTES};
pub(super) use values::open_in as open_texts_in;

/// Replaces a secret in text.
pub const MARK: &str = "[secret]";

/// How many bytes after the shown part are searched for the end of a secret. No encoded pattern is longer.
pub const LOOK_AHEAD_BYTES: usize = 32 << 10;

/// Sorts ranges, and joins those that overlap or touch.
pub fn merged(mut ranges: Vec<Range<usize>>) -> Vec<Range<usize>> {
    ranges.sort_unstable_by_key(|range| range.start);
    let mut all: Vec<Range<usize>> = Vec::new();
    for range in ranges {
        match all.last_mut() {
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            _ => all.push(range),
        }
    }
    all
}
