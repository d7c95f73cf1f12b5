//! The rules about components.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::policy::RuleLocation;

/// One policy's rules about components.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ComponentRules {
    /// Digests that never run, even if they are allowed or pinned.
    pub(super) deny: Option<(BTreeSet<String>, RuleLocation)>,
    /// Digests that may run in a package, by the package's name.
    pub(super) pins: BTreeMap<String, (BTreeSet<String>, RuleLocation)>,
    /// Digests that may run in any package without pins.
    pub(super) allow: Option<(BTreeSet<String>, RuleLocation)>,
    /// The place of the rule that only pinned components may run.
    pub(super) only_pinned: Option<RuleLocation>,
    /// The place that forbids replacements of missing components.
    pub(super) no_stand_ins: Option<RuleLocation>,
}

/// The reason why a rule forbids a component.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// The package has pins, and this digest is not among them.
    PinnedOtherwise,
    /// The policy lists digests, and this digest is not listed.
    NotListed,
    /// This digest is denied.
    Denied,
}

/// A rule that forbids a component.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Forbidden<'a> {
    pub place: &'a RuleLocation,
    pub reason: Reason,
}

impl fmt::Display for Forbidden<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reason = match self.reason {
            Reason::PinnedOtherwise => "has other digests for it",
            Reason::NotListed => "does not list it",
            Reason::Denied => "denies it",
        };
        write!(formatter, "{} {reason}", self.place)
    }
}

impl ComponentRules {
    /// The rule that forbids a component in a package.
    pub(super) fn against(&self, package: &str, digest: &str) -> Option<Forbidden<'_>> {
        if let Some(denied) = self.denied(digest) {
            return Some(denied);
        }
        let (listed, place, reason) = match (self.pins.get(package), &self.allow) {
            (Some((digests, place)), _) => {
                (digests.contains(digest), place, Reason::PinnedOtherwise)
            }
            (None, Some((digests, place))) => (digests.contains(digest), place, Reason::NotListed),
            (None, None) => (false, self.only_pinned.as_ref()?, Reason::NotListed),
        };
        (!listed).then_some(Forbidden { place, reason })
    }

    /// The rule against a component as a part of any package.
    pub(super) fn against_any(&self, digest: &str) -> Option<Forbidden<'_>> {
        if let Some(denied) = self.denied(digest) {
            return Some(denied);
        }
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
            reason: Reason::NotListed,
        })
    }

    fn denied(&self, digest: &str) -> Option<Forbidden<'_>> {
        let (digests, place) = self.deny.as_ref()?;
        digests.contains(digest).then_some(Forbidden {
            place,
            reason: Reason::Denied,
        })
    }
}
