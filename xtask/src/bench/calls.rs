//! The cost of a call, at several sizes and with several callers.

use anyhow::Result;
use serde_json::{Value, json};

use super::figures::Figures;
use super::launch::{HOOKED, Servers, THING, text};
use super::means::Bench;
use super::peers::{GO, of_ours as peer};
use super::report;
use super::table::{Table, number, ratio};

const METHODS: [&str; 3] = ["check", "diff", "create"];

pub(crate) fn run(bench: &Bench<'_>, figures: &mut Figures) -> Result<()> {
    let servers = bench.launcher.serve(&bench.all())?;
    for (name, error) in &servers.failed {
        report::print(&format!("\nleft out: {name}: {error}"));
    }
    latency(bench, &servers, figures)?;
    throughput(bench, &servers, figures)
}

/// The names of servers; ours alone for the table of hooks.
fn names(servers: &Servers, token: &str) -> Vec<String> {
    let names = servers.servers.iter().map(|server| text(server, "name"));
    names
        .filter(|name| token == THING || name.starts_with("ours"))
        .collect()
}

fn latency(bench: &Bench<'_>, servers: &Servers, figures: &mut Figures) -> Result<()> {
    let sizes: &[usize] = bench.options.pick(&[20, 200], &[20, 200, 2000]);
    for method in METHODS {
        let scenarios: Vec<Value> = [THING, HOOKED]
            .into_iter()
            .flat_map(|token| sizes.iter().map(move |leaves| (token, leaves)))
            .map(|(token, leaves)| {
                json!({
                    "name": format!("{token}/{leaves}"),
                    "method": method,
                    "token": token,
                    "leaves": leaves,
                    "servers": names(servers, token),
                })
            })
            .collect();
        let plan = json!({
            "scenarios": scenarios,
            "rounds": bench.options.pick(2, 9),
            "slice_ms": bench.options.pick(60, 120),
            "warmup_calls": bench.options.pick(20, 100),
        });
        let reports = bench.launcher.load(servers, plan)?;
        let mut rows = Vec::new();
        for report in &reports {
            let scenario = text(report, "name");
            let (token, leaves) = scenario.rsplit_once('/').unwrap_or_default();
            for server in report["servers"].as_array().into_iter().flatten() {
                let name = row_name(&text(server, "name"), token);
                if let Some(error) = server["error"].as_str() {
                    report::print(&format!(
                        "\nleft out: {method} of {name} at {leaves}: {error}"
                    ));
                }
                for (what, member) in [
                    ("p50", "p50_us"),
                    ("p99", "p99_us"),
                    ("cpu", "cpu_us_per_call"),
                ] {
                    let value = server[member].as_f64().unwrap_or(f64::NAN);
                    figures.set(format!("calls/{name}/{method}/{leaves}/{what}"), value);
                }
                if !rows.contains(&name) {
                    rows.push(name);
                }
            }
        }
        print(method, sizes, &rows, figures);
    }
    Ok(())
}

/// The name of a row: the server's, and whether the guest has a hook in the call.
fn row_name(server: &str, token: &str) -> String {
    match token {
        HOOKED => format!("{server}, hook"),
        _ => server.to_owned(),
    }
}

fn print(method: &str, sizes: &[usize], rows: &[String], figures: &Figures) {
    let mut titles = vec!["provider".to_owned()];
    for leaves in sizes {
        titles.push(format!("{leaves}: p50 / p99"));
        titles.push("processor".to_owned());
        titles.push("to Go".to_owned());
        titles.push("to its peer".to_owned());
    }
    let mut table = Table::new(titles.iter().map(String::as_str));
    for name in rows {
        let mut row = vec![name.clone()];
        for leaves in sizes {
            let at = |name: &str, what: &str| format!("calls/{name}/{method}/{leaves}/{what}");
            let p50 = figures.get(&at(name, "p50"));
            let p99 = figures.get(&at(name, "p99"));
            row.push(format!("{} / {}", number(p50), number(p99)));
            row.push(number(figures.get(&at(name, "cpu"))));
            let to = |peer: &str| figures.ratio(&at(name, "p50"), &at(peer, "p50"));
            row.push(ratio(to(GO)));
            row.push(ratio(peer(name).and_then(to)));
        }
        table.row(row);
    }
    let mut letters = method.chars();
    let method = letters
        .next()
        .map(|first| first.to_uppercase().to_string() + letters.as_str())
        .unwrap_or_default();
    table.print(&format!(
        "{method}, one caller, by the leaf values of its inputs (µs)"
    ));
}

/// Many callers on one connection.
fn throughput(bench: &Bench<'_>, servers: &Servers, figures: &mut Figures) -> Result<()> {
    const LEAVES: usize = 200;
    let callers = [1, 16, 64];
    let scenarios: Vec<Value> = [THING, HOOKED]
        .into_iter()
        .flat_map(|token| callers.map(|callers| (token, callers)))
        .map(|(token, callers)| {
            json!({
                "name": format!("{token}/{callers}"),
                "method": "check",
                "token": token,
                "leaves": LEAVES,
                "concurrency": callers,
                "servers": names(servers, token),
            })
        })
        .collect();
    let plan = json!({
        "scenarios": scenarios,
        "rounds": bench.options.pick(2, 5),
        "slice_ms": bench.options.pick(60, 200),
        "warmup_calls": bench.options.pick(20, 100),
    });
    let reports = bench.launcher.load(servers, plan)?;
    let mut rows = Vec::new();
    for report in &reports {
        let scenario = text(report, "name");
        let (token, callers) = scenario.rsplit_once('/').unwrap_or_default();
        for server in report["servers"].as_array().into_iter().flatten() {
            let name = row_name(&text(server, "name"), token);
            let value = server["calls_per_second"].as_f64().unwrap_or(f64::NAN);
            figures.set(format!("throughput/{name}/{callers}"), value);
            if !rows.contains(&name) {
                rows.push(name);
            }
        }
    }
    let mut table = Table::new([
        "provider", "1 caller", "to Go", "16", "to Go", "64", "to Go",
    ]);
    for name in rows {
        let mut row = vec![name.clone()];
        for callers in callers {
            let at = |name: &str| format!("throughput/{name}/{callers}");
            row.push(number(figures.get(&at(&name))));
            row.push(ratio(figures.ratio(&at(&name), &at(GO))));
        }
        table.row(row);
    }
    table.print(&format!(
        "Check with {LEAVES} leaf values: calls per second by callers"
    ));
    Ok(())
}
