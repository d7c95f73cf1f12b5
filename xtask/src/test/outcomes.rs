//! The output of the test runner: which tests ran, and which failed.

use anyhow::{Result, ensure};

/// How far a test came.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Reach {
    #[default]
    NotSelected,
    Ignored,
    Ran,
}

/// The outcomes of all suites so far.
#[derive(Default)]
pub(super) struct Outcomes {
    /// The furthest reach of any test, by the counts of the suites.
    any: Reach,
    /// The filters, with the furthest reach of a test whose name contains the filter.
    filters: Vec<(String, Reach)>,
    /// The names of the tests that failed since [`Self::take_failed`].
    failed: Vec<String>,
}

impl Outcomes {
    /// Outcomes before the first test.
    pub(super) fn of(filters: &[String]) -> Self {
        let filters = filters.iter().cloned();
        Self {
            filters: filters.map(|filter| (filter, Reach::default())).collect(),
            ..Self::default()
        }
    }

    /// Reads a line of the test runner.
    pub(super) fn read(&mut self, line: &str) {
        if let Some(counts) = line.strip_prefix("test result: ") {
            self.read_counts(counts);
            return;
        }
        // Output of a test may stand between its name and its outcome.
        let Some((name, outcome)) = line
            .strip_prefix("test ")
            .and_then(|rest| rest.split_once(" ..."))
        else {
            return;
        };
        let reach = if outcome.trim_start().starts_with("ignored") {
            Reach::Ignored
        } else {
            Reach::Ran
        };
        for (filter, furthest) in &mut self.filters {
            if name.contains(filter.as_str()) {
                *furthest = reach.max(*furthest);
            }
        }
        if outcome.trim_end().ends_with("FAILED") {
            self.failed.push(name.trim().to_owned());
        }
    }

    fn read_counts(&mut self, counts: &str) {
        for count in counts.split(';') {
            let mut words = count.split_whitespace().rev();
            let reach = match (words.next(), words.next()) {
                (_, Some("0") | None) => Reach::NotSelected,
                (Some("passed" | "failed"), _) => Reach::Ran,
                (Some("ignored"), _) => Reach::Ignored,
                _ => Reach::NotSelected,
            };
            self.any = reach.max(self.any);
        }
    }

    /// Returns the names of the tests that failed since the last call.
    pub(super) fn take_failed(&mut self) -> Vec<String> {
        std::mem::take(&mut self.failed)
    }

    /// # Errors
    /// If a filter selected no test, or only ignored tests.
    pub(super) fn check(&self) -> Result<()> {
        let shown = |reach| {
            let filters: Vec<&str> = match self.filters.as_slice() {
                // The counts are more reliable than the lines, in which output of a test may hide the outcome.
                [(filter, _)] if self.any == reach => vec![filter],
                [_] => Vec::new(),
                several => {
                    let stopped = several.iter().filter(|(_, found)| *found == reach);
                    stopped.map(|(filter, _)| filter.as_str()).collect()
                }
            };
            filters.join("`, `")
        };
        let missing = shown(Reach::NotSelected);
        ensure!(
            missing.is_empty() && self.any > Reach::NotSelected,
            "no test has `{missing}` in its name\n\
             hint: name a file of `tests/`, and parts of the paths of its tests: `cargo xtask test engine kill::`"
        );
        let ignored = shown(Reach::Ignored);
        ensure!(
            ignored.is_empty() && self.any > Reach::Ignored,
            "each test with `{ignored}` in its name is ignored\n\
             hint: set PULUMI_WASM_TEST_LONG=1 for a long run, which includes most ignored tests; others need root"
        );
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINES: [&str; 6] = [
        "test hello::lives ... ok\n",
        "test kill::again ... FAILED\n",
        "test hello::other ... ignored, only with PULUMI_WASM_TEST_LONG=1\n",
        "test half_made::lives ... ignored\n",
        "test src/lib.rs - shelf::Shelf (line 3) - compile ... ok\n",
        "test result: FAILED. 2 passed; 1 failed; 2 ignored; 0 measured; 12 filtered out\n",
    ];

    fn outcomes(filters: &[&str], lines: &[&str]) -> Outcomes {
        let filters: Vec<String> = filters.iter().map(|&filter| filter.to_owned()).collect();
        let mut outcomes = Outcomes::of(&filters);
        for line in lines {
            outcomes.read(line);
        }
        outcomes
    }

    #[test]
    fn each_filter_selects_a_test_that_runs() {
        for filters in [&[][..], &["hello::", "kill::"], &["shelf::Shelf", "again"]] {
            outcomes(filters, &LINES).check().unwrap();
        }
        for (filters, expected) in [
            (&["typo::", "hello::", "kil::"][..], "`typo::`, `kil::`"),
            (
                &["hello::", "half_made::"],
                "`half_made::` in its name is ignored",
            ),
        ] {
            let error = outcomes(filters, &LINES).check().unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
    }

    #[test]
    fn a_run_without_a_test_is_an_error() {
        let none = "test result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 9 filtered out\n";
        let ignored =
            "test result: ok. 0 passed; 0 failed; 2 ignored; 0 measured; 9 filtered out\n";
        for filters in [&[][..], &["kil"]] {
            for lines in [&[][..], &[none], &[none, ignored]] {
                outcomes(filters, lines).check().unwrap_err();
            }
        }
    }

    #[test]
    fn failed_tests_are_returned_once() {
        let mut outcomes = outcomes(&[], &LINES);
        assert_eq!(outcomes.take_failed(), ["kill::again"]);
        assert!(outcomes.take_failed().is_empty());
    }
}
