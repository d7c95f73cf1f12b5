//! Secrets that the host knows, and keeping them out of texts for people.
//!
//! All text that leaves the host (log messages, error texts, reasons) passes [`Secrets::text`], which replaces what it
//! recognises by `[secret]`: as it is, and percent-encoded or form-encoded wholly or in part, escaped as in JSON or in
//! the literals of programming languages, in base64 of either alphabet at any alignment, in lines or without, and in
//! hexadecimal. Values are not changed: a recorded one that is a secret, or has one in it in any of these forms, is
//! marked as a secret ([`outputs`]).
//!
//! [`worth`] decides which values count as secrets. This keeps accidents out of logs. It is not a wall against a guest
//! that wants to give a secret away: such a guest can encode it in a form that is not known here, and only grants
//! decide which servers it reaches.

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

/// The text in the place of a secret.
pub const MARK: &str = "[secret]";

/// How far beyond the part that is shown a secret is looked for that begins in it: more than any form of one pattern.
pub const LOOK_AHEAD_BYTES: usize = 32 << 10;

/// Ranges in order, with those that overlap or touch made one.
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
