//! A component's construction, from its inputs to all that it registered.

use std::collections::BTreeMap;
use std::sync::Arc;

use pulumi_wasm_core::call::{Call, Operation, Subject};
use pulumi_wasm_core::operations;
use pulumi_wasm_core::operations::construct::ConstructParameters;
use pulumi_wasm_core::value::PropertyMap;

use super::constructed::Constructed;
use super::mocks::Mocks;
use super::monitor::MockMonitor;
use crate::failure::{Failure, FailureKind};
use crate::provider::Provider;

/// A component resource to construct.
#[derive(Debug, Clone, Default)]
pub struct Construction {
    /// The stack and project in URNs.
    pub stack: String,
    /// The type token.
    pub token: String,
    /// The name in the program.
    pub name: String,
    /// May be unknown and secret at any depth.
    pub inputs: PropertyMap,
    /// The answers of other packages. In a preview, a resource that would be created has only its inputs as outputs.
    pub mocks: Arc<Mocks>,
    /// Whether it is a preview, in which resources have no ids.
    pub preview: bool,
}

impl Provider {
    /// Constructs a component. No resource is created: a mock answers the component's registrations and look-ups.
    ///
    /// The component's package checks its own children, and constructs its own components in the same way. Children of
    /// other packages are not checked.
    pub async fn construct(&self, construction: &Construction) -> Constructed {
        let subject = Subject {
            urn: String::new(),
            token: construction.token.clone(),
            name: construction.name.clone(),
        };
        let call = Call {
            preview: construction.preview,
            ..self.call(Operation::Construct, subject)
        };
        let monitor = MockMonitor::new(self, &call, &construction.stack, &construction.mocks);
        let parameters = ConstructParameters {
            inputs: construction.inputs.clone(),
            ..ConstructParameters::default()
        };
        let work = operations::construct(self.package(), &call, parameters, &monitor);
        let outcome = self.run(&call, work).await;
        let (outputs, output_dependencies) = match outcome {
            // The core returns a cancelled component without outputs.
            Ok(_) if self.cancellation().is_cancelled() => {
                let operation = format!("construct of `{}`", construction.name);
                let failure = Failure::new(&operation, FailureKind::Cancelled, "it was cancelled");
                (Err(failure), BTreeMap::new())
            }
            Ok(made) => (Ok(made.outputs), made.dependencies),
            Err(failure) => (Err(failure), BTreeMap::new()),
        };
        let seen = monitor.into_seen();
        let keys = construction.mocks.keys();
        let unused = keys.filter(|key| !seen.used.contains(*key)).cloned();
        Constructed {
            resources: seen.resources,
            lookups: seen.lookups,
            outputs,
            output_dependencies,
            unused_mocks: unused.collect(),
        }
    }
}
