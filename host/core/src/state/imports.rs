//! Resources that were read for an import, until the engine compares them with the program.

use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};

use parking_lot::Mutex;

/// The hashes of the URNs of resources that were read without recorded state. A program that looks up many resources
/// adds many of them.
#[derive(Debug, Default)]
pub(crate) struct Imports {
    hashes: RandomState,
    urns: Mutex<HashSet<u64>>,
}

impl Imports {
    /// The maximum number of URNs. Beyond it, an import may be refused because of a secret that the program contains.
    const MAX_URNS: usize = 100_000;

    /// Records that a resource was read.
    pub(crate) fn note(&self, urn: &str) {
        let mut urns = self.urns.lock();
        if urns.len() < Self::MAX_URNS {
            urns.insert(self.hashes.hash_one(urn));
        }
    }

    /// Whether a resource was read for an import, and not compared so far.
    pub(crate) fn has(&self, urn: &str) -> bool {
        let urns = self.urns.lock();
        !urns.is_empty() && urns.contains(&self.hashes.hash_one(urn))
    }

    /// Whether a resource was read for an import that has not been compared yet.
    pub(crate) fn take(&self, urn: &str) -> bool {
        let mut urns = self.urns.lock();
        !urns.is_empty() && urns.remove(&self.hashes.hash_one(urn))
    }
}
