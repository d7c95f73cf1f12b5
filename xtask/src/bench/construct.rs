//! Component resources: from the launch of a process to the first one, each further one, and the memory.

use anyhow::Result;
use serde_json::json;

use super::Bench;
use super::figures::{Figures, median, number, of_processes, print_table, ratio};
use super::launcher::text;
use super::providers::peer_of;

/// The number of children of a component.
const CHILDREN: u32 = 10;
/// The name of each figure, its place in a report, and its unit there.
const FIGURES: [(&str, &str, f64); 3] = [
    ("construct", "/construct_ms", 1.0),
    ("further", "/further_ms", 1.0),
    ("memory", "/memory/rss_kib", 1024.0),
];

pub(super) fn run(bench: &Bench<'_>, figures: &mut Figures) -> Result<()> {
    let providers = bench.providers.of_component_resources(bench.paths)?;
    let construct = |runs: usize, further: usize| {
        let order = json!({ "runs": runs, "children": CHILDREN, "further": further });
        bench.launcher.launch("components", &providers, order)
    };
    // Compiles the guests, and reads all files.
    construct(1, 0)?;
    let reports = construct(bench.pick(3, 21), bench.pick(5, 50))?;
    let at = |name: &str, what: &str| format!("components/{name}/{what}");
    for report in &reports {
        let name = text(report, "name");
        for (what, pointer, unit) in FIGURES {
            let value = median(&of_processes(report, pointer)) / unit;
            figures.set(at(&name, what), value);
        }
    }
    let titles = [
        "provider",
        "first (ms from exec)",
        "to its peer",
        "each further (ms)",
        "to its peer",
        "memory, first (MiB)",
        "to its peer",
    ];
    let mut rows = vec![titles.map(str::to_owned).to_vec()];
    for report in &reports {
        let name = text(report, "name");
        let mut row = vec![name.clone()];
        for (what, ..) in FIGURES {
            let to_peer = peer_of(&name);
            let to_peer = to_peer.and_then(|peer| figures.ratio(&at(&name, what), &at(peer, what)));
            row.push(number(figures.get(&at(&name, what))));
            row.push(ratio(to_peer));
        }
        rows.push(row);
    }
    print_table("Component resources of 10 children, warm", &rows);
    Ok(())
}
