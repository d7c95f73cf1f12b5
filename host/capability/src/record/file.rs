//! A file that recordings are appended to, by several processes at once.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use pulumi_wasm_platform::files::read_exact_at;
use pulumi_wasm_platform::private_folder::secret_file;

use super::RecordError;

/// The bytes that are kept free for the line that says why a recording ended.
const RESERVED: u64 = 4 << 10;

/// An open recording. Each line is appended as a whole, under a lock.
#[derive(Debug)]
pub struct RecordingFile {
    file: File,
    path: PathBuf,
    limit: u64,
}

/// Why a line was not written.
#[derive(Debug)]
pub(super) enum NotWritten {
    /// The file would become larger than this.
    Full(u64),
    Failed(std::io::Error),
}

impl std::fmt::Display for NotWritten {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NotWritten::Full(limit) => write!(
                formatter,
                "it would become larger than {} MiB; `PULUMI_WASM_RECORD_LIMIT` (in MiB) raises that",
                limit >> 20
            ),
            NotWritten::Failed(error) => write!(formatter, "it cannot be written: {error}"),
        }
    }
}

impl RecordingFile {
    /// Opens an existing recording to append to it, or begins a recording that only this user can read. `limit` is
    /// the most bytes that it may have.
    ///
    /// # Errors
    /// When the file is a symbolic link, not a regular file, another user's, readable by others, or not a recording.
    pub fn open(path: &Path, limit: u64) -> Result<Self, RecordError> {
        let shown = path.display();
        let refused =
            |reason: &str| RecordError::new(format!("cannot record into `{shown}`: {reason}"));
        let mut file = secret_file(path).map_err(|error| {
            refused(&error.to_string()).hint("name a file of your own, or a new one")
        })?;
        let about = file
            .metadata()
            .map_err(|error| refused(&error.to_string()))?;
        if about.len() > 0 && !begins_as_recording(&mut file) {
            return Err(refused("it exists, and is not a recording")
                .hint("name a new file; nothing is overwritten"));
        }
        Ok(Self {
            file,
            path: path.to_owned(),
            limit,
        })
    }

    /// The path of the recording.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The most bytes that it may have.
    pub(super) fn limit(&self) -> u64 {
        self.limit
    }

    /// Appends a line. The last line may use the reserved space.
    pub(super) fn append(&self, line: &str, is_last: bool) -> Result<(), NotWritten> {
        self.file.lock().map_err(NotWritten::Failed)?;
        let written = self.append_alone(line, is_last);
        // The lock is released with the file at the latest.
        self.file.unlock().ok();
        written
    }

    fn append_alone(&self, line: &str, is_last: bool) -> Result<(), NotWritten> {
        let size = self.file.metadata().map_err(NotWritten::Failed)?.len();
        let reserved = if is_last { 0 } else { RESERVED };
        let mut bytes = Vec::with_capacity(line.len() + 2);
        // The unfinished line of a killed process must not damage another line.
        let mut last = [b'\n'];
        if size > 0 && read_exact_at(&self.file, &mut last, size - 1).is_ok() && last != [b'\n'] {
            bytes.push(b'\n');
        }
        bytes.extend_from_slice(line.as_bytes());
        bytes.push(b'\n');
        if size.saturating_add(bytes.len() as u64) > self.limit.saturating_sub(reserved) {
            return Err(NotWritten::Full(self.limit));
        }
        (&self.file).write_all(&bytes).map_err(|error| {
            // Half a line is worse than a missing line.
            drop(self.file.set_len(size));
            NotWritten::Failed(error)
        })
    }
}

/// Whether the first line is the head of a recording, of any version.
fn begins_as_recording(file: &mut File) -> bool {
    const LONGEST: u64 = 1 << 20;
    let mut line = String::new();
    file.seek(SeekFrom::Start(0)).is_ok()
        && BufReader::new(file.take(LONGEST))
            .read_line(&mut line)
            .is_ok()
        && super::read::is_head(&line)
}
