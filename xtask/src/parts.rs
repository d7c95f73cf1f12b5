//! The times of the parts of a long command, as a table at its end.

use std::time::{Duration, Instant};

/// The parts so far, in order.
#[derive(Default)]
pub(crate) struct Parts(Vec<(String, Duration)>);

impl Parts {
    /// Does a part, and notes how long it took, whether it succeeded or not.
    pub(crate) fn time<T>(&mut self, name: &str, part: impl FnOnce() -> T) -> T {
        let began = Instant::now();
        let done = part();
        self.0.push((name.to_owned(), began.elapsed()));
        done
    }

    /// A line for each part with its seconds, and one for all of them.
    pub(crate) fn table(&self) -> String {
        let whole = self.0.iter().map(|(_, took)| *took).sum();
        let all = ("all".to_owned(), whole);
        let lines = self.0.iter().chain([&all]);
        let lines = lines.map(|(name, took)| format!("{:>7.1} s  {name}\n", took.as_secs_f64()));
        lines.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_part_has_a_line_and_so_have_all_of_them() {
        let mut parts = Parts::default();
        assert_eq!(parts.time("one", || 7), 7);
        parts
            .0
            .push(("two".to_owned(), Duration::from_millis(1200)));
        let table = parts.table();
        let lines: Vec<&str> = table.lines().collect();
        assert_eq!(
            lines,
            ["    0.0 s  one", "    1.2 s  two", "    1.2 s  all"]
        );
    }
}
