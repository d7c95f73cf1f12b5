//! Credentials in the addresses of a text: users and passwords, and parameters by their names.
//!
//! Addresses are in headers (`Location`, `Link`, `Refresh`), in bodies and in messages: unchanged, with the escaped
//! slashes of JSON (`https:\/\/`), or percent-encoded as a parameter of another address.

use std::ops::Range;

/// How two slashes are written, and the sign that ends a user.
const AUTHORITIES: [(&str, &str); 3] = [("//", "@"), ("\\/\\/", "@"), ("%2f%2f", "%40")];
/// The characters that end an authority, in each form of writing.
const ENDS_OF_AUTHORITY: &str = "/?#\\\"'`<>{}|^";
/// The same in a percent-encoded address.
const ENCODED_ENDS: [&str; 3] = ["%2f", "%3f", "%23"];
/// The characters before the name of a parameter.
const BEFORE_NAME: &str = "?&#;";
/// The characters that end the value of a parameter.
const ENDS_OF_VALUE: &str = "&#\"'`<>\\";

/// The positions of users and passwords in the addresses of a text.
pub(super) fn users(text: &str) -> Vec<Range<usize>> {
    if !text.contains('@') && !text.contains("%40") {
        return Vec::new();
    }
    // Only ASCII letters change, so that the positions stay the same.
    let lower = text.to_ascii_lowercase();
    let mut found = Vec::new();
    for (slashes, at) in AUTHORITIES {
        let mut look = 0;
        while let Some(place) = lower.get(look..).and_then(|rest| rest.find(slashes)) {
            let begin = look + place + slashes.len();
            look = begin;
            let authority = authority(lower.get(begin..).unwrap_or_default(), at);
            if let Some(length) = authority.rfind(at).filter(|length| *length > 0) {
                found.push(begin..begin + length);
            }
        }
    }
    found
}

/// The authority at the start of a text.
fn authority<'t>(text: &'t str, at: &str) -> &'t str {
    let ends = |letter: char| letter.is_whitespace() || ENDS_OF_AUTHORITY.contains(letter);
    let mut end = text.find(ends).unwrap_or(text.len());
    if at != "@" {
        let encoded = ENCODED_ENDS.iter().filter_map(|ending| text.find(ending));
        // The next parameter of the address around it.
        end = encoded.chain(text.find('&')).fold(end, usize::min);
    }
    text.get(..end).unwrap_or_default()
}

/// The positions of the values of parameters with these names.
pub(super) fn parameters(text: &str, counts: impl Fn(&str) -> bool) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    for (equals, _) in text.match_indices('=') {
        let before = text.get(..equals).unwrap_or_default();
        let is_of_name = |letter: char| letter.is_alphanumeric() || "_.-~%[]+".contains(letter);
        let name = before.trim_end_matches(is_of_name).len();
        let begins = before.get(..name).unwrap_or_default();
        if !begins.ends_with(|letter| BEFORE_NAME.contains(letter)) {
            continue;
        }
        let name = before.get(name..).unwrap_or_default();
        let begin = equals + 1;
        let rest = text.get(begin..).unwrap_or_default();
        let ends = |letter: char| letter.is_whitespace() || ENDS_OF_VALUE.contains(letter);
        let length = rest.find(ends).unwrap_or(rest.len());
        if length > 0 && counts(&decoded(name)) {
            found.push(begin..begin + length);
        }
    }
    found
}

/// A part of an address without its percent signs.
pub(super) fn decoded(part: &str) -> String {
    let bytes = part.as_bytes();
    let mut plain = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let hex = part.get(at + 1..at + 3).filter(|_| *byte == b'%');
        let digit = hex.and_then(|hex| u8::from_str_radix(hex, 16).ok());
        plain.push(digit.unwrap_or(*byte));
        at += if digit.is_some() { 3 } else { 1 };
    }
    String::from_utf8_lossy(&plain).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn users_and_passwords_are_found_in_each_form_of_an_address() {
        for (text, expected) in [
            ("https://ada:pw@a.b/c", &["ada:pw"][..]),
            ("https://token@a.b", &["token"]),
            ("HTTPS://ada:p%40w@A.B?x=@", &["ada:p%40w"]),
            ("//ada:pw@a.b/c", &["ada:pw"]),
            ("ftp://ada:p@w@a.b/c@d", &["ada:p@w"]),
            (
                "<https://a:1@b>; rel=next, <https://c:2@d>",
                &["a:1", "c:2"],
            ),
            (r#"{"next":"https:\/\/ada:pw@a.b\/c"}"#, &["ada:pw"]),
            (
                "https://a.b/?to=https%3A%2F%2Fada%3Apw%40c.d%2Fe&x=%40",
                &["ada%3Apw"],
            ),
            ("see https://a.b/c and ada@a.b", &[]),
            ("https://a.b/c@d", &[]),
            ("https://a.b?c@d", &[]),
            ("https://@a.b", &[]),
            ("ä//ö:ü@ß", &["ö:ü"]),
            ("", &[]),
        ] {
            let found: Vec<&str> = users(text).into_iter().map(|place| &text[place]).collect();
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn values_of_parameters_are_found_by_their_names() {
        let counts = |name: &str| ["key", "sig", "access_token"].contains(&name);
        for (text, expected) in [
            (
                "https://a.b/?key=abc&page=1&sig=d%20e",
                &["abc", "d%20e"][..],
            ),
            ("/back#access_token=abc&x=1", &["abc"]),
            ("</a?key=abc>; rel=next", &["abc"]),
            ("/a;key=abc", &["abc"]),
            ("https://a.b/?access%5Ftoken=abc", &["abc"]),
            (r#"{"url":"https://a.b/?key=abc","key":"x"}"#, &["abc"]),
            ("key=abc", &[]),
            ("x; key=abc", &[]),
            ("?key=&sig=", &[]),
            ("?monkey=abc", &[]),
        ] {
            let found = parameters(text, counts).into_iter();
            let found: Vec<&str> = found.map(|place| &text[place]).collect();
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn percent_signs_are_read() {
        for (part, expected) in [
            ("a%20b%C3%A4", "a bä"),
            ("%", "%"),
            ("%zz%4", "%zz%4"),
            ("ä%41", "äA"),
        ] {
            assert_eq!(decoded(part), expected);
        }
    }
}
