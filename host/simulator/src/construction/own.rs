//! Methods of the component's own package, which it calls on children: they are run.

use pulumi_wasm_core::call::{Call, Operation, Subject};
use pulumi_wasm_core::graph::{LookupKind, LookupRequest, LookupResult};
use pulumi_wasm_core::monitor::MonitorError;
use pulumi_wasm_core::operations;
use pulumi_wasm_core::operations::call_method::CallMethodParameters;
use pulumi_wasm_core::schema::{FunctionOutputs, FunctionSchema};

use super::monitor::{MockMonitor, fill_unknown};
use crate::failure::Failure;

impl MockMonitor<'_> {
    /// The result of a method of this package; `None` for other look-ups, and for one that a mock answers.
    pub(super) async fn own_method(
        &self,
        request: &LookupRequest,
    ) -> Result<Option<LookupResult>, MonitorError> {
        let is_mocked = self.has_mock(&request.name, &request.token);
        let method = match request.kind {
            LookupKind::Method if !is_mocked => self.method_of_this_package(&request.token),
            _ => None,
        };
        let Some(method) = method else {
            return Ok(None);
        };
        let subject = Subject {
            token: request.token.clone(),
            ..Subject::default()
        };
        let call = Call {
            preview: self.call.preview,
            ..self.provider.call(Operation::Call, subject)
        };
        let parameters = CallMethodParameters {
            arguments: request.arguments.clone(),
            argument_dependencies: request.argument_dependencies.clone(),
            ..CallMethodParameters::default()
        };
        let work = operations::call_method(self.provider.package(), &call, parameters, self);
        let answer = work.await.map_err(|error| Failure::of_call(&call, &error));
        let answer = answer.map_err(|failure| MonitorError::Refused(failure.to_string()))?;
        if !answer.failures.is_empty() {
            let operation = format!("call of `{}`", request.token);
            let failure = Failure::invalid(&call, &operation, &answer.failures);
            return Err(MonitorError::Refused(failure.to_string()));
        }
        let mut outputs = answer.result;
        if let FunctionOutputs::Object(declared) = &method.outputs {
            fill_unknown(&mut outputs, &declared.required);
        }
        Ok(Some(LookupResult {
            outputs,
            output_dependencies: answer.dependencies,
            ..LookupResult::default()
        }))
    }

    fn method_of_this_package(&self, token: &str) -> Option<&FunctionSchema> {
        let (owner, _) = token.rsplit_once('/')?;
        let own = self.provider.package().component_of(owner)?;
        own.manifest().function_schema(token).ok()?
    }
}
