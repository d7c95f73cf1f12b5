//! The log that knows no secrets: in front of every other.

use std::collections::VecDeque;
use std::sync::Arc;

use parking_lot::Mutex;

use super::Secrets;
use crate::message::{LogSink, Severity};
use crate::text::made_printable;

/// The shown part of one message.
pub const MAX_MESSAGE_BYTES: usize = 64 << 10;
/// The number of last messages that are kept for the report of a failure.
const MAX_LAST: usize = 5;
const MAX_LAST_BYTES: usize = 200;

/// Hands messages on without secrets and without what a terminal obeys, and long ones shortened. It remembers the last.
pub struct CleanLog {
    sink: Arc<dyn LogSink>,
    secrets: Arc<Secrets>,
    last: Arc<LastMessages>,
}

/// The last messages of a call, of its guest and of the host, without progress.
#[derive(Debug, Default)]
pub struct LastMessages(Mutex<VecDeque<String>>);

impl LastMessages {
    /// The first line of each, oldest first.
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
