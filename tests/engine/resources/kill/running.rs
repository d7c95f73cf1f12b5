//! A `pulumi` command that is running, and the ways to interrupt it.

use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use test_support::pulumi::stack::Stack;

/// Every command takes less than this, unless it hangs.
const PATIENCE: Duration = Duration::from_secs(300);

/// A command that has not ended yet. Killed when it is dropped.
pub(crate) struct Running<'a> {
    stack: &'a Stack,
    process: Child,
}

/// The exit status and the output of a command.
pub(crate) struct Ended {
    pub(crate) succeeded: bool,
    pub(crate) said: String,
}

impl<'a> Running<'a> {
    /// Begins an update without a preview.
    pub(crate) fn up(stack: &'a Stack) -> Self {
        let output = fs::File::create(said(stack)).unwrap();
        let mut command = stack.command(&stack.project);
        command
            .args(["--non-interactive", "--color", "never"])
            .args(["up", "--stack", "dev", "--yes", "--skip-preview"])
            .stdout(Stdio::from(output.try_clone().unwrap()))
            .stderr(Stdio::from(output));
        Self {
            stack,
            process: command.spawn().unwrap(),
        }
    }

    /// Waits until something holds; returns false if the command has ended before.
    pub(crate) fn reaches(&mut self, mut condition: impl FnMut() -> bool) -> bool {
        let start = Instant::now();
        while !condition() {
            if self.process.try_wait().unwrap().is_some() {
                return false;
            }
            assert!(start.elapsed() < PATIENCE, "{}", self.said());
            thread::sleep(Duration::from_millis(2));
        }
        true
    }

    /// Sends a signal to the engine alone.
    pub(crate) fn signal(&self, signal: Signal) {
        let process = i32::try_from(self.process.id()).unwrap();
        kill_process(Pid::from_raw(process).unwrap(), signal).unwrap();
    }

    /// Kills the plugin's processes of this stack, and says how many.
    pub(crate) fn kill_plugins(&self) -> usize {
        let plugins = plugins(self.stack);
        for plugin in &plugins {
            // The process may have ended already.
            kill_process(*plugin, Signal::KILL).ok();
        }
        plugins.len()
    }

    pub(crate) fn ends(mut self) -> Ended {
        let start = Instant::now();
        loop {
            if let Some(status) = self.process.try_wait().unwrap() {
                return Ended {
                    succeeded: status.success(),
                    said: self.said(),
                };
            }
            assert!(start.elapsed() < PATIENCE, "{}", self.said());
            thread::sleep(Duration::from_millis(10));
        }
    }

    fn said(&self) -> String {
        fs::read_to_string(said(self.stack)).unwrap()
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn said(stack: &Stack) -> std::path::PathBuf {
    stack.path().join("said")
}

/// The plugin's processes that were started with a stack's home, without those that compile.
pub(crate) fn plugins(stack: &Stack) -> Vec<Pid> {
    let home = format!("PULUMI_HOME={}", stack.home().display());
    let processes = fs::read_dir("/proc").unwrap().filter_map(Result::ok);
    let ours = processes.filter(|process| {
        let variables = parts(&process.path().join("environ"));
        let words = parts(&process.path().join("cmdline"));
        variables.contains(&home)
            && words
                .first()
                .is_some_and(|program| program.ends_with("pulumi-resource-wasm"))
            && !words.iter().any(|word| word == "compile-component")
    });
    ours.filter_map(|process| Pid::from_raw(process.file_name().to_str()?.parse().ok()?))
        .collect()
}

/// The texts of a file between its zero bytes, or `None` if it is gone.
fn parts(file: &Path) -> Vec<String> {
    let bytes = fs::read(file).unwrap_or_default();
    let texts = bytes.split(|byte| *byte == 0);
    texts
        .map(|text| String::from_utf8_lossy(text).into_owned())
        .collect()
}
