//! The files of a layout in a tar archive.
//!
//! An archive has no list of its files, so one pass over its heads makes one; the bytes between them are skipped. Later reads go to the
//! place of a file.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};

use tar::{Archive, EntryType};

/// The most heads of an archive that are read, and the most files that are listed.
const MOST_HEADS: usize = 100_000;
const MOST_FILES: usize = 4096;
/// The longest name of a file in a layout, which is that of a blob.
const MOST_NAME_BYTES: usize = 128;

/// Where the files of an archive are.
#[derive(Debug, Default)]
pub(crate) struct ArchiveFiles(BTreeMap<Vec<u8>, Place>);

/// The bytes of a file.
#[derive(Debug, Clone, Copy)]
struct Place {
    offset: u64,
    length: u64,
}

impl ArchiveFiles {
    /// Lists the files of an archive whose names can be those in a layout. Names are short, so that the heads of the archive say them:
    /// further heads with long names are passed over unread. Of files with one name, the first counts.
    ///
    /// # Errors
    /// When it is not an archive, or has too many files.
    pub(crate) fn list(archive: &File, is_meant: impl Fn(&[u8]) -> bool) -> io::Result<Self> {
        let mut files = BTreeMap::new();
        let mut archive = Archive::new(archive);
        for (number, entry) in archive.entries_with_seek()?.raw(true).enumerate() {
            let entry = entry?;
            if number >= MOST_HEADS {
                return Err(io::Error::other(format!(
                    "it has more than {MOST_HEADS} files"
                )));
            }
            let said = entry.path_bytes();
            let name = said.strip_prefix(b"./").unwrap_or(&said);
            let is_file = entry.header().entry_type() == EntryType::Regular;
            if !is_file
                || name.len() > MOST_NAME_BYTES
                || !is_meant(name)
                || files.contains_key(name)
            {
                continue;
            }
            if files.len() == MOST_FILES {
                return Err(io::Error::other(format!(
                    "it has more than {MOST_FILES} blobs"
                )));
            }
            let place = Place {
                offset: entry.raw_file_position(),
                length: entry.size(),
            };
            files.insert(name.to_vec(), place);
        }
        Ok(Self(files))
    }

    /// The bytes of a file, or `None` if the archive does not have it.
    ///
    /// # Errors
    /// When the archive cannot be read.
    pub(crate) fn open<'a>(
        &self,
        mut archive: &'a File,
        name: &str,
    ) -> io::Result<Option<io::Take<&'a File>>> {
        let Some(place) = self.0.get(name.as_bytes()) else {
            return Ok(None);
        };
        archive.seek(SeekFrom::Start(place.offset))?;
        Ok(Some(archive.take(place.length)))
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use tar::{Builder, Header};

    use super::*;

    /// An archive with so many empty files.
    fn archive(files: usize) -> File {
        let mut file = tempfile::tempfile().expect("a file");
        let mut builder = Builder::new(Vec::new());
        for number in 0..files {
            let mut header = Header::new_ustar();
            header.set_size(1);
            builder
                .append_data(&mut header, format!("f{number}"), b"x".as_slice())
                .expect("a file");
        }
        file.write_all(&builder.into_inner().expect("bytes"))
            .expect("written");
        file.rewind().expect("the start");
        file
    }

    #[test]
    fn an_archive_is_listed_in_one_pass_up_to_a_number_of_files() {
        let few = archive(3);
        let files = ArchiveFiles::list(&few, |name| name != b"f1").expect("a list");
        let read = |name: &str| {
            let bytes = files.open(&few, name).expect("readable")?;
            Some(io::read_to_string(bytes).expect("text"))
        };
        assert_eq!(read("f2").as_deref(), Some("x"));
        assert_eq!(read("f0").as_deref(), Some("x"));
        assert_eq!(read("f1"), None);
        let many = archive(MOST_FILES + 1);
        let error = ArchiveFiles::list(&many, |_| true).expect_err("an error");
        assert!(
            error.to_string().contains("more than 4096 blobs"),
            "{error}"
        );
        let mut many = many;
        many.rewind().expect("the start");
        assert!(ArchiveFiles::list(&many, |_| false).is_ok());
    }
}
