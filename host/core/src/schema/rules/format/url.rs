//! URLs, independent of their notation.

use url::Url;

/// The canonical form of a URL; `None` for any other text.
///
/// The host in small letters, no default port, no dot segments, escapes in capital letters and only if they are needed
/// (RFC 3986, section 6.2.2).
pub(crate) fn canonical(text: &str) -> Option<String> {
    let url = Url::parse(text).ok()?;
    Some(normal_escapes(url.as_str()))
}

fn normal_escapes(text: &str) -> String {
    let mut normal = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('%') {
        normal.push_str(before);
        let code = after
            .get(..2)
            .filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()))
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match code {
            Some(code) => {
                let letter = char::from(code);
                if letter.is_ascii_alphanumeric() || "-._~".contains(letter) {
                    normal.push(letter);
                } else {
                    normal.push_str(&format!("%{code:02X}"));
                }
                rest = after.get(2..).unwrap_or_default();
            }
            None => {
                normal.push('%');
                rest = after;
            }
        }
    }
    normal.push_str(rest);
    normal
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_have_one_form() {
        let same = [
            ("HTTPS://Example.ORG:443", "https://example.org/"),
            ("https://a/b/../c/./d", "https://a/c/d"),
            ("https://a/%7eb%c3%a9", "https://a/~b%C3%A9"),
            ("https://a/é", "https://a/%C3%A9"),
        ];
        for (left, right) in same {
            assert_eq!(canonical(left), canonical(right), "{left}");
            assert!(canonical(left).is_some());
        }
        let different = [
            ("https://a/b", "https://a/B"),
            ("https://a/b", "https://a/b/"),
            ("https://a", "http://a"),
            ("https://a/%2F", "https://a//"),
        ];
        for (left, right) in different {
            assert_ne!(canonical(left), canonical(right), "{left}");
        }
        assert_eq!(canonical("no url"), None);
        assert_eq!(normal_escapes("%%4g%4"), "%%4g%4");
    }
}
