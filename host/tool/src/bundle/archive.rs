//! The archive that Pulumi unpacks: the same files give the same bytes, on any machine and at any time.

use std::collections::BTreeMap;
use std::io;

use flate2::{Compression, GzBuilder};
use pulumi_wasm_packages::Digest;
use tar::{Builder, EntryType, Header};

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
    /// Adds a file that is read. Gives back whether the name was free.
    pub(super) fn add(&mut self, name: &str, bytes: &'a [u8]) -> bool {
        self.add_with(name, bytes, 0o644)
    }

    /// Adds a program. Gives back whether the name was free.
    pub(super) fn add_program(&mut self, name: &str, bytes: &'a [u8]) -> bool {
        self.add_with(name, bytes, 0o755)
    }

    fn add_with(&mut self, name: &str, bytes: &'a [u8], mode: u32) -> bool {
        let is_free = name != CHECKSUMS && !self.files.contains_key(name);
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
