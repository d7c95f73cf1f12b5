//! The operator's policy: the bounds of all grants to components, on this machine or for this user.
//!
//! It only narrows. A machine's policy and a user's hold together, and a prohibition of either counts. A policy that
//! cannot be read forbids everything: no package is loaded then. The format is described in `docs/use/policy.md`.

mod components;
mod document;
mod error;
mod file;
mod files;
mod reading;
mod rule_location;
mod signers;
mod sources;
#[cfg(test)]
mod tests;
mod uses;

use std::collections::BTreeSet;
use std::path::PathBuf;

pub use components::{ComponentRules, Forbidden, Reason};
pub use error::PolicyError;
pub use files::PolicyFiles;
use pulumi_wasm_capability::http::NetworkBounds;
use pulumi_wasm_capability::limits::{Limit, Limits};
pub use rule_location::RuleLocation;
pub use signers::{SignedBy, SignerMeans, SignerRule};
pub use sources::Unwanted;
use sources::{PackagesRules, SourceRules};
pub use uses::ForbiddenUse;
use uses::{UseRules, UsedPattern};

use crate::Place;

/// All rules that hold.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Policy {
    files: Vec<PathBuf>,
    pub network: NetworkBounds,
    environment: Vec<NameRules>,
    limits: Vec<Maximum>,
    components: Vec<ComponentRules>,
    sources: Vec<SourceRules>,
    /// The place that forbids fetching.
    no_fetch: Option<RuleLocation>,
    packages: Vec<PackagesRules>,
    /// The place that requires the project to name a package.
    declared: Option<RuleLocation>,
    uses: Vec<UseRules>,
}

/// The names of environment variables that may be granted; `*` at the end of one stands for any further characters.
#[derive(Debug, Clone, PartialEq, Eq)]
struct NameRules {
    names: Vec<String>,
    place: RuleLocation,
}

/// The most that a limit may be.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Maximum {
    limit: Limit,
    value: u64,
    place: RuleLocation,
}

impl Policy {
    /// The files that were read.
    #[must_use]
    pub fn files(&self) -> &[PathBuf] {
        &self.files
    }

    /// The rule that keeps an environment variable from being granted, if there is one.
    #[must_use]
    pub fn against_variable(&self, name: &str) -> Option<&RuleLocation> {
        let covers = |pattern: &String| match pattern.strip_suffix('*') {
            Some(start) => name.starts_with(start),
            None => pattern == name,
        };
        let rules = self
            .environment
            .iter()
            .find(|rules| !rules.names.iter().any(covers))?;
        Some(&rules.place)
    }

    /// The names that may be read, of those that were granted.
    #[must_use]
    pub fn narrow_variables(&self, granted: &BTreeSet<String>) -> BTreeSet<String> {
        granted
            .iter()
            .filter(|name| self.against_variable(name).is_none())
            .cloned()
            .collect()
    }

    /// Puts the maxima on limits.
    pub fn cap(&self, limits: &mut Limits) {
        for maximum in &self.limits {
            limits.cap(maximum.limit, maximum.value, maximum.place.to_string());
        }
    }

    /// The rule that nothing is fetched, if there is one.
    #[must_use]
    pub fn no_fetch(&self) -> Option<&RuleLocation> {
        self.no_fetch.as_ref()
    }

    /// The rule against components of a place, whatever their package is, if there is one: before a component says its package.
    #[must_use]
    pub fn against_place(&self, place: &Place) -> Option<Unwanted<'_>> {
        let listed = self.sources.iter().find_map(|rules| rules.against(place));
        listed.or_else(|| {
            let mut policies = self.packages.iter();
            policies.find_map(|rules| rules.against_any(place))
        })
    }

    /// The rule against a component of a place as a part of a package, by the version in its bytes, if there is one.
    #[must_use]
    pub fn against_source(
        &self,
        package: &str,
        place: &Place,
        version: &str,
    ) -> Option<Unwanted<'_>> {
        let listed = self.sources.iter().find_map(|rules| rules.against(place));
        listed.or_else(|| {
            let mut policies = self.packages.iter();
            policies.find_map(|rules| rules.against(package, place, version))
        })
    }

    /// Whether some package's components have to be signed. If not, nothing is read or asked for it.
    #[must_use]
    pub fn asks_for_signatures(&self) -> bool {
        self.packages.iter().any(PackagesRules::asks_for_signatures)
    }

    /// The signers of a package: of each of these lists, one has to have signed each of its components.
    pub fn signed_by(&self, package: &str) -> impl Iterator<Item = &SignedBy> {
        self.packages
            .iter()
            .filter_map(move |rules| rules.signed_by(package))
    }

    /// The same for a component whose package is not known before it was asked: of each of these lists, one of the lists in it has to hold.
    pub fn signed_by_whatever(&self) -> impl Iterator<Item = Vec<&SignedBy>> {
        self.packages
            .iter()
            .filter_map(PackagesRules::signed_by_whatever)
    }

    /// All ways in which somebody may sign whom the policies ask for.
    pub fn signer_rules(&self) -> impl Iterator<Item = &SignerRule> {
        self.packages.iter().flat_map(PackagesRules::signer_rules)
    }

    /// The rule that only what the project's file names may run, if there is one.
    #[must_use]
    pub fn only_declared(&self) -> Option<&RuleLocation> {
        self.declared.as_ref()
    }

    /// Why the components of a package may not make resources of another one, in the version that their manifest names; `None` if they may.
    #[must_use]
    pub fn against_use(&self, package: &str, used: &str, version: &str) -> Option<ForbiddenUse> {
        let mut rules = self.uses.iter();
        rules.find_map(|rules| rules.against(package, used, version))
    }

    /// The rule that a newer build may not look after what a missing one made, if there is one.
    #[must_use]
    pub fn no_stand_ins(&self) -> Option<&RuleLocation> {
        self.components
            .iter()
            .find_map(|rules| rules.no_stand_ins.as_ref())
    }

    /// The rule that keeps a component from running as a part of a package, if there is one. `digest` is in hexadecimal.
    #[must_use]
    pub fn against_component(&self, package: &str, digest: &str) -> Option<Forbidden<'_>> {
        self.components
            .iter()
            .find_map(|rules| rules.against(package, digest))
    }

    /// The rule that keeps a component from running in any package, whose name is not known before the component was
    /// asked.
    #[must_use]
    pub fn against_digest(&self, digest: &str) -> Option<Forbidden<'_>> {
        self.components
            .iter()
            .find_map(|rules| rules.against_any(digest))
    }
}
