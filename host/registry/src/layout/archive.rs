//! The files of a layout in a tar archive.
//!
//! A tar archive has no list of its files. One pass over its headers makes a list, without reading the content.
//! Later reads go directly to a file's position.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};

use tar::{Archive, EntryType};

/// The maximum number of headers to read, and of files to list.
const MAX_HEADS: usize = 100_000;
const MAX_FILES: usize = 4096;
/// The longest file name in a layout, which is the name of a blob.
const MAX_NAME_BYTES: usize = 128;

/// The positions of the files in an archive.
#[derive(Debug, Default)]
pub(crate) struct ArchiveFiles(BTreeMap<Vec<u8>, Place>);

/// The position and length of a file.
#[derive(Debug, Clone, Copy)]
struct Place {
    offset: u64,
    length: u64,
}

impl ArchiveFiles {
    /// Lists the files of an archive whose names may occur in a layout. Such names fit into a plain tar header, so
    /// that extended headers with long names are skipped. If two files have the same name, the first counts.
    ///
    /// # Errors
    /// If it is not a tar archive, or has too many files.
    pub(crate) fn list(archive: &File, is_meant: impl Fn(&[u8]) -> bool) -> io::Result<Self> {
        let mut files = BTreeMap::new();
        let mut archive = Archive::new(archive);
        for (number, entry) in archive.entries_with_seek()?.raw(true).enumerate() {
            let entry = entry.map_err(|error| match error.kind() {
                // The library's error quotes the bytes, which may be anything.
                io::ErrorKind::Other | io::ErrorKind::UnexpectedEof => {
                    io::Error::other("it is not a tar archive, or is cut off")
                }
                _ => error,
            })?;
            if number >= MAX_HEADS {
                return Err(io::Error::other(format!(
                    "it has more than {MAX_HEADS} files"
                )));
            }
            let said = entry.path_bytes();
            let name = said.strip_prefix(b"./").unwrap_or(&said);
            let is_file = entry.header().entry_type() == EntryType::Regular;
            if !is_file
                || name.len() > MAX_NAME_BYTES
                || !is_meant(name)
                || files.contains_key(name)
            {
                continue;
            }
            if files.len() == MAX_FILES {
                return Err(io::Error::other(format!(
                    "it has more than {MAX_FILES} blobs"
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
    /// If the archive cannot be read.
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

    /// An archive with this number of empty files.
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
        let many = archive(MAX_FILES + 1);
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
