//! The kept part of a guest's standard error, for the report of a crash.

/// The maximum bytes that are kept of ordinary text: its end.
const MAX_BYTES: usize = 4 << 10;
/// Bytes that are kept of a report of Go's runtime: its beginning.
const MAX_REPORT_BYTES: usize = 16 << 10;

/// The first words of a report of Go's runtime. The runtime ends the program after the report, which lists a hundred
/// frames of each goroutine.
const REPORTS: [&str; 3] = [
    "panic: ",
    "fatal error: ",
    "runtime: goroutine stack exceeds",
];

/// Whether a line is the first of a report of Go's runtime.
#[must_use]
pub fn begins_go_report(line: &str) -> bool {
    REPORTS.iter().any(|report| line.starts_with(report))
}

/// The end of a text, or the beginning of a report at its end.
#[derive(Debug, Default)]
pub(crate) struct LastWords {
    text: String,
    /// The start of the report.
    report: Option<usize>,
}

impl LastWords {
    /// Adds a line.
    pub(crate) fn add(&mut self, line: &str) {
        let begins = begins_go_report(line);
        if let Some(report) = self.report
            && (!begins || is_same_report(self.text.get(report..)))
        {
            if self.text.len() - report + line.len() < MAX_REPORT_BYTES {
                self.push(line);
            }
            return;
        }
        self.report = None;
        self.push(line);
        if self.text.len() > MAX_BYTES {
            let cut = self.text.len() - MAX_BYTES;
            self.text.drain(..self.text.ceil_char_boundary(cut));
        }
        if begins {
            self.report = Some(self.text.len().saturating_sub(line.len()));
        }
    }

    fn push(&mut self, line: &str) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text.push_str(line);
    }

    /// The text, unless it is empty.
    pub(crate) fn into_text(self) -> Option<String> {
        (!self.text.is_empty()).then_some(self.text)
    }
}

/// Whether a report continues with its reason: the lines before it are only about the stack.
fn is_same_report(report: Option<&str>) -> bool {
    report.is_some_and(|text| text.lines().all(|line| line.starts_with("runtime: ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept<'a>(lines: impl IntoIterator<Item = &'a str>) -> String {
        let mut words = LastWords::default();
        for line in lines {
            words.add(line);
        }
        words.into_text().unwrap_or_default()
    }

    #[test]
    fn the_end_of_ordinary_text_is_kept() {
        let lines: Vec<String> = (0..2000).map(|line| format!("line {line}")).collect();
        let kept = kept(lines.iter().map(String::as_str));
        assert!(
            kept.ends_with("\nline 1999") && kept.len() <= MAX_BYTES,
            "{kept}"
        );
        assert_eq!(LastWords::default().into_text(), None);
    }

    #[test]
    fn the_beginning_of_a_report_of_go_is_kept() {
        let frames: Vec<String> = (0..2000)
            .map(|frame| format!("main.deeper({frame})"))
            .collect();
        let before = ["2026/11/29 08:31:15 no way on"; 200];
        for reason in ["panic: boom", "fatal error: all goroutines are asleep"] {
            let lines = before.into_iter().chain([reason]);
            let kept = kept(lines.chain(frames.iter().map(String::as_str)));
            assert!(kept.len() < MAX_BYTES + MAX_REPORT_BYTES, "{kept}");
            let report = format!("no way on\n{reason}\nmain.deeper(0)\nmain.deeper(1)\n");
            assert!(kept.contains(&report), "{kept}");
        }
    }

    #[test]
    fn the_last_report_counts() {
        let overflow = "runtime: goroutine stack exceeds 1048576-byte limit";
        let both = kept([overflow, "fatal error: stack overflow", "", "goroutine 1"]);
        assert_eq!(
            both,
            format!("{overflow}\nfatal error: stack overflow\n\ngoroutine 1")
        );
        let long = "x".repeat(MAX_REPORT_BYTES);
        let later = kept(["panic: printed", &long, "panic: meant", "goroutine 1"]);
        assert!(later.ends_with("panic: meant\ngoroutine 1"), "{later}");
    }
}
