//! The archive that Pulumi unpacks: the same files give the same bytes, on any machine and at any time.

use std::collections::BTreeMap;
use std::io;

use flate2::{Compression, GzBuilder};
use pulumi_wasm_packages::Digest;
use tar::{Builder, EntryType, Header};

use super::file_name::folded;

/// The time of every file, 1 January 1980: earlier ones are implausible to some programs that unpack.
const TIME: u64 = 315_532_800;
/// The list of the digests of the other files.
pub(super) const CHECKSUMS: &str = "checksums.txt";

/// The files of an archive, by their names.
#[derive(Debug, Clone, Default)]
pub(super) struct Files<'a> {
    files: BTreeMap<String, (&'a [u8], u32)>,
}

impl<'a> Files<'a> {
    /// Adds a file that is read. Gives back whether the name was free, capitals or not.
    pub(super) fn add(&mut self, name: &str, bytes: &'a [u8]) -> bool {
        self.add_with(name, bytes, 0o644)
    }

    /// Adds a program. Gives back whether the name was free.
    pub(super) fn add_program(&mut self, name: &str, bytes: &'a [u8]) -> bool {
        self.add_with(name, bytes, 0o755)
    }

    fn add_with(&mut self, name: &str, bytes: &'a [u8], mode: u32) -> bool {
        let is_same = |known: &str| folded(known) == folded(name);
        let is_free = !is_same(CHECKSUMS) && !self.files.keys().any(|known| is_same(known));
        if is_free {
            self.files.insert(name.to_owned(), (bytes, mode));
        }
        is_free
    }

    /// The archive, with a list of the digests of its files.
    ///
    /// # Errors
    /// When a name is too long for an archive.
    pub(super) fn pack(&self) -> io::Result<Vec<u8>> {
        let lines = self
            .files
            .iter()
            .map(|(name, (bytes, _))| line(name, bytes));
        let checksums: String = lines.collect();
        let mut files = self.files.clone();
        files.insert(CHECKSUMS.to_owned(), (checksums.as_bytes(), 0o644));
        // Neither a time nor a name nor a system in the head.
        let compressed = GzBuilder::new().write(Vec::new(), Compression::default());
        let mut archive = Builder::new(compressed);
        for (name, (bytes, mode)) in files {
            let mut header = Header::new_ustar();
            header.set_entry_type(EntryType::Regular);
            header.set_size(bytes.len() as u64);
            header.set_mode(mode);
            header.set_mtime(TIME);
            header.set_uid(0);
            header.set_gid(0);
            archive.append_data(&mut header, name, bytes)?;
        }
        archive.into_inner()?.finish()
    }
}

/// A line that `sha256sum --check` reads.
pub(super) fn line(name: &str, bytes: &[u8]) -> String {
    format!("{}  {name}\n", Digest::of(bytes).hex())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files() -> Files<'static> {
        let mut files = Files::default();
        assert!(files.add_program("pulumi-resource-acme", b"\x7fELF, made up"));
        assert!(files.add("bundle.json", b"{}\n"));
        assert!(files.add("acme.wasm", b"\0asm"));
        files
    }

    /// Whoever publishes a bundle compares digests with those of others: a change of them is told in the list of changes.
    #[test]
    fn the_bytes_of_an_archive_are_those_of_releases() {
        let packed = files().pack().expect("an archive");
        assert_eq!(
            Digest::of(&packed).hex(),
            "2372f756dbeb00e11c43843c821593dbd4634fbfcd852f79e261515da0c6fe57"
        );
    }

    #[test]
    fn a_name_is_taken_whatever_its_capitals() {
        for name in ["acme.wasm", "ACME.wasm", "Checksums.TXT", "BUNDLE.json"] {
            assert!(!files().add(name, b"x"), "{name}");
        }
        assert!(files().add("LICENSE", b"x"));
    }
}
