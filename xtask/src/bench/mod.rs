//! `cargo xtask bench`: the cost of a provider, beside the native providers that it replaces, on the same work in one
//! run.
//!
//! One file per table. A table that cannot run here is reported and left out, and so is a peer that cannot be built.

mod calls;
mod compare;
mod components;
mod construct;
mod figures;
mod goals;
mod growth;
mod instructions;
mod launch;
mod machine;
mod means;
mod memory;
mod options;
mod peers;
mod place;
mod report;
mod running;
mod start;
mod table;
mod up;
mod variants;
mod waiting;

use anyhow::Result;
use figures::Figures;
use launch::Launcher;
use means::Bench;
pub(crate) use options::Options;
use options::Part;

use crate::host;
use crate::paths::Paths;

pub(crate) fn run(paths: &Paths, options: &Options) -> Result<()> {
    let before = options.compare.as_deref().map(compare::read).transpose()?;
    let programs = host::build_for_bench(paths)?;
    let bench = Bench {
        paths,
        options,
        launcher: Launcher::new(paths)?,
        plugin: programs.plugin.clone(),
        components: components::build(paths, &programs, components::GUESTS)?,
        peers: peers::build(paths),
        programs,
    };
    let machine = machine::describe(&bench);
    machine::print(&bench, &machine);
    let mut figures = Figures::default();
    for part in options.parts() {
        let done = match part {
            Part::Start => start::run(&bench, &mut figures),
            Part::Calls => calls::run(&bench, &mut figures),
            Part::Instructions => instructions::run(&bench, &mut figures),
            Part::Memory => memory::run(&bench, &mut figures),
            Part::Waiting => waiting::run(&bench, &mut figures),
            Part::Growth => growth::run(&bench, &mut figures),
            Part::Components => construct::run(&bench, &mut figures),
            Part::Up => up::run(&bench, &mut figures),
        };
        if let Err(error) = done {
            report::print(&format!(
                "\nleft out from here on in `{}`: {error:#}",
                part.name()
            ));
        }
    }
    goals::print(&figures);
    if let Some(page) = &options.write {
        report::write(page)?;
    }
    if let Some(file) = &options.save {
        compare::save(file, &figures, &machine)?;
    }
    match before {
        Some(before) => compare::print(&before, &figures, &machine),
        None => Ok(()),
    }
}
