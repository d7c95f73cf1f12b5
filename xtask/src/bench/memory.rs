//! The memory that a process takes of the machine, and the size of its files.

use std::path::Path;

use anyhow::Result;
use serde_json::{Value, json};

use super::components::LANGUAGES;
use super::figures::{Figures, median};
use super::launch::{Runs, THING, of_processes, text};
use super::means::Bench;
use super::peers::{GO, TONIC};
use super::table::{Table, number, ratio};
use super::{report, variants};
use crate::build;

pub(crate) fn run(bench: &Bench<'_>, figures: &mut Figures) -> Result<()> {
    processes(bench, figures)?;
    further(bench, figures)?;
    files(bench, figures);
    Ok(())
}

/// After the first Check, after the first Create, after 1,000 calls.
fn processes(bench: &Bench<'_>, figures: &mut Figures) -> Result<()> {
    let providers = bench.all();
    let once = Runs {
        runs: 1,
        at_once: 1,
        create: true,
        from_disk: true,
    };
    // A file that was just written stays in memory in larger pieces than one that was read from disk, and more of it
    // counts as resident: all files are read again, as on a machine that did not build them.
    bench.launcher.start(&providers, once)?;
    let runs = Runs {
        runs: bench.options.pick(1, 5),
        from_disk: false,
        ..once
    };
    for report in bench.launcher.start(&providers, runs)? {
        let name = text(&report, "name");
        for (what, pointer) in [
            ("check", "/memory/rss_kib"),
            ("private", "/memory/anonymous_kib"),
            ("create", "/memory_created/rss_kib"),
        ] {
            let value = median(&of_processes(&report, pointer)) / 1024.0;
            figures.set(format!("memory/{name}/{what}"), value);
        }
    }
    let servers = bench.launcher.serve(&providers)?;
    let plan = json!({
        "scenarios": [{ "name": "check", "method": "check", "token": THING, "leaves": 200 }],
        "calls": 1000,
        "warmup_calls": 0,
    });
    for report in bench.launcher.load(&servers, plan)? {
        for server in report["servers"].as_array().into_iter().flatten() {
            let value = server["rss_kib"].as_f64().unwrap_or(f64::NAN) / 1024.0;
            figures.set(format!("memory/{}/calls", text(server, "name")), value);
        }
    }
    let mut table = Table::new([
        "provider",
        "first Check",
        "to Go",
        "of it private",
        "first Create",
        "1,000 calls",
        "to Go",
    ]);
    for provider in &providers {
        let at = |name: &str, what: &str| format!("memory/{name}/{what}");
        let figure = |what: &str| number(figures.get(&at(&provider.name, what)));
        let to_go = |what: &str| ratio(figures.ratio(&at(&provider.name, what), &at(GO, what)));
        table.row([
            provider.name.clone(),
            figure("check"),
            to_go("check"),
            figure("private"),
            figure("create"),
            figure("calls"),
            to_go("calls"),
        ]);
    }
    table.print("Memory of a process (resident, MiB); each further configuration is a process");
    Ok(())
}

/// The memory of each further component of a package, once it was entered.
fn further(bench: &Bench<'_>, figures: &mut Figures) -> Result<()> {
    const COUNT: usize = 10;
    let Some(component) = bench.components.get("Rust") else {
        return Ok(());
    };
    let mut packages = Vec::new();
    for count in [1, COUNT] {
        let components = variants::package(&bench.folder(), component, count)?;
        let mut package = bench.with_components(format!("{count}"), components);
        package.enter = (1..count).map(variants::token).collect();
        packages.push(package);
    }
    let runs = Runs {
        runs: bench.options.pick(2, 5),
        at_once: 1,
        create: true,
        from_disk: false,
    };
    let reports: Vec<Value> = bench.launcher.start(&packages, runs)?;
    for report in &reports {
        if let Some(error) = report["error"].as_str() {
            report::print(&format!(
                "\nleft out: {} components: {error}",
                text(report, "name")
            ));
        }
    }
    let mut table = Table::new(["each further component in Rust, with an instance (MiB)", ""]);
    for (what, pointer) in [
        ("resident", "/memory_created/rss_kib"),
        ("of it private", "/memory_created/anonymous_kib"),
    ] {
        let of = |index: usize| {
            reports
                .get(index)
                .map(|report| median(&of_processes(report, pointer)))
        };
        if let (Some(one), Some(many)) = (of(0), of(1)) {
            #[allow(clippy::cast_precision_loss, reason = "a few components")]
            let each = (many - one) / (COUNT - 1) as f64 / 1024.0;
            figures.set(format!("memory/component/{what}"), each);
            table.row([what.to_owned(), number(Some(each))]);
        }
    }
    table.print("Memory of further components");
    Ok(())
}

fn files(bench: &Bench<'_>, figures: &mut Figures) {
    let mut table = Table::new(["file", "size"]);
    let mut add = |name: &str, file: Option<&Path>| {
        if let Some(file) = file
            && let Ok(size) = build::size(file)
            && let Ok(data) = file.metadata()
        {
            #[allow(clippy::cast_precision_loss, reason = "a size for people")]
            figures.set(format!("size/{name}"), data.len() as f64);
            table.row([name.to_owned(), size]);
        }
    };
    add("the plugin, for all providers", Some(&bench.plugin));
    for language in LANGUAGES {
        add(
            &format!("component, {language}"),
            bench.components.get(language),
        );
    }
    add("Go provider", bench.peers.program(GO));
    add("native Rust provider", bench.peers.program(TONIC));
    table.print("Files");
}
