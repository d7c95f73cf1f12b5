//! The programs to launch, as the caller writes them.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::Deserialize;

/// A whole run.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Order {
    pub(crate) providers: Vec<Provider>,
    /// How often each is started; they take turns.
    #[serde(default = "one")]
    pub(crate) runs: usize,
    /// The number of calls that wait at the same time.
    #[serde(default = "one")]
    pub(crate) at_once: usize,
    /// How many values the inputs of the first Check have.
    #[serde(default = "default_leaves")]
    pub(crate) leaves: usize,
    /// Whether a process also gets a Create, which is the first call that enters a component.
    #[serde(default)]
    pub(crate) create: bool,
    /// The number of children of a component.
    #[serde(default = "default_children")]
    pub(crate) children: u32,
    /// The number of components that a process constructs after the first.
    #[serde(default)]
    pub(crate) further: usize,
}

impl Order {
    /// The providers by index in the order of their turns: the provider after the slowest one changes from run to run.
    pub(crate) fn turns(&self) -> impl Iterator<Item = usize> {
        let count = self.providers.len();
        (0..self.runs).flat_map(move |run| (0..count).map(move |turn| (run + turn) % count))
    }
}

/// A provider, and how its process is launched.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Provider {
    pub(crate) name: String,
    /// The program and its arguments, before the engine's address.
    pub(crate) command: Vec<String>,
    #[serde(default)]
    pub(crate) environment: BTreeMap<String, String>,
    /// The parameters of the process; without any, Parameterize is not called.
    #[serde(default)]
    pub(crate) components: Vec<PathBuf>,
    /// The type of the resource that is checked.
    pub(crate) token: String,
    /// Caches that are removed before each run.
    #[serde(default)]
    pub(crate) forget: Vec<PathBuf>,
    /// Files and folders that are removed from the page cache before each run, so that they come from disk.
    #[serde(default)]
    pub(crate) evict: Vec<PathBuf>,
}

fn one() -> usize {
    1
}

fn default_children() -> u32 {
    10
}

fn default_leaves() -> usize {
    20
}
