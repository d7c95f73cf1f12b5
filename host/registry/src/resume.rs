//! The rest of a download that broke off: whether it can be asked for, and whether an answer has it (RFC 9110, sections 13.1.5 and 14).

use std::time::{Duration, SystemTime};

use url::Url;

use super::exchange::Answer;

/// How much older than the answer a file has to be for its date to tell it from another version (RFC 9110, section 8.8.2.2): clocks of
/// servers have seconds, and a file may change twice in one.
const LEAST_AGE: Duration = Duration::from_secs(60);

/// One version of a file, as the answer with its first bytes named it: its rest can be asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FileVersion {
    /// The `ETag`, or the date of the last change: certain to stand for the same bytes always.
    pub(crate) validator: String,
    /// The length of the whole file, if it is known.
    length: Option<u64>,
    /// Where it is: a name of a version means nothing at another address.
    address: Url,
}

impl FileVersion {
    /// The version of the file in an answer with status 200. `None` if the rest of the file could not be asked for.
    pub(crate) fn of_whole(answer: &Answer) -> Option<Self> {
        let length = answer.header("content-length");
        Some(Self {
            validator: Named::of(answer).validator()?.to_owned(),
            length: length.and_then(|length| length.parse().ok()),
            address: place(&answer.address),
        })
        .filter(|_| is_plain(answer))
    }

    /// Whether an answer with status 206 has all bytes of this version from one on. A server need not understand what it is asked, so each thing
    /// that it says has to agree; RFC 9110, section 15.3.7, makes it name the version again.
    pub(crate) fn has_rest(&self, answer: &Answer, from: u64) -> bool {
        let is_same = Named::of(answer).is(&self.validator)
            && place(&answer.address) == self.address
            && is_plain(answer);
        let range = answer.header("content-range").and_then(Range::parse);
        let length = answer.header("content-length");
        range.is_some_and(|range| {
            let whole = range.whole.or(self.length);
            let is_rest = range.first == from && whole == range.last.checked_add(1);
            let is_of_length = self.length.is_none() || whole == self.length;
            let counted = range
                .last
                .checked_sub(from)
                .map(|most| most.saturating_add(1));
            let is_counted = length.is_none_or(|length| length.parse().ok() == counted);
            is_same && is_rest && is_of_length && is_counted
        })
    }

    /// The length of the whole file once its rest has come, as an answer with status 206 says.
    pub(crate) fn with_rest(self, answer: &Answer) -> Self {
        let range = answer.header("content-range").and_then(Range::parse);
        let length = range.map(|range| range.last.saturating_add(1));
        Self {
            length: length.or(self.length),
            ..self
        }
    }

    /// Whether a file of this length is whole.
    pub(crate) fn is_whole(&self, length: u64) -> bool {
        self.length.is_none_or(|whole| whole == length)
    }
}

/// An address without its query: storage that a server leads to signs each anew.
fn place(address: &Url) -> Url {
    let mut place = address.clone();
    place.set_query(None);
    place.set_fragment(None);
    place
}

/// Whether an answer has the bytes as they are.
fn is_plain(answer: &Answer) -> bool {
    let encoding = answer.header("content-encoding").unwrap_or("identity");
    encoding.eq_ignore_ascii_case("identity")
}

/// Whether an answer with status 206 has what comes behind the first bytes, so many of them.
pub(crate) fn is_behind(answer: &Answer, bytes: usize) -> bool {
    let range = answer.header("content-range").and_then(Range::parse);
    range.is_some_and(|range| range.first == bytes as u64)
}

/// The length that a file has at least, by an answer with status 206.
pub(crate) fn least_length(answer: &Answer) -> Option<u64> {
    let range = answer.header("content-range").and_then(Range::parse)?;
    let length = range.last.saturating_add(1);
    Some(range.whole.map_or(length, |whole| whole.max(length)))
}

/// The part of a file that an answer has.
#[derive(Debug, PartialEq, Eq)]
struct Range {
    first: u64,
    last: u64,
    /// The length of the whole file, if the server says it.
    whole: Option<u64>,
}

impl Range {
    /// Reads a header `Content-Range`.
    fn parse(header: &str) -> Option<Self> {
        let (range, whole) = header.strip_prefix("bytes ")?.split_once('/')?;
        let (first, last) = range.split_once('-')?;
        let number = |text: &str| {
            let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            is_number.then(|| text.parse().ok()).flatten()
        };
        let whole = match whole.trim() {
            "*" => None,
            whole => Some(number(whole)?),
        };
        let (first, last) = (number(first.trim())?, number(last.trim())?);
        let is_part = first <= last && whole.is_none_or(|whole| last < whole);
        is_part.then_some(Self { first, last, whole })
    }
}

/// The headers that name a version.
struct Named<'a> {
    tag: Option<&'a str>,
    changed: Option<&'a str>,
    sent: Option<&'a str>,
}

impl<'a> Named<'a> {
    fn of(answer: &'a Answer) -> Self {
        Self {
            tag: answer.header("etag"),
            changed: answer.header("last-modified"),
            sent: answer.header("date"),
        }
    }

    /// Whether it is the version that this one stands for.
    fn is(&self, validator: &str) -> bool {
        match self.tag {
            Some(tag) => tag == validator,
            None => self.changed == Some(validator),
        }
    }

    /// The name of the version, if the version certainly has the same bytes always: only then can two parts be put together.
    fn validator(&self) -> Option<&'a str> {
        if let Some(tag) = self.tag {
            // A weak one starts with `W/`: its bytes may differ.
            return Some(tag).filter(|tag| tag.starts_with('"'));
        }
        let changed = self.changed?;
        let age = date(self.sent?)?.duration_since(date(changed)?).ok()?;
        (age >= LEAST_AGE).then_some(changed)
    }
}

fn date(header: &str) -> Option<SystemTime> {
    httpdate::parse_http_date(header).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_is_named_by_what_is_certain() {
        let date = |time| Some(format!("Sun, 06 Nov 1994 08:{time} GMT"));
        for (tag, changed, sent, expected) in [
            (Some("\"a\""), None, None, Some("\"a\"")),
            (Some("W/\"a\""), date("40:00"), date("49:00"), None),
            (Some("a"), None, None, None),
            (
                None,
                date("40:00"),
                date("41:00"),
                Some("Sun, 06 Nov 1994 08:40:00 GMT"),
            ),
            (None, date("40:00"), date("40:59"), None),
            (None, date("41:00"), date("40:00"), None),
            (None, date("40:00"), None, None),
            (None, Some("yesterday".to_owned()), date("40:00"), None),
            (None, None, date("40:00"), None),
        ] {
            let named = Named {
                tag,
                changed: changed.as_deref(),
                sent: sent.as_deref(),
            };
            assert_eq!(
                named.validator(),
                expected,
                "{tag:?}, {changed:?}, {sent:?}"
            );
        }
    }

    #[test]
    fn a_version_is_the_same_if_the_same_header_names_it() {
        let changed = "Sun, 06 Nov 1994 08:40:00 GMT";
        for (tag, last, validator, expected) in [
            (Some("\"a\""), None, "\"a\"", true),
            (Some("\"a\""), Some(changed), "\"a\"", true),
            (Some("\"b\""), Some(changed), "\"a\"", false),
            (Some("W/\"a\""), None, "\"a\"", false),
            (None, Some(changed), "\"a\"", false),
            (None, None, "\"a\"", false),
            (None, Some(changed), changed, true),
            (Some("\"b\""), Some(changed), changed, false),
            (None, Some("Sun, 06 Nov 1994 08:40:01 GMT"), changed, false),
            (None, None, changed, false),
        ] {
            let named = Named {
                tag,
                changed: last,
                sent: None,
            };
            assert_eq!(named.is(validator), expected, "{tag:?}, {last:?}");
        }
    }

    #[test]
    fn a_part_is_told_by_its_bytes() {
        let range = |first, last, whole| Some(Range { first, last, whole });
        for (header, expected) in [
            ("bytes 7-9/10", range(7, 9, Some(10))),
            ("bytes 7-9/*", range(7, 9, None)),
            ("bytes 0-0/1", range(0, 0, Some(1))),
            ("", None),
            ("bytes", None),
            ("bytes */10", None),
            ("bytes 7-/10", None),
            ("bytes -9/10", None),
            ("bytes 9-7/10", None),
            ("bytes 7-10/10", None),
            ("bytes +7-9/10", None),
            ("bytes 7-9", None),
            ("bytes 7-99999999999999999999/*", None),
            ("lines 7-9/10", None),
        ] {
            assert_eq!(Range::parse(header), expected, "{header}");
        }
    }
}
