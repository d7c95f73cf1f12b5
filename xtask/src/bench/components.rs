//! The guests: the same resource, and the same component resource, in each language, built by the author's tool.

use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};

use super::place::folder;
use crate::host::Programs;
use crate::paths::Paths;
use crate::script;

/// Rust comes first: tables with a single component use it.
pub(crate) const LANGUAGES: [&str; 3] = ["Rust", "Python", "TypeScript"];

pub(crate) struct Components {
    built: Vec<(&'static str, PathBuf)>,
    /// Those that are not there, and why.
    pub(crate) missing: Vec<(String, String)>,
}

/// The folder of the resource that every provider serves.
pub(crate) const GUESTS: &str = "guests";
/// The folder of the component resource.
pub(crate) const SITES: &str = "sites";

/// Builds each of a folder of `tests/bench`; one that cannot be built is left out, except the one in Rust.
pub(crate) fn build(paths: &Paths, programs: &Programs, sources: &str) -> Result<Components> {
    let folder = folder(paths).join("components");
    std::fs::create_dir_all(&folder)?;
    let mut components = Components {
        built: Vec::new(),
        missing: Vec::new(),
    };
    for language in LANGUAGES {
        let name = language.to_lowercase();
        let kind = match sources {
            GUESTS => "bench",
            other => other,
        };
        let component = folder.join(format!("{kind}-{name}.wasm"));
        let source = paths.root.join("tests/bench").join(sources).join(&name);
        match script::build_for_bench(paths, programs, &source, &component) {
            Ok(()) => components.built.push((language, component)),
            Err(error) => {
                let missing = (language.to_owned(), format!("{error:#}"));
                components.missing.push(missing);
            }
        }
    }
    ensure!(
        components.get("Rust").is_some(),
        "the component in Rust could not be built: {:?}",
        components.missing
    );
    Ok(components)
}

impl Components {
    pub(crate) fn get(&self, language: &str) -> Option<&Path> {
        let found = self.built.iter().find(|(name, _)| *name == language);
        found.map(|(_, path)| path.as_path())
    }
}
