//! The arguments of `cargo xtask release`.

use std::path::PathBuf;

use anyhow::{Result, bail, ensure};

#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Options {
    /// The folder for the archives.
    pub(crate) out: Option<PathBuf>,
    /// The target as Rust names it, such as `aarch64-apple-darwin`.
    pub(crate) target: Option<String>,
}

impl Options {
    pub(crate) fn parse(words: &[String]) -> Result<Self> {
        let mut options = Self::default();
        for pair in words.chunks(2) {
            let [name, value] = pair else {
                bail!("`cargo xtask release {}` needs a value", pair.join(" "));
            };
            let is_free = match name.as_str() {
                "--out" => options.out.replace(value.into()).is_none(),
                "--target" => options.target.replace(value.clone()).is_none(),
                _ => bail!("`cargo xtask release` takes --out and --target, got `{name}`"),
            };
            ensure!(is_free, "`{name}` was given twice");
        }
        Ok(options)
    }
}
