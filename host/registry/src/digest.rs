//! SHA-256 digests of components and manifests.

use std::fmt;
use std::fs::File;
use std::io::{self, Read as _};
use std::str::FromStr;

use sha2::{Digest as _, Sha256};

/// The size of the chunks in which a file is read.
const CHUNK_BYTES: usize = 64 << 10;

/// The SHA-256 digest of some content. A component's identity is its digest together with the package's name.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Digest(String);

impl Digest {
    /// The digest of these bytes.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        Self::finished(Sha256::new_with_prefix(bytes))
    }

    /// The digest of a file from its current position on, or `None` if there are more than `max` bytes.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn of_file(mut file: &File, max: u64) -> io::Result<Option<Self>> {
        let mut hasher = Sha256::new();
        let mut chunk = vec![0; CHUNK_BYTES];
        let mut left = max;
        loop {
            match file.read(&mut chunk) {
                Ok(0) => return Ok(Some(Self::finished(hasher))),
                Ok(read) => {
                    hasher.update(chunk.get(..read).unwrap_or_default());
                    match left.checked_sub(read as u64) {
                        Some(rest) => left = rest,
                        None => return Ok(None),
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// The digest of the bytes that the hasher consumed.
    pub(crate) fn finished(hasher: Sha256) -> Self {
        Self(hex::encode(hasher.finalize()))
    }

    /// The digest as 64 hexadecimal characters in lower case.
    #[must_use]
    pub fn hex(&self) -> &str {
        &self.0
    }
}

impl FromStr for Digest {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let is_hex = text
            .bytes()
            .all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte));
        if text.len() == 64 && is_hex {
            Ok(Self(text.to_owned()))
        } else {
            Err(())
        }
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "sha256:{}", self.0)
    }
}
