//! How cost grows: with a resource's properties, a schema's types, a package's components.

use anyhow::Result;
use serde_json::{Value, json};

use super::figures::{Figures, median};
use super::launch::{Provider, Runs, THING, of_processes, text};
use super::means::Bench;
use super::peers::{GO, TONIC};
use super::table::{Table, number, ratio};
use super::{report, variants};

pub(crate) fn run(bench: &Bench<'_>, figures: &mut Figures) -> Result<()> {
    properties(bench, figures)?;
    types(bench, figures)?;
    components(bench, figures)
}

fn properties(bench: &Bench<'_>, figures: &mut Figures) -> Result<()> {
    let sizes: &[usize] = bench.options.pick(&[10, 1000], &[10, 100, 1000, 10_000]);
    let providers = [
        bench.peers.get(GO),
        bench.peers.get(TONIC),
        bench.ours("Rust"),
    ];
    let providers: Vec<Provider> = providers.into_iter().flatten().collect();
    let servers = bench.launcher.serve(&providers)?;
    let scenarios: Vec<Value> = sizes
        .iter()
        .map(|leaves| {
            json!({
                "name": leaves.to_string(),
                "method": "check",
                "token": THING,
                "leaves": leaves,
            })
        })
        .collect();
    let plan = json!({
        "scenarios": scenarios,
        "rounds": bench.options.pick(2, 7),
        "slice_ms": bench.options.pick(60, 120),
        "warmup_calls": 20,
    });
    for report in bench.launcher.load(&servers, plan)? {
        let leaves = text(&report, "name");
        for server in report["servers"].as_array().into_iter().flatten() {
            let value = server["p50_us"].as_f64().unwrap_or(f64::NAN);
            let name = format!("growth/properties/{}/{leaves}", text(server, "name"));
            figures.set(name, value);
        }
    }
    let titles: Vec<String> = sizes
        .iter()
        .map(|leaves| format!("{leaves} leaves"))
        .collect();
    let titles = std::iter::once("provider").chain(titles.iter().map(String::as_str));
    let mut table = Table::new(titles);
    for provider in &providers {
        let cells = sizes.iter().map(|leaves| {
            number(figures.get(&format!("growth/properties/{}/{leaves}", provider.name)))
        });
        table.row(std::iter::once(provider.name.clone()).chain(cells));
    }
    table.print("Check by the size of a resource (µs, p50)");
    Ok(())
}

fn types(bench: &Bench<'_>, figures: &mut Figures) -> Result<()> {
    let Some(component) = bench.components.get("Rust") else {
        return Ok(());
    };
    let mut packages = Vec::new();
    for count in [1, 10, 100, 1000] {
        let component = variants::with_types(&bench.folder(), component, count)?;
        packages.push(bench.with_components(count.to_string(), vec![component]));
    }
    starts(bench, figures, "types", &packages)
}

fn components(bench: &Bench<'_>, figures: &mut Figures) -> Result<()> {
    let Some(component) = bench.components.get("Rust") else {
        return Ok(());
    };
    let mut packages = Vec::new();
    for count in [1, 10, 100] {
        let components = variants::package(&bench.folder(), component, count)?;
        let package = bench.with_components(count.to_string(), components);
        packages.push(package);
    }
    starts(bench, figures, "components", &packages)
}

/// From exec to the first Check of packages that differ in how many there are of something.
fn starts(
    bench: &Bench<'_>,
    figures: &mut Figures,
    what: &str,
    packages: &[Provider],
) -> Result<()> {
    let runs = Runs {
        runs: bench.options.pick(3, 15),
        at_once: 1,
        create: false,
        from_disk: false,
    };
    let reports = bench.launcher.start(packages, runs)?;
    for report in &reports {
        if let Some(error) = report["error"].as_str() {
            report::print(&format!(
                "\nleft out: {} {what}: {error}",
                text(report, "name")
            ));
        }
    }
    let mut table = Table::new([what, "first Check (ms)", "to 1"]);
    for report in &reports {
        let count = text(report, "name");
        let check = median(&of_processes(report, "/check_ms"));
        figures.set(format!("growth/{what}/{count}"), check);
        let at = |count: &str| format!("growth/{what}/{count}");
        let to_one = figures.ratio(&at(&count), &at("1"));
        table.row([count, number(Some(check)), ratio(to_one)]);
    }
    table.print(&format!("Start by the number of {what}, in Rust"));
    Ok(())
}
