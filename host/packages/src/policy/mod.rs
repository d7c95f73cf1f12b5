//! The operator's policy: the bounds of all grants to components, on this machine or for this user.
//!
//! A policy only narrows grants. The machine's policy and the user's policy apply together, and a prohibition of
//! either counts. If a policy cannot be read, no package is loaded. The format is described in `docs/use/policy.md`.

mod components;
mod document;
mod files;
mod read;
mod signers;
mod sources;
#[cfg(test)]
mod tests;
mod uses;

use std::collections::BTreeSet;
use std::fmt;
use std::path::PathBuf;

use pulumi_wasm_capability::http::NetworkBounds;
use pulumi_wasm_capability::limits::{Limit, Limits};

use crate::Place;
pub use crate::policy::components::{ComponentRules, Forbidden, Reason};
pub use crate::policy::files::{PolicyError, PolicyFiles};
pub use crate::policy::signers::{SignedBy, SignerMeans, SignerRule};
pub use crate::policy::sources::Unwanted;
use crate::policy::sources::{PackagesRules, SourceRules};
pub use crate::policy::uses::ForbiddenUse;
use crate::policy::uses::{UseRules, UsedPattern};

/// The rules of all policies that apply.
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

/// The names of environment variables that may be granted. `*` at the end of a name matches any further characters.
#[derive(Debug, Clone, PartialEq, Eq)]
struct NameRules {
    names: Vec<String>,
    place: RuleLocation,
}

/// The maximum of a limit.
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

    /// The rule that forbids granting an environment variable, if there is one.
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

    /// The granted names that the policy allows.
    #[must_use]
    pub fn narrow_variables(&self, granted: &BTreeSet<String>) -> BTreeSet<String> {
        granted
            .iter()
            .filter(|name| self.against_variable(name).is_none())
            .cloned()
            .collect()
    }

    /// Caps the limits.
    pub fn cap(&self, limits: &mut Limits) {
        for maximum in &self.limits {
            limits.cap(maximum.limit, maximum.value, maximum.place.to_string());
        }
    }

    /// The rule that forbids fetching, if there is one.
    #[must_use]
    pub fn no_fetch(&self) -> Option<&RuleLocation> {
        self.no_fetch.as_ref()
    }

    /// The rule that forbids components of a place for every package, if there is one. Called before the component's
    /// package is known.
    #[must_use]
    pub fn against_place(&self, place: &Place) -> Option<Unwanted<'_>> {
        let listed = self.sources.iter().find_map(|rules| rules.against(place));
        listed.or_else(|| {
            let mut policies = self.packages.iter();
            policies.find_map(|rules| rules.against_any(place))
        })
    }

    /// The rule that forbids a component of a place in a package, if there is one. `version` comes from the component.
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

    /// Whether a policy requires signatures for any package. If not, the host does not read or fetch signatures.
    #[must_use]
    pub fn asks_for_signatures(&self) -> bool {
        self.packages.iter().any(PackagesRules::asks_for_signatures)
    }

    /// The required signers of a package. One signer of each list must have signed each component.
    pub fn signed_by(&self, package: &str) -> impl Iterator<Item = &SignedBy> {
        self.packages
            .iter()
            .filter_map(move |rules| rules.signed_by(package))
    }

    /// Like [`Self::signed_by`], for a component whose package is not known yet. One of the inner lists of each item
    /// must be met.
    pub fn signed_by_whatever(&self) -> impl Iterator<Item = Vec<&SignedBy>> {
        self.packages
            .iter()
            .filter_map(PackagesRules::signed_by_whatever)
    }

    /// All rules about signers in the policies.
    pub fn signer_rules(&self) -> impl Iterator<Item = &SignerRule> {
        self.packages.iter().flat_map(PackagesRules::signer_rules)
    }

    /// The rule that allows only packages in the project's file, if there is one.
    #[must_use]
    pub fn only_declared(&self) -> Option<&RuleLocation> {
        self.declared.as_ref()
    }

    /// The reason why the components of a package may not create resources of the used package, in the version that
    /// their manifest names. `None` if they may.
    #[must_use]
    pub fn against_use(&self, package: &str, used: &str, version: &str) -> Option<ForbiddenUse> {
        let mut rules = self.uses.iter();
        rules.find_map(|rules| rules.against(package, used, version))
    }

    /// As [`Self::against_use`], for a package that a used component uses. `users` has the packages from the nearest
    /// user to the added package. A policy's rule for the nearest of them decides.
    #[must_use]
    pub fn against_indirect_use(
        &self,
        users: &[&str],
        used: &str,
        version: &str,
    ) -> Option<ForbiddenUse> {
        let mut rules = self.uses.iter();
        rules.find_map(|rules| {
            let nearest = users.iter().find(|package| rules.has_rule(package))?;
            rules.against(nearest, used, version)
        })
    }

    /// The rule that forbids newer builds as stand-ins for missing components, if the policy has such a rule.
    #[must_use]
    pub fn no_stand_ins(&self) -> Option<&RuleLocation> {
        self.components
            .iter()
            .find_map(|rules| rules.no_stand_ins.as_ref())
    }

    /// The rule that forbids a component in a package, if there is one. `digest` is in hexadecimal.
    #[must_use]
    pub fn against_component(&self, package: &str, digest: &str) -> Option<Forbidden<'_>> {
        self.components
            .iter()
            .find_map(|rules| rules.against(package, digest))
    }

    /// The rule that forbids a component in every package. Called before the component's package is known.
    #[must_use]
    pub fn against_digest(&self, digest: &str) -> Option<Forbidden<'_>> {
        self.components
            .iter()
            .find_map(|rules| rules.against_any(digest))
    }
}

/// The place of a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleLocation {
    /// The path of keys of the rule, as in `network.allow`.
    pub(super) key: String,
    pub(super) file: PathBuf,
    pub(super) line: u64,
}

impl fmt::Display for RuleLocation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "`{}` in the operator's policy `{}`, line {}",
            self.key,
            self.file.display(),
            self.line
        )
    }
}
