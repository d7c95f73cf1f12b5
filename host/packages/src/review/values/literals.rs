//! The texts of literals, in any language.

use memchr::{memchr, memchr3, memmem};

/// The form of comments between literals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Comments {
    /// A sign that begins comments elsewhere means something else here.
    None,
    /// `//` and `/* */`
    Slashes,
    /// `#`
    Hashes,
}

impl Comments {
    /// Whether a text may have such comments.
    pub(super) fn may_be_in(self, text: &[u8]) -> bool {
        self.sign().is_none_or(|sign| memchr(sign, text).is_some())
    }

    /// The first byte of such a comment.
    fn sign(self) -> Option<u8> {
        match self {
            Self::None => None,
            Self::Slashes => Some(b'/'),
            Self::Hashes => Some(b'#'),
        }
    }
}

/// A text with its escapes resolved, of any language.
pub(super) fn unescape(text: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = memchr(b'\\', rest) {
        let (before, from) = rest.split_at(at);
        plain.extend_from_slice(before);
        rest = escape(from.get(1..).unwrap_or_default(), &mut plain);
    }
    plain.extend_from_slice(rest);
    plain
}

/// Resolves what follows a backslash, and gives what follows that.
fn escape<'a>(text: &'a [u8], plain: &mut Vec<u8>) -> &'a [u8] {
    let Some((kind, after)) = text.split_first() else {
        return text;
    };
    let braced = |text: &'a [u8]| {
        let inner = text.strip_prefix(b"{")?;
        let end = inner.iter().position(|byte| !byte.is_ascii_hexdigit())?;
        let (digits, rest) = inner.split_at(end);
        Some((digits, rest.strip_prefix(b"}")?))
    };
    let (digits, radix, rest) = match kind {
        b'N' => return named(after, plain),
        b'x' | b'u' | b'U' => {
            // Java takes any number of them.
            let more = after.iter().take_while(|byte| **byte == b'u').count();
            let after = after.get(more..).unwrap_or_default();
            let length = match kind {
                // C# has up to four digits, and no document has a character of code 0.
                b'x' if after.starts_with(b"00") && is_hexadecimal(after.get(2..4)) => 4,
                b'x' => 2,
                b'u' => 4,
                _ => 8,
            };
            match braced(after).or_else(|| after.split_at_checked(length)) {
                Some((digits, rest)) => (digits, 16, rest),
                None => return after,
            }
        }
        b'0'..=b'7' => {
            let length = text
                .iter()
                .take(3)
                .take_while(|byte| matches!(byte, b'0'..=b'7'));
            let (digits, rest) = text.split_at(length.count());
            (digits, 8, rest)
        }
        // White space, which decoders pass over; a line that goes on in the next.
        b'n' | b'r' | b't' | b'b' | b'f' | b'v' | b'a' | b'e' | b'\r' | b'\n' => {
            plain.push(b'\n');
            return after;
        }
        other => {
            plain.push(*other);
            return after;
        }
    };
    let code = std::str::from_utf8(digits)
        .ok()
        .and_then(|digits| u32::from_str_radix(digits, radix).ok());
    match code.and_then(char::from_u32) {
        Some(character) => {
            plain.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
            rest
        }
        None => after,
    }
}

fn is_hexadecimal(digits: Option<&[u8]>) -> bool {
    digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
}

/// Resolves the name of a character, in braces, as Python has it.
fn named<'a>(text: &'a [u8], plain: &mut Vec<u8>) -> &'a [u8] {
    let parts = text.strip_prefix(b"{").and_then(|inner| {
        let end = inner.iter().position(|byte| *byte == b'}')?;
        let (name, rest) = inner.split_at(end);
        Some((named_character(name)?, rest.get(1..)?))
    });
    match parts {
        Some((character, rest)) => {
            plain.push(character);
            rest
        }
        None => text,
    }
}

/// A text without its comments.
pub(super) fn uncommented(text: &[u8], comments: Comments) -> Vec<u8> {
    let Some(sign) = comments.sign() else {
        return text.to_owned();
    };
    let mut code = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = memchr(sign, rest) {
        let (before, from) = rest.split_at(at);
        code.extend_from_slice(before);
        let after = from.get(1..).unwrap_or_default();
        rest = match comment_end(comments, from) {
            Some(end) => {
                // It stands between two words.
                code.push(b' ');
                after_end(after, end)
            }
            None => {
                code.push(sign);
                after
            }
        };
    }
    code.extend_from_slice(rest);
    code
}

/// The end of the comment that begins a text.
fn comment_end(comments: Comments, text: &[u8]) -> Option<&'static [u8]> {
    match (comments, text) {
        (Comments::Slashes, [b'/', b'/', ..]) => Some(b"\n"),
        (Comments::Slashes, [b'/', b'*', ..]) => Some(b"*/"),
        (Comments::Hashes, [b'#', ..]) => Some(b"\n"),
        _ => None,
    }
}

/// The literals of a text one after the other, without what stands between them.
///
/// A literal ends with its line unless its quotes say otherwise, so that an apostrophe in a comment spoils no more than
/// its line.
pub(super) fn joined(text: &[u8], comments: Comments) -> Vec<u8> {
    let mut said = Vec::new();
    let mut rest = text;
    let sign = comments.sign();
    let is_mark = |byte: &u8| matches!(byte, b'"' | b'\'' | b'`') || Some(*byte) == sign;
    while let Some(at) = rest.iter().position(is_mark)
        && let Some(from) = rest.get(at..)
        && let Some((first, after)) = from.split_first()
    {
        rest = match (comment_end(comments, from), first) {
            (Some(end), _) => after_end(after, end),
            (None, b'"' | b'\'' | b'`') => literal(from, *first, &mut said),
            (None, _) => after,
        };
    }
    unescape(&said)
}

/// The text after an end mark, or an empty one if the mark is missing.
fn after_end<'a>(text: &'a [u8], end: &[u8]) -> &'a [u8] {
    let at = memmem::find(text, end);
    at.and_then(|at| text.get(at + end.len()..))
        .unwrap_or_default()
}

/// Adds what a literal says, and gives what follows it.
fn literal<'a>(text: &'a [u8], quote: u8, said: &mut Vec<u8>) -> &'a [u8] {
    let three = [quote; 3];
    let is_long = text.starts_with(&three);
    let end: &[u8] = if is_long { &three } else { &three[..1] };
    let spans_lines = is_long || quote == b'`';
    let mut rest = text.get(end.len()..).unwrap_or_default();
    loop {
        if let Some(after) = rest.strip_prefix(end) {
            return after;
        }
        let length = match rest {
            [] => return rest,
            [b'\\', b'\r', b'\n', ..] => 3,
            [b'\\', _, ..] => 2,
            [b'\n', ..] if !spans_lines => return rest,
            // Skips to the next byte that may end the literal or its line.
            [_, after @ ..] => memchr3(quote, b'\\', b'\n', after).map_or(rest.len(), |at| at + 1),
        };
        let (part, after) = rest.split_at(length.min(rest.len()));
        said.extend_from_slice(part);
        rest = after;
    }
}

/// The names of characters that are neither letters nor digits.
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
fn named_character(name: &[u8]) -> Option<u8> {
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
