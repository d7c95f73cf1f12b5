//! What the lines of the test runner say: how many tests ran, and which failed.

/// What came of the tests of all suites so far.
#[derive(Default)]
pub(super) struct Outcomes {
    /// Whether a test ran.
    ran: bool,
    /// Whether a test was selected and left out.
    ignored: bool,
    /// The names of the tests that failed, since [`Self::take_failed`] gave them last.
    failed: Vec<String>,
}

impl Outcomes {
    /// Takes up one line of the test runner.
    pub(super) fn read(&mut self, line: &str) {
        let Some(counts) = line.strip_prefix("test result: ") else {
            self.failed.extend(failed(line));
            return;
        };
        for count in counts.split(';') {
            let mut words = count.split_whitespace().rev();
            let (Some(kind), Some(number)) = (words.next(), words.next()) else {
                continue;
            };
            let is_some = number != "0";
            match kind {
                "passed" | "failed" => self.ran |= is_some,
                "ignored" => self.ignored |= is_some,
                _ => {}
            }
        }
    }

    /// The names of the tests that failed since the last call.
    pub(super) fn take_failed(&mut self) -> Vec<String> {
        std::mem::take(&mut self.failed)
    }

    /// The reason why a run with these filters tested nothing, with a hint; nothing if a test ran.
    pub(super) fn complaint(&self, filters: &[String]) -> Option<String> {
        let filters = filters.join("` or `");
        match (self.ran, self.ignored) {
            (true, _) => None,
            (false, true) => Some(format!(
                "each test with `{filters}` in its name is ignored\n\
                 hint: long runs include most ignored tests: set PULUMI_WASM_TEST_LONG=1; others need root"
            )),
            (false, false) => Some(format!(
                "no test has `{filters}` in its name\n\
                 hint: name a file of `tests/`, and parts of the paths of its tests: `cargo xtask test engine kill::`"
            )),
        }
    }
}

/// The name of the test that failed by this line.
fn failed(line: &str) -> Option<String> {
    let name = line.strip_prefix("test ")?.trim_end();
    let name = name.strip_suffix("FAILED")?.trim_end();
    let name = name.strip_suffix("...")?.trim();
    Some(name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaint(lines: &[&str]) -> Option<String> {
        let mut outcomes = Outcomes::default();
        for line in lines {
            outcomes.read(line);
        }
        outcomes.complaint(&["kil".to_owned()])
    }

    fn counted(passed: u32, failed: u32, ignored: u32) -> String {
        format!(
            "test result: ok. {passed} passed; {failed} failed; {ignored} ignored; 0 measured; 12 filtered out; finished in 0.01s"
        )
    }

    #[test]
    fn a_run_without_a_test_is_a_mistake() {
        let none = complaint(&["running 0 tests", &counted(0, 0, 0)]).unwrap();
        assert!(none.starts_with("no test has `kil` in its name\nhint: "));
        let ignored = complaint(&[&counted(0, 0, 2), &counted(0, 0, 0)]).unwrap();
        assert!(ignored.contains("is ignored\nhint: "), "{ignored}");
        for line in [counted(3, 0, 0), counted(0, 1, 0), counted(1, 0, 2)] {
            assert_eq!(complaint(&[&line, &counted(0, 0, 0)]), None, "{line}");
        }
    }

    #[test]
    fn the_tests_that_failed_are_told_once() {
        let mut outcomes = Outcomes::default();
        for line in [
            "test plugin::one ... ok\n",
            "test plugin::two ... FAILED\n",
            "test      rust::three      ... FAILED\n",
            "test result: FAILED. 1 passed; 2 failed; 0 ignored\n",
        ] {
            outcomes.read(line);
        }
        assert_eq!(outcomes.take_failed(), ["plugin::two", "rust::three"]);
        assert!(outcomes.take_failed().is_empty());
    }
}
