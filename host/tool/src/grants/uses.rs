//! The packages of which the components of a value make resources. A value does not say: its components' manifests do.

use std::path::{Path, PathBuf};

use pulumi_wasm_capability::limits::Limits;
use pulumi_wasm_core::manifest::Manifest;
use pulumi_wasm_packages::{
    ComponentReference, ParameterValue, Store, folders_from_environment, manifest_section,
    read_component,
};

/// Where the manifests of components are looked for.
pub(super) struct Manifests {
    store: Option<Store>,
    /// The folders that recorded paths begin at.
    folders: Vec<PathBuf>,
}

/// The packages that a value's components use.
#[derive(Debug, Default)]
pub(super) struct Uses {
    /// Such as `random 4.18.0`, sorted.
    pub(super) packages: Vec<String>,
    /// The components whose manifests are not on this machine, by their paths.
    pub(super) unknown: Vec<String>,
}

impl Manifests {
    /// Those of this machine, and of files in a project.
    pub(super) fn of(project: &Path) -> Self {
        Self {
            store: folders_from_environment().ok().map(|(store, _)| store),
            folders: vec![project.to_owned()],
        }
    }

    /// The packages that the components of a value use.
    pub(super) fn uses(&self, value: &ParameterValue) -> Uses {
        let mut uses = Uses::default();
        for component in &value.components {
            match self.find(component) {
                Some(manifest) => {
                    let used = manifest.uses.iter();
                    uses.packages
                        .extend(used.map(|(name, used)| used.shown(name)));
                }
                None => uses.unknown.push(component.place.to_string()),
            }
        }
        uses.packages.sort_unstable();
        uses.packages.dedup();
        uses
    }

    fn find(&self, component: &ComponentReference) -> Option<Manifest> {
        let stored = self.store.as_ref().and_then(|store| {
            let entry = store.get(&component.digest).ok().flatten()?;
            Manifest::parse(&entry.manifest).ok()
        });
        stored.or_else(|| {
            let path = component.place.path()?;
            let mut folders = self.folders.iter();
            folders.find_map(|folder| in_file(&folder.join(path), component))
        })
    }
}

/// The manifest of a file, if it is the component.
fn in_file(file: &Path, component: &ComponentReference) -> Option<Manifest> {
    let (bytes, digest) = read_component(file, &Limits::default()).ok()?;
    if digest != component.digest {
        return None;
    }
    Manifest::parse(&manifest_section::find(&bytes)?).ok()
}
