//! `pulumi-wasm push` of a layout: the artifact as it was elsewhere, with its signatures and documents.

use std::path::Path;

use anyhow::bail;
use pulumi_wasm_capability::limits::Limits;
use pulumi_wasm_packages::Loader;
use pulumi_wasm_registry::{Artifact, Layout, Referrers, RegistryError};

use super::told;

/// An artifact that was carried here.
pub(crate) struct Carried {
    pub(crate) component: Vec<u8>,
    pub(crate) artifact: Artifact,
    pub(crate) referrers: Referrers,
    pub(crate) documents: Referrers,
}

/// The layout at a path, if there is one: a file with the name of an archive, or a folder with a layout's mark.
pub(crate) fn at(path: &Path) -> Option<Layout> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    // A compressed one is refused with the next step.
    let is_named = name.ends_with(".tar") || name.contains(".tar.") || name.ends_with(".tgz");
    (is_named && path.is_file() || Layout::is_at(path)).then(|| Layout::at(path))
}

/// The only artifact of a layout.
pub(crate) fn read(layout: &Layout, path: &Path, limits: &Limits) -> anyhow::Result<Carried> {
    let limits = Loader::from_environment()?.capped(limits)?;
    let mut found = layout.components(&limits).map_err(|error| told(&error))?;
    found.dedup_by(|one, other| one.manifest == other.manifest);
    let [only] = found.as_slice() else {
        bail!(
            "`{}` has {} components, but a push takes one\nhint: put each into a separate layout: `pulumi-wasm \
             pull SOURCE --layout FILE.tar`",
            path.display(),
            found.len()
        );
    };
    let read = || {
        Ok::<_, RegistryError>(Carried {
            component: layout.component(only)?,
            artifact: layout.artifact(only)?,
            referrers: layout.referrers(only)?,
            documents: layout.documents(only)?,
        })
    };
    read().map_err(|error| told(&error))
}
