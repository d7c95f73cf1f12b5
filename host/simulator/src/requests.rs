//! The engine's single requests about a resource.

use pulumi_wasm_core::call::{Call, Operation};
use pulumi_wasm_core::operations;
use pulumi_wasm_core::operations::check::CheckParameters;
use pulumi_wasm_core::operations::delete::DeleteParameters;
use pulumi_wasm_core::operations::diff::{DiffParameters, Differences};
use pulumi_wasm_core::operations::read::ReadParameters;
use pulumi_wasm_core::state::StoredProperties;
use pulumi_wasm_core::value::PropertyMap;
use sha2::{Digest, Sha256};

use super::failure::Failure;
use super::resource::Resource;
use super::state::State;

impl Resource {
    pub(super) fn call(&self, operation: Operation) -> Call {
        Call {
            timeout: self.timeout,
            ..self.provider.call(operation, self.subject.clone())
        }
    }

    pub(super) fn previewing(&self, operation: Operation) -> Call {
        Call {
            preview: true,
            ..self.call(operation)
        }
    }

    /// The engine's seed for the resource: the same in a preview and the deployment after it.
    fn seed(&self) -> Vec<u8> {
        let mut hash = Sha256::new();
        hash.update(self.subject.urn.as_bytes());
        hash.update(self.generation.to_le_bytes());
        hash.finalize().to_vec()
    }

    /// The checked inputs.
    pub(super) async fn checked(
        &self,
        old: Option<&State>,
        inputs: PropertyMap,
    ) -> Result<PropertyMap, Failure> {
        let call = Call {
            random_seed: self.seed(),
            ..self.call(Operation::Check)
        };
        let parameters = CheckParameters {
            old_inputs: old
                .map(|state| state.inputs.clone().into())
                .unwrap_or_default(),
            old_outputs: old.map(|state| state.outputs.clone().into()),
            inputs: inputs.into(),
            ..CheckParameters::default()
        };
        let package = self.provider.package();
        let checked = self
            .provider
            .run(&call, operations::check(package, &call, parameters))
            .await?;
        if checked.failures.is_empty() {
            Ok(checked.inputs.into())
        } else {
            Err(Failure::invalid(
                &call,
                &self.doing("check"),
                &checked.failures,
            ))
        }
    }

    pub(super) fn parameters(&self, state: &State, inputs: PropertyMap) -> DiffParameters {
        DiffParameters {
            id: state.id.clone(),
            old_inputs: Some(state.inputs.clone().into()),
            old_outputs: state.outputs.clone().into(),
            inputs: inputs.into(),
            ignore_changes: self.ignored.clone(),
            ..DiffParameters::default()
        }
    }

    pub(super) async fn diff(
        &self,
        state: &State,
        inputs: PropertyMap,
    ) -> Result<Differences, Failure> {
        let call = self.call(Operation::Diff);
        let parameters = self.parameters(state, inputs);
        let package = self.provider.package();
        self.provider
            .run(&call, operations::diff(package, &call, parameters))
            .await
    }

    /// The resource's state, or `None` if it does not exist.
    pub(super) async fn read(
        &self,
        id: &str,
        inputs: Option<PropertyMap>,
        outputs: Option<PropertyMap>,
    ) -> Result<Option<State>, Failure> {
        let call = self.call(Operation::Read);
        let parameters = ReadParameters {
            id: id.to_owned(),
            inputs: inputs.map(StoredProperties::from),
            outputs: outputs.map(StoredProperties::from),
            ..ReadParameters::default()
        };
        let package = self.provider.package();
        let found = self
            .provider
            .run(&call, operations::read(package, &call, parameters))
            .await?;
        Ok(found.map(|found| State {
            id: found.id,
            inputs: found.inputs.into(),
            outputs: found.outputs.into(),
            problems: found.reasons,
            refresh_before_update: found.refresh_before_update,
        }))
    }

    /// Deletes the resource of a state; a missing resource counts as deleted.
    ///
    /// # Errors
    /// When the call fails.
    pub async fn delete(&self, state: &State) -> Result<(), Failure> {
        let call = self.call(Operation::Delete);
        let parameters = DeleteParameters {
            id: state.id.clone(),
            inputs: Some(state.inputs.clone().into()),
            outputs: state.outputs.clone().into(),
            ..DeleteParameters::default()
        };
        let package = self.provider.package();
        self.provider
            .run(&call, operations::delete(package, &call, parameters))
            .await
    }
}
