//! The messages of a call to people, within its limits.

use std::sync::Arc;

use parking_lot::Mutex;
use pulumi_wasm_core::call::{LogSink, Severity};
use pulumi_wasm_core::redaction::{MAX_MESSAGE_BYTES, Secrets};
use pulumi_wasm_core::text::indented;

use crate::limits::{Limit, Limits};

/// Counts the messages of one call. Messages beyond the limits are dropped and counted.
pub(crate) struct LogLimit {
    log: Arc<dyn LogSink>,
    limits: Arc<Limits>,
    count: Mutex<Count>,
}

#[derive(Default)]
struct Count {
    lines: u64,
    bytes: u64,
    left_out: u64,
    reached: Option<Limit>,
}

impl LogLimit {
    pub(crate) fn new(log: Arc<dyn LogSink>, limits: Arc<Limits>) -> Self {
        Self {
            log,
            limits,
            count: Mutex::default(),
        }
    }

    /// Shows a message of a guest. In a message with several lines, all lines after the first are indented, so that
    /// they do not look like lines of the host.
    pub(crate) fn say(
        &self,
        severity: Severity,
        urn: &str,
        message: &str,
        ephemeral: bool,
        secrets: &Secrets,
    ) {
        if !self.fits(message) {
            return;
        }
        if !message.contains('\n') {
            return self.log.log(severity, urn, message, ephemeral);
        }
        // Secrets are removed first, because a changed secret is not recognised.
        let clean = secrets.excerpt(message, MAX_MESSAGE_BYTES);
        self.log.log(severity, urn, &indented(&clean), ephemeral);
    }

    /// Counts a message.
    fn fits(&self, message: &str) -> bool {
        self.count.lock().take(message.len() as u64, &self.limits)
    }

    /// Says, at the end of the call, how much was left out.
    pub(crate) fn finish(&self, urn: &str) {
        let count = self.count.lock();
        let Some(limit) = count.reached else { return };
        let message = format!(
            "{} further messages of this call were left out: it had reached the limit {} of {}\nhint: {}",
            count.left_out,
            limit.name(),
            limit.show(self.limits.get(limit)),
            self.limits.hint(limit)
        );
        self.log.log(Severity::Warning, urn, &message, false);
    }
}

impl Count {
    /// Counts a message. Returns false if it must be dropped.
    fn take(&mut self, bytes: u64, limits: &Limits) -> bool {
        let (lines, bytes) = (self.lines + 1, self.bytes.saturating_add(bytes));
        let over = if lines > limits.get(Limit::LogLines) {
            Some(Limit::LogLines)
        } else if bytes > limits.get(Limit::LogSize) {
            Some(Limit::LogSize)
        } else {
            None
        };
        // A message after one that was left out is left out too: a log with holes misleads.
        if self.reached.is_none() {
            self.reached = over;
        }
        if self.reached.is_some() {
            self.left_out += 1;
            return false;
        }
        (self.lines, self.bytes) = (lines, bytes);
        true
    }
}

impl LogSink for LogLimit {
    fn log(&self, severity: Severity, urn: &str, message: &str, ephemeral: bool) {
        if self.fits(message) {
            self.log.log(severity, urn, message, ephemeral);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Lines;

    fn limited(limit: Limit, value: u64) -> (LogLimit, Lines) {
        let lines = Lines::default();
        let mut limits = Limits::default();
        limits.set(limit, value);
        let limited = LogLimit::new(Arc::new(lines.clone()), Arc::new(limits));
        (limited, lines)
    }

    fn heard(lines: &Lines) -> Vec<String> {
        lines.heard().into_iter().map(|(_, text, _)| text).collect()
    }

    #[test]
    fn what_is_over_a_limit_is_left_out_and_counted() {
        for (limit, value) in [(Limit::LogLines, 2), (Limit::LogSize, 9)] {
            let (limited, lines) = limited(limit, value);
            for message in ["four", "five!", "a long one", "x"] {
                limited.log(Severity::Error, "", message, false);
            }
            limited.finish("");
            let heard = heard(&lines);
            assert_eq!(heard[..2], ["four", "five!"]);
            assert_eq!(heard.len(), 3, "{heard:?}");
            assert!(heard[2].starts_with("2 further messages"), "{heard:?}");
            let named = format!("the limit {} of", limit.name());
            assert!(heard[2].contains(&named), "{heard:?}");
        }
    }

    #[test]
    fn lines_of_a_guest_are_moved_in_and_those_of_the_host_are_not() {
        let (limited, lines) = limited(Limit::LogLines, 10);
        let secrets = Secrets::new();
        secrets.keep("one key\nin two lines");
        for message in ["one\nhint: two", "one key\nin two lines", "plain"] {
            limited.say(Severity::Info, "", message, false, &secrets);
        }
        limited.log(Severity::Info, "", "ours\nhint: two", false);
        let expected = ["one\n  hint: two", "[secret]", "plain", "ours\nhint: two"];
        assert_eq!(heard(&lines), expected);
    }

    #[test]
    fn a_call_within_its_limits_says_nothing_of_them() {
        let (limited, lines) = limited(Limit::LogLines, 1);
        limited.log(Severity::Info, "", "one", true);
        limited.finish("");
        assert_eq!(heard(&lines), ["one"]);
    }
}
