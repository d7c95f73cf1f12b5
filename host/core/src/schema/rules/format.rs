//! The formats of the rule `format`.
//!
//! Each accepts exactly the form in its RFC, because a component's backend receives the text unchanged. Crates accept
//! more: `uuid` accepts braces and missing hyphens, and `jiff` accepts a space instead of the `T` and the name of a
//! zone.

pub(super) mod duration;
pub(super) mod network;
pub(super) mod url;

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};

/// A format of strings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Format {
    Ipv4,
    Ipv6,
    /// An address of either kind.
    Ip,
    /// A network: an address and the length of its prefix.
    Cidr,
    /// As in RFC 1123, with or without a dot at the end.
    Hostname,
    /// Absolute.
    Url,
    Email,
    /// The text has four hyphens.
    Uuid,
    /// As in RFC 3339.
    DateTime,
    /// `1h30m`, `90s`, `PT1H30M`.
    Duration,
    /// The standard alphabet, padded.
    Base64,
}

impl Format {
    /// All formats by their names in a manifest.
    pub(super) const NAMES: [(&'static str, Format); 11] = [
        ("ipv4", Format::Ipv4),
        ("ipv6", Format::Ipv6),
        ("ip", Format::Ip),
        ("cidr", Format::Cidr),
        ("hostname", Format::Hostname),
        ("url", Format::Url),
        ("email", Format::Email),
        ("uuid", Format::Uuid),
        ("date-time", Format::DateTime),
        ("duration", Format::Duration),
        ("base64", Format::Base64),
    ];

    /// The name of texts of the form, with the article.
    pub(in crate::schema) fn describe(self) -> &'static str {
        match self {
            Format::Ipv4 => "an IPv4 address",
            Format::Ipv6 => "an IPv6 address",
            Format::Ip => "an IP address",
            Format::Cidr => "a network such as `10.0.0.0/8`",
            Format::Hostname => "a host name",
            Format::Url => "a URL such as `https://example.com/`",
            Format::Email => "an e-mail address",
            Format::Uuid => "a UUID",
            Format::DateTime => "a date and time such as `2030-01-31T12:00:00Z`",
            Format::Duration => "a duration such as `1h30m` or `PT1H30M`",
            Format::Base64 => "Base64 text",
        }
    }

    /// Whether a text has the format.
    pub(in crate::schema) fn has(self, text: &str) -> bool {
        match self {
            Format::Ipv4 => text.parse::<Ipv4Addr>().is_ok(),
            Format::Ipv6 => text.parse::<Ipv6Addr>().is_ok(),
            Format::Ip => text.parse::<IpAddr>().is_ok(),
            Format::Cidr => network::is_network(text),
            Format::Hostname => is_hostname(text),
            Format::Url => ::url::Url::parse(text).is_ok_and(|url| !url.cannot_be_a_base()),
            Format::Email => is_email(text),
            Format::Uuid => is_uuid(text),
            Format::DateTime => is_date_time(text),
            Format::Duration => duration::nanoseconds(text).is_some(),
            Format::Base64 => STANDARD.decode(text).is_ok(),
        }
    }
}

fn is_hostname(text: &str) -> bool {
    let name = text.strip_suffix('.').unwrap_or(text);
    let is_label = |label: &str| {
        (1..=63).contains(&label.len())
            && label
                .bytes()
                .all(|letter| letter.is_ascii_alphanumeric() || letter == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    (1..=253).contains(&name.len()) && name.split('.').all(is_label)
}

/// The form that mail servers accept in practice: one `@`, a host name after it, no spaces before it.
fn is_email(text: &str) -> bool {
    let Some((local, host)) = text.rsplit_once('@') else {
        return false;
    };
    let is_atom =
        |letter: char| letter.is_alphanumeric() || "!#$%&'*+-/=?^_`{|}~.".contains(letter);
    (1..=64).contains(&local.len())
        && local.chars().all(is_atom)
        && !local.starts_with('.')
        && !local.ends_with('.')
        && !local.contains("..")
        && is_hostname(host)
        && !host.ends_with('.')
}

fn is_uuid(text: &str) -> bool {
    let lengths = text.split('-').map(str::len);
    lengths.eq([8, 4, 4, 4, 12])
        && text
            .bytes()
            .all(|letter| letter == b'-' || letter.is_ascii_hexdigit())
}

/// `2030-01-31T12:00:00.5+01:00`
fn is_date_time(text: &str) -> bool {
    let number = |from: usize, to: usize| -> Option<u32> {
        let digits = text.get(from..to)?;
        let all = digits.bytes().all(|digit| digit.is_ascii_digit());
        all.then(|| digits.parse().ok())?
    };
    let mark =
        |at: usize, marks: &[u8]| text.as_bytes().get(at).is_some_and(|it| marks.contains(it));
    let (Some(year), Some(month), Some(day)) = (number(0, 4), number(5, 7), number(8, 10)) else {
        return false;
    };
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if is_leap => 29,
        2 => 28,
        _ => 0,
    };
    let is_time = |at: usize, seconds: bool| {
        number(at, at + 2).is_some_and(|hour| hour < 24)
            && mark(at + 2, b":")
            && number(at + 3, at + 5).is_some_and(|minute| minute < 60)
            && (!seconds
                || mark(at + 5, b":")
                    // A leap second is valid.
                    && number(at + 6, at + 8).is_some_and(|second| second <= 60))
    };
    if !(mark(4, b"-")
        && mark(7, b"-")
        && (1..=days).contains(&day)
        && mark(10, b"Tt ")
        && is_time(11, true))
    {
        return false;
    }
    let mut rest = text.get(19..).unwrap_or_default();
    if let Some(fraction) = rest.strip_prefix('.') {
        let end = fraction
            .find(|letter: char| !letter.is_ascii_digit())
            .unwrap_or(fraction.len());
        if end == 0 {
            return false;
        }
        rest = fraction.get(end..).unwrap_or_default();
    }
    match rest {
        "Z" | "z" => true,
        _ => {
            rest.len() == 6
                && rest.starts_with(['+', '-'])
                && text
                    .len()
                    .checked_sub(5)
                    .is_some_and(|at| is_time(at, false))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_know_their_texts() {
        let label = "a".repeat(63);
        let rows: [(Format, &[&str], &[&str]); 11] = [
            (
                Format::Ipv4,
                &["10.0.0.1"],
                &["10.0.0", "::1", "010.0.0.1", "10.0.0.1/8"],
            ),
            (
                Format::Ipv6,
                &["::1", "2001:DB8::1"],
                &["10.0.0.1", "::g", "[::1]"],
            ),
            (Format::Ip, &["::1", "10.0.0.1"], &["", "localhost"]),
            (
                Format::Cidr,
                &["10.0.0.0/8", "10.1.2.3/8", "::/0"],
                &["10.0.0.0", "10.0.0.0/33", "/8"],
            ),
            (
                Format::Hostname,
                &["a", "a-b.example", "example.org.", "1.2", &label],
                &[
                    "",
                    ".",
                    "a..b",
                    "-a",
                    "a-",
                    "a_b",
                    "ä",
                    &format!("{label}a"),
                    &"a.".repeat(200),
                ],
            ),
            (
                Format::Url,
                &["https://a/b?c#d", "ftp://a"],
                &["a/b", "mailto:a@b", "https://", ""],
            ),
            (
                Format::Email,
                &["a.b+c@d.example"],
                &["a", "@b", "a@", "a b@c", ".a@b", "a..b@c", "a@b@c d"],
            ),
            (
                Format::Uuid,
                &["6ba7b810-9dad-11d1-80b4-00C04FD430C8"],
                &[
                    "6ba7b8109dad11d180b400c04fd430c8",
                    "6ba7b810-9dad-11d1-80b4-00c04fd430cg",
                ],
            ),
            (
                Format::DateTime,
                &["2030-01-31T12:00:00Z", "2024-02-29t23:59:60.25+05:30"],
                &[
                    "2030-01-31",
                    "2030-02-29T12:00:00Z",
                    "2030-13-01T12:00:00Z",
                    "2030-01-31T24:00:00Z",
                    "2030-01-31T12:00:00",
                    "2030-01-31T12:00:00.Z",
                    "2030-01-31T12:00:00+5:30",
                    "é030-01-31T12:00:00Z",
                ],
            ),
            (Format::Duration, &["1h30m", "PT1M"], &["soon", "1"]),
            (
                Format::Base64,
                &["", "YQ==", "+/+/"],
                &["YQ", "_-_-", "Y Q="],
            ),
        ];
        for (format, good, bad) in rows {
            for text in good {
                assert!(format.has(text), "{format:?} {text}");
            }
            for text in bad {
                assert!(!format.has(text), "{format:?} {text}");
            }
        }
    }
}
