//! Instructions per call, counted by callgrind. They do not depend on other work of the machine.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde_json::json;

use super::Bench;
use super::figures::{Figures, number, print_table, ratio};
use super::providers::{GO, Provider, THING, TONIC};
use crate::process;

/// The prefix of these figures' names.
pub(super) const PREFIX: &str = "instructions/";

/// The methods, leaf values, and numbers of counted calls.
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

pub(super) fn run(bench: &Bench<'_>, figures: &mut Figures) -> Result<()> {
    ensure!(
        process::find("callgrind_control").is_some(),
        "valgrind is not installed"
    );
    let folder = bench.launcher.folder.join("callgrind");
    fs::create_dir_all(&folder)?;
    let mut ours = bench.providers.get("ours, Rust").cloned();
    if let Some(ours) = &mut ours {
        // Callgrind simulates a processor with fewer features, so the compiler makes other code.
        let code = bench.launcher.folder.join("code-callgrind");
        let value = code.display().to_string();
        ours.environment
            .insert("PULUMI_WASM_CACHE_DIR".to_owned(), value);
    }
    let hooked = ours.clone().map(Provider::hooked);
    let mut go = bench.providers.get(GO).cloned();
    if let Some(go) = &mut go {
        // Go preempts its code with signals, and callgrind fails on them.
        let value = "asyncpreemptoff=1".to_owned();
        go.environment.insert("GODEBUG".to_owned(), value);
    }
    let native = bench.providers.get(TONIC).cloned();
    let titles = CALLS.map(|(method, leaves, _)| format!("{method} {leaves}"));
    let mut rows = vec![[&["provider".to_owned()], &titles[..]].concat()];
    for provider in [native, ours, hooked, go].into_iter().flatten() {
        let name = provider.name.clone();
        if let Err(error) = count(bench, provider, &folder, figures) {
            println!("\nleft out: instructions of {name}: {error:#}");
        }
        let mut row = vec![name.clone()];
        for (method, leaves, _) in CALLS {
            let at = |name: &str| format!("{PREFIX}{name}/{method}/{leaves}");
            let count = figures.get(&at(&name)).map(|count| count / 1000.0);
            let to_native = ratio(figures.ratio(&at(&name), &at(TONIC)));
            row.push(format!("{} ({to_native})", number(count)));
        }
        rows.push(row);
    }
    let title = "Instructions per call, in thousands (in relation to native Rust)";
    print_table(title, &rows);
    Ok(())
}

/// Counts the instructions of a provider for each kind of call.
fn count(
    bench: &Bench<'_>,
    mut provider: Provider,
    folder: &Path,
    figures: &mut Figures,
) -> Result<()> {
    let name = provider.name.clone();
    let token = provider.token.clone().unwrap_or_else(|| THING.to_owned());
    let valgrind = [
        "valgrind".to_owned(),
        "--tool=callgrind".to_owned(),
        "--quiet".to_owned(),
        // The compiling process must see the same processor.
        "--trace-children=yes".to_owned(),
        "--smc-check=all-non-file".to_owned(),
        format!("--callgrind-out-file={}/%p.out", folder.display()),
        format!("--log-file={}/%p.log", folder.display()),
    ];
    provider.command.splice(0..0, valgrind);
    let servers = bench.launcher.serve(&[provider])?;
    let server = servers.servers.first().context("it did not start")?;
    let pid = server["pid"].as_u64().context("it has no process")?;
    let pid = pid.to_string();
    let call = |method: &str, leaves: usize, calls: u32| -> Result<()> {
        let plan = json!({
            "scenarios": [{ "name": method, "method": method, "token": token, "leaves": leaves }],
            // The load makes one call first, to check the answer.
            "calls": calls.saturating_sub(1),
            "warmup_calls": 0,
        });
        for report in bench.launcher.load(&servers, plan)? {
            let error = report
                .pointer("/servers/0/error")
                .and_then(|error| error.as_str());
            ensure!(error.is_none(), "{}", error.unwrap_or_default());
        }
        Ok(())
    };
    let control =
        |word: &str| process::capture(Command::new("callgrind_control").args([word, &pid]));
    let mut dumps = 0;
    for (method, leaves, calls) in CALLS {
        if bench.quick && leaves > 200 {
            continue;
        }
        call(method, leaves, calls / 5)?;
        control("--zero")?;
        call(method, leaves, calls)?;
        control("--dump")?;
        dumps += 1;
        let total = total(&folder.join(format!("{pid}.out.{dumps}")))?;
        let per_call = total / f64::from(calls);
        figures.set(format!("{PREFIX}{name}/{method}/{leaves}"), per_call);
    }
    Ok(())
}

/// The sum in a file of callgrind.
fn total(file: &Path) -> Result<f64> {
    let text =
        fs::read_to_string(file).with_context(|| format!("{} cannot be read", file.display()))?;
    let total = text.lines().find_map(|line| {
        let totals = line.strip_prefix("totals:");
        let total = totals.or_else(|| line.strip_prefix("summary:"))?;
        total.trim().parse().ok()
    });
    total.with_context(|| format!("{} has no total", file.display()))
}
