//! The output of an engine's command, and assertions that show all of it when they fail.

use std::collections::BTreeMap;
use std::fmt;
use std::process::ExitStatus;

use super::calls::Calls;

/// The result of one `pulumi` command.
pub struct Output {
    pub command: String,
    pub status: ExitStatus,
    pub stdout: String,
    pub stderr: String,
    /// The engine's RPCs during this command.
    pub calls: Calls,
}

impl Output {
    /// Asserts that the command succeeded.
    #[track_caller]
    pub fn succeeds(self) -> Self {
        assert!(self.status.success(), "this should have succeeded\n{self}");
        self
    }

    /// Asserts that the command failed, but not by a crash of the provider.
    #[track_caller]
    pub fn fails(self) -> Self {
        assert!(!self.status.success(), "this should have failed\n{self}");
        self.lacks("exited prematurely")
    }

    /// Asserts that standard output or standard error contains a text.
    #[track_caller]
    pub fn says(self, text: &str) -> Self {
        assert!(self.holds(text), "`{text}` should have been said\n{self}");
        self
    }

    /// Asserts that neither standard output nor standard error contains a text.
    #[track_caller]
    pub fn lacks(self, text: &str) -> Self {
        assert!(
            !self.holds(text),
            "`{text}` should not have been said\n{self}"
        );
        self
    }

    /// Asserts the counts of the closing summary, apart from unchanged resources: `&[("created", 2)]`.
    #[track_caller]
    pub fn changes(self, expected: &[(&str, u64)]) -> Self {
        let mut found = self.summary();
        found.remove("unchanged");
        let expected: BTreeMap<String, u64> = expected
            .iter()
            .map(|(what, count)| ((*what).to_owned(), *count))
            .collect();
        assert_eq!(found, expected, "the summary counts other changes\n{self}");
        self
    }

    /// The closing summary: `{"created": 2, "unchanged": 1}`; previews say `to create`.
    pub fn summary(&self) -> BTreeMap<String, u64> {
        let lines = self.stdout.lines().map(str::trim);
        lines
            .skip_while(|line| *line != "Resources:")
            .skip(1)
            .take_while(|line| !line.is_empty())
            .filter_map(count)
            .collect()
    }

    fn holds(&self, text: &str) -> bool {
        self.stdout.contains(text) || self.stderr.contains(text)
    }
}

/// `+ 2 to create` → `("to create", 2)`; `+-1 replaced` → `("replaced", 1)`.
fn count(line: &str) -> Option<(String, u64)> {
    let line = line.trim_start_matches(|character: char| !character.is_ascii_digit());
    let (number, what) = line.split_once(' ')?;
    // Their sum has a separate line, with the unchanged ones behind it.
    let is_sum = ["change", "changes"].contains(&what.split('.').next().unwrap_or_default());
    Some((what.trim_end_matches('.').to_owned(), number.parse().ok()?)).filter(|_| !is_sum)
}

impl fmt::Display for Output {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(formatter, "$ {}\n{}", self.command, self.status)?;
        writeln!(formatter, "--- standard output\n{}", self.stdout)?;
        writeln!(formatter, "--- standard error\n{}", self.stderr)?;
        writeln!(formatter, "--- provider calls\n{}", self.calls)
    }
}
