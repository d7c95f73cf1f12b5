//! From the launch of a process to its first answers.

use anyhow::Result;
use serde_json::{Value, json};

use super::Bench;
use super::figures::{Figures, median, number, of_processes, percentile, print_table, ratio};
use super::launcher::text;
use super::providers::{Provider, peer_of};

pub(super) fn run(bench: &Bench<'_>, figures: &mut Figures) -> Result<()> {
    // Everything was used before: the usual case.
    let mut providers = bench.providers.all();
    let hooked = bench.providers.ours().iter().cloned();
    providers.extend(hooked.map(Provider::hooked));
    let start = |providers: &[Provider], runs: usize| {
        let order = json!({ "runs": runs, "create": true });
        bench.launcher.launch("start", providers, order)
    };
    // Compiles the components.
    start(&providers, 1)?;
    let reports = start(&providers, bench.pick(5, 31))?;
    let title = "Start, warm (ms from exec)";
    print(title, "start/warm", &reports, figures);

    // Without compiled code: the first use on a machine.
    let mut reports = Vec::new();
    for mut ours in bench.providers.ours().iter().cloned() {
        let code = bench.launcher.folder.join("code-cold");
        let value = code.display().to_string();
        ours.environment
            .insert("PULUMI_WASM_CACHE_DIR".to_owned(), value);
        ours.forget.push(code);
        let runs = if ours.name == "ours, Rust" {
            bench.pick(2, 9)
        } else {
            bench.pick(1, 3)
        };
        reports.extend(start(&[ours], runs)?);
    }
    let title = "Start without compiled code (ms from exec)";
    print(title, "start/compile", &reports, figures);
    Ok(())
}

fn print(title: &str, prefix: &str, reports: &[Value], figures: &mut Figures) {
    const EVENTS: [&str; 4] = ["port", "configured", "check", "create"];
    for report in reports {
        let name = text(report, "name");
        for event in EVENTS {
            let times = of_processes(report, &format!("/{event}_ms"));
            figures.set(format!("{prefix}/{name}/{event}"), median(&times));
        }
        let worst = percentile(&of_processes(report, "/check_ms"), 0.99);
        figures.set(format!("{prefix}/{name}/check-p99"), worst);
    }
    let titles = [
        "provider",
        "port",
        "configured",
        "first Check",
        "first Create",
        "Check, p99",
        "Check, to its peer",
    ];
    let mut rows = vec![titles.map(str::to_owned).to_vec()];
    for report in reports {
        let name = text(report, "name");
        let at = |name: &str, what: &str| format!("{prefix}/{name}/{what}");
        let times = EVENTS.iter().chain(&["check-p99"]);
        let times = times.map(|what| number(figures.get(&at(&name, what))));
        let mut row = vec![name.clone()];
        row.extend(times);
        let peer = peer_of(&name);
        row.push(ratio(peer.and_then(|peer| {
            figures.ratio(&at(&name, "check"), &at(peer, "check"))
        })));
        rows.push(row);
    }
    print_table(title, &rows);
}
