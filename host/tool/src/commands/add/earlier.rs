//! The module that a new one replaces.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Context, bail};

use super::names::is_token;
use super::text::MARK;
use crate::files::bounded_file;
use crate::language::ComponentResources;

/// The tokens of the resources in the module that exists already. Empty if the file does not exist.
///
/// # Errors
/// If a person wrote the file, or it cannot be read.
pub(super) fn tokens(
    file: &Path,
    language: &dyn ComponentResources,
) -> anyhow::Result<BTreeSet<String>> {
    match bounded_file::text(file) {
        Ok(text) if text.contains(MARK) => Ok(tokens_of(&text, language)),
        Ok(_) => bail!(
            "{} is there already, and this command did not write it\nhint: give another file with `-o FILE`",
            file.display()
        ),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(BTreeSet::new()),
        Err(error) => Err(error).with_context(|| format!("cannot read {}", file.display())),
    }
}

/// The tokens of the resources in the text of a module.
fn tokens_of(text: &str, language: &dyn ComponentResources) -> BTreeSet<String> {
    let tokens = text
        .lines()
        .filter_map(|line| language.declared_token(line));
    tokens
        .filter(|token| is_token(token))
        .map(str::to_owned)
        .collect()
}
