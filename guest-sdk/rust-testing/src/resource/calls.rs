//! The engine's single requests about a resource.

use pulumi_wasm_host::provider::call::{Call, Operation};
use pulumi_wasm_host::provider::check::CheckQuestion;
use pulumi_wasm_host::provider::delete::DeleteQuestion;
use pulumi_wasm_host::provider::diff::{DiffQuestion, Differences};
use pulumi_wasm_host::provider::read::ReadQuestion;
use pulumi_wasm_host::provider::value::PropertyMap;
use sha2::{Digest, Sha256};

use super::{Resource, State};
use crate::failure::Failure;

impl Resource {
    pub(super) fn call(&self, operation: Operation) -> Call {
        Call {
            timeout: self.timeout,
            ..self.core.call(operation, self.subject.clone())
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
    pub(super) fn checked(
        &self,
        old: Option<&State>,
        inputs: PropertyMap,
    ) -> Result<PropertyMap, Failure> {
        let call = Call {
            random_seed: self.seed(),
            ..self.call(Operation::Check)
        };
        let question = CheckQuestion {
            old_inputs: old.map(|state| state.inputs.clone()).unwrap_or_default(),
            old_outputs: old.map(|state| state.outputs.clone()),
            inputs,
            ..CheckQuestion::default()
        };
        let checked = self
            .core
            .run(&call, self.core.package.check(&call, question))?;
        if checked.failures.is_empty() {
            Ok(checked.inputs)
        } else {
            Err(Failure::invalid(&self.doing("check"), checked.failures))
        }
    }

    pub(super) fn question(&self, state: &State, inputs: PropertyMap) -> DiffQuestion {
        DiffQuestion {
            id: state.id.clone(),
            old_inputs: Some(state.inputs.clone()),
            old_outputs: state.outputs.clone(),
            inputs,
            ignore_changes: self.ignored.clone(),
            ..DiffQuestion::default()
        }
    }

    pub(super) fn diff(&self, state: &State, inputs: PropertyMap) -> Result<Differences, Failure> {
        let call = self.call(Operation::Diff);
        let question = self.question(state, inputs);
        self.core
            .run(&call, self.core.package.diff(&call, question))
    }

    /// The thing as it is; none when there is none.
    pub(super) fn read(
        &self,
        id: &str,
        inputs: Option<PropertyMap>,
        outputs: Option<PropertyMap>,
    ) -> Result<Option<State>, Failure> {
        let call = self.call(Operation::Read);
        let question = ReadQuestion {
            id: id.to_owned(),
            inputs,
            outputs,
            ..ReadQuestion::default()
        };
        let found = self
            .core
            .run(&call, self.core.package.read(&call, question))?;
        Ok(found.map(|found| State {
            id: found.id,
            inputs: found.inputs,
            outputs: found.outputs,
            problems: found.reasons,
            refresh_before_update: found.refresh_before_update,
        }))
    }

    pub(super) fn delete(&self, state: &State) -> Result<(), Failure> {
        let call = self.call(Operation::Delete);
        let question = DeleteQuestion {
            id: state.id.clone(),
            inputs: Some(state.inputs.clone()),
            outputs: state.outputs.clone(),
            ..DeleteQuestion::default()
        };
        self.core
            .run(&call, self.core.package.delete(&call, question))
    }
}
