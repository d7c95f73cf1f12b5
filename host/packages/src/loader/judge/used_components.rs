//! The components that a package uses, and the packages that these components use in turn.
//!
//! A used component makes resources with the packages in its manifest. So the user who adds a package sees the packages of the
//! whole chain, and the host uses no component whose manifest it cannot read.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use pulumi_wasm_core::call::LogSink;
use pulumi_wasm_core::manifest::{Manifest, UsedPackage};
use pulumi_wasm_core::text::Excerpt;

use crate::loader::Loader;
use crate::loader::candidate::{LoadContext, ResolvedComponent};
use crate::loader::judge::{limits, used_packages};
use crate::policy::Policy;
use crate::{ParameterValue, SourceError};

/// The maximum number of components behind one package, because people review them.
const MAX_COMPONENTS: usize = 100;

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

/// The components of a value whose manifests must be read.
struct Pending {
    users: Vec<String>,
    value: ParameterValue,
}

impl Loader {
    /// Reads the manifests of all components that a package uses, except in a simulation. Fetches a component that this machine lacks,
    /// except in a review.
    pub(crate) async fn uses_of(
        &self,
        found: &[ResolvedComponent],
        policy: &Policy,
        log: &Arc<dyn LogSink>,
    ) -> Uses {
        let mut uses = Uses::default();
        let mut named = found
            .iter()
            .flat_map(|component| component.manifest.uses.values());
        if self.is_simulation || !named.any(|used| used_packages::component_of(used).is_some()) {
            return uses;
        }
        uses.in_sdks = self.values_in_sdks().await;
        let mut read = 0;
        for component in found {
            let package = component.manifest.name();
            let unusable = used_packages::unusable_uses(&component.manifest);
            for (name, used) in &component.manifest.uses {
                let value = used_packages::component_of(used);
                let Some(value) = value.filter(|_| !unusable.contains_key(name)) else {
                    continue;
                };
                let users = vec![package.to_owned(), name.clone()];
                let first = Pending { users, value };
                let followed = self.follow(first, &mut uses.indirect, &mut read, policy, log);
                if let Err(reason) = followed.await {
                    uses.unread.insert(name.clone(), reason);
                }
            }
        }
        uses
    }

    /// Notes the packages that a component and all components behind it use. `read` counts the components.
    async fn follow(
        &self,
        first: Pending,
        indirect: &mut Vec<IndirectUse>,
        read: &mut usize,
        policy: &Policy,
        log: &Arc<dyn LogSink>,
    ) -> Result<(), SourceError> {
        let mut seen = BTreeSet::new();
        let mut pending = vec![first];
        while let Some(Pending { users, mut value }) = pending.pop() {
            policy.cap(&mut value.limits);
            let limits = limits::bounded(&value.limits);
            let loading = LoadContext {
                policy,
                limits: &limits,
                log,
            };
            for reference in &value.components {
                if !seen.insert(reference.digest.clone()) {
                    continue;
                }
                *read += 1;
                if *read > MAX_COMPONENTS {
                    return Err(SourceError::new(format!(
                        "more than {MAX_COMPONENTS} components are used"
                    )));
                }
                let component = self.find_recorded(reference, &value, &loading).await??;
                let manifest = &component.manifest;
                require_named(manifest, &value)?;
                used_packages::require_usable(manifest)?;
                for (name, used) in &manifest.uses {
                    if let Some(value) = used_packages::component_of(used) {
                        let users = users.iter().chain([name]).cloned().collect();
                        pending.push(Pending { users, value });
                    }
                    indirect.push(IndirectUse {
                        users: users.clone(),
                        name: name.clone(),
                        used: used.clone(),
                    });
                }
            }
        }
        Ok(())
    }
}

fn require_named(manifest: &Manifest, value: &ParameterValue) -> Result<(), SourceError> {
    if manifest.name() == value.name {
        return Ok(());
    }
    Err(SourceError::new(format!(
        "the component {} is the package `{}`, and a manifest names it as `{}`",
        value.digests(),
        Excerpt::name(manifest.name()),
        Excerpt::name(&value.name)
    )))
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
