//! Writes the archive that Pulumi unpacks. The same files give the same bytes, on any machine and at any time.

use std::collections::BTreeMap;
use std::io;

use flate2::{Compression, GzBuilder};
use sha2::{Digest, Sha256};
use tar::{Builder, EntryType, Header};

use crate::{LEVEL, zip};

/// The time of files without one: 1 January 1980. Some programs for unpacking reject earlier times.
const TIME: u64 = 315_532_800;
/// The name of the list of digests, in an archive and beside archives.
pub const CHECKSUMS: &str = "checksums.txt";

/// The files of an archive, by name.
#[derive(Debug, Clone)]
pub struct Files<'a> {
    files: BTreeMap<String, (&'a [u8], u32)>,
    time: u64,
}

impl Default for Files<'_> {
    /// No files, with a fixed time.
    fn default() -> Self {
        Self::of_time(TIME)
    }
}

impl<'a> Files<'a> {
    /// No files, with a time in seconds since 1970.
    #[must_use]
    pub fn of_time(time: u64) -> Self {
        Self {
            files: BTreeMap::new(),
            time,
        }
    }

    /// Adds a regular file. Returns false if the name is taken, ignoring case.
    pub fn add(&mut self, name: &str, bytes: &'a [u8]) -> bool {
        self.add_with(name, bytes, 0o644)
    }

    /// Adds a program. Returns false if the name is taken, ignoring case.
    pub fn add_program(&mut self, name: &str, bytes: &'a [u8]) -> bool {
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

    /// The files in the order of their names: name, bytes, and whether it is a program.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &'a [u8], bool)> {
        let files = self.files.iter();
        files.map(|(name, (bytes, mode))| (name.as_str(), *bytes, mode & 0o111 != 0))
    }

    /// Packs the files and a list of their digests.
    ///
    /// # Errors
    /// If a name is too long for an archive.
    pub fn pack_with_checksums(&self) -> io::Result<Vec<u8>> {
        let lines = self
            .files
            .iter()
            .map(|(name, (bytes, _))| checksum_line(name, bytes));
        let checksums: String = lines.collect();
        let mut all = self.clone();
        all.files
            .insert(CHECKSUMS.to_owned(), (checksums.as_bytes(), 0o644));
        all.pack()
    }

    /// Packs only the files, as a ZIP archive.
    ///
    /// # Errors
    /// If a file is larger than 4 GiB.
    pub fn pack_zip(&self) -> io::Result<Vec<u8>> {
        let files = self.files.iter();
        zip::pack(files.map(|(name, (bytes, mode))| (name.as_str(), *bytes, *mode)))
    }

    /// Packs only the files.
    ///
    /// # Errors
    /// If a name is too long for an archive.
    pub fn pack(&self) -> io::Result<Vec<u8>> {
        // The header contains neither a time nor a name nor a system.
        let compressed = GzBuilder::new().write(Vec::new(), Compression::new(LEVEL));
        let mut archive = Builder::new(compressed);
        for (name, (bytes, mode)) in &self.files {
            let mut header = Header::new_ustar();
            header.set_entry_type(EntryType::Regular);
            header.set_size(bytes.len() as u64);
            header.set_mode(*mode);
            header.set_mtime(self.time);
            header.set_uid(0);
            header.set_gid(0);
            archive.append_data(&mut header, name, *bytes)?;
        }
        archive.into_inner()?.finish()
    }
}

/// A line in the format of `sha256sum --check`.
#[must_use]
pub fn checksum_line(name: &str, bytes: &[u8]) -> String {
    format!("{}  {name}\n", hex::encode(Sha256::digest(bytes)))
}

/// The name in the form that case-insensitive file systems compare.
#[must_use]
pub fn folded(name: &str) -> String {
    name.to_lowercase()
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

    /// Publishers compare the digests of bundles. If this digest changes, the change log must say so.
    #[test]
    fn the_bytes_of_an_archive_are_those_of_releases() {
        let packed = files().pack_with_checksums().expect("an archive");
        assert_eq!(
            hex::encode(Sha256::digest(&packed)),
            "cffa0b76494bbe9f6ebb0ac9b0c690fce4c6996a7cb3ada3c6c5bdf3a3ab6eee"
        );
    }

    /// The lock files of Terraform have the digests of archives.
    #[test]
    fn the_bytes_of_a_zip_archive_stay_the_same() {
        let packed = files().pack_zip().expect("an archive");
        assert_eq!(
            hex::encode(Sha256::digest(&packed)),
            "209517cfd9900c12fec74874c1bc3b40bae678595b63dea4d6b2888909486843"
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
