//! Instructions per call, counted by callgrind: a figure that does not depend on other work of the machine.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};
use serde_json::json;

use super::compare::INSTRUCTIONS;
use super::figures::Figures;
use super::launch::{HOOKED, Provider, Servers, THING};
use super::means::Bench;
use super::peers::{GO, TONIC};
use super::report;
use super::table::{Table, number, ratio};
use crate::process;

/// A kind of call: its method, its leaves, and how many are counted.
const CALLS: [(&str, usize, u32); 9] = [
    ("check", 20, 100),
    ("check", 200, 30),
    ("check", 2000, 5),
    ("diff", 20, 100),
    ("diff", 200, 30),
    ("diff", 2000, 5),
    ("create", 20, 100),
    ("create", 200, 30),
    ("create", 2000, 5),
];

pub(crate) fn run(bench: &Bench<'_>, figures: &mut Figures) -> Result<()> {
    if process::find("valgrind").is_none() || process::find("callgrind_control").is_none() {
        report::print("\nleft out: instructions per call: there is no valgrind");
        return Ok(());
    }
    let folder = bench.folder().join("callgrind");
    fs::create_dir_all(&folder)?;
    let mut rows = Vec::new();
    let ours = bench.ours("Rust").map(|mut ours| {
        // The processor that callgrind makes believe has less than the real one: other code is compiled for it.
        for (name, value) in &mut ours.environment {
            if name == "PULUMI_WASM_CACHE_DIR" {
                value.push_str("-callgrind");
            }
        }
        ours
    });
    let hooked = ours.clone().map(|ours| {
        let name = format!("{}, hook", ours.name);
        ours.named(name).of(HOOKED)
    });
    let go = bench.peers.get(GO).map(|mut go| {
        // Callgrind fails on the signals by which Go interrupts its code.
        let variable = ("GODEBUG".to_owned(), "asyncpreemptoff=1".to_owned());
        go.environment.push(variable);
        go
    });
    for provider in [ours, hooked, bench.peers.get(TONIC), go]
        .into_iter()
        .flatten()
    {
        let name = provider.name.clone();
        if let Err(error) = count(bench, provider, &folder, figures) {
            report::print(&format!("\nleft out: instructions of {name}: {error:#}"));
        }
        rows.push(name);
    }
    print(&rows, figures);
    Ok(())
}

/// Counts what a provider executes for each kind of call.
fn count(
    bench: &Bench<'_>,
    mut provider: Provider,
    folder: &Path,
    figures: &mut Figures,
) -> Result<()> {
    let name = provider.name.clone();
    let token = provider.token.clone().unwrap_or_else(|| THING.to_owned());
    let output = folder.join("%p.out").display().to_string();
    let valgrind = [
        "valgrind".to_owned(),
        "--tool=callgrind".to_owned(),
        "--quiet".to_owned(),
        // The compiling process must see the same processor.
        "--trace-children=yes".to_owned(),
        "--smc-check=all-non-file".to_owned(),
        format!("--callgrind-out-file={output}"),
        format!("--log-file={}", folder.join("%p.log").display()),
    ];
    provider.command.splice(0..0, valgrind);
    let servers = bench.launcher.serve(&[provider])?;
    if let Some((_, error)) = servers.failed.first() {
        anyhow::bail!("{error}");
    }
    let pid = servers
        .servers
        .first()
        .and_then(|server| server["pid"].as_u64())
        .context("the launcher named no process")?;
    let mut dumps = 0;
    for (method, leaves, calls) in CALLS {
        // Its own runtime runs compiled code of this size too seldom for a figure.
        if bench.options.quick && leaves > 200 {
            continue;
        }
        ask(bench, &servers, (method, leaves, calls / 5), &token)?;
        control(&["--zero", &pid.to_string()])?;
        ask(bench, &servers, (method, leaves, calls), &token)?;
        control(&["--dump", &pid.to_string()])?;
        dumps += 1;
        let total = total(&folder.join(format!("{pid}.out.{dumps}")))?;
        let per_call = total / f64::from(calls);
        figures.set(format!("{INSTRUCTIONS}{name}/{method}/{leaves}"), per_call);
    }
    Ok(())
}

/// Makes exactly so many calls.
fn ask(
    bench: &Bench<'_>,
    servers: &Servers,
    (method, leaves, calls): (&str, usize, u32),
    token: &str,
) -> Result<()> {
    let plan = json!({
        "scenarios": [{
            "name": method,
            "method": method,
            "token": token,
            "leaves": leaves,
        }],
        // One more is made first, to see whether the answer is right.
        "calls": calls.saturating_sub(1),
        "warmup_calls": 0,
    });
    let reports = bench.launcher.load(servers, plan)?;
    let error = reports
        .iter()
        .find_map(|report| report.pointer("/servers/0/error")?.as_str());
    match error {
        Some(error) => anyhow::bail!("{error}"),
        None => Ok(()),
    }
}

fn control(words: &[&str]) -> Result<()> {
    process::capture(Command::new("callgrind_control").args(words))?;
    Ok(())
}

/// The sum in a file that callgrind wrote.
fn total(file: &Path) -> Result<f64> {
    let text =
        fs::read_to_string(file).with_context(|| format!("{} cannot be read", file.display()))?;
    let total = text.lines().find_map(|line| {
        let total = line
            .strip_prefix("totals:")
            .or_else(|| line.strip_prefix("summary:"))?;
        total.trim().parse().ok()
    });
    total.with_context(|| format!("{} has no total", file.display()))
}

fn print(rows: &[String], figures: &Figures) {
    let titles = CALLS.map(|(method, leaves, _)| format!("{method} {leaves}"));
    let titles = std::iter::once("provider").chain(titles.iter().map(String::as_str));
    let mut table = Table::new(titles);
    for name in rows {
        let cells = CALLS.map(|(method, leaves, _)| {
            let at = |name: &str| format!("{INSTRUCTIONS}{name}/{method}/{leaves}");
            let count = figures.get(&at(name)).map(|count| count / 1000.0);
            match figures.ratio(&at(name), &at(TONIC)) {
                Some(to_native) if name != TONIC => {
                    format!("{} ({})", number(count), ratio(Some(to_native)))
                }
                _ => number(count),
            }
        });
        table.row(std::iter::once(name.clone()).chain(cells));
    }
    table.print("Instructions per call, in thousands (in relation to native Rust)");
}
