//! The packages and components that a package uses.

use std::collections::{BTreeMap, BTreeSet};

use pulumi_wasm_core::manifest::UsedPackage;
use pulumi_wasm_core::text::Excerpt;

use crate::loader::candidate::ResolvedComponent;
use crate::loader::judge::used_packages;
use crate::policy::Policy;
use crate::{ParameterValue, SourceError};

/// The packages and components that a package uses.
#[derive(Debug, Clone, Default)]
pub(crate) struct Uses {
    /// The values of the project's SDKs, if a component of the package uses another component.
    pub(crate) in_sdks: Vec<ParameterValue>,
    /// The packages that used components use.
    pub(crate) indirect: Vec<IndirectUse>,
    /// The used components whose chain cannot be read, each with the reason.
    pub(crate) unread: BTreeMap<String, SourceError>,
}

/// A package that a used component uses.
#[derive(Debug, Clone)]
pub(crate) struct IndirectUse {
    /// The packages from the added package to the user of this package.
    pub(crate) users: Vec<String>,
    pub(crate) name: String,
    pub(crate) used: UsedPackage,
}

impl IndirectUse {
    /// The used package that leads here, as the added component's manifest names it.
    pub(crate) fn first_used(&self) -> Option<&str> {
        self.users.get(1).map(String::as_str)
    }

    /// The packages between the added package and this package: `helper, its package other`.
    pub(crate) fn way(&self) -> String {
        let between = self.users.iter().skip(1);
        let names: Vec<String> = between
            .map(|name| Excerpt::name(name).to_string())
            .collect();
        names.join(", ")
    }

    /// The package for people: `aws 7.1.0 through helper`.
    pub(crate) fn shown(&self) -> String {
        format!("{} through {}", self.used.shown(&self.name), self.way())
    }
}

impl Uses {
    /// The packages that the components may not use because of the packages behind them, each with the reason.
    pub(crate) fn forbidden(&self, policy: &Policy) -> BTreeMap<String, String> {
        // A guest sees this reason, so it has no path and no digest of a file on this machine.
        let reason =
            "the host cannot read that component, so the packages that it uses are not known";
        let unread = self.unread.keys();
        let unread = unread.map(|name| (name.clone(), reason.to_owned()));
        let indirect = self.indirect.iter().filter_map(|indirect| {
            let first = indirect.first_used()?;
            let nearest_first: Vec<&str> =
                indirect.users.iter().rev().map(String::as_str).collect();
            let (name, version) = (&indirect.name, &indirect.used.version);
            let forbidden = policy.against_indirect_use(&nearest_first, name, version)?;
            let reason = format!(
                "it uses `{}`, and {}",
                Excerpt::name(name),
                forbidden.against(&Excerpt::name(name).to_string())
            );
            Some((first.to_owned(), reason))
        });
        indirect.chain(unread).collect()
    }

    /// The used components that the project has no SDK of. The user did not set the stack's configuration for them.
    pub(crate) fn not_added(&self, found: &[ResolvedComponent]) -> BTreeSet<String> {
        let uses = found.iter().flat_map(|component| &component.manifest.uses);
        let not_added = uses.filter(|(_, used)| {
            used_packages::component_of(used).is_some_and(|value| {
                let is_added = |sdk: &ParameterValue| {
                    sdk.name == value.name && sdk.digests() == value.digests()
                };
                !self.in_sdks.iter().any(is_added)
            })
        });
        not_added.map(|(name, _)| name.clone()).collect()
    }

    /// Fails if the chain of a used component cannot be read, so that the user cannot see the packages in it.
    pub(crate) fn require_read(&self) -> Result<(), SourceError> {
        if self.unread.is_empty() {
            return Ok(());
        }
        let lines = self.unread.iter().map(|(name, error)| {
            let reason = Excerpt::reason(&error.reason);
            format!("  `{}`: {reason}", Excerpt::name(name))
        });
        let lines: Vec<String> = lines.collect();
        Err(SourceError::new(format!(
            "the package uses components whose own packages cannot be shown:\n{}",
            lines.join("\n")
        ))
        .hint("get the files of these components from their publisher, and keep each with `pulumi-wasm cache add FILE`"))
    }
}
