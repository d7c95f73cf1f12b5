//! Randomness from the host.

use std::fmt;

use rand_core::RngCore;
use rand_core::impls::{next_u32_via_fill, next_u64_via_fill};

use crate::error::Result;
use crate::host;
use crate::host::fatal::fatal;

/// The maximum number of bytes that the host returns at a time.
const MAX_REQUEST_BYTES: usize = 1 << 20;

/// The host's randomness as a generator for other crates. See [`Context::rng`](crate::Context::rng).
///
/// It keeps a few bytes in reserve, so that a generator that asks for four at a time does not call the host each time.
/// The instance ends when the host refuses, which it does not for requests of this size.
pub struct Random {
    reserve: [u8; 256],
    used: usize,
}

impl Random {
    pub(crate) fn new() -> Self {
        Self {
            reserve: [0; 256],
            used: 256,
        }
    }
}

impl RngCore for Random {
    fn next_u32(&mut self) -> u32 {
        next_u32_via_fill(self)
    }

    fn next_u64(&mut self) -> u64 {
        next_u64_via_fill(self)
    }

    fn fill_bytes(&mut self, bytes: &mut [u8]) {
        if self.used + bytes.len() > self.reserve.len() {
            if bytes.len() > self.reserve.len() {
                return fill(bytes)
                    .unwrap_or_else(|error| fatal(&format!("no randomness: {error}")));
            }
            if let Err(error) = fill(&mut self.reserve) {
                fatal(&format!("no randomness: {error}"));
            }
            self.used = 0;
        }
        let end = self.used + bytes.len();
        bytes.copy_from_slice(&self.reserve[self.used..end]);
        // Used bytes must not be found in memory afterwards.
        self.reserve[self.used..end].fill(0);
        self.used = end;
    }
}

impl rand_core::CryptoRng for Random {}

/// Fills the slice with bytes from the host.
pub(crate) fn fill(bytes: &mut [u8]) -> Result<()> {
    for part in bytes.chunks_mut(MAX_REQUEST_BYTES) {
        part.copy_from_slice(&host::random(part.len())?);
    }
    Ok(())
}

/// Does not show the next bytes.
impl fmt::Debug for Random {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Random")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_is_given_once() {
        let mut random = Random::new();
        let mut given = Vec::new();
        for length in [1, 4, 250, 2, 8, 256, 300, 0, 3] {
            let mut bytes = vec![0; length];
            random.fill_bytes(&mut bytes);
            given.push(bytes);
        }
        let all: Vec<u64> = given
            .concat()
            .chunks_exact(8)
            .filter_map(|chunk| chunk.try_into().ok())
            .map(u64::from_le_bytes)
            .collect();
        let distinct: std::collections::BTreeSet<_> = all.iter().collect();
        assert_eq!((all.len(), distinct.len()), (103, 103));
        assert_ne!(random.next_u64(), random.next_u64());
        assert_eq!(format!("{random:?}"), "Random");
    }
}
