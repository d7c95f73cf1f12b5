//! The names that Unicode has for the characters of ASCII.

/// Those of characters that are neither letters nor digits.
const SIGNS: [(&str, u8); 33] = [
    ("SPACE", b' '),
    ("EXCLAMATION MARK", b'!'),
    ("QUOTATION MARK", b'"'),
    ("NUMBER SIGN", b'#'),
    ("DOLLAR SIGN", b'$'),
    ("PERCENT SIGN", b'%'),
    ("AMPERSAND", b'&'),
    ("APOSTROPHE", b'\''),
    ("LEFT PARENTHESIS", b'('),
    ("RIGHT PARENTHESIS", b')'),
    ("ASTERISK", b'*'),
    ("PLUS SIGN", b'+'),
    ("COMMA", b','),
    ("HYPHEN-MINUS", b'-'),
    ("FULL STOP", b'.'),
    ("SOLIDUS", b'/'),
    ("COLON", b':'),
    ("SEMICOLON", b';'),
    ("LESS-THAN SIGN", b'<'),
    ("EQUALS SIGN", b'='),
    ("GREATER-THAN SIGN", b'>'),
    ("QUESTION MARK", b'?'),
    ("COMMERCIAL AT", b'@'),
    ("LEFT SQUARE BRACKET", b'['),
    ("REVERSE SOLIDUS", b'\\'),
    ("RIGHT SQUARE BRACKET", b']'),
    ("CIRCUMFLEX ACCENT", b'^'),
    ("LOW LINE", b'_'),
    ("GRAVE ACCENT", b'`'),
    ("LEFT CURLY BRACKET", b'{'),
    ("VERTICAL LINE", b'|'),
    ("RIGHT CURLY BRACKET", b'}'),
    ("TILDE", b'~'),
];

const DIGITS: [&str; 10] = [
    "ZERO", "ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE",
];

/// The printable character of ASCII that has a name, in any case.
pub(super) fn ascii(name: &[u8]) -> Option<u8> {
    let name = std::str::from_utf8(name).ok()?.to_ascii_uppercase();
    if let Some(letter) = name.strip_prefix("LATIN CAPITAL LETTER ") {
        return letter_of(letter);
    }
    if let Some(letter) = name.strip_prefix("LATIN SMALL LETTER ") {
        return letter_of(letter).map(|letter| letter.to_ascii_lowercase());
    }
    if let Some(digit) = name.strip_prefix("DIGIT ") {
        let digits = (b'0'..).zip(DIGITS);
        return digits
            .into_iter()
            .find_map(|(character, name)| (name == digit).then_some(character));
    }
    let mut signs = SIGNS.into_iter();
    signs.find_map(|(sign, character)| (sign == name).then_some(character))
}

fn letter_of(name: &str) -> Option<u8> {
    match name.as_bytes() {
        [letter @ b'A'..=b'Z'] => Some(*letter),
        _ => None,
    }
}
