//! The processor time of a provider whose calls wait.

use anyhow::Result;
use serde_json::json;

use super::Bench;
use super::figures::{Figures, median, number, of_processes, print_table};
use super::launcher::text;
use crate::guests;

/// The number of calls that wait at the same time.
const CALLS: usize = 10;

pub(super) fn run(bench: &Bench<'_>, figures: &mut Figures) -> Result<()> {
    let source = bench.paths.root.join("tests/bench/waits/rust");
    let component = bench.launcher.folder.join("components/waits-rust.wasm");
    let programs = &bench.providers.programs;
    guests::build_for_bench(bench.paths, programs, &source, &component)?;
    let provider = bench.providers.with_component("Rust", component);
    let order = json!({ "runs": bench.pick(1, 5), "at_once": CALLS });
    let titles = ["provider", "no call", "10 calls that wait"];
    let mut rows = vec![titles.map(str::to_owned).to_vec()];
    for report in bench.launcher.launch("waiting", &[provider], order)? {
        let name = text(&report, "name");
        let mut row = vec![name.clone()];
        for (what, pointer) in [("idle", "/idle_ms"), ("waiting", "/waiting_ms")] {
            let value = median(&of_processes(&report, pointer));
            figures.set(format!("waiting/{name}/{what}"), value);
            row.push(number(Some(value)));
        }
        rows.push(row);
    }
    print_table(
        "Waiting: processor time of the process (ms in a second)",
        &rows,
    );
    Ok(())
}
