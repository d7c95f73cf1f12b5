//! The whole job: an update of many resources with the real engine.

mod processor;
mod project;

use anyhow::Result;
use project::{COMMANDS, Project};

use super::figures::{Figures, median, percentile};
use super::means::Bench;
use super::peers::GO;
use super::report;
use super::table::{Table, number, ratio};
use crate::setup::engine;

pub(crate) fn run(bench: &Bench<'_>, figures: &mut Figures) -> Result<()> {
    let count = bench.options.pick(50, 1000);
    let engine = engine::find_or_build(bench.paths)?;
    let mut projects = vec![project::ours(bench, &engine, count)?];
    match bench.peers.program(GO) {
        Some(program) => projects.push(project::native(bench.paths, &engine, count, program)?),
        None => report::print("\nleft out: `pulumi up` with the Go peer, which is not there"),
    }
    // Code that is compiled and cached at the first use is there from then on.
    for project in &mut projects {
        project.live()?;
        project.forget();
    }
    let rounds = bench.options.pick(1, 7);
    for _ in 0..rounds {
        for project in &mut projects {
            project.live()?;
        }
        // The second one is the first of the next round: slow changes affect both alike.
        projects.reverse();
    }
    projects.sort_by_key(|project| project.name == GO);
    for project in &projects {
        keep(project, figures);
    }
    times(&projects, figures).print(&format!(
        "`pulumi up` and `destroy` of {count} resources with 20 leaf values each (s; median of {rounds}, lowest to highest)"
    ));
    processor_times(&projects, figures)
        .print("Processor time in the same runs (s): the provider's processes, and all together");
    Ok(())
}

fn at(name: &str, command: &str, what: &str) -> String {
    format!("up/{name}/{command}{what}")
}

fn keep(project: &Project, figures: &mut Figures) {
    for command in COMMANDS {
        let of = |what: fn(&project::Run) -> f64| -> Vec<f64> {
            let runs = project.runs.iter();
            runs.filter(|run| run.command == command)
                .map(what)
                .collect()
        };
        let times = of(|run| run.seconds);
        let mut set = |what: &str, value: f64| figures.set(at(&project.name, command, what), value);
        set("", median(&times));
        set("-lowest", percentile(&times, 0.0));
        set("-highest", percentile(&times, 1.0));
        set("-provider", median(&of(|run| run.provider)));
        set("-all", median(&of(|run| run.all)));
    }
}

fn times(projects: &[Project], figures: &Figures) -> Table {
    let mut table = Table::new(["provider", "up", "to Go", "destroy", "to Go"]);
    for project in projects {
        let mut row = vec![project.name.clone()];
        for command in COMMANDS {
            let figure = |what: &str| number(figures.get(&at(&project.name, command, what)));
            row.push(format!(
                "{} ({} to {})",
                figure(""),
                figure("-lowest"),
                figure("-highest")
            ));
            row.push(to_go(figures, &project.name, command, ""));
        }
        table.row(row);
    }
    table
}

fn processor_times(projects: &[Project], figures: &Figures) -> Table {
    let mut table = Table::new([
        "provider",
        "up: provider",
        "to Go",
        "all",
        "to Go",
        "destroy: provider",
        "to Go",
        "all",
        "to Go",
    ]);
    for project in projects {
        let mut row = vec![project.name.clone()];
        for (command, what) in COMMANDS
            .into_iter()
            .flat_map(|command| ["-provider", "-all"].map(|what| (command, what)))
        {
            row.push(number(figures.get(&at(&project.name, command, what))));
            row.push(to_go(figures, &project.name, command, what));
        }
        table.row(row);
    }
    table
}

fn to_go(figures: &Figures, name: &str, command: &str, what: &str) -> String {
    ratio(figures.ratio(&at(name, command, what), &at(GO, command, what)))
}
