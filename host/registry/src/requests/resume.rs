//! Resuming a download that broke off: whether the rest can be requested, and whether an answer is that rest (RFC
//! 9110, sections 13.1.5 and 14).

use std::time::{Duration, SystemTime};

use url::Url;

use crate::requests::exchange::Answer;

/// The minimum age of a file at the time of the answer, if its date is used as a validator (RFC 9110, section
/// 8.8.2.2): dates have a resolution of one second, and a file may change twice within one.
const MIN_AGE: Duration = Duration::from_secs(60);

/// One version of a file, as the first answer described it, so that the rest of the same version can be requested.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FileVersion {
    /// A strong validator: the `ETag`, or the date of the last change.
    pub(crate) validator: String,
    /// The length of the whole file, if it is known.
    length: Option<u64>,
    /// The file's address: a validator is only valid for one address.
    address: Url,
}

impl FileVersion {
    /// The version in an answer with status 200, or `None` if the download could not be resumed.
    pub(crate) fn of_whole(answer: &Answer) -> Option<Self> {
        let length = answer.header("content-length");
        Some(Self {
            validator: Named::of(answer).validator()?.to_owned(),
            length: length.and_then(|length| length.parse().ok()),
            address: place(&answer.address),
        })
        .filter(|_| is_plain(answer))
    }

    /// Whether an answer with status 206 has all bytes of this version from `from` on. A server may ignore the
    /// condition in the request, so every header must match. RFC 9110, section 15.3.7, requires the server to
    /// repeat the validator.
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
                .map(|max| max.saturating_add(1));
            let is_counted = length.is_none_or(|length| length.parse().ok() == counted);
            is_same && is_rest && is_of_length && is_counted
        })
    }

    /// Updates the length of the whole file from an answer with status 206.
    pub(crate) fn with_rest(self, answer: &Answer) -> Self {
        let range = answer.header("content-range").and_then(Range::parse);
        let length = range.map(|range| range.last.saturating_add(1));
        Self {
            length: length.or(self.length),
            ..self
        }
    }

    /// Whether a file of this length is complete.
    pub(crate) fn is_whole(&self, length: u64) -> bool {
        self.length.is_none_or(|whole| whole == length)
    }
}

/// An address without its query, because storage servers sign each address anew.
fn place(address: &Url) -> Url {
    let mut place = address.clone();
    place.set_query(None);
    place.set_fragment(None);
    place
}

/// Whether the body has no content coding.
fn is_plain(answer: &Answer) -> bool {
    let encoding = answer.header("content-encoding").unwrap_or("identity");
    encoding.eq_ignore_ascii_case("identity")
}

/// Whether an answer with status 206 continues after the first `bytes` bytes.
pub(crate) fn is_behind(answer: &Answer, bytes: usize) -> bool {
    let range = answer.header("content-range").and_then(Range::parse);
    range.is_some_and(|range| range.first == bytes as u64)
}

/// The minimum length of the file, by an answer with status 206.
pub(crate) fn least_length(answer: &Answer) -> Option<u64> {
    let range = answer.header("content-range").and_then(Range::parse)?;
    let length = range.last.saturating_add(1);
    Some(range.whole.map_or(length, |whole| whole.max(length)))
}

/// The range of a file in an answer.
#[derive(Debug, PartialEq, Eq)]
struct Range {
    first: u64,
    last: u64,
    /// The length of the whole file, if the server sent it.
    whole: Option<u64>,
}

impl Range {
    /// Parses a header `Content-Range`.
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

/// The headers that identify a version.
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

    /// Whether they identify the version with this validator.
    fn is(&self, validator: &str) -> bool {
        match self.tag {
            Some(tag) => tag == validator,
            None => self.changed == Some(validator),
        }
    }

    /// A strong validator, or `None`. Parts with equal strong validators can be joined.
    fn validator(&self) -> Option<&'a str> {
        if let Some(tag) = self.tag {
            // A weak `ETag` starts with `W/`: the bytes may differ.
            return Some(tag).filter(|tag| tag.starts_with('"'));
        }
        let changed = self.changed?;
        let age = date(self.sent?)?.duration_since(date(changed)?).ok()?;
        (age >= MIN_AGE).then_some(changed)
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
