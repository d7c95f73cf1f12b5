//! The cost of a call at several sizes, and with several callers.

use anyhow::Result;
use serde_json::{Value, json};

use super::Bench;
use super::figures::{Figures, number, print_table, ratio};
use super::launcher::{Servers, text};
use super::providers::{GO, HOOKED, THING, peer_of};

/// The leaf values of calls by many callers.
const LEAVES: usize = 200;

pub(super) fn run(bench: &Bench<'_>, figures: &mut Figures) -> Result<()> {
    let servers = bench.launcher.serve(&bench.providers.all())?;
    for method in ["check", "diff", "create"] {
        latency(bench, &servers, method, figures)?;
    }
    throughput(bench, &servers, figures)
}

/// Runs a scenario for each type and each of `values`, and passes the results of each server to `read` with the name of
/// its row. Returns the names of the rows.
fn measure(
    bench: &Bench<'_>,
    servers: &Servers,
    values: &[usize],
    scenario: impl Fn(usize) -> Value,
    mut read: impl FnMut(&str, usize, &Value),
) -> Result<Vec<String>> {
    let mut scenarios = Vec::new();
    for token in [THING, HOOKED] {
        // Native providers have one type.
        let names = servers.servers.iter().map(|server| text(server, "name"));
        let names: Vec<String> = names
            .filter(|name| token == THING || name.starts_with("ours"))
            .collect();
        for value in values {
            let mut scenario = scenario(*value);
            scenario["name"] = json!(format!("{token}/{value}"));
            scenario["token"] = json!(token);
            scenario["servers"] = json!(names);
            scenarios.push(scenario);
        }
    }
    let plan = json!({
        "scenarios": scenarios,
        "rounds": bench.pick(2, 9),
        "slice_ms": bench.pick(60, 120),
        "warmup_calls": bench.pick(20, 100),
    });
    let mut rows = Vec::new();
    let reports = bench.launcher.load(servers, plan)?;
    let all_values = values.iter().cycle();
    for (report, value) in reports.iter().zip(all_values) {
        let is_hooked = text(report, "name").starts_with(HOOKED);
        for server in report["servers"].as_array().into_iter().flatten() {
            let mut name = text(server, "name");
            if is_hooked {
                name += ", hook";
            }
            if let Some(error) = server["error"].as_str() {
                println!("\nleft out: {name}: {error}");
            }
            read(&name, *value, server);
            if !rows.contains(&name) {
                rows.push(name);
            }
        }
    }
    Ok(rows)
}

fn latency(
    bench: &Bench<'_>,
    servers: &Servers,
    method: &str,
    figures: &mut Figures,
) -> Result<()> {
    let sizes: &[usize] = bench.pick(&[20, 200], &[20, 200, 2000]);
    let at =
        |name: &str, leaves: usize, what: &str| format!("calls/{name}/{method}/{leaves}/{what}");
    let scenario = |leaves| json!({ "method": method, "leaves": leaves });
    let names = measure(bench, servers, sizes, scenario, |name, leaves, server| {
        for (what, member) in [
            ("p50", "p50_us"),
            ("p99", "p99_us"),
            ("cpu", "cpu_us_per_call"),
        ] {
            let value = server[member].as_f64().unwrap_or(f64::NAN);
            figures.set(at(name, leaves, what), value);
        }
    })?;
    let mut titles = vec!["provider".to_owned()];
    for leaves in sizes {
        titles.push(format!("{leaves}: p50 / p99"));
        titles.extend(["processor", "to Go", "to its peer"].map(str::to_owned));
    }
    let mut rows = vec![titles];
    for name in names {
        let mut row = vec![name.clone()];
        for leaves in sizes {
            let figure = |what: &str| number(figures.get(&at(&name, *leaves, what)));
            let to =
                |peer: &str| figures.ratio(&at(&name, *leaves, "p50"), &at(peer, *leaves, "p50"));
            row.push(format!("{} / {}", figure("p50"), figure("p99")));
            row.push(figure("cpu"));
            row.push(ratio(to(GO)));
            row.push(ratio(peer_of(&name).and_then(to)));
        }
        rows.push(row);
    }
    let title = format!("{method}, one caller, by the leaf values of its inputs (µs)");
    print_table(&title, &rows);
    Ok(())
}

/// Many callers on one connection.
fn throughput(bench: &Bench<'_>, servers: &Servers, figures: &mut Figures) -> Result<()> {
    let callers = [1, 16, 64];
    let at = |name: &str, callers: usize| format!("throughput/{name}/{callers}");
    let scenario = |callers| json!({ "method": "check", "leaves": LEAVES, "concurrency": callers });
    let names = measure(
        bench,
        servers,
        &callers,
        scenario,
        |name, callers, server| {
            let value = server["calls_per_second"].as_f64().unwrap_or(f64::NAN);
            figures.set(at(name, callers), value);
        },
    )?;
    let titles = [
        "provider", "1 caller", "to Go", "16", "to Go", "64", "to Go",
    ];
    let mut rows = vec![titles.map(str::to_owned).to_vec()];
    for name in names {
        let mut row = vec![name.clone()];
        for callers in callers {
            row.push(number(figures.get(&at(&name, callers))));
            row.push(ratio(figures.ratio(&at(&name, callers), &at(GO, callers))));
        }
        rows.push(row);
    }
    let title = format!("Check with {LEAVES} leaf values: calls per second by callers");
    print_table(&title, &rows);
    Ok(())
}
