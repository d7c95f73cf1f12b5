//! Builds a package from resolved components.

use std::sync::Arc;

use pulumi_wasm_capability::flag_place::FlagPlace;
use pulumi_wasm_capability::grant_policy::{ConfiguredAddress, GrantHint};
use pulumi_wasm_capability::limits::Limits;
use pulumi_wasm_capability::system::env::Variables;
use pulumi_wasm_capability::{Capabilities, Grants};
use pulumi_wasm_core::component::{Component, ComponentOrigin};
use pulumi_wasm_core::package::Package;
use pulumi_wasm_core::value::PropertyValue;
use pulumi_wasm_sandbox::guest::{WasmComponent, WasmSettings};

use crate::SourceError;
use crate::loader::candidate::ResolvedComponent;
use crate::loader::judge::{policy_check, used_packages};
use crate::loader::uses::Uses;
use crate::loader::{Loaded, Loader};
use crate::policy::Policy;
use crate::value::{ComponentReference, ParameterValue, command};

impl Loader {
    /// A package of components, under the operator's policy.
    pub(crate) async fn assemble(
        &self,
        found: Vec<ResolvedComponent>,
        uses: &Uses,
        grants: Grants,
        limits: Limits,
        policy: &Policy,
    ) -> Result<Loaded, SourceError> {
        for found in &found {
            self.judge_found(found, &limits, policy).await?;
        }
        self.assemble_judged(found, uses, grants, limits, policy)
    }

    /// Checks that the policy allows a component in its package, by its source and its signers.
    pub(crate) async fn judge_found(
        &self,
        found: &ResolvedComponent,
        limits: &Limits,
        policy: &Policy,
    ) -> Result<(), SourceError> {
        self.refuse_or_note(may_come(policy, found))?;
        let package = found.manifest.name();
        let signed = self.require_signed(policy, package, &found.reference, limits);
        self.refuse_or_note(signed.await)
    }

    pub(crate) fn assemble_judged(
        &self,
        found: Vec<ResolvedComponent>,
        uses: &Uses,
        grants: Grants,
        limits: Limits,
        policy: &Policy,
    ) -> Result<Loaded, SourceError> {
        let places = found.iter().map(|found| &found.reference.place);
        let is_added = limits.place == FlagPlace::Added;
        let grant_hint = GrantHint {
            place: limits.place,
            command: is_added.then(|| command(places, &grants, &limits, &[])),
            configuration: self.configured_addresses(&found),
        };
        let grant_policy = policy_check::grant_policy(policy, &grants, grant_hint);
        let mut forbidden_uses = policy_check::forbidden_uses(policy, &found, uses);
        forbidden_uses.extend(policy_check::unusable_uses(&found));
        let of_other_builds = |component: &ResolvedComponent| {
            used_packages::uses_of_other_builds(&component.manifest, &uses.in_sdks)
        };
        forbidden_uses.extend(found.iter().flat_map(of_other_builds));
        let not_added = uses.not_added(&found);
        let references: Vec<ComponentReference> =
            found.iter().map(|found| found.reference.clone()).collect();
        let system = self.system_of(&found)?;
        let components: Vec<Arc<dyn Component>> = found
            .into_iter()
            .map(|found| {
                let settings = WasmSettings {
                    origin: ComponentOrigin {
                        file: found.shown,
                        digest: found.reference.digest.hex().to_owned(),
                    },
                    manifest: found.manifest,
                    file: found.file,
                    limits: limits.clone(),
                    capabilities: Capabilities::under_policy(
                        system.clone(),
                        &grants,
                        &limits,
                        &grant_policy,
                    ),
                    compiler: self.compiler.clone(),
                };
                Arc::new(WasmComponent::new(settings)) as Arc<dyn Component>
            })
            .collect();
        let granted = Variables::new(grants.env.clone(), &grant_policy);
        let readable = granted.readable();
        let variables = system.environment;
        let environment =
            Box::new(move |name: &str| granted.get(variables.as_ref(), None, name).ok().flatten());
        let package = Package::assemble(components, environment)
            .map_err(|error| SourceError::new(error.to_string()))?
            .naming_configuration(self.configuration_name)
            .without_uses(forbidden_uses)
            .with_components_not_added(not_added);
        let package = match &self.journal {
            Some(journal) => package.with_journal(Arc::clone(journal)),
            None => package,
        };
        let value = ParameterValue {
            name: package.name().to_owned(),
            version: package.version().to_owned(),
            components: references,
            grants,
            limits,
        };
        Ok(Loaded {
            package: Arc::new(package),
            value,
            variables: readable,
            loader: self.clone(),
            served: None,
            replacement: None,
            own: None,
        })
    }

    /// The configuration values whose address is a grant, with their names for the user.
    fn configured_addresses(&self, found: &[ResolvedComponent]) -> Vec<ConfiguredAddress> {
        let addresses = found.iter().flat_map(|component| {
            let manifest = &component.manifest;
            let permissions = manifest.permissions.net.iter();
            let paths = permissions.filter_map(|permission| permission.configured());
            paths.map(|path| ConfiguredAddress {
                name: (self.configuration_name)(manifest.name(), path.as_str()),
                default: path
                    .property(&manifest.schema)
                    .and_then(|property| property.default.as_ref())
                    .and_then(PropertyValue::as_str)
                    .map(str::to_owned),
            })
        });
        addresses.collect()
    }
}

fn may_come(policy: &Policy, found: &ResolvedComponent) -> Result<(), SourceError> {
    let package = (found.manifest.name(), found.manifest.version());
    policy_check::require_allowed_place(policy, Some(package), &found.reference.place)
}
