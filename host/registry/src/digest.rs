//! SHA-256 digests of components and manifests.

use std::fmt;
use std::fs::File;
use std::io::{self, Read as _};
use std::str::FromStr;

use sha2::{Digest as _, Sha256};

/// How much of a file is read at once.
const CHUNK_BYTES: usize = 64 << 10;

/// The digest of some content. That of a component is its identity, together with the package's name.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Digest(String);

impl Digest {
    /// The digest of some bytes.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        Self::finished(Sha256::new_with_prefix(bytes))
    }

    /// The digest of the rest of a file, from its position on, or `None` if that is more than so many bytes.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn of_file(mut file: &File, most: u64) -> io::Result<Option<Self>> {
        let mut hasher = Sha256::new();
        let mut chunk = vec![0; CHUNK_BYTES];
        let mut left = most;
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

    /// The digest of the bytes that a hasher got.
    pub(crate) fn finished(hasher: Sha256) -> Self {
        Self(hex::encode(hasher.finalize()))
    }

    /// The digest in hexadecimal, 64 characters in lower case.
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
