//! The machine and the tools of a run: the head of the tables.

use std::fs;
use std::process::Command;
use std::thread;

use super::means::Bench;
use super::report;
use crate::process;

/// Lines of names and values.
pub(crate) type Machine = Vec<(&'static str, String)>;

pub(crate) fn describe(bench: &Bench<'_>) -> Machine {
    let read = |path: &str| fs::read_to_string(path).unwrap_or_default();
    let field = |text: &str, name: &str| {
        let line = text.lines().find(|line| line.starts_with(name));
        let value = line.and_then(|line| line.split_once(':'));
        value.map(|(_, value)| value.trim().to_owned())
    };
    let run = |program: &str, words: &[&str]| {
        let mut command = Command::new(program);
        command.args(words).current_dir(&bench.paths.root);
        process::capture(&mut command).unwrap_or_else(|_| "not here".to_owned())
    };
    let count = thread::available_parallelism().map_or(0, std::num::NonZero::get);
    let processor = field(&read("/proc/cpuinfo"), "model name");
    let memory = field(&read("/proc/meminfo"), "MemTotal");
    let system = read("/proc/sys/kernel/osrelease");
    let load = read("/proc/loadavg");
    vec![
        ("date", run("date", &["-u", "+%Y-%m-%d"])),
        // `-dirty` follows if the sources differ from it.
        (
            "commit",
            run("git", &["describe", "--always", "--dirty", "--exclude=*"]),
        ),
        (
            "processor",
            processor.unwrap_or_else(|| std::env::consts::ARCH.to_owned()),
        ),
        ("processors", count.to_string()),
        ("memory", memory.unwrap_or_default()),
        ("system", format!("Linux {}", system.trim())),
        (
            "load before",
            load.split_whitespace().next().unwrap_or("?").to_owned(),
        ),
        ("libc", run("getconf", &["GNU_LIBC_VERSION"])),
        ("rustc", run("rustc", &["--version"])),
        ("valgrind", run("valgrind", &["--version"])),
        (
            "Go",
            format!(
                "{}, pulumi-go-provider 1.5.0",
                run("go", &["env", "GOVERSION"])
            ),
        ),
        ("Python", run("python3", &["--version"])),
        ("Node.js", run("node", &["--version"])),
    ]
}

pub(crate) fn print(bench: &Bench<'_>, machine: &Machine) {
    report::print("\n## The last run\n");
    if bench.options.quick {
        report::print("- a quick run: to see that it works, not for figures");
    }
    for (name, value) in machine {
        report::print(&format!("- {name}: {value}"));
    }
    let missing = bench.peers.missing.iter().chain(&bench.components.missing);
    for (name, reason) in missing {
        report::print(&format!(
            "- left out: {name}: {}",
            reason.lines().next().unwrap_or_default()
        ));
    }
}
