//! What all tables are made with.

use std::path::PathBuf;

use super::components::{self, Components};
use super::launch::{Launcher, Provider};
use super::options::Options;
use super::peers::{Peers, ours_name};
use super::place::folder;
use crate::host::Programs;
use crate::paths::Paths;

/// The means of all tables.
pub(crate) struct Bench<'a> {
    pub(crate) paths: &'a Paths,
    pub(crate) options: &'a Options,
    pub(crate) launcher: Launcher,
    pub(crate) programs: Programs,
    pub(crate) plugin: PathBuf,
    pub(crate) components: Components,
    pub(crate) peers: Peers,
}

impl Bench<'_> {
    /// Ours with a component in this language, if it could be built.
    pub(crate) fn ours(&self, language: &str) -> Option<Provider> {
        let component = self.components.get(language)?;
        Some(self.with_components(ours_name(language), vec![component.to_owned()]))
    }

    /// Ours with these components.
    pub(crate) fn with_components(&self, name: String, components: Vec<PathBuf>) -> Provider {
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
    pub(crate) fn folder(&self) -> PathBuf {
        folder(self.paths)
    }
}
