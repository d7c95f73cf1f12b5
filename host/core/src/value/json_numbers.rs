//! The numbers of a JSON text with all their digits. A parser that converts numbers to doubles loses some.

use std::borrow::Cow;

/// Whole numbers with up to this many digits are exact doubles.
const EXACT_DIGITS: usize = 15;
/// The largest double has 309 digits.
const MAX_DIGITS: usize = 310;
/// Longer exponents are not evaluated, and are compared as text.
const EXPONENT_DIGITS: usize = 17;

/// A token of a JSON text: a string, a number, or the text between them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Token<'t> {
    /// Including its quotation marks.
    String(&'t str),
    Number(&'t str),
    /// Brackets, commas, colons, white space, `true`, `false` and `null`.
    Other(&'t str),
}

/// The tokens of a text. If the text is not JSON, the tokens are arbitrary parts.
struct Tokens<'t>(&'t str);

impl<'t> Iterator for Tokens<'t> {
    type Item = Token<'t>;

    fn next(&mut self) -> Option<Token<'t>> {
        let text = self.0;
        let first = *text.as_bytes().first()?;
        let (length, kind): (usize, fn(&'t str) -> Token<'t>) = match first {
            b'"' => (string_length(text), Token::String),
            b'-' | b'0'..=b'9' => (length(text, is_of_number), Token::Number),
            _ => (length(text, |byte| !is_begin(byte)), Token::Other),
        };
        let (token, rest) = text.split_at_checked(length)?;
        self.0 = rest;
        Some(kind(token))
    }
}

fn is_begin(byte: u8) -> bool {
    matches!(byte, b'"' | b'-' | b'0'..=b'9')
}

fn is_of_number(byte: u8) -> bool {
    matches!(byte, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E')
}

fn length(text: &str, is_part: fn(u8) -> bool) -> usize {
    let end = text.bytes().position(|byte| !is_part(byte));
    end.unwrap_or(text.len())
}

fn string_length(text: &str) -> usize {
    let mut is_escaped = false;
    let end = text.bytes().skip(1).position(|byte| {
        let is_end = byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        is_end
    });
    end.map_or(text.len(), |end| end + 2)
}

/// Whether a text contains a whole number that a double cannot hold. The text must be JSON, or a parser refuses it
/// anyway.
#[must_use]
pub fn loses_digits(text: &str) -> bool {
    has_many_digits(text)
        && Tokens(text).any(|token| matches!(token, Token::Number(number) if !is_kept(number)))
}

/// The name of the first member in an object's text that contains such a number; `None` if all numbers fit.
#[must_use]
pub fn member_that_loses_digits(text: &str) -> Option<String> {
    if !has_many_digits(text) {
        return None;
    }
    let mut depth = 0_usize;
    let mut last = "";
    let mut key = "";
    for token in Tokens(text) {
        match token {
            Token::String(string) => last = string,
            Token::Number(number) if is_kept(number) => {}
            Token::Number(_) => return Some(serde_json::from_str(key).unwrap_or_default()),
            Token::Other(marks) => {
                for mark in marks.bytes() {
                    match mark {
                        b'{' | b'[' => depth += 1,
                        b'}' | b']' => depth = depth.saturating_sub(1),
                        b':' if depth == 1 => key = last,
                        _ => {}
                    }
                }
            }
        }
    }
    None
}

/// Whether a text has a run of digits that may be too long for a double. Most texts have none, and need no further
/// check.
fn has_many_digits(text: &str) -> bool {
    let mut count = 0_usize;
    text.bytes().any(|byte| {
        count = if byte.is_ascii_digit() { count + 1 } else { 0 };
        count > EXACT_DIGITS
    })
}

/// Whether a number keeps its meaning as a double: it has a fraction or an exponent and so is approximate anyway, it
/// equals the double exactly, or it has the digits that programs print for the double.
fn is_kept(number: &str) -> bool {
    let digits = number.trim_start_matches('-');
    if digits.len() <= EXACT_DIGITS || digits.contains(['.', 'e', 'E']) {
        return true;
    }
    let Ok(double) = digits.parse::<f64>() else {
        return true;
    };
    digits.len() <= MAX_DIGITS
        && (format!("{double:.0}") == digits || format!("{double}") == digits)
}

/// A JSON text with all numbers as strings. Two numbers become the same string if they are equal. Each original string
/// gets a prefix, so that no string equals the string of a number.
pub(crate) fn as_texts(text: &str) -> String {
    let mut result = String::with_capacity(text.len() + text.len() / 2);
    for token in Tokens(text) {
        match token {
            Token::String(string) => {
                result.push_str("\"s");
                result.push_str(string.get(1..).unwrap_or_default());
            }
            Token::Number(number) => {
                result.push_str("\"n");
                result.push_str(&canonical(number));
                result.push('"');
            }
            Token::Other(other) => result.push_str(other),
        }
    }
    result
}

/// A string in such a text: its kind and its content.
pub(crate) enum Marked<'t> {
    String(&'t str),
    Number(&'t str),
}

pub(crate) fn marked(text: &str) -> Marked<'_> {
    match text.strip_prefix('n') {
        Some(number) => Marked::Number(number),
        None => Marked::String(text.strip_prefix('s').unwrap_or(text)),
    }
}

/// The canonical form of a number: digits that neither begin nor end with a zero, and an exponent unless it is zero.
fn canonical(number: &str) -> Cow<'_, str> {
    let (sign, unsigned) = match number.strip_prefix('-') {
        Some(unsigned) => ("-", unsigned),
        None => ("", number),
    };
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent),
        None => (unsigned, "0"),
    };
    if exponent.trim_start_matches(['+', '-', '0']).len() > EXPONENT_DIGITS {
        return Cow::Borrowed(number);
    }
    let Ok(exponent) = exponent.trim_start_matches('+').parse::<i128>() else {
        return Cow::Borrowed(number);
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let all = format!("{whole}{fraction}");
    let digits = all.trim_end_matches('0');
    let places = (all.len() - digits.len()) as i128 - fraction.len() as i128;
    let digits = digits.trim_start_matches('0');
    Cow::Owned(match (digits, exponent + places) {
        ("", _) => "0".to_owned(),
        (digits, 0) => format!("{sign}{digits}"),
        (digits, exponent) => format!("{sign}{digits}e{exponent}"),
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn whole_numbers_that_a_double_changes_are_found() {
        for (text, loses) in [
            ("2961068737224365485", true),
            ("-2961068737224365485", true),
            ("9007199254740993", true),
            ("9007199254740992", false),
            ("18446744073709551617", true),
            ("18446744073709551616", false),
            ("340282366920938463463374607431768211455", true),
            // As JavaScript prints 2^60.
            ("1152921504606847000", false),
            ("1152921504606846976", false),
            ("1.152921504606846976e18", false),
            ("0.12345678901234567890", false),
            ("999999999999999", false),
            (r#"{"a":"2961068737224365485"}"#, false),
            (r#"["\"",2961068737224365485]"#, true),
        ] {
            assert_eq!(loses_digits(text), loses, "{text}");
        }
        assert!(loses_digits(&"9".repeat(400)));
    }

    #[test]
    fn the_member_of_such_a_number_is_named() {
        for (text, member) in [
            (r#"{"a":1,"b":{"c":[2961068737224365485]}}"#, Some("b")),
            (r#"{ "x\"" : 2961068737224365485 }"#, Some("x\"")),
            (
                r#"{"a":"b","c":["d",{"e":"f"}],"g":2961068737224365485}"#,
                Some("g"),
            ),
            (r#"{"a":"2961068737224365485","b":2}"#, None),
            ("2961068737224365485", Some("")),
        ] {
            assert_eq!(member_that_loses_digits(text).as_deref(), member, "{text}");
        }
    }

    #[test]
    fn equal_numbers_have_one_form() {
        for (one, other) in [
            ("1", "1.0"),
            ("100", "1e2"),
            ("1.50", "15E-1"),
            ("0", "-0.0"),
            ("0.001", "1e-3"),
            ("10", "1e+1"),
        ] {
            assert_eq!(canonical(one), canonical(other), "{one} {other}");
        }
        for (one, other) in [
            ("1", "-1"),
            ("18446744073709551617", "18446744073709551618"),
            ("1e99999999999999999999", "2e99999999999999999999"),
        ] {
            assert_ne!(canonical(one), canonical(other), "{one} {other}");
        }
    }

    #[test]
    fn a_text_of_a_number_is_not_the_number() {
        assert_ne!(as_texts("1"), as_texts("\"n1\""));
        assert_ne!(as_texts("1"), as_texts("\"1\""));
    }

    proptest! {
        #[test]
        fn tokens_are_the_whole_text(text in r#"[-{}\[\]",:a1\\ .e+é]{0,40}"#) {
            let all: String = Tokens(&text).map(|token| match token {
                Token::String(part) | Token::Number(part) | Token::Other(part) => part,
            }).collect();
            prop_assert_eq!(all, text.clone());
            _ = loses_digits(&text);
            _ = member_that_loses_digits(&text);
            as_texts(&text);
        }

        #[test]
        fn a_double_keeps_the_digits_that_it_is_printed_with(bits in any::<u64>()) {
            let double = f64::from_bits(bits);
            if double.is_finite() {
                let [exact, printed] = [format!("{double:.0}"), format!("{double}")];
                prop_assert!(!loses_digits(&exact) || double.fract() != 0.0);
                prop_assert!(!loses_digits(&printed));
            }
        }

        #[test]
        fn a_whole_number_is_kept_if_a_double_is_equal(number in any::<i64>()) {
            #[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "that is the question")]
            let is_exact = i128::from(number) == (number as f64) as i128;
            prop_assert!(!is_exact || !loses_digits(&number.to_string()));
        }

        #[test]
        fn a_text_with_marks_is_json_of_the_same_form(number in any::<f64>(), text in any::<String>()) {
            let value = json!({ "a": [number, text.as_str()], "b": text.as_str() });
            let marked: Value = serde_json::from_str(&as_texts(&value.to_string())).expect("JSON");
            prop_assert_eq!(&marked["sb"], &json!(format!("s{text}")));
        }
    }
}
