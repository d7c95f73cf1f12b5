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
mod memory;
mod options;
mod peers;
mod report;
mod running;
mod start;
mod table;
mod up;
mod variants;

use anyhow::Result;
use components::Components;
use figures::Figures;
use launch::{Launcher, Provider};
pub(crate) use options::Options;
use options::Part;
use peers::Peers;

use crate::host::{self, Programs};
use crate::paths::Paths;

/// The means of all tables.
pub(crate) struct Bench<'a> {
    pub(crate) paths: &'a Paths,
    pub(crate) options: &'a Options,
    pub(crate) launcher: Launcher,
    pub(crate) programs: Programs,
    pub(crate) plugin: std::path::PathBuf,
    pub(crate) components: Components,
    pub(crate) peers: Peers,
}

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

impl Bench<'_> {
    /// Ours with a component in this language, if it could be built.
    pub(crate) fn ours(&self, language: &str) -> Option<Provider> {
        let component = self.components.get(language)?;
        Some(self.with_components(ours_name(language), vec![component.to_owned()]))
    }

    /// Ours with these components.
    pub(crate) fn with_components(
        &self,
        name: String,
        components: Vec<std::path::PathBuf>,
    ) -> Provider {
        let folder = self.folder();
        let variable = |name: &str, value: &str| {
            let value = folder.join(value).display().to_string();
            (name.to_owned(), value)
        };
        Provider {
            name,
            command: vec![self.plugin.display().to_string()],
            environment: vec![
                variable("PULUMI_HOME", "home"),
                variable("PULUMI_WASM_CACHE_DIR", "code"),
            ],
            files: vec![
                self.plugin.clone(),
                folder.join("home/wasm"),
                folder.join("code"),
            ],
            components,
            ..Provider::default()
        }
    }

    /// All that can be compared: the peers, and ours in each language.
    pub(crate) fn all(&self) -> Vec<Provider> {
        let ours = components::LANGUAGES
            .iter()
            .filter_map(|language| self.ours(language));
        self.peers.all().into_iter().chain(ours).collect()
    }

    /// The folder of everything that is made here.
    pub(crate) fn folder(&self) -> std::path::PathBuf {
        folder(self.paths)
    }
}

/// The folder of everything that the benchmark makes.
pub(crate) fn folder(paths: &Paths) -> std::path::PathBuf {
    paths.target.join("bench")
}

/// The name of ours with a component in this language.
pub(crate) fn ours_name(language: &str) -> String {
    format!("ours, {language}")
}
