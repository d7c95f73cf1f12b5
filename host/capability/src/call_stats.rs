//! The requests of a call to the host, for one line at its end.

use std::time::{Duration, Instant};

use pulumi_wasm_core::error::readable;

/// Host calls without outside access: a call that makes only such host calls is not logged.
const INSIDE: [&str; 6] = [
    "checkpoint.",
    "clock.now",
    "clock.monotonic-ms",
    "env.",
    "log.",
    "random.",
];

/// Host calls of a running call, counted.
#[derive(Debug)]
pub struct CallStats {
    began: Instant,
    kinds: Vec<Kind>,
    /// The start of the running host call.
    since: Option<Instant>,
    waited: Duration,
}

#[derive(Debug)]
struct Kind {
    name: &'static str,
    count: u64,
    refused: u64,
}

impl Default for CallStats {
    fn default() -> Self {
        Self {
            began: Instant::now(),
            kinds: Vec::new(),
            since: None,
            waited: Duration::ZERO,
        }
    }
}

impl CallStats {
    /// Counts a host call that begins.
    pub fn begin(&mut self, name: &'static str) {
        self.since = Some(Instant::now());
        match self.kinds.iter_mut().find(|kind| kind.name == name) {
            Some(kind) => kind.count += 1,
            None => self.kinds.push(Kind {
                name,
                count: 1,
                refused: 0,
            }),
        }
    }

    /// Notes that it came to an end, and whether it was refused for want of a grant or because of a preview.
    pub fn end(&mut self, name: &'static str, is_refused: bool) {
        if let Some(since) = self.since.take() {
            self.waited += since.elapsed();
        }
        let kind = self.kinds.iter_mut().find(|kind| kind.name == name);
        if let (true, Some(kind)) = (is_refused, kind) {
            kind.refused += 1;
        }
    }

    /// The line, or `None` for a call that reached nothing outside and met no refusal.
    pub(super) fn summary(&self, operation: &str) -> Option<String> {
        let is_inside = |kind: &Kind| INSIDE.iter().any(|inside| kind.name.starts_with(inside));
        let is_worth_it = |kind: &Kind| kind.refused > 0 || !is_inside(kind);
        if !self.kinds.iter().any(is_worth_it) {
            return None;
        }
        let whole = self.began.elapsed();
        let kinds = self.kinds.iter().map(|kind| match kind.refused {
            0 => format!("{} {}", kind.count, kind.name),
            refused => format!("{} {} ({refused} refused)", kind.count, kind.name),
        });
        Some(format!(
            "{operation} took {}, {} of it in the component; host calls: {}",
            readable(whole),
            readable(whole.saturating_sub(self.waited)),
            kinds.collect::<Vec<_>>().join(", ")
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_that_reached_outside_has_a_line() {
        let mut stats = CallStats::default();
        stats.begin("log.emit");
        stats.end("log.emit", false);
        assert_eq!(stats.summary("create"), None);
        for is_refused in [false, true, false] {
            stats.begin("http.fetch");
            stats.end("http.fetch", is_refused);
        }
        let line = stats.summary("create").unwrap_or_default();
        assert!(line.starts_with("create took "), "{line}");
        let end = "host calls: 1 log.emit, 3 http.fetch (1 refused)";
        assert!(line.ends_with(end), "{line}");
    }
}
