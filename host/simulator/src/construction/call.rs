//! A call of a method, from its arguments to all that it registered.

use std::collections::BTreeMap;
use std::sync::Arc;

use pulumi_wasm_core::call::{Call, Operation, Subject};
use pulumi_wasm_core::graph::{Registration, ResourceKind};
use pulumi_wasm_core::monitor::{Monitor, MonitorError};
use pulumi_wasm_core::operations;
use pulumi_wasm_core::operations::call_method::{CallMethodParameters, MethodAnswer};
use pulumi_wasm_core::operations::construct::ConstructParameters;
use pulumi_wasm_core::schema;
use pulumi_wasm_core::value::{PropertyMap, PropertyValue, ResourceReference};

use super::constructed::Constructed;
use super::mocks::Mocks;
use super::monitor::{MockMonitor, constructs};
use crate::failure::{Failure, FailureKind};
use crate::provider::Provider;

/// The argument of a method that is its resource.
pub(super) const SELF: &str = "__self__";

/// A call of a method.
#[derive(Debug, Clone)]
pub struct MethodCall {
    /// The stack and project in URNs.
    pub stack: String,
    /// The method's token: the resource's token, a slash and the method's name.
    pub token: String,
    /// The name that the resource has in the program.
    pub name: String,
    pub receiver: Receiver,
    /// May be unknown and secret at any depth.
    pub arguments: PropertyMap,
    /// The answers of other packages.
    pub mocks: Arc<Mocks>,
    /// Whether it is a preview.
    pub preview: bool,
}

/// The resource that a method is called on.
#[derive(Debug, Clone)]
pub enum Receiver {
    /// A component with these inputs, which is constructed first: in a preview for a preview.
    Made(PropertyMap),
    /// A resource with these outputs, also in a preview; the others are unknown. A component has no id.
    Given {
        id: Option<String>,
        outputs: PropertyMap,
    },
}

impl MethodCall {
    /// The type of the resource, and the method's name.
    #[must_use]
    pub fn parts(&self) -> (&str, &str) {
        self.token.rsplit_once('/').unwrap_or(("", &self.token))
    }
}

/// The result of a call, and the numbers of resources and look-ups before it.
struct Answered {
    before: (usize, usize),
    answer: Result<MethodAnswer, Failure>,
}

impl Provider {
    /// Calls a method. No resource is created: a mock answers the method's registrations and look-ups.
    ///
    /// `resources` of the answer begins with the resource that the method is called on, `children` are those that the
    /// method registered, and `outputs` are its results. Arguments that the method refuses are a failure of the kind
    /// [`FailureKind::Invalid`] with a list of properties. In an update, results that are unknown are left out.
    pub async fn call_method(&self, asked: &MethodCall) -> Constructed {
        let subject = Subject {
            urn: String::new(),
            token: asked.token.clone(),
            name: asked.name.clone(),
        };
        let call = Call {
            preview: asked.preview,
            ..self.call(Operation::Call, subject)
        };
        let monitor = MockMonitor::new(self, &call, &asked.stack, &asked.mocks);
        let called = self.called(&monitor, &call, asked).await;
        let mut seen = monitor.into_seen();
        let keys = asked.mocks.keys();
        let unused = keys.filter(|key| !seen.used.contains(*key)).cloned();
        let unused_mocks = unused.collect();
        let (resources, lookups, answer) = match called {
            Ok(Answered { before, answer }) => {
                let (resources, lookups) = before;
                // The resource is first, followed by the children that it was constructed from.
                seen.resources.drain(resources.min(1)..resources);
                (seen.resources, seen.lookups.split_off(lookups), answer)
            }
            Err(failure) => (Vec::new(), Vec::new(), Err(failure)),
        };
        let (outputs, output_dependencies) = match answer {
            Ok(answer) => (Ok(answer.result), answer.dependencies),
            Err(failure) => (Err(failure), BTreeMap::new()),
        };
        Constructed {
            resources,
            lookups,
            outputs,
            output_dependencies,
            unused_mocks,
        }
    }

    /// The answer of a method.
    ///
    /// # Errors
    /// If the resource of the call is missing.
    async fn called(
        &self,
        monitor: &MockMonitor<'_>,
        call: &Call,
        asked: &MethodCall,
    ) -> Result<Answered, Failure> {
        let receiver = self.receiver(monitor, call, asked).await?;
        let before = monitor.counts();
        let mut arguments = asked.arguments.clone();
        arguments.insert(
            SELF.to_owned(),
            PropertyValue::ResourceReference(Box::new(receiver.clone())),
        );
        let parameters = CallMethodParameters {
            arguments,
            ..CallMethodParameters::default()
        };
        let work = operations::call_method(self.package(), call, parameters, monitor);
        let answer = self.run(call, work).await.and_then(|mut answer| {
            let operation = || operation(asked);
            if self.cancellation().is_cancelled() {
                // The core returns an empty result for a cancelled call.
                let kind = FailureKind::Cancelled;
                return Err(Failure::new(&operation(), kind, "it was cancelled"));
            }
            if !answer.failures.is_empty() {
                return Err(Failure::invalid(call, &operation(), &answer.failures));
            }
            // All results of a method depend on its resource, so that says nothing.
            for urns in answer.dependencies.values_mut() {
                urns.remove(&receiver.urn);
            }
            Ok(answer)
        });
        Ok(Answered { before, answer })
    }

    /// The resource that a method is called on.
    async fn receiver(
        &self,
        monitor: &MockMonitor<'_>,
        call: &Call,
        asked: &MethodCall,
    ) -> Result<ResourceReference, Failure> {
        let (token, _) = asked.parts();
        let registration = Registration {
            kind: ResourceKind::Custom,
            token: token.to_owned(),
            name: asked.name.clone(),
            ..Registration::default()
        };
        let own = self.package().component_of(token);
        let is_component = own.is_some_and(|own| constructs(own, token));
        let refused = |error: MonitorError| {
            Failure::new(&operation(asked), FailureKind::Refused, error.to_string())
        };
        let (urn, id) = match &asked.receiver {
            Receiver::Given { id, outputs } => {
                let urn = monitor.note(&registration, is_component).map_err(refused)?;
                let outputs = self.with_secrets(token, outputs.clone());
                monitor.made(&urn, id.clone(), outputs);
                (urn, id.clone())
            }
            Receiver::Made(inputs) if is_component => {
                let subject = Subject {
                    urn: String::new(),
                    token: token.to_owned(),
                    name: asked.name.clone(),
                };
                let construct = Call {
                    preview: call.preview,
                    ..self.call(Operation::Construct, subject)
                };
                let parameters = ConstructParameters {
                    inputs: inputs.clone(),
                    ..ConstructParameters::default()
                };
                let work = operations::construct(self.package(), &construct, parameters, monitor);
                let made = self.run(&construct, work).await?;
                monitor.made(&made.urn, None, made.outputs);
                (made.urn, None)
            }
            Receiver::Made(inputs) => {
                let registration = Registration {
                    inputs: inputs.clone(),
                    ..registration
                };
                let made = monitor.register(registration).await.map_err(refused)?;
                (made.urn, made.id)
            }
        };
        let id = if is_component { None } else { Some(id) };
        Ok(ResourceReference {
            urn,
            id,
            ..ResourceReference::default()
        })
    }

    /// Outputs with the marks of the schema, which a resource has in any program.
    fn with_secrets(&self, token: &str, outputs: PropertyMap) -> PropertyMap {
        let Some(own) = self.package().component_of(token) else {
            return outputs;
        };
        match own.manifest().resource(token) {
            Ok(Some((_, of))) => {
                let nothing = PropertyMap::new();
                schema::mark_secrets(&own.manifest().schema, of, &nothing, outputs)
            }
            _ => outputs,
        }
    }
}

fn operation(asked: &MethodCall) -> String {
    let (_, method) = asked.parts();
    format!("call of `{method}` on `{}`", asked.name)
}
