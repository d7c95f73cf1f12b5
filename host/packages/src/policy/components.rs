//! Which components may run.

use std::collections::{BTreeMap, BTreeSet};

use super::RuleLocation;

/// One policy's rules about components.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ComponentRules {
    /// Digests that may run, by the name of the package that they may be.
    pub(super) pins: BTreeMap<String, (BTreeSet<String>, RuleLocation)>,
    /// Digests that may be any package without pins.
    pub(super) allow: Option<(BTreeSet<String>, RuleLocation)>,
    /// The place that allows no other component to run.
    pub(super) only_pinned: Option<RuleLocation>,
    /// Where it says that no build looks after what another one made.
    pub(super) no_stand_ins: Option<RuleLocation>,
}

/// A rule that keeps a component from running.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Forbidden<'a> {
    pub place: &'a RuleLocation,
    /// Whether the package has pins, and this digest is not among them.
    pub is_pinned_otherwise: bool,
}

impl ComponentRules {
    pub(super) fn against(&self, package: &str, digest: &str) -> Option<Forbidden<'_>> {
        let (listed, place, is_pinned_otherwise) = match (self.pins.get(package), &self.allow) {
            (Some((digests, place)), _) => (digests.contains(digest), place, true),
            (None, Some((digests, place))) => (digests.contains(digest), place, false),
            (None, None) => (false, self.only_pinned.as_ref()?, false),
        };
        (!listed).then_some(Forbidden {
            place,
            is_pinned_otherwise,
        })
    }

    pub(super) fn against_any(&self, digest: &str) -> Option<Forbidden<'_>> {
        let pinned = self
            .pins
            .values()
            .any(|(digests, _)| digests.contains(digest));
        let (listed, place) = match (&self.allow, &self.only_pinned) {
            (Some((digests, place)), _) => (digests.contains(digest), place),
            (None, Some(place)) => (false, place),
            (None, None) => return None,
        };
        (!listed && !pinned).then_some(Forbidden {
            place,
            is_pinned_otherwise: false,
        })
    }
}
