//! Compressed archives. A layout is a plain archive, so the error for a compressed archive names the program that unpacks it.

/// The maximum size of [`Compression::mark`].
pub(super) const MAX_MARK_BYTES: u64 = 5;

/// A compression of archives.
pub(super) struct Compression {
    pub(super) name: &'static str,
    /// The first bytes of a compressed file.
    mark: &'static [u8],
    /// The program that undoes it.
    pub(super) program: &'static str,
}

/// The compressions that programs for archives use.
const COMPRESSIONS: [Compression; 4] = [
    Compression {
        name: "gzip",
        mark: b"\x1f\x8b",
        program: "gunzip",
    },
    Compression {
        name: "zstd",
        mark: b"\x28\xb5\x2f\xfd",
        program: "unzstd",
    },
    Compression {
        name: "xz",
        mark: b"\xfd7zXZ",
        program: "unxz",
    },
    Compression {
        name: "bzip2",
        mark: b"BZh",
        program: "bunzip2",
    },
];

/// The compression of a file that begins with these bytes.
pub(super) fn of(start: &[u8]) -> Option<&'static Compression> {
    let mut known = COMPRESSIONS.iter();
    known.find(|compression| start.starts_with(compression.mark))
}
