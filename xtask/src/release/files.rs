//! Files, with errors that name them.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

/// Reads a file, or says which one cannot be read.
pub(super) fn read(file: &Path) -> Result<Vec<u8>> {
    fs::read(file).with_context(|| format!("{} cannot be read", file.display()))
}

/// Writes a file, or says which one cannot be written.
pub(super) fn write(file: &Path, bytes: &[u8]) -> Result<()> {
    fs::write(file, bytes).with_context(|| format!("{} cannot be written", file.display()))
}
