//! The list of checksums beside the archives. It keeps the checksums of archives that existed before.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::Path;

use anyhow::{Context, anyhow};
use pulumi_wasm_archive::checksum_line;

use crate::files::bounded_file;

/// The lines of a list that `sha256sum --check` reads, by the names of the files.
#[derive(Debug, Default)]
pub(super) struct Checksums {
    lines: BTreeMap<String, String>,
}

impl Checksums {
    /// Reads a list, which may be missing.
    pub(super) fn read(file: &Path) -> anyhow::Result<Self> {
        let shown = file.display();
        let text = match bounded_file::text(file) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Self::default()),
            text => text.with_context(|| format!("cannot read {shown}"))?,
        };
        Self::parse(&text).ok_or_else(|| {
            anyhow!(
                "{shown} would be replaced, and is not a list of checksums\nhint: choose another folder with `-o`"
            )
        })
    }

    fn parse(text: &str) -> Option<Self> {
        let named = |line: &str| {
            let (digest, name) = line.split_once(' ')?;
            let name = name.strip_prefix([' ', '*'])?;
            let is_digest = digest.len() == 64 && digest.chars().all(|d| d.is_ascii_hexdigit());
            let is_named = is_digest && !name.is_empty();
            is_named.then(|| (name.to_owned(), format!("{line}\n")))
        };
        let lines = text.lines().map(named).collect::<Option<_>>()?;
        Some(Self { lines })
    }

    /// Sets the checksum of this file.
    pub(super) fn set(&mut self, name: &str, bytes: &[u8]) {
        let line = checksum_line(name, bytes);
        self.lines.insert(name.to_owned(), line);
    }

    /// The list, by names.
    pub(super) fn text(&self) -> String {
        self.lines.values().map(String::as_str).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_other_files_stay_and_those_of_the_same_are_replaced() {
        let (b, c) = (checksum_line("b", b"old"), checksum_line("c", b"other"));
        let binary = c.replace("  c", " *c");
        let mut list = Checksums::parse(&format!("{binary}{b}")).expect("a list");
        list.set("b", b"new");
        list.set("a", b"first");
        let (a, b) = (checksum_line("a", b"first"), checksum_line("b", b"new"));
        assert_eq!(list.text(), format!("{a}{b}{binary}"));
    }

    #[test]
    fn another_text_is_no_list() {
        let line = checksum_line("a", b"x");
        for text in [
            "notes\n",
            "\n",
            &line[1..],
            &line.replace("  a", " a"),
            &line.replace("  a", "  "),
        ] {
            assert!(Checksums::parse(text).is_none(), "{text}");
        }
        assert_eq!(Checksums::parse("").expect("a list").text(), "");
    }
}
