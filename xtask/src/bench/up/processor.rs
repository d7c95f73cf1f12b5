//! The processor time of a command and of all processes that it starts, by the names of their programs.
//!
//! The engine ends a provider without waiting for it, so no process that waits could say what its children took. Linux
//! says it of each process while it runs: it is asked again and again, and the time of a process after the last answer,
//! some hundredths of a second at most, is missing. Other systems give no figures.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::process::{Command, ExitStatus};
use std::thread;
use std::time::Duration;

/// Between two looks at the processes.
const INTERVAL: Duration = Duration::from_millis(10);

/// The unit in which Linux tells the time that a process took, as programs see it: the same on all that it runs on today.
const TICKS_PER_SECOND: f64 = 100.0;

/// The processor time of processes.
#[derive(Debug, Default)]
pub(super) struct Spent {
    /// By process: its number and when it began, since numbers are used again.
    processes: BTreeMap<(u32, u64), Process>,
    /// Those that are known to have nothing to do with it.
    others: BTreeSet<u32>,
}

#[derive(Debug)]
struct Process {
    id: u32,
    parent: u32,
    begun: u64,
    /// Its program, the first 15 bytes of it.
    name: String,
    /// With the kernel's for it, and with threads that ended.
    ticks: u32,
}

/// Runs a command to its end.
pub(super) fn watch(command: &mut Command) -> io::Result<(ExitStatus, Spent)> {
    let mut child = command.spawn()?;
    let mut spent = Spent::default();
    loop {
        spent.look(child.id());
        if let Some(status) = child.try_wait()? {
            return Ok((status, spent));
        }
        thread::sleep(INTERVAL);
    }
}

impl Spent {
    /// The seconds of all processes whose programs' names begin so.
    pub(super) fn of(&self, name: &str) -> f64 {
        let processes = self.processes.values();
        let wanted = processes.filter(|process| process.name.starts_with(name));
        wanted.map(|process| f64::from(process.ticks)).sum::<f64>() / TICKS_PER_SECOND
    }

    /// Notes what the process and its descendants took until now.
    fn look(&mut self, root: u32) {
        let listed = listed();
        self.others.retain(|id| listed.contains(id));
        let mut found: Vec<Process> = listed
            .difference(&self.others)
            .filter_map(|id| Process::read(*id))
            .collect();
        // A child may have a lower number than its parent.
        loop {
            let (known, unknown): (Vec<_>, Vec<_>) = found.into_iter().partition(|process| {
                process.id == root
                    || self.processes.contains_key(&process.key())
                    || self.processes.keys().any(|(id, _)| *id == process.parent)
            });
            found = unknown;
            if known.is_empty() {
                break;
            }
            let known = known.into_iter();
            self.processes
                .extend(known.map(|process| (process.key(), process)));
        }
        self.others.extend(found.iter().map(|process| process.id));
    }
}

impl Process {
    fn key(&self) -> (u32, u64) {
        (self.id, self.begun)
    }

    fn read(id: u32) -> Option<Self> {
        Self::parse(id, &fs::read_to_string(format!("/proc/{id}/stat")).ok()?)
    }

    /// Reads a line of proc(5). The name stands in brackets, and may have spaces and brackets.
    fn parse(id: u32, line: &str) -> Option<Self> {
        let (before, rest) = line.rsplit_once(')')?;
        let (_, name) = before.split_once('(')?;
        let fields: Vec<&str> = rest.split_whitespace().collect();
        // The first one here is the third of the page.
        let ticks = |number: usize| fields.get(number - 3)?.parse::<u32>().ok();
        Some(Self {
            id,
            parent: ticks(4)?,
            begun: fields.get(22 - 3)?.parse().ok()?,
            name: name.to_owned(),
            ticks: ticks(14)?.saturating_add(ticks(15)?),
        })
    }
}

/// The numbers of all processes.
fn listed() -> BTreeSet<u32> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .collect()
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::{Process, watch};

    #[test]
    fn a_name_may_have_brackets_and_spaces() {
        let line = "77 (a) b (c) S 5 77 77 0 -1 4194560 9 8 7 6 11 22 0 0 20 0 1 0 123456 0";
        let process = Process::parse(77, line).unwrap();
        assert_eq!(process.name, "a) b (c");
        assert_eq!(
            (process.parent, process.ticks, process.begun),
            (5, 33, 123_456)
        );
        assert!(Process::parse(77, "77 (cut").is_none());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn what_a_child_of_a_child_takes_is_counted_by_its_name() {
        let script = "i=0; while [ $i -lt 400000 ]; do i=$((i+1)); done; :";
        let mut command = Command::new("timeout");
        command.args(["60", "sh", "-c", script]);
        let (status, spent) = watch(&mut command).unwrap();
        assert!(status.success());
        assert!(spent.of("sh") > 0.0, "{spent:?}");
        assert!(spent.of("") >= spent.of("sh"));
        assert!(spent.of("no such program") < f64::EPSILON);
    }
}
