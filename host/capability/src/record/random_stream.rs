//! Random bytes from a seed: a recording keeps the seed instead of the bytes.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha20Rng;

/// The size of a seed in bytes.
pub(super) const SEED: usize = 32;
/// The number of bytes that are generated at once.
const BLOCK: usize = 64;

/// A stream of bytes that depends only on the seed, and not on how many bytes are taken at a time.
#[derive(Clone)]
pub(super) struct RandomStream {
    generator: ChaCha20Rng,
    block: [u8; BLOCK],
    /// The number of bytes of the block that were taken.
    taken: usize,
}

impl RandomStream {
    pub(super) fn new(seed: [u8; SEED]) -> Self {
        Self {
            generator: ChaCha20Rng::from_seed(seed),
            block: [0; BLOCK],
            taken: BLOCK,
        }
    }

    pub(super) fn fill(&mut self, bytes: &mut [u8]) {
        for byte in bytes {
            if self.taken == BLOCK {
                self.generator.fill_bytes(&mut self.block);
                self.taken = 0;
            }
            *byte = self.block.get(self.taken).copied().unwrap_or_default();
            self.taken += 1;
        }
    }
}

impl std::fmt::Debug for RandomStream {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("RandomStream")
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bytes_follow_from_the_seed_however_they_are_taken() {
        let whole = |seed: u8| {
            let mut bytes = [0; 300];
            RandomStream::new([seed; SEED]).fill(&mut bytes);
            bytes
        };
        let mut parts = [0; 300];
        let mut draws = RandomStream::new([7; SEED]);
        for (number, part) in parts.chunks_mut(7).enumerate() {
            match number % 2 {
                0 => draws.fill(part),
                _ => part.chunks_mut(1).for_each(|byte| draws.fill(byte)),
            }
        }
        assert_eq!(parts, whole(7));
        assert_ne!(whole(7), whole(8));
    }
}
