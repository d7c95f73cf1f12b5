//! How much of a foreign text a message shows.

use std::fmt;

use super::on_one_line;

/// The beginning of a foreign text for a message, on one line and printable. The cost of a message does not grow with
/// the text, because the rest of a long text is counted without being read.
///
/// A part of a secret is not recognised as a secret. If a text may contain one, shorten it with
/// [`Secrets::excerpt`](crate::redaction::Secrets::excerpt) instead.
#[derive(Debug, Clone, Copy)]
pub struct Excerpt<'a> {
    text: &'a str,
    max_bytes: usize,
    /// How much of a longer text is shown.
    shown_bytes: usize,
}

impl<'a> Excerpt<'a> {
    /// Enough for every name, address and path that a person wrote.
    const NAME_BYTES: usize = 256;
    /// Enough for every id that a user copies, and every property path that a user reads.
    const PATH_BYTES: usize = 4 << 10;
    /// Enough for a sentence with a reason.
    const REASON_BYTES: usize = 1 << 10;

    /// A name, an address or a path. Of a text over 256 bytes only the length is shown, because it is not a name and
    /// may contain anything.
    #[must_use]
    pub fn name(text: &'a str) -> Self {
        Self {
            shown_bytes: 0,
            ..Self::of(text, Self::NAME_BYTES)
        }
    }

    /// The id of a resource: as [`Self::name`], but up to 4 KiB.
    #[must_use]
    pub fn id(text: &'a str) -> Self {
        Self::path(text)
    }

    /// The path of a property: as [`Self::name`], but up to 4 KiB.
    #[must_use]
    pub fn path(text: &'a str) -> Self {
        Self {
            shown_bytes: 0,
            ..Self::of(text, Self::PATH_BYTES)
        }
    }

    /// A reason, a description or another sentence: at most 1 KiB.
    #[must_use]
    pub fn reason(text: &'a str) -> Self {
        Self::of(text, Self::REASON_BYTES)
    }

    /// The first bytes of a text.
    #[must_use]
    pub fn of(text: &'a str, max_bytes: usize) -> Self {
        Self {
            text,
            max_bytes,
            shown_bytes: max_bytes,
        }
    }
}

impl fmt::Display for Excerpt<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.text.len() <= self.max_bytes {
            return formatter.pad(&on_one_line(self.text));
        }
        let end = self.text.floor_char_boundary(self.shown_bytes);
        let beginning = self.text.get(..end).unwrap_or_default();
        write!(
            formatter,
            "{}… ({} bytes in all)",
            on_one_line(beginning),
            self.text.len()
        )
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_long_text_is_cut_and_counted() {
        assert_eq!(Excerpt::name("short").to_string(), "short");
        assert_eq!(format!("{:<7}|", Excerpt::name("short")), "short  |");
        assert_eq!(Excerpt::name("a\nb").to_string(), "a␊b");
        assert_eq!(Excerpt::of("äöü", 3).to_string(), "ä… (6 bytes in all)");
        let long = "x".repeat(10 << 20);
        let shown = Excerpt::name(&long).to_string();
        assert_eq!(shown, "… (10485760 bytes in all)");
        let shown = Excerpt::reason(&long).to_string();
        assert!(shown.ends_with("x… (10485760 bytes in all)"), "{shown}");
        assert!(shown.len() < 1100);
    }

    proptest! {
        #[test]
        fn no_excerpt_is_longer_than_its_bound(text in any::<String>(), max_bytes in 0..80_usize) {
            let shown = Excerpt::of(&text, max_bytes).to_string();
            // A byte is shown in at most three bytes.
            prop_assert!(shown.len() <= 3 * max_bytes + 30);
            prop_assert!(!shown.chars().any(char::is_control));
        }
    }
}
