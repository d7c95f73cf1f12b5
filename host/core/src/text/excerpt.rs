//! How much of a text is shown.

use std::fmt;

use super::on_one_line;

/// The beginning of a foreign text, on one line and printable, for a message. The cost of a message does not grow with
/// the text: of a long one, the rest is counted and not looked at.
///
/// Half a secret is not recognised as one. If a text may contain one,
/// [`Secrets::excerpt`](crate::redaction::Secrets::excerpt) shortens it instead.
#[derive(Debug, Clone, Copy)]
pub struct Excerpt<'a> {
    text: &'a str,
    max_bytes: usize,
    /// How much is shown of a longer one.
    shown_bytes: usize,
}

impl<'a> Excerpt<'a> {
    /// Enough for every name, address and path that a person wrote.
    const NAME_BYTES: usize = 256;
    /// Enough for every id that a user copies, and every path in properties that a user reads.
    const PATH_BYTES: usize = 4 << 10;
    /// Enough for a sentence that says why.
    const REASON_BYTES: usize = 1 << 10;

    /// A name, an address or a path. Of one with more than 256 bytes, only their number is shown: such a text is not a
    /// name, and might be anything else.
    #[must_use]
    pub fn name(text: &'a str) -> Self {
        Self {
            shown_bytes: 0,
            ..Self::of(text, Self::NAME_BYTES)
        }
    }

    /// The id of a thing, as [`Self::name`] with room for 4 KiB.
    #[must_use]
    pub fn id(text: &'a str) -> Self {
        Self::path(text)
    }

    /// The path of a property, likewise.
    #[must_use]
    pub fn path(text: &'a str) -> Self {
        Self {
            shown_bytes: 0,
            ..Self::of(text, Self::PATH_BYTES)
        }
    }

    /// A reason, a description or another sentence: at most 1 KiB of it.
    #[must_use]
    pub fn reason(text: &'a str) -> Self {
        Self::of(text, Self::REASON_BYTES)
    }

    /// The first bytes of a text, at most so many.
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
            // Three bytes stand for one at the most.
            prop_assert!(shown.len() <= 3 * max_bytes + 30);
            prop_assert!(!shown.chars().any(char::is_control));
        }
    }
}
