//! The memory of a process, and the sizes of files.

use std::path::Path;

use anyhow::Result;
use serde_json::json;

use super::Bench;
use super::figures::{Figures, median, number, of_processes, print_table, ratio};
use super::launcher::text;
use super::providers::GO;
use crate::build;

pub(super) fn run(bench: &Bench<'_>, figures: &mut Figures) -> Result<()> {
    let mut providers = bench.providers.all();
    // The kernel maps larger pieces of a file that was just written than of a file that was read from disk, and more of it
    // counts as resident. So all files are read again, as on a machine that did not build them.
    for provider in &mut providers {
        provider.evict = provider.files();
    }
    let once = json!({ "runs": 1, "create": true });
    bench.launcher.launch("start", &providers, once)?;
    let providers = bench.providers.all();
    let order = json!({ "runs": bench.pick(1, 5), "create": true });
    let at = |name: &str, what: &str| format!("memory/{name}/{what}");
    for report in bench.launcher.launch("start", &providers, order)? {
        let name = text(&report, "name");
        for (what, pointer) in [
            ("check", "/memory/rss_kib"),
            ("private", "/memory/anonymous_kib"),
            ("create", "/memory_created/rss_kib"),
        ] {
            let value = median(&of_processes(&report, pointer)) / 1024.0;
            figures.set(at(&name, what), value);
        }
    }
    let titles = [
        "provider",
        "first Check",
        "to Go",
        "of it private",
        "first Create",
    ];
    let mut rows = vec![titles.map(str::to_owned).to_vec()];
    for provider in &providers {
        let name = &provider.name;
        let figure = |what: &str| number(figures.get(&at(name, what)));
        rows.push(vec![
            name.clone(),
            figure("check"),
            ratio(figures.ratio(&at(name, "check"), &at(GO, "check"))),
            figure("private"),
            figure("create"),
        ]);
    }
    print_table("Memory of a process (resident, MiB)", &rows);

    let mut rows = vec![["file", "size"].map(str::to_owned).to_vec()];
    let mut add = |name: String, file: &Path| -> Result<()> {
        rows.push(vec![name, build::size(file)?]);
        Ok(())
    };
    add("the plugin".to_owned(), &bench.providers.programs.plugin)?;
    for provider in &providers {
        match (provider.components.as_slice(), provider.program()) {
            ([component], _) => add(format!("component: {}", provider.name), component)?,
            ([], Some(program)) => add(format!("provider: {}", provider.name), program)?,
            _ => {}
        }
    }
    print_table("Files", &rows);
    Ok(())
}
