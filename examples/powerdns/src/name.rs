//! Domain names in the one spelling that PowerDNS uses: lower case, with the dot at the end.

use std::fmt;

/// RFC 1035, 2.3.4: a label has at most 63 octets.
const LABEL_LIMIT: usize = 63;

/// RFC 1035, 2.3.4: a name has at most 255 octets on the wire, which leaves 254 characters with the dot at the end.
const NAME_LIMIT: usize = 254;

/// A domain name in its canonical spelling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DomainName(String);

impl DomainName {
    /// Takes a name as people write it: in any case, with or without the dot at its end.
    ///
    /// The reason of a failure is a sentence for the person who wrote the name.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        if text == "." {
            return Ok(DomainName(text.to_owned()));
        }
        let labels = text.strip_suffix('.').unwrap_or(text);
        if labels.is_empty() {
            return Err("a domain name must not be empty".to_owned());
        }
        if !text.is_ascii() {
            return Err(format!(
                "`{text}` must be written in its ASCII form, which begins with `xn--`"
            ));
        }
        if text
            .chars()
            .any(|character| character.is_ascii_whitespace() || character.is_ascii_control())
        {
            return Err(format!("`{text}` must not contain white space"));
        }
        for label in labels.split('.') {
            if label.is_empty() {
                return Err(format!(
                    "`{text}` has two dots in a row, or a dot at its beginning"
                ));
            }
            if label.len() > LABEL_LIMIT {
                return Err(format!(
                    "`{label}` is longer than the {LABEL_LIMIT} characters between two dots"
                ));
            }
        }
        let canonical = format!("{}.", labels.to_ascii_lowercase());
        if canonical.len() > NAME_LIMIT {
            return Err(format!("`{text}` is longer than {NAME_LIMIT} characters"));
        }
        Ok(DomainName(canonical))
    }

    /// Whether this name is `zone` itself or below it.
    pub(crate) fn is_within(&self, zone: &DomainName) -> bool {
        zone.0 == "."
            || self
                .0
                .strip_suffix(zone.0.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// The name as a path segment of an API request.
    ///
    /// PowerDNS has a special escape here, because proxies stumble over `%2F`.
    pub(crate) fn to_segment(&self) -> String {
        if self.0 == "." {
            return "=2E".to_owned();
        }
        self.0.bytes().fold(String::new(), |mut segment, byte| {
            if byte.is_ascii_alphanumeric() || byte == b'.' || byte == b'-' {
                segment.push(char::from(byte));
            } else {
                segment.push_str(&format!("={byte:02X}"));
            }
            segment
        })
    }

    /// The name as a value in the query of an API request.
    pub(crate) fn to_query(&self) -> String {
        self.0.bytes().fold(String::new(), |mut value, byte| {
            if byte.is_ascii_alphanumeric() || b".-_".contains(&byte) {
                value.push(char::from(byte));
            } else {
                value.push_str(&format!("%{byte:02X}"));
            }
            value
        })
    }
}

impl fmt::Display for DomainName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::DomainName;

    fn name(text: &str) -> DomainName {
        DomainName::parse(text).unwrap()
    }

    #[test]
    fn names_get_lower_case_and_their_dot() {
        for text in ["www.example.org", "www.example.org.", "WWW.Example.ORG"] {
            assert_eq!(name(text).as_str(), "www.example.org.");
        }
        assert_eq!(name(".").as_str(), ".");
        assert_eq!(name("*.example.org").as_str(), "*.example.org.");
    }

    #[test]
    fn a_canonical_name_stays_as_it_is() {
        for text in [
            ".",
            "org",
            "a.B",
            "_sip._tcp.x.",
            "0/25.2.0.192.in-addr.arpa",
        ] {
            let once = name(text);
            assert_eq!(name(once.as_str()), once);
        }
    }

    #[test]
    fn what_is_no_name_is_refused_with_a_reason() {
        let long_label = "a".repeat(64);
        let long_name = "abc.".repeat(64);
        for (text, reason) in [
            ("", "must not be empty"),
            ("a..b", "two dots"),
            (".a", "two dots"),
            ("..", "two dots"),
            ("a b", "white space"),
            ("bücher.example", "xn--"),
            (long_label.as_str(), "longer than the 63"),
            (long_name.as_str(), "longer than 254"),
        ] {
            let error = DomainName::parse(text).unwrap_err();
            assert!(error.contains(reason), "{text}: {error}");
        }
    }

    #[test]
    fn only_whole_labels_make_a_name_part_of_a_zone() {
        assert!(name("example.org").is_within(&name("example.org")));
        assert!(name("www.example.org").is_within(&name("example.org")));
        assert!(name("www.example.org").is_within(&name(".")));
        assert!(!name("badexample.org").is_within(&name("example.org")));
        assert!(!name("www").is_within(&name("example.org")));
        assert!(!name("org").is_within(&name("example.org")));
    }

    #[test]
    fn names_are_escaped_in_addresses() {
        assert_eq!(
            name("0/25.2.0.192.in-addr.arpa").to_segment(),
            "0=2F25.2.0.192.in-addr.arpa."
        );
        assert_eq!(
            name("_msdcs.example.org").to_segment(),
            "=5Fmsdcs.example.org."
        );
        assert_eq!(name(".").to_segment(), "=2E");
        assert_eq!(name("*.a-b.org").to_query(), "%2A.a-b.org.");
    }
}
