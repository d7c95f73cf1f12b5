//! The file that a module takes the place of.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Context, bail};

use super::names::is_token;
use super::text::MARK;
use crate::bounded_file;

/// The beginnings of lines that tell the token of a resource: in Rust, and in Python.
const BEFORE_TOKEN: [&str; 2] = ["    pub const TOKEN: &'static str = \"", "    TOKEN = \""];

/// The tokens of the resources in the module that is there already.
///
/// # Errors
/// When a person wrote the file, or it cannot be read.
pub(super) fn tokens(file: &Path) -> anyhow::Result<BTreeSet<String>> {
    match bounded_file::text(file) {
        Ok(text) if text.contains(MARK) => Ok(tokens_of(&text)),
        Ok(_) => bail!(
            "{} is there already, and this command did not write it\nhint: give another file with `-o FILE`",
            file.display()
        ),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(BTreeSet::new()),
        Err(error) => Err(error).with_context(|| format!("cannot read {}", file.display())),
    }
}

/// The tokens of the resources in the text of a module, in any language.
fn tokens_of(text: &str) -> BTreeSet<String> {
    let tokens = text.lines().filter_map(token);
    tokens
        .filter(|token| is_token(token))
        .map(str::to_owned)
        .collect()
}

fn token(line: &str) -> Option<&str> {
    let typescript = || line.strip_prefix("export const ")?.split_once(">(\"");
    let behind = BEFORE_TOKEN
        .iter()
        .find_map(|before| line.strip_prefix(before))
        .or_else(|| typescript().map(|(_, behind)| behind))?;
    behind.split('"').next()
}
