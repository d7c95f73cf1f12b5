//! The URNs that a registration depends on. All registrations that depend on a group share the URNs of the group.

use std::collections::BTreeSet;
use std::sync::Arc;

/// The URNs that something depends on, each once.
#[derive(Clone, Default)]
pub struct Dependencies {
    /// The URNs of groups.
    shared: Vec<Arc<BTreeSet<String>>>,
    /// None of them is among the shared ones.
    own: BTreeSet<String>,
}

impl Dependencies {
    /// Adds the URNs of a group.
    pub(super) fn share(&mut self, urns: &Arc<BTreeSet<String>>) {
        if urns.is_empty() || self.shared.iter().any(|other| Arc::ptr_eq(other, urns)) {
            return;
        }
        self.own.retain(|urn| !urns.contains(urn));
        self.shared.push(Arc::clone(urns));
    }

    /// Adds a URN.
    pub fn insert(&mut self, urn: String) {
        if !self.contains(&urn) {
            self.own.insert(urn);
        }
    }

    /// Whether a URN is among them.
    #[must_use]
    pub fn contains(&self, urn: &str) -> bool {
        self.own.contains(urn) || self.shared.iter().any(|urns| urns.contains(urn))
    }

    /// The URNs that no other set shares.
    pub(super) fn own(&self) -> &BTreeSet<String> {
        &self.own
    }

    /// An upper bound of their number: two groups may have the same URN.
    pub(super) fn most(&self) -> usize {
        let shared: usize = self.shared.iter().map(|urns| urns.len()).sum();
        shared + self.own.len()
    }

    /// The number of URNs.
    #[must_use]
    pub fn len(&self) -> usize {
        match self.shared.len() {
            0 | 1 => self.most(),
            _ => self.iter().count(),
        }
    }

    /// Whether the set is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.shared.is_empty() && self.own.is_empty()
    }

    /// All of them, in order.
    pub fn iter(&self) -> impl Iterator<Item = &String> {
        let mut all: Vec<&String> = self.shared.iter().flat_map(|urns| urns.iter()).collect();
        all.extend(&self.own);
        if !self.shared.is_empty() {
            all.sort_unstable();
            all.dedup();
        }
        all.into_iter()
    }

    /// Whether all of them are in the memory of the other ones.
    #[cfg(test)]
    pub(super) fn shares_all_with(&self, other: &Self) -> bool {
        let mut pairs = self.shared.iter().zip(&other.shared);
        self.own.is_empty() && pairs.all(|(one, other)| Arc::ptr_eq(one, other))
    }
}

impl std::fmt::Debug for Dependencies {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_set().entries(self.iter()).finish()
    }
}

impl PartialEq for Dependencies {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl PartialEq<BTreeSet<String>> for Dependencies {
    fn eq(&self, other: &BTreeSet<String>) -> bool {
        self.iter().eq(other.iter())
    }
}

impl From<BTreeSet<String>> for Dependencies {
    fn from(own: BTreeSet<String>) -> Self {
        Self {
            shared: Vec::new(),
            own,
        }
    }
}

impl FromIterator<String> for Dependencies {
    fn from_iter<I: IntoIterator<Item = String>>(urns: I) -> Self {
        Self::from(urns.into_iter().collect::<BTreeSet<_>>())
    }
}

impl Extend<String> for Dependencies {
    fn extend<I: IntoIterator<Item = String>>(&mut self, urns: I) {
        urns.into_iter().for_each(|urn| self.insert(urn));
    }
}
