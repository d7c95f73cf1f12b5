//! The times of the parts of a long command, as a table at its end.

use std::time::{Duration, Instant};

/// The parts so far, in order.
pub(crate) struct Parts {
    began: Instant,
    parts: Vec<(String, Duration)>,
}

impl Default for Parts {
    /// No part yet. The time of all of them begins now.
    fn default() -> Self {
        Self {
            began: Instant::now(),
            parts: Vec::new(),
        }
    }
}

impl Parts {
    /// Does a part, and notes how long it took, whether it succeeded or not.
    pub(crate) fn time<T>(&mut self, name: &str, part: impl FnOnce() -> T) -> T {
        let began = Instant::now();
        let done = part();
        self.add(name, began.elapsed());
        done
    }

    /// Notes a part that was done beside others, and how long it took.
    pub(crate) fn add(&mut self, name: &str, took: Duration) {
        self.parts.push((name.to_owned(), took));
    }

    /// A line for each part with its seconds, and one for the time since the beginning.
    pub(crate) fn table(&self) -> String {
        let all = ("all".to_owned(), self.began.elapsed());
        let lines = self.parts.iter().chain([&all]);
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
        parts.add("two", Duration::from_millis(1200));
        let table = parts.table();
        let lines: Vec<&str> = table.lines().collect();
        assert_eq!(
            lines,
            ["    0.0 s  one", "    1.2 s  two", "    0.0 s  all"]
        );
    }
}
