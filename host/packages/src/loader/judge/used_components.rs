//! The components that a package uses, and the packages that these components use in turn.
//!
//! A used component makes resources with the packages in its manifest. So the user who adds a package sees all packages
//! of the chain, and the host uses no component whose manifest it cannot read.

use std::collections::BTreeSet;
use std::sync::Arc;

use pulumi_wasm_core::call::LogSink;
use pulumi_wasm_core::manifest::Manifest;
use pulumi_wasm_core::text::Excerpt;

use crate::loader::Loader;
use crate::loader::candidate::{LoadContext, ResolvedComponent};
use crate::loader::judge::{limits, used_packages};
use crate::loader::uses::{IndirectUse, Uses};
use crate::policy::Policy;
use crate::{ParameterValue, SourceError};

/// The maximum number of components behind one package, because people review them.
const MAX_COMPONENTS: usize = 100;

/// The components of a value whose manifests must be read.
struct Pending {
    users: Vec<String>,
    value: ParameterValue,
}

impl Loader {
    /// Reads the manifests of all components that a package uses, except in a simulation. Fetches a component that this
    /// machine lacks, except in a review.
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
                        "it uses more than {MAX_COMPONENTS} components"
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
