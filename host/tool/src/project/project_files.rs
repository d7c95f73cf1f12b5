//! Reads the files that describe a project, and the notes that builds leave beside it.

use std::path::Path;

use anyhow::Context;
use serde_json::Value;

use crate::files::bounded_file;

/// Reads a TOML file.
///
/// # Errors
/// The error contains the line and the column of the mistake.
pub(crate) fn read_toml(file: &Path) -> anyhow::Result<toml::Table> {
    let text = read(file)?;
    toml::from_str(&text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        let before = text.get(..at).unwrap_or(&text);
        let line = before.matches('\n').count() + 1;
        let column = before
            .chars()
            .rev()
            .take_while(|sign| *sign != '\n')
            .count()
            + 1;
        anyhow::anyhow!("{}:{line}:{column}: {}", file.display(), error.message())
    })
}

/// Reads a JSON file.
///
/// # Errors
/// The error contains the line and the column of the mistake.
pub(crate) fn read_json(file: &Path) -> anyhow::Result<Value> {
    serde_json::from_str(&read(file)?).map_err(|error| {
        let whole = error.to_string();
        let message = whole.split(" at line ").next().unwrap_or_default();
        let (line, column) = (error.line(), error.column());
        anyhow::anyhow!("{}:{line}:{column}: {message}", file.display())
    })
}

fn read(file: &Path) -> anyhow::Result<String> {
    bounded_file::text(file).with_context(|| format!("cannot read {}", file.display()))
}

/// Reads a note of a build, or the report of a toolchain. Null if the file is missing or is not JSON.
pub(crate) fn read_note(note: &Path) -> Value {
    let text = bounded_file::small(note).unwrap_or_default();
    serde_json::from_slice(&text).unwrap_or_default()
}
