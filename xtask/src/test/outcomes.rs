//! What the lines of the test runner say: which tests ran, and which failed.

/// What the test runner adds to the names of some tests.
const NOTES: [&str; 3] = [" - should panic", " - compile fail", " - compile"];

/// What came of the tests of all suites so far.
#[derive(Default)]
pub(super) struct Outcomes {
    /// How far any test came, by the counts.
    any: Reach,
    /// The parts of names that were asked for, each with how far a test with it in its name came.
    filters: Vec<(String, Reach)>,
    /// The names of the tests that failed, since [`Self::take_failed`] gave them last.
    failed: Vec<String>,
}

/// How far a test came, or the one of several that came furthest.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Reach {
    /// The runner selected no test.
    #[default]
    Nowhere,
    /// The runner selected it, and left it out.
    Ignored,
    Ran,
}

impl Outcomes {
    /// Outcomes before the first test. A test counts if one of these filters is in its name; without filters, each test counts.
    pub(super) fn of(filters: &[String]) -> Self {
        let filters = filters.iter().cloned();
        Self {
            filters: filters.map(|filter| (filter, Reach::Nowhere)).collect(),
            ..Self::default()
        }
    }

    /// Takes up one line of the test runner.
    pub(super) fn read(&mut self, line: &str) {
        if let Some(counts) = line.strip_prefix("test result: ") {
            self.count(counts);
            return;
        }
        self.failed.extend(failed(line));
        let Some((test, reach)) = reached(line) else {
            return;
        };
        for (filter, furthest) in &mut self.filters {
            if test.contains(filter.as_str()) {
                *furthest = reach.max(*furthest);
            }
        }
    }

    fn count(&mut self, counts: &str) {
        for count in counts.split(';') {
            let mut words = count.split_whitespace().rev();
            let (Some(kind), Some(number)) = (words.next(), words.next()) else {
                continue;
            };
            let reach = match kind {
                "passed" | "failed" => Reach::Ran,
                "ignored" => Reach::Ignored,
                _ => Reach::Nowhere,
            };
            if number != "0" {
                self.any = reach.max(self.any);
            }
        }
    }

    /// The names of the tests that failed since the last call.
    pub(super) fn take_failed(&mut self) -> Vec<String> {
        std::mem::take(&mut self.failed)
    }

    /// Why the run tested less than was asked for, with a hint; nothing if a test ran for each filter.
    pub(super) fn complaint(&self) -> Option<String> {
        let missing = self.stopped_at(Reach::Nowhere).map(|filters| {
            let test = match filters.is_empty() {
                true => "no test was selected".to_owned(),
                false => format!("no test has {filters} in its name"),
            };
            format!(
                "{test}\n\
                 hint: name a file of `tests/`, and parts of the paths of its tests: `cargo xtask test engine kill::`"
            )
        });
        let ignored = self.stopped_at(Reach::Ignored).map(|filters| {
            let tests = match filters.is_empty() {
                true => "each test".to_owned(),
                false => format!("each test with {filters} in its name"),
            };
            format!(
                "{tests} is ignored\n\
                 hint: long runs include most ignored tests: set PULUMI_WASM_TEST_LONG=1; others need root"
            )
        });
        let complaints: Vec<String> = missing.into_iter().chain(ignored).collect();
        (!complaints.is_empty()).then(|| complaints.join("\n"))
    }

    /// The filters whose tests came this far and no further, as a message names them, or `None` if each came further. The
    /// text is empty for a run without filters.
    fn stopped_at(&self, far: Reach) -> Option<String> {
        let filters: Vec<&str> = match self.filters.as_slice() {
            [] if self.any == far => return Some(String::new()),
            // The counts are of its tests alone, and tell more than the lines: output in between can hide one.
            [(filter, _)] if self.any == far => vec![filter],
            [] | [_] => Vec::new(),
            several => {
                let stopped = several.iter().filter(|(_, reach)| *reach == far);
                stopped.map(|(filter, _)| filter.as_str()).collect()
            }
        };
        (!filters.is_empty()).then(|| format!("`{}`", filters.join("` or `")))
    }
}

/// The name of the test that this line is about, and how far the test came. Output of the test can stand in place of its
/// outcome, which then follows in another line.
fn reached(line: &str) -> Option<(&str, Reach)> {
    let (name, outcome) = line.strip_prefix("test ")?.split_once(" ...")?;
    let name = name.trim();
    let plain = NOTES.iter().find_map(|note| name.strip_suffix(note));
    let reach = match outcome.trim_start().starts_with("ignored") {
        true => Reach::Ignored,
        false => Reach::Ran,
    };
    Some((plain.unwrap_or(name), reach))
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

    fn complaint(filters: &[&str], lines: &[&str]) -> Option<String> {
        let filters: Vec<String> = filters.iter().map(|&filter| filter.to_owned()).collect();
        let mut outcomes = Outcomes::of(&filters);
        for line in lines {
            outcomes.read(line);
        }
        outcomes.complaint()
    }

    fn counted(passed: u32, failed: u32, ignored: u32) -> String {
        format!(
            "test result: ok. {passed} passed; {failed} failed; {ignored} ignored; 0 measured; 12 filtered out; finished in 0.01s"
        )
    }

    #[test]
    fn a_run_without_a_test_is_a_mistake() {
        let complaint = |lines: &[&str]| complaint(&["kil"], lines);
        let none = complaint(&["running 0 tests", &counted(0, 0, 0)]).unwrap();
        assert!(none.starts_with("no test has `kil` in its name\nhint: "));
        let ignored = complaint(&[&counted(0, 0, 2), &counted(0, 0, 0)]).unwrap();
        assert!(ignored.contains("is ignored\nhint: "), "{ignored}");
        for line in [counted(3, 0, 0), counted(0, 1, 0), counted(1, 0, 2)] {
            assert_eq!(complaint(&[&line, &counted(0, 0, 0)]), None, "{line}");
        }
    }

    #[test]
    fn a_run_of_whole_files_has_a_test_that_runs() {
        let none = complaint(&[], &[]).unwrap();
        assert!(none.starts_with("no test was selected\nhint: "), "{none}");
        let ignored = complaint(&[], &[&counted(0, 0, 2)]).unwrap();
        assert!(
            ignored.starts_with("each test is ignored\nhint: "),
            "{ignored}"
        );
        assert_eq!(complaint(&[], &[&counted(1, 0, 2)]), None);
    }

    #[test]
    fn each_filter_selects_a_test() {
        let lines = [
            "test hello::lives ... ok\n",
            "test kill::again ... FAILED\n",
            "test hello::other ... ignored, only with PULUMI_WASM_TEST_LONG=1\n",
            &counted(1, 1, 1),
            // The outcome of a test on one thread stands behind its output.
            "test tool::says ... some output\n",
            "ok\n",
            "test src/lib.rs - shelf::Shelf (line 3) - compile ... ok\n",
            &counted(2, 0, 0),
        ];
        for filters in [
            &["hello::", "kill::"][..],
            &["hello::", "::again"],
            &["tool::", "hello::lives"],
            &["shelf::Shelf", "says"],
        ] {
            assert_eq!(complaint(filters, &lines), None, "{filters:?}");
        }
        let said = complaint(&["typo::", "hello::", "kil::", "compile"], &lines).unwrap();
        let expected = "no test has `typo::` or `kil::` or `compile` in its name\nhint: ";
        assert!(said.starts_with(expected), "{said}");
        assert_eq!(said.lines().count(), 2, "{said}");
    }

    #[test]
    fn a_filter_of_ignored_tests_tests_nothing() {
        let lines = [
            "test hello::lives ... ok\n",
            "test hello::other ... ignored, only with PULUMI_WASM_TEST_LONG=1\n",
            "test half_made::lives ... ignored\n",
            &counted(1, 0, 2),
        ];
        let said = complaint(&["hello::", "half_made::", "hello::other"], &lines).unwrap();
        let expected = "each test with `half_made::` or `hello::other` in its name is ignored\n";
        assert!(said.starts_with(expected), "{said}");
        let said = complaint(&["typo::", "half_made::"], &lines).unwrap();
        for part in [
            "no test has `typo::` in its name\nhint: ",
            "\neach test with `half_made::` in its name is ignored\nhint: ",
        ] {
            assert!(said.contains(part), "{said}");
        }
        // As root, a later suite runs what an earlier one left out.
        let later = [&lines[..], &["test half_made::lives ... ok\n"]].concat();
        assert_eq!(complaint(&["hello::", "half_made::"], &later), None);
    }

    #[test]
    fn the_counts_judge_the_only_filter() {
        let lines = ["some outputtest hello::lives ... ok\n", &counted(1, 0, 0)];
        assert_eq!(complaint(&["hello::"], &lines), None);
        assert!(complaint(&["hello::", "lives"], &lines).is_some());
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
