//! The times of the parts of a long command, as a table at its end.

use std::time::{Duration, Instant};

pub(crate) struct Parts {
    began: Instant,
    parts: Vec<(String, Duration)>,
}

impl Parts {
    /// Starts the clock of the whole command.
    pub(crate) fn start() -> Self {
        Self {
            began: Instant::now(),
            parts: Vec::new(),
        }
    }

    /// Runs a part and records its time, even if it fails.
    pub(crate) fn time<T>(&mut self, name: &str, part: impl FnOnce() -> T) -> T {
        let began = Instant::now();
        let result = part();
        self.add(name, began.elapsed());
        result
    }

    /// Records the time of a part that ran beside others.
    pub(crate) fn add(&mut self, name: &str, took: Duration) {
        self.parts.push((name.to_owned(), took));
    }

    /// A line with the seconds of each part, and a line with the time since the start.
    pub(crate) fn table(&self) -> String {
        let all = ("all".to_owned(), self.began.elapsed());
        let lines = self.parts.iter().chain([&all]);
        let lines = lines.map(|(name, took)| format!("{:>7.1} s  {name}\n", took.as_secs_f64()));
        lines.collect()
    }
}
