//! Characters that are safe on a terminal.
//!
//! A terminal obeys control characters: it moves the cursor, erases text, changes its title, or writes to the
//! clipboard. It hides other characters, or they reverse the order of the text around them, so that people read another
//! text.

use std::borrow::Cow;

/// The indentation of lines after the first.
const INDENT: &str = "  ";

/// A multi-line text without control and invisible characters. Line feeds and tabs stay, and `\r\n` becomes `\n`. Every
/// other control character is replaced by its symbol (`␛`), or by `�` if it has no symbol.
#[must_use]
pub fn printable(text: &str) -> Cow<'_, str> {
    replaced(text, |character| matches!(character, '\n' | '\t'))
}

/// Like [`printable`], for an owned text. Copies the text only if a character has to be replaced.
#[must_use]
pub fn made_printable(text: Cow<'_, str>) -> Cow<'_, str> {
    match printable(&text) {
        Cow::Borrowed(same) if same.len() == text.len() => text,
        changed => Cow::Owned(changed.into_owned()),
    }
}

/// Does the same, and also replaces line breaks and tabs: for names, reasons and other text within a line.
#[must_use]
pub fn on_one_line(text: &str) -> Cow<'_, str> {
    replaced(text, |_| false)
}

/// A printable text with all lines after the first indented, so that they cannot be mistaken for a line of the host.
#[must_use]
pub fn indented(text: &str) -> Cow<'_, str> {
    let text = printable(text);
    let stands_out = |line: &str| !line.is_empty() && !line.starts_with(INDENT);
    if !text.split('\n').skip(1).any(stands_out) {
        return text;
    }
    let mut lines = text.split('\n');
    let mut whole = lines.next().unwrap_or_default().to_owned();
    for line in lines {
        whole.push('\n');
        if stands_out(line) {
            whole.push_str(INDENT);
        }
        whole.push_str(line);
    }
    Cow::Owned(whole)
}

/// Replaces the characters that a terminal must not receive, except those that `is_wanted` accepts.
fn replaced(text: &str, is_wanted: impl Fn(char) -> bool) -> Cow<'_, str> {
    let is_shown = |byte: u8| matches!(byte, 0x20..=0x7e);
    // Nearly all texts are plain ASCII, and need no decoding.
    if text.bytes().all(is_shown) {
        return Cow::Borrowed(text);
    }
    let is_kept = |character| is_wanted(character) || !is_hazardous(character);
    let Some(first) = text.find(|character| !is_kept(character)) else {
        return Cow::Borrowed(text);
    };
    let (plain, rest) = text.split_at(first);
    let mut whole = String::with_capacity(text.len() + 2);
    whole.push_str(plain);
    let mut characters = rest.chars().peekable();
    while let Some(character) = characters.next() {
        let is_line_end = character == '\r' && characters.peek() == Some(&'\n');
        match character {
            character if is_kept(character) => whole.push(character),
            _ if is_line_end && is_wanted('\n') => {}
            other => whole.push(sign(other)),
        }
    }
    Cow::Owned(whole)
}

/// The symbol that is shown instead of a character.
fn sign(character: char) -> char {
    let code = u32::from(character);
    match code {
        // The symbols of control characters have the same order.
        0..0x20 => char::from_u32(0x2400 + code),
        0x7f => Some('\u{2421}'),
        _ => None,
    }
    .unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// Whether a terminal obeys a character, hides it, or shows other characters differently because of it.
#[must_use]
pub fn is_hazardous(character: char) -> bool {
    character.is_control()
        || matches!(character,
            // Soft hyphen, combining grapheme joiner, Arabic letter mark.
            '\u{ad}' | '\u{34f}' | '\u{61c}'
            // Blank letters of Hangul, Khmer and Mongolian.
            | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{3164}' | '\u{ffa0}'
            // Zero-width spaces and joiners, direction marks.
            | '\u{200b}'..='\u{200f}'
            // Line and paragraph separators, direction embeddings and overrides.
            | '\u{2028}'..='\u{202e}'
            // Invisible operators, direction isolates, digit shapes.
            | '\u{2060}'..='\u{206f}'
            // Variation selectors, except the two for emoji.
            | '\u{fe00}'..='\u{fe0d}' | '\u{e0100}'..='\u{e01ef}'
            // Byte order mark, interlinear annotations.
            | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
            // Shorthand and musical controls.
            | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
            // Tags.
            | '\u{e0000}'..='\u{e007f}'
            // Noncharacters.
            | '\u{fdd0}'..='\u{fdef}')
        || u32::from(character) & 0xfffe == 0xfffe
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_a_terminal_obeys_is_replaced() {
        for (text, expected) in [
            ("plain", "plain"),
            ("München 🚀 ✔️ 日本", "München 🚀 ✔️ 日本"),
            ("one\n\ttwo", "one\n\ttwo"),
            ("one\r\ntwo\r\r\n", "one\ntwo␍\n"),
            ("\u{1b}]52;c;aGk=\u{7}", "␛]52;c;aGk=␇"),
            ("\u{1b}[2K\rerror: fine", "␛[2K␍error: fine"),
            ("a\u{8}\u{7f}b\0", "a␈␡b␀"),
            ("\u{9b}31m\u{85}", "�31m�"),
            ("a\u{202e}b\u{2066}c\u{2069}", "a�b�c�"),
            ("a\u{200b}\u{feff}\u{e0041}\u{2028}\u{2029}", "a�����"),
            ("\u{fdd0}\u{ffff}\u{10fffe}", "���"),
        ] {
            assert_eq!(printable(text), expected, "{text:?}");
        }
        assert!(matches!(printable("one\ntwo"), Cow::Borrowed(_)));
        assert!(matches!(printable("Ünïcode"), Cow::Borrowed(_)));
    }

    #[test]
    fn what_has_its_place_in_a_line_stays_in_it() {
        assert_eq!(on_one_line("one\r\ntwo\tthree"), "one␍␊two␉three");
        assert_eq!(on_one_line("plain"), "plain");
    }

    #[test]
    fn no_line_of_another_looks_like_one_of_ours() {
        for (text, expected) in [
            ("one", "one"),
            ("one\nhint: run it", "one\n  hint: run it"),
            ("one\n\n  two\n", "one\n\n  two\n"),
            ("one\r\nerror: two", "one\n  error: two"),
            ("one\r\u{1b}[Aerror: two", "one␍␛[Aerror: two"),
            ("\nhint: first", "\n  hint: first"),
        ] {
            assert_eq!(indented(text), expected, "{text:?}");
        }
        assert!(matches!(indented("one\n  two"), Cow::Borrowed(_)));
    }

    #[test]
    fn what_is_built_already_is_not_copied_for_nothing() {
        let kept = made_printable(Cow::Owned("one\ntwo".to_owned()));
        assert_eq!(kept, "one\ntwo");
        assert_eq!(made_printable(Cow::Borrowed("\u{7}")), "␇");
        assert_eq!(made_printable(Cow::Borrowed("a\r\nb")), "a\nb");
    }

    /// Texts with many of the relevant characters.
    fn any_text() -> impl Strategy<Value = String> {
        let character = prop_oneof![
            any::<char>(),
            prop::char::range('\0', '\u{9f}'),
            prop::char::range('\u{2000}', '\u{206f}'),
            Just('\n'),
            Just('\r'),
            Just(' '),
        ];
        prop::collection::vec(character, 0..60).prop_map(String::from_iter)
    }

    proptest! {
        #[test]
        fn nothing_hazardous_is_left_of_any_text(text in any_text()) {
            for shown in [printable(&text), indented(&text), on_one_line(&text)] {
                let is_left = |character| !matches!(character, '\n' | '\t') && is_hazardous(character);
                let left: Vec<char> = shown.chars().filter(|character| is_left(*character)).collect();
                prop_assert_eq!(left, Vec::<char>::new());
            }
            prop_assert!(!on_one_line(&text).contains(['\n', '\t']));
            let lines = indented(&text);
            let stands_out = |line: &&str| !line.is_empty() && !line.starts_with(INDENT);
            prop_assert_eq!(lines.split('\n').skip(1).find(stands_out), None);
            // At most three bytes replace one byte.
            prop_assert!(printable(&text).len() <= 3 * text.len());
        }

        #[test]
        fn doing_it_twice_changes_nothing(text in any_text()) {
            for change in [printable, indented, on_one_line] {
                let once = change(&text).into_owned();
                prop_assert_eq!(change(&once), once.as_str());
            }
        }
    }
}
