//! The resources that a guest may refer to: those that came in with its request or its configuration, and the one that
//! the call is about. A guest that could make up a reference could hand the program any resource of the stack, or let an
//! SDK of another version be loaded for it.

use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};
use std::sync::LazyLock;

use pulumi_wasm_core::value::ResourceReference;

/// How a text begins that may be a resource's URN.
const URN: &str = "urn:";

/// References are remembered as hashes: a request may have any number of them.
static HASHES: LazyLock<RandomState> = LazyLock::new(RandomState::new);

/// References that were given to a guest.
#[derive(Debug, Default)]
pub(super) struct References {
    /// The URN of the resource that the call is about; empty if it has no resource.
    own: String,
    /// Of the running call.
    given: HashSet<u64>,
    /// Of the configuration, which an instance keeps.
    kept: HashSet<u64>,
    /// Whether any reference is taken.
    pub(super) takes_any: bool,
}

impl References {
    /// Begins a call about the resource with this URN.
    pub(super) fn begin(&mut self, urn: &str) {
        urn.clone_into(&mut self.own);
    }

    /// Forgets what the call brought.
    pub(super) fn clear(&mut self) {
        self.own.clear();
        if !self.given.is_empty() {
            self.given = HashSet::new();
        }
    }

    /// Keeps what the call brought so far for all later calls.
    pub(super) fn keep(&mut self) {
        self.kept.extend(self.given.drain());
    }

    /// Remembers a reference that is given to the guest. It may give it back whole, or by its URN and id, or its URN alone.
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

    /// Remembers a text that is given to the guest, if it may be a URN. Engines that know no references send the URN of a
    /// component in the place of one, and SDKs make a reference of it.
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

    /// Whether a reference means the resource that the call is about, and says nothing but which id that has.
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
