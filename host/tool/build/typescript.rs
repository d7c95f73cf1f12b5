//! Providers in TypeScript.

use std::path::PathBuf;

use anyhow::bail;

use super::kept::Ingredients;
use super::workshop::Workshop;

/// Everything that decides what comes out.
pub(super) fn ingredients(_workshop: &Workshop) -> anyhow::Result<Ingredients> {
    bail!("providers in TypeScript cannot be built yet")
}

/// Makes a component.
pub(super) fn compile(_workshop: &Workshop) -> anyhow::Result<PathBuf> {
    bail!("providers in TypeScript cannot be built yet")
}
