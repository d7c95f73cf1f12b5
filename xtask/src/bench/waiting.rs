//! The processor time of a provider whose calls wait.

use anyhow::Result;

use super::figures::{Figures, median};
use super::launch::{of_processes, text};
use super::means::Bench;
use super::peers::ours_name;
use super::report;
use super::table::{Table, number};
use crate::script;

/// Calls that wait at once.
const CALLS: usize = 10;

pub(crate) fn run(bench: &Bench<'_>, figures: &mut Figures) -> Result<()> {
    let source = bench.paths.root.join("tests/bench/waits/rust");
    let component = bench.folder().join("components/waits-rust.wasm");
    script::build_for_bench(bench.paths, &bench.programs, &source, &component)?;
    let provider = bench.with_components(ours_name("Rust"), vec![component]);
    let runs = bench.options.pick(1, 5);
    let mut table = Table::new(["provider", "no call", "10 calls that wait"]);
    for report in bench.launcher.watch_waiting(&[provider], runs, CALLS)? {
        let name = text(&report, "name");
        if let Some(error) = report["error"].as_str() {
            report::print(&format!("\nleft out: {name}: {error}"));
            continue;
        }
        let mut cells = vec![name.clone()];
        for (what, pointer) in [("idle", "/idle_ms"), ("waiting", "/waiting_ms")] {
            let value = median(&of_processes(&report, pointer));
            figures.set(format!("waiting/{name}/{what}"), value);
            cells.push(number(Some(value)));
        }
        table.row(cells);
    }
    table.print("Waiting: processor time of the process (ms in a second)");
    Ok(())
}
