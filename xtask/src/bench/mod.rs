//! `cargo xtask bench`: the cost of a provider beside native providers that do the same work, in one run.
//!
//! There is a file for each part. A part that fails and a provider that cannot be built are reported and left out.

mod calls;
mod construct;
mod figures;
mod goals;
mod instructions;
mod launcher;
mod memory;
mod providers;
mod saved;
mod start;
mod terraform;
mod up;
mod waiting;

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;
use clap::ValueEnum;

use crate::host;
use crate::paths::Paths;
use crate::process;
use figures::Figures;
use launcher::Launcher;
use providers::Providers;

/// The instructions that the repository keeps.
const SAVED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/bench/saved.json");

#[derive(clap::Args)]
pub(crate) struct Options {
    /// The parts to run; by default all of them
    #[arg(value_enum)]
    parts: Vec<Part>,
    /// Make few runs, to see that it works
    #[arg(long, conflicts_with = "save")]
    quick: bool,
    /// Save the instructions per call [default file: tests/bench/saved.json]
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true, default_missing_value = SAVED)]
    save: Option<PathBuf>,
    /// Fail if a call takes more instructions than in the saved run [default file: tests/bench/saved.json]
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true, default_missing_value = SAVED)]
    compare: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Part {
    /// From the launch of a process to its first Check and Create
    Start,
    /// Check, Diff and Create by size and callers
    Calls,
    /// Instructions per call, counted by callgrind
    Instructions,
    /// Memory of processes, and sizes of files
    Memory,
    /// Processor time of a process whose calls wait
    Waiting,
    /// Component resources
    Components,
    /// `pulumi up` of 1,000 resources with the real engine
    Up,
    /// A provider of Terraform beside a native one, and the real core with 500 resources
    Terraform,
}

struct Bench<'a> {
    paths: &'a Paths,
    /// Few runs.
    quick: bool,
    launcher: Launcher,
    providers: Providers,
}

impl Bench<'_> {
    /// Returns one of two values.
    fn pick<T>(&self, quick: T, whole: T) -> T {
        if self.quick { quick } else { whole }
    }
}

pub(crate) fn run(paths: &Paths, options: &Options) -> Result<()> {
    let before = options.compare.as_deref().map(saved::read).transpose()?;
    let programs = host::build_release(paths, &["pulumi-wasm-load"])?;
    let bench = Bench {
        paths,
        quick: options.quick,
        launcher: Launcher::new(paths)?,
        providers: Providers::build(paths, programs)?,
    };
    let machine = machine(paths);
    for (name, value) in &machine {
        println!("- {name}: {value}");
    }
    let mut figures = Figures::default();
    for part in Part::value_variants() {
        if !options.parts.is_empty() && !options.parts.contains(part) {
            continue;
        }
        let outcome = match part {
            Part::Start => start::run(&bench, &mut figures),
            Part::Calls => calls::run(&bench, &mut figures),
            Part::Instructions => instructions::run(&bench, &mut figures),
            Part::Memory => memory::run(&bench, &mut figures),
            Part::Waiting => waiting::run(&bench, &mut figures),
            Part::Components => construct::run(&bench, &mut figures),
            Part::Up => up::run(&bench, &mut figures),
            Part::Terraform => terraform::run(&bench, &mut figures),
        };
        if let Err(error) = outcome {
            println!("\nleft out, the rest of {part:?}: {error:#}");
        }
    }
    goals::print(&figures);
    if let Some(file) = &options.save {
        saved::write(file, &figures, &machine)?;
    }
    match before {
        Some(before) => before.compare(&figures, &machine),
        None => Ok(()),
    }
}

/// The machine and the tools of a run: names and values.
type Machine = Vec<(&'static str, String)>;

fn machine(paths: &Paths) -> Machine {
    let read = |path: &str| fs::read_to_string(path).unwrap_or_default();
    let run = |program: &str, words: &[&str]| {
        let mut command = Command::new(program);
        command.args(words).current_dir(&paths.root);
        process::capture(&mut command).unwrap_or_else(|_| "not installed".to_owned())
    };
    let processors = read("/proc/cpuinfo");
    let lines = processors.lines();
    let models: Vec<&str> = lines
        .filter_map(|line| line.strip_prefix("model name")?.split_once(": "))
        .map(|(_, model)| model)
        .collect();
    let model = models.first().copied().unwrap_or(std::env::consts::ARCH);
    let commit = ["describe", "--always", "--dirty", "--exclude=*"];
    let load = read("/proc/loadavg");
    vec![
        ("date", run("date", &["-u", "+%Y-%m-%d"])),
        ("commit", run("git", &commit)),
        ("processor", model.to_owned()),
        ("processors", models.len().to_string()),
        ("kernel", run("uname", &["-sr"])),
        ("load", load.split(' ').next().unwrap_or("?").to_owned()),
        ("libc", run("getconf", &["GNU_LIBC_VERSION"])),
        ("rustc", run("rustc", &["--version"])),
        ("valgrind", run("valgrind", &["--version"])),
        ("Go", run("go", &["env", "GOVERSION"])),
        ("Python", run("python3", &["--version"])),
        ("Node.js", run("node", &["--version"])),
    ]
}
