//! Component resources: from the launch of a process to the first one, each further one, and the memory.

use anyhow::Result;

use super::components::{self, LANGUAGES, SITES};
use super::figures::{Figures, median};
use super::launch::{Constructions, SITE, of_processes, text};
use super::means::Bench;
use super::peers::{self, of_ours, ours_name};
use super::report;
use super::table::{Table, number, ratio};

/// How many resources a component is made of.
const CHILDREN: u32 = 10;

pub(crate) fn run(bench: &Bench<'_>, figures: &mut Figures) -> Result<()> {
    let guests = components::build(bench.paths, &bench.programs, SITES)?;
    let peers = peers::build_of_components(bench.paths);
    for (name, reason) in peers.missing.iter().chain(&guests.missing) {
        report::print(&format!("\nleft out: {name}: {reason}"));
    }
    let mut providers = peers.all();
    for language in LANGUAGES {
        let guest = guests.get(language).map(ToOwned::to_owned);
        let ours = guest.map(|guest| bench.with_components(ours_name(language), vec![guest]));
        providers.extend(ours);
    }
    for provider in &mut providers {
        provider.token = Some(SITE.to_owned());
    }
    let once = Constructions {
        runs: 1,
        children: CHILDREN,
        further: 0,
    };
    // Guests are compiled here, and all files are read.
    bench.launcher.construct(&providers, once)?;
    let constructions = Constructions {
        runs: bench.options.pick(3, 21),
        further: bench.options.pick(5, 50),
        ..once
    };
    let mut table = Table::new([
        "provider",
        "first (ms from exec)",
        "to its peer",
        "each further (ms)",
        "to its peer",
        "memory, first (MiB)",
        "to its peer",
        "memory, all (MiB)",
    ]);
    let reports = bench.launcher.construct(&providers, constructions)?;
    for report in &reports {
        let name = text(report, "name");
        if let Some(error) = report["error"].as_str() {
            report::print(&format!("\nleft out: {name}: {error}"));
        }
        for (what, pointer, unit) in [
            ("construct", "/construct_ms", 1.0),
            ("further", "/further_ms", 1.0),
            ("memory", "/memory/rss_kib", 1024.0),
            ("memory-further", "/memory_further/rss_kib", 1024.0),
        ] {
            let value = median(&of_processes(report, pointer)) / unit;
            figures.set(format!("components/{name}/{what}"), value);
        }
    }
    for report in &reports {
        let name = text(report, "name");
        let at = |name: &str, what: &str| format!("components/{name}/{what}");
        let figure = |what: &str| number(figures.get(&at(&name, what)));
        let to_peer = |what: &str| {
            let peer = of_ours(&name);
            ratio(peer.and_then(|peer| figures.ratio(&at(&name, what), &at(peer, what))))
        };
        table.row([
            name.clone(),
            figure("construct"),
            to_peer("construct"),
            figure("further"),
            to_peer("further"),
            figure("memory"),
            to_peer("memory"),
            figure("memory-further"),
        ]);
    }
    table.print("Component resources of 10 children, warm");
    Ok(())
}
