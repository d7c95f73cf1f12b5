//! The only conversion from an error of wasmtime to text.
//!
//! Such an error may contain the guest's call stack, whose names and locations come from the component's author, and
//! texts from the guest. These texts are not interpreted here, and only a few bytes of them are kept.

use std::fmt::{self, Display, Write};

use wasmtime::{WasmBacktrace, WasmCoreDump};

/// The maximum bytes of a kept text: a sentence or two with their names.
const MAX_BYTES: usize = 4 << 10;

/// The text of an error, without the call stack that it may carry, and no more than 4 KiB of it.
#[must_use]
pub fn error_text(error: &wasmtime::Error) -> String {
    // The contexts of an error include the call stack, which must not become a part of the message.
    if error.is::<WasmBacktrace>() || error.is::<WasmCoreDump>() {
        bounded_text(&error.root_cause())
    } else {
        bounded_text(&format_args!("{error:#}"))
    }
}

/// The beginning of a value's text: 4 KiB of it at most.
#[must_use]
pub fn bounded_text(said: &dyn Display) -> String {
    bounded(said, MAX_BYTES)
}

/// The beginning of a value's text, which stops after this many bytes.
pub(super) fn bounded(said: &dyn Display, bytes: usize) -> String {
    let mut text = Beginning {
        text: String::new(),
        bytes,
    };
    if write!(text, "{said}").is_err() {
        text.text.push('…');
    }
    text.text
}

/// Keeps the beginning of a text, and refuses the rest.
struct Beginning {
    text: String,
    bytes: usize,
}

impl Write for Beginning {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        let room = self.bytes.saturating_sub(self.text.len());
        if part.len() <= room {
            self.text.push_str(part);
            return Ok(());
        }
        let end = part.floor_char_boundary(room);
        self.text.push_str(part.get(..end).unwrap_or_default());
        Err(fmt::Error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_error_says_is_kept_with_its_context_and_cut_off() {
        let error = wasmtime::Error::msg("no such export").context("cannot be linked");
        assert_eq!(error_text(&error), "cannot be linked: no such export");
        let long = wasmtime::Error::msg("ä".repeat(1 << 20));
        let text = error_text(&long);
        assert!(text.len() <= MAX_BYTES + '…'.len_utf8(), "{}", text.len());
        assert!(text.ends_with("ä…"));
    }

    #[test]
    fn what_never_ends_is_not_waited_for() {
        struct Endless;
        impl Display for Endless {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                loop {
                    formatter.write_str("again and ")?;
                }
            }
        }
        assert_eq!(bounded(&Endless, 10), "again and …");
    }
}
