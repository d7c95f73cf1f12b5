//! Text for people without secrets: messages, errors, and the log.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Arc;

use super::secret_store::MIN_BYTES;
use super::{LOOK_AHEAD_BYTES, MARK, Secrets, encodings, merged};
use crate::text::made_printable;
use crate::text::message::{LogSink, Severity};
use parking_lot::Mutex;

/// The base64 digits before a secret that show its first bytes.
const CONTEXT_BYTES: usize = 4;

impl Secrets {
    /// Removes the secrets from a text.
    #[must_use]
    pub fn text<'a>(&self, text: &'a str) -> Cow<'a, str> {
        self.beginning(text, text.len())
    }

    /// The first bytes of a text, without secrets. A secret across the end is removed completely. The cost does not
    /// grow with the rest of the text.
    #[must_use]
    pub fn beginning<'a>(&self, text: &'a str, max_bytes: usize) -> Cow<'a, str> {
        let end = text.floor_char_boundary(max_bytes);
        let beginning = text.get(..end).unwrap_or_default();
        let looked_at = text.floor_char_boundary(end.saturating_add(LOOK_AHEAD_BYTES));
        let mut found = self.find(text.get(..looked_at).unwrap_or_default().as_bytes());
        found.retain(|range| range.start < end);
        if found.is_empty() {
            return Cow::Borrowed(beginning);
        }
        found
            .iter_mut()
            .for_each(|range| *range = whole(text, range));
        let mut clean = String::with_capacity(end);
        let mut done = 0;
        for range in merged(found) {
            clean.push_str(text.get(done..range.start).unwrap_or_default());
            clean.push_str(MARK);
            done = range.end;
        }
        clean.push_str(text.get(done..end).unwrap_or_default());
        Cow::Owned(clean)
    }

    /// A text without secrets, shortened to `max_bytes`.
    #[must_use]
    pub fn excerpt<'a>(&self, text: &'a str, max_bytes: usize) -> Cow<'a, str> {
        if text.len() <= max_bytes {
            return self.text(text);
        }
        let beginning = self.beginning(text, max_bytes);
        Cow::Owned(format!("{beginning}… ({} bytes in all)", text.len()))
    }

    /// Removes the secrets from bytes.
    #[must_use]
    pub fn bytes<'a>(&self, bytes: &'a [u8]) -> Cow<'a, [u8]> {
        let found = self.find(bytes);
        if found.is_empty() {
            return Cow::Borrowed(bytes);
        }
        let mut clean = Vec::with_capacity(bytes.len());
        let mut done = 0;
        for range in merged(found) {
            clean.extend_from_slice(bytes.get(done..range.start).unwrap_or_default());
            clean.extend_from_slice(MARK.as_bytes());
            done = range.end;
        }
        clean.extend_from_slice(bytes.get(done..).unwrap_or_default());
        Cow::Owned(clean)
    }

    /// The offset near `at` at which bytes can be divided without cutting a secret. It is never 0. A secret that begins
    /// before `at` is recognised if it ends within [`LOOK_AHEAD_BYTES`] after it.
    #[must_use]
    pub fn division(&self, bytes: &[u8], at: usize) -> usize {
        let looked_at = bytes.len().min(at.saturating_add(LOOK_AHEAD_BYTES));
        let mut found = self.find(bytes.get(..looked_at).unwrap_or_default());
        for range in &mut found {
            range.start = range.start.saturating_sub(CONTEXT_BYTES);
        }
        let found = merged(found);
        let across = found
            .into_iter()
            .find(|range| range.start < at && at < range.end);
        let at = match across {
            Some(range) if range.start > 0 => range.start,
            Some(range) => range.end,
            None => at,
        };
        // Text must not be divided inside a character either.
        let is_inside = |at: &usize| bytes.get(*at).is_some_and(|byte| byte & 0xc0 == 0x80);
        let whole = (1..=at).rev().take(4).find(|at| !is_inside(at));
        whole.unwrap_or(at).max(1)
    }

    /// The places of secrets in a text, unordered, at character boundaries.
    #[must_use]
    pub fn places(&self, text: &str) -> Vec<Range<usize>> {
        let mut found = self.find(text.as_bytes());
        found
            .iter_mut()
            .for_each(|range| *range = whole(text, range));
        found
    }

    /// The places of secrets, unordered.
    fn find(&self, bytes: &[u8]) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        if bytes.len() < MIN_BYTES {
            return found;
        }
        let matchers = self.matchers_for_texts();
        if !matchers.is_empty() {
            encodings::find(&matchers, bytes, &mut found);
        }
        found
    }
}

/// Extends a range to character boundaries.
pub(super) fn whole(text: &str, range: &Range<usize>) -> Range<usize> {
    text.floor_char_boundary(range.start)..text.ceil_char_boundary(range.end)
}

/// The maximum size of a shown message.
pub const MAX_MESSAGE_BYTES: usize = 64 << 10;
/// The number of messages that are kept for the report of a failure.
const MAX_LAST: usize = 5;
const MAX_LAST_BYTES: usize = 200;

/// A log that removes secrets and control characters from messages and shortens long ones. It keeps the last messages.
pub struct CleanLog {
    sink: Arc<dyn LogSink>,
    secrets: Arc<Secrets>,
    last: Arc<LastMessages>,
}

/// The last messages of a call, from its guest and the host, without progress messages.
#[derive(Debug, Default)]
pub struct LastMessages(Mutex<VecDeque<String>>);

impl LastMessages {
    /// The first line of each message, oldest first.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let last = self.0.lock();
        last.iter().cloned().collect()
    }

    fn add(&self, message: &str) {
        let line = message.trim().lines().next().unwrap_or_default();
        if line.is_empty() {
            return;
        }
        let end = line.floor_char_boundary(MAX_LAST_BYTES);
        let mut kept = line.get(..end).unwrap_or_default().to_owned();
        if end < line.len() {
            kept.push('…');
        }
        let mut last = self.0.lock();
        if last.len() == MAX_LAST {
            last.pop_front();
        }
        last.push_back(kept);
    }
}

impl CleanLog {
    #[must_use]
    pub fn new(sink: Arc<dyn LogSink>, secrets: Arc<Secrets>, last: Arc<LastMessages>) -> Self {
        Self {
            sink,
            secrets,
            last,
        }
    }
}

impl LogSink for CleanLog {
    fn log(&self, severity: Severity, urn: &str, message: &str, ephemeral: bool) {
        let message = made_printable(self.secrets.excerpt(message, MAX_MESSAGE_BYTES));
        if !ephemeral {
            self.last.add(&message);
        }
        self.sink.log(severity, urn, &message, ephemeral);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Heard;

    #[test]
    fn messages_lose_their_secrets_and_the_last_are_remembered() {
        let (heard, last) = (Arc::<Heard>::default(), Arc::<LastMessages>::default());
        let secrets = Secrets::new();
        secrets.keep("a secret word");
        let sink = Arc::clone(&heard) as Arc<dyn LogSink>;
        let log = CleanLog::new(sink, secrets, Arc::clone(&last));
        for index in 0..10 {
            let message = format!("{index}: a secret word\nand more");
            log.log(Severity::Debug, "", &message, false);
        }
        log.log(Severity::Info, "", "progress", true);
        log.log(Severity::Info, "", &"x".repeat(100 << 10), false);
        log.log(
            Severity::Info,
            "",
            "\u{1b}]52;c;aGk=\u{7}\r\u{202e}x",
            false,
        );
        let heard = heard.messages();
        assert_eq!(heard[0].1, "0: [secret]\nand more");
        assert!(heard[11].1.ends_with("… (102400 bytes in all)"));
        assert_eq!(heard[12].1, "␛]52;c;aGk=␇␍�x");
        let last = last.lines();
        assert_eq!(
            last[..3],
            [7, 8, 9].map(|index| format!("{index}: [secret]"))
        );
        assert_eq!(last[3].chars().count(), MAX_LAST_BYTES + 1);
    }
}
