//! The rest of a download that broke off: whether it can be asked for, and whether an answer has it (RFC 9110, sections 13.1.5 and 14).

use std::time::{Duration, SystemTime};

use super::exchange::Answer;

/// How much older than the answer a file has to be for its date to tell it from another version (RFC 9110, section 8.8.2.2): clocks of
/// servers have seconds, and a file may change twice in one.
const LEAST_AGE: Duration = Duration::from_secs(60);

/// The version of a file, as the server names it, if it is certain to have the same bytes always: only then can two parts be put together.
pub(crate) fn validator(answer: &Answer) -> Option<String> {
    let named = Named {
        tag: answer.header("etag"),
        changed: answer.header("last-modified"),
        sent: answer.header("date"),
    };
    named.validator().map(str::to_owned)
}

/// Whether an answer with status 206 has what comes behind the first bytes, so many of them.
pub(crate) fn is_behind(answer: &Answer, bytes: usize) -> bool {
    let range = answer.header("content-range").unwrap_or_default();
    begins_at(range, bytes)
}

/// Whether an answer with status 206 is of another version than the first bytes were.
pub(crate) fn is_of_other(answer: &Answer, validator: &str) -> bool {
    let tag = answer.header("etag");
    tag.is_some_and(|tag| validator.starts_with('"') && tag != validator)
}

/// The headers that name a version.
struct Named<'a> {
    tag: Option<&'a str>,
    changed: Option<&'a str>,
    sent: Option<&'a str>,
}

impl<'a> Named<'a> {
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

fn begins_at(range: &str, bytes: usize) -> bool {
    let range = range.strip_prefix("bytes ");
    let start = range.and_then(|range| range.split('-').next());
    start.is_some_and(|start| start.trim() == bytes.to_string())
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
    fn a_part_is_told_by_its_first_byte() {
        assert!(begins_at("bytes 7-9/10", 7));
        assert!(begins_at("bytes 7-9/*", 7));
        for range in [
            "",
            "bytes",
            "bytes */10",
            "bytes 0-9/10",
            "bytes 70-90/100",
            "lines 7-9/10",
        ] {
            assert!(!begins_at(range, 7), "{range}");
        }
    }
}
