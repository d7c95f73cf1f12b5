//! The resources that a guest may refer to: resources in its request or its configuration, and the resource of the
//! call. A guest with an invented reference could give the program any resource of the stack, or load an SDK of another
//! version for it.

use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};
use std::sync::LazyLock;

use pulumi_wasm_core::value::ResourceReference;

/// The prefix of a text that may be a URN.
const URN: &str = "urn:";

/// References are remembered as hashes: a request may have any number of them.
static HASHES: LazyLock<RandomState> = LazyLock::new(RandomState::new);

/// The references that a guest was given.
#[derive(Debug, Default)]
pub(super) struct References {
    /// The URN of the call's resource; empty if it has none.
    own: String,
    /// The references of the running call.
    given: HashSet<u64>,
    /// The references of the configuration, which an instance keeps.
    kept: HashSet<u64>,
    /// Whether every reference is accepted.
    pub(super) takes_any: bool,
}

impl References {
    /// Begins a call about the resource with this URN.
    pub(super) fn begin(&mut self, urn: &str) {
        urn.clone_into(&mut self.own);
    }

    /// Forgets the references of the call.
    pub(super) fn clear(&mut self) {
        self.own.clear();
        if !self.given.is_empty() {
            self.given = HashSet::new();
        }
    }

    /// Keeps the references of the call so far for all later calls.
    pub(super) fn keep(&mut self) {
        self.kept.extend(self.given.drain());
    }

    /// Records a reference that the guest is given. The guest may return it as a whole, by its URN and id, or by its
    /// URN alone.
    pub(super) fn give(&mut self, reference: &ResourceReference) {
        let by_id = ResourceReference {
            urn: reference.urn.clone(),
            id: reference.id.clone(),
            ..ResourceReference::default()
        };
        self.given.insert(hash(reference));
        self.given.insert(hash(&by_id));
        self.give_urn(by_id.urn);
    }

    /// Records a text that the guest is given, if it may be a URN. Engines without references send the URN of a
    /// component instead, and SDKs make a reference of it.
    pub(super) fn give_text(&mut self, text: &str) {
        if text.starts_with(URN) {
            self.give_urn(text.to_owned());
        }
    }

    fn give_urn(&mut self, urn: String) {
        self.given.insert(hash(&ResourceReference {
            urn,
            ..ResourceReference::default()
        }));
    }

    /// Whether the guest may refer to a resource in this way.
    pub(super) fn have(&self, reference: &ResourceReference) -> bool {
        let hash = hash(reference);
        self.given.contains(&hash)
            || self.kept.contains(&hash)
            || self.is_own(reference)
            || self.takes_any
    }

    /// Whether a reference means the call's resource and adds only its id.
    fn is_own(&self, reference: &ResourceReference) -> bool {
        let bare = ResourceReference {
            urn: self.own.clone(),
            id: reference.id.clone(),
            ..ResourceReference::default()
        };
        !self.own.is_empty() && *reference == bare
    }
}

fn hash(reference: &ResourceReference) -> u64 {
    HASHES.hash_one(reference)
}
