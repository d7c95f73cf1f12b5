//! The resources that were read for an import, until the engine compares them with the program.

use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};

use parking_lot::Mutex;

/// What was read without anything that is recorded, by hashes of the URNs. A program that looks up many things leaves many of them.
#[derive(Debug, Default)]
pub(crate) struct Imports {
    hashes: RandomState,
    urns: Mutex<HashSet<u64>>,
}

impl Imports {
    /// No more are noted. An import that was not noted may be refused because of a secret that the program gives.
    const MOST: usize = 100_000;

    /// Notes that a resource was read.
    pub(crate) fn note(&self, urn: &str) {
        let mut urns = self.urns.lock();
        if urns.len() < Self::MOST {
            urns.insert(self.hashes.hash_one(urn));
        }
    }

    /// Whether a resource was read for an import that it was not compared in so far.
    pub(crate) fn take(&self, urn: &str) -> bool {
        let mut urns = self.urns.lock();
        !urns.is_empty() && urns.remove(&self.hashes.hash_one(urn))
    }
}
