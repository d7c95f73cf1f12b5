//! The maximum length of the texts of a status: clients lose a status whose headers are too long.
//!
//! A status travels in headers: its message percent-encoded, its details in base64, with the message once more. Go's
//! clients accept 16 MiB of headers. They need them for the state of a created resource. Other clients accept 16 KiB,
//! so the texts stay below that.

use std::borrow::Cow;

/// The maximum number of bytes of a percent-encoded message in its header, in a status without a detail.
const MAX_MESSAGE_BYTES: usize = 12 << 10;
/// The maximum in a status with a detail, which contains more of the message.
const MAX_MESSAGE_BYTES_BESIDE: usize = 3 << 10;
/// The maximum number of bytes of all texts in the details together, including the message.
const MAX_DETAIL_BYTES: usize = 8 << 10;
/// The maximum number of bytes of the texts of one detail.
const MAX_TEXTS_BYTES: usize = 6 << 10;
/// A text that would have less room than this is counted and left out.
const MIN_TEXT_BYTES: usize = 256;
/// The overhead of a text in a detail: its tag and length.
const EACH_TEXT_BYTES: usize = 8;
/// The end of the mark `… (N bytes in all)` of a shortened text. Other code that shortens texts writes the same mark.
const CUT_END: &str = " bytes in all)";
const CUT_START: &str = "… (";
/// The beginning of the advice in a message.
const ADVICE: &str = "\nhint: ";

/// The beginning of a text, of at most this many bytes.
pub(super) fn readable(text: &str, most: usize) -> Cow<'_, str> {
    cut(text, most, raw_size)
}

/// A message for its header. `has_detail` is true if the text is also in a detail.
pub(super) fn for_header(message: &str, has_detail: bool) -> Cow<'_, str> {
    let most = if has_detail {
        MAX_MESSAGE_BYTES_BESIDE
    } else {
        MAX_MESSAGE_BYTES
    };
    cut(message, most, encoded_size)
}

/// A message for the details, beside a detail whose texts have this many bytes.
pub(super) fn for_details(message: &str, texts: usize) -> Cow<'_, str> {
    let most = MAX_DETAIL_BYTES.saturating_sub(texts);
    cut(
        message,
        most.max(MAX_DETAIL_BYTES - MAX_TEXTS_BYTES),
        raw_size,
    )
}

/// The bytes that are left for the texts of a detail.
pub(super) struct TextRoom {
    left: usize,
}

impl TextRoom {
    pub(super) fn new() -> Self {
        Self {
            left: MAX_TEXTS_BYTES,
        }
    }

    /// A text, cut if it is too long: half of the room stays for later texts. `None` if no bytes are left.
    pub(super) fn take<'a>(&mut self, text: &'a str, is_last: bool) -> Option<Cow<'a, str>> {
        let room = if is_last { self.left } else { self.left / 2 };
        let room = room.checked_sub(EACH_TEXT_BYTES)?;
        if room < MIN_TEXT_BYTES && text.len() > room {
            return None;
        }
        let text = cut(text, room, raw_size);
        self.left = self.left.saturating_sub(text.len() + EACH_TEXT_BYTES);
        Some(text)
    }
}

/// The size of a character in UTF-8.
fn raw_size(character: char) -> usize {
    character.len_utf8()
}

/// A character's bytes in a header: letters, digits and these signs are written as they are by every server.
fn encoded_size(character: char) -> usize {
    let is_written_as_is =
        character.is_ascii_alphanumeric() || "-._~!$&'()*+,;=:@/[]|\\^".contains(character);
    if is_written_as_is {
        1
    } else {
        3 * character.len_utf8()
    }
}

/// Cuts a text to at most `most` bytes; `size` measures a character. The beginning stays, and also the hint if it is
/// short. A mark shows the place of the cut and the original length.
fn cut(text: &str, most: usize, size: fn(char) -> usize) -> Cow<'_, str> {
    let size_of = |text: &str| text.chars().map(size).sum::<usize>();
    // The encoded size of a text is never smaller than its length.
    if text.len() <= most && size_of(text) <= most {
        return Cow::Borrowed(text);
    }
    let sign = format!("{CUT_START}{}{CUT_END}", text.len());
    let last = text.ceil_char_boundary(text.len().saturating_sub(most / 2));
    let last = text.get(last..).unwrap_or_default();
    let ends = [earlier_sign(last), last.rfind(ADVICE)];
    let ends = ends.into_iter().flatten();
    let end = ends
        .filter_map(|start| last.get(start..))
        .find(|end| size_of(end) <= most / 2)
        .unwrap_or_default();
    let sign = if end.starts_with(CUT_START) {
        ""
    } else {
        sign.as_str()
    };
    let mut room = most.saturating_sub(size_of(sign) + size_of(end));
    let beginning: String = text
        .chars()
        .take_while(|character| {
            let left = room.checked_sub(size(*character));
            room = left.unwrap_or(room);
            left.is_some()
        })
        .collect();
    Cow::Owned(format!("{beginning}{sign}{end}"))
}

/// The place where a text says that it was shortened.
fn earlier_sign(text: &str) -> Option<usize> {
    let end = text.rfind(CUT_END)?;
    text.get(..end)?.rfind(CUT_START)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_text_that_is_cut_keeps_its_advice_and_says_how_long_it_was() {
        let long = "x".repeat(100);
        let cases = [
            ("short".to_owned(), "short".to_owned()),
            (
                long.clone(),
                format!("{}… (100 bytes in all)", "x".repeat(38)),
            ),
            (
                format!("{long}\nhint: do it"),
                format!("{}… (112 bytes in all)\nhint: do it", "x".repeat(26)),
            ),
            // Very long advice is shortened like everything else.
            (
                format!("y\nhint: {long}"),
                format!("y\nhint: {}… (108 bytes in all)", "x".repeat(30)),
            ),
            // Keeps the length that the text had before its first cut.
            (
                format!("{long}… (9 bytes in all)"),
                format!("{}… (9 bytes in all)", "x".repeat(40)),
            ),
        ];
        for (text, expected) in cases {
            assert_eq!(cut(&text, 60, raw_size), expected, "{text}");
        }
        // Whole characters stay.
        assert_eq!(
            cut(&"ä".repeat(40), 30, raw_size),
            format!("{}… (80 bytes in all)", "ä".repeat(4))
        );
    }

    #[test]
    fn a_room_gives_half_of_it_to_each_text_and_counts_the_rest() {
        let mut room = TextRoom::new();
        let long = "x".repeat(MAX_TEXTS_BYTES);
        let mut bytes = 0;
        let mut texts = 0;
        while let Some(text) = room.take(&long, false) {
            bytes += text.len() + EACH_TEXT_BYTES;
            texts += 1;
        }
        assert!(texts > 3 && bytes <= MAX_TEXTS_BYTES, "{texts}: {bytes}");
        assert_eq!(room.take("short", true).as_deref(), Some("short"));
        assert_eq!(
            TextRoom::new().take(&long[..5000], true).as_deref(),
            Some(&long[..5000])
        );
    }

    proptest! {
        #[test]
        fn no_message_is_longer_than_its_room(text in "(.|\n|ä|`|😀){0,6000}", texts in 0..MAX_TEXTS_BYTES) {
            for has_detail in [false, true] {
                let sent: usize = for_header(&text, has_detail).chars().map(encoded_size).sum();
                prop_assert!(sent <= MAX_MESSAGE_BYTES);
                prop_assert!(!has_detail || sent <= MAX_MESSAGE_BYTES_BESIDE);
            }
            prop_assert!(for_details(&text, texts).len() + texts <= MAX_DETAIL_BYTES);
        }
    }
}
