//! The packages of which components may make resources.

use std::collections::{BTreeMap, BTreeSet};

use super::rule_location::RuleLocation;

/// The key of the rule for packages that have none.
const OTHERS: &str = "*";

/// One policy's rules, by the package of the component.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct UseRules(BTreeMap<String, (BTreeSet<String>, RuleLocation)>);

impl UseRules {
    /// Adds the rule of a package. `*` at the end of a name stands for any further characters.
    pub(super) fn add(&mut self, package: String, used: BTreeSet<String>, place: RuleLocation) {
        self.0.insert(package, (used, place));
    }

    /// The rule that keeps a package from using another one, if there is one.
    pub(super) fn against(&self, package: &str, used: &str) -> Option<&RuleLocation> {
        let rule = self.0.get(package).or_else(|| self.0.get(OTHERS));
        let (allowed, place) = rule?;
        let covers = |pattern: &String| match pattern.strip_suffix('*') {
            Some(start) => used.starts_with(start),
            None => pattern == used,
        };
        (!allowed.iter().any(covers)).then_some(place)
    }
}
