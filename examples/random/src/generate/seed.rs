//! Randomness that follows from a text, for the resources with a `seed`.

use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;
use sha2::{Digest, Sha256};

/// The ChaCha20 stream whose key is the SHA-256 of the text.
///
/// Users rely on equal seeds giving equal results in every version to come: this may never change.
pub(crate) fn seeded(seed: &str) -> ChaCha20Rng {
    ChaCha20Rng::from_seed(Sha256::digest(seed).into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::sampling::{between, deal};

    #[test]
    fn equal_seeds_give_equal_results_in_every_version() {
        assert_eq!(between(&mut seeded("pulumi"), 1, 100), Some(44));
        assert_eq!(
            deal(&mut seeded("pulumi"), &["a", "b", "c", "d", "e"], 5),
            ["b", "c", "a", "e", "d"]
        );
    }

    #[test]
    fn other_seeds_give_other_results() {
        let drawn = |seed| between(&mut seeded(seed), 0, i64::MAX);
        assert_ne!(drawn("one"), drawn("two"));
    }
}
