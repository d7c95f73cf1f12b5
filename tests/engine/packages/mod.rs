//! The ways of a component to an engine: files, folders, registries, bundles and releases.

mod archives;
mod builds;
mod bundle;
mod bundled;
mod dev;
mod folder;
mod fresh;
mod own_name;
mod package;
mod registry;
mod releases;
mod schemas;
mod upgrade;
