//! Construct: making a component resource of other resources.
//!
//! The component registers itself before its children, the guest declares them, and what comes of each is told to the
//! graph until nothing is left to be done. The guest is entered again for each callback, one at a time, while
//! registrations are under way.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use futures_util::StreamExt;
use futures_util::future::BoxFuture;
use futures_util::stream::FuturesUnordered;
use parking_lot::Mutex;
use sha2::{Digest, Sha256};

use crate::call::{Call, Effects, Subject};
use crate::component::GuestSession;
use crate::error::{CallError, GuestError};
use crate::graph::{
    Authority, CallbackCall, Constructed, Graph, NodeId, Outcome, Registered, Registration,
    RegistrationOptions, ResourceKind, SharedGraph,
};
use crate::manifest::Hook;
use crate::monitor::{Monitor, MonitorError};
use crate::package::Package;
use crate::resource_binding::ResourceBinding;
use crate::schema;
use crate::value::PropertyMap;

/// The component that is to be made.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ConstructQuestion {
    /// The parent's URN; empty without one.
    pub parent: String,
    /// May be unknown and secret at any depth.
    pub inputs: PropertyMap,
    /// The URNs that each input depends on.
    pub input_dependencies: BTreeMap<String, BTreeSet<String>>,
    /// The URNs that the component as a whole depends on.
    pub dependencies: BTreeSet<String>,
    /// The options that the program gave.
    pub options: RegistrationOptions,
}

/// A component that was made.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ConstructedResource {
    pub urn: String,
    pub outputs: PropertyMap,
    /// The URNs of the custom resources and remote components that each output comes from.
    pub dependencies: BTreeMap<String, BTreeSet<String>>,
}

/// Makes a component. The answer waits for all that it registered.
///
/// A cancelled call gives a component without outputs, once the component is registered: the engine has told the user why the
/// deployment ends, and would show an error of ours beside it.
///
/// # Errors
/// When no component serves the type, its inputs are refused, the guest fails, or something that it registered does.
pub async fn construct(
    package: &Package,
    call: &Call,
    question: ConstructQuestion,
    monitor: &dyn Monitor,
) -> Result<ConstructedResource, CallError> {
    let binding = &package.resource(&call.subject.token)?;
    if !binding.has(Hook::Construct) {
        return Err(not_a_component(binding.token));
    }
    binding.ready()?;
    let inputs = checked(binding, call, question.inputs)?;
    let cancellation = call.cancellation.clone();
    let registration = Registration {
        kind: ResourceKind::Group,
        token: call.subject.token.clone(),
        name: call.subject.name.clone(),
        parent: question.parent,
        input_dependencies: for_each_input(&inputs, &question.input_dependencies),
        inputs: inputs.clone(),
        dependencies: question.dependencies,
        options: question.options,
    };
    let dependencies = registration.input_dependencies.clone();
    let registered = tokio::select! {
        registered = monitor.register(registration) => registered.map_err(refused)?,
        () = cancellation.cancelled() => return Err(CallError::Cancelled),
    };
    let urn = registered.urn;
    let session = binding.component.begin_session();
    let component = Constructed {
        token: call.subject.token.clone(),
        name: call.subject.name.clone(),
        inputs,
        dependencies,
    };
    let manifest = binding.component.manifest();
    let authority = Authority {
        own: package.name().to_owned(),
        uses: manifest.uses.keys().cloned().collect(),
    };
    let mut graph = Graph::new(session.number(), call.preview, authority, component);
    graph.registered_as(urn.clone());
    let graph = Arc::new(Mutex::new(graph));
    let call = Call {
        subject: Arc::new(Subject {
            urn: urn.clone(),
            ..Subject::clone(&call.subject)
        }),
        // What it registers must not depend on chance or on the time: a preview and its update register the same.
        effects: Effects::None,
        random_seed: Sha256::digest(&urn).to_vec(),
        graph: Some(Arc::clone(&graph)),
        ..call.clone()
    };
    let work = Work {
        call: &call,
        graph: &graph,
        monitor,
    };
    tokio::select! {
        constructed = work.run(binding, urn.clone(), session) => constructed,
        () = cancellation.cancelled() => Ok(ConstructedResource { urn, ..ConstructedResource::default() }),
    }
}

/// The inputs with defaults, as the schema and its rules take them.
fn checked(
    binding: &ResourceBinding<'_>,
    call: &Call,
    inputs: PropertyMap,
) -> Result<PropertyMap, CallError> {
    call.secrets.learn(&inputs);
    let whole = binding.schema.deprecation.as_deref();
    let declared = &binding.schema.inputs;
    call.warn_of(&schema::deprecations(
        binding.package,
        whole,
        declared,
        &inputs,
    ));
    let checked = schema::check(binding.package, declared, inputs, &schema::no_environment);
    call.secrets.learn(&checked.inputs);
    if checked.failures.is_empty() {
        Ok(checked.inputs)
    } else {
        Err(CallError::Guest(GuestError::Invalid(checked.failures)))
    }
}

/// An entry for each input, empty or not.
fn for_each_input(
    inputs: &PropertyMap,
    known: &BTreeMap<String, BTreeSet<String>>,
) -> BTreeMap<String, BTreeSet<String>> {
    let entry = |name: &String| (name.clone(), known.get(name).cloned().unwrap_or_default());
    inputs.keys().map(entry).collect()
}

/// The surroundings of one component's construction.
struct Work<'a> {
    call: &'a Call,
    graph: &'a SharedGraph,
    monitor: &'a dyn Monitor,
}

/// Something that ended.
enum Event<'a> {
    /// The guest has declared its part, and gave the component's outputs.
    Declared(Session<'a>, Result<PropertyMap, CallError>),
    Registered(NodeId, Result<Registered, MonitorError>),
    Called(Session<'a>, Result<(), CallError>),
}

/// A session that is not entered.
type Session<'a> = Box<dyn GuestSession + 'a>;

impl<'a> Work<'a> {
    async fn run(
        &self,
        binding: &ResourceBinding<'a>,
        urn: String,
        session: Session<'a>,
    ) -> Result<ConstructedResource, CallError> {
        let mut events = FuturesUnordered::<BoxFuture<'_, Event<'a>>>::new();
        events.push(Box::pin(self.declare(session)));
        let (mut idle, mut outputs, mut failure) = (None, PropertyMap::new(), None);
        loop {
            if failure.is_none() {
                let ready = self.graph.lock().take_ready();
                for (node, registration) in ready {
                    events.push(Box::pin(self.register(node, registration)));
                }
                let next = idle.is_some().then(|| self.graph.lock().take_callback());
                if let Some(callback) = next.flatten() {
                    if let Some(session) = idle.take() {
                        events.push(Box::pin(self.call_back(session, callback)));
                    }
                }
            }
            let ended = match events.next().await {
                Some(Event::Declared(session, declared)) => {
                    idle = Some(session);
                    declared.map(|declared| outputs = declared)
                }
                Some(Event::Called(session, called)) => {
                    idle = Some(session);
                    called
                }
                Some(Event::Registered(node, registered)) => self.answered(node, registered),
                // Groups whose outputs the guest forgot have none; that may be what something waits for.
                None if failure.is_none() && self.graph.lock().all_declared() => Ok(()),
                None => break,
            };
            // What failed first is the cause.
            failure = failure.or(ended.err());
        }
        if let Some(failure) = failure {
            return Err(failure);
        }
        let constructed = self.outputs(binding, urn, &outputs)?;
        self.complete(&constructed).await.map_err(refused)?;
        if let Some(session) = idle {
            session.close(self.call).await;
        }
        Ok(constructed)
    }

    async fn declare(&self, mut session: Session<'a>) -> Event<'a> {
        let inputs = self.graph.lock().inputs_for_guest();
        let declared = session.construct(self.call, &inputs).await;
        let declared = declared.and_then(|outputs| {
            let judged = self.graph.lock().judge_outputs(&outputs);
            judged.map(|()| outputs).map_err(CallError::Guest)
        });
        Event::Declared(session, declared)
    }

    async fn register(&self, node: NodeId, registration: Registration) -> Event<'a> {
        Event::Registered(node, self.monitor.register(registration).await)
    }

    async fn call_back(&self, mut session: Session<'a>, callback: CallbackCall) -> Event<'a> {
        let given = session
            .derive(self.call, callback.callback, &callback.argument)
            .await;
        let called = given.and_then(|given| {
            let taken = self.graph.lock().called(callback.node, given);
            taken.map_err(CallError::Guest)
        });
        Event::Called(session, called)
    }

    fn answered(
        &self,
        node: NodeId,
        registered: Result<Registered, MonitorError>,
    ) -> Result<(), CallError> {
        match registered {
            Ok(registered) => {
                self.call.secrets.learn(&registered.outputs);
                self.graph.lock().answered(node, registered);
                Ok(())
            }
            Err(error) => {
                let failed = Registered {
                    outcome: Outcome::Failed,
                    ..Registered::default()
                };
                self.graph.lock().answered(node, failed);
                Err(refused(error))
            }
        }
    }

    /// The component's outputs, once nothing is left to be done.
    fn outputs(
        &self,
        binding: &ResourceBinding<'_>,
        urn: String,
        expressions: &PropertyMap,
    ) -> Result<ConstructedResource, CallError> {
        let graph = self.graph.lock();
        let failed = graph.failed();
        if !failed.is_empty() {
            return Err(CallError::Refused {
                reason: format!("{} could not be made", failed.join(", ")),
                hint: None,
            });
        }
        let resolved = graph.outputs(expressions);
        let Some(resolved) = resolved.filter(|_| graph.is_settled()) else {
            return Err(CallError::BadAnswer(format!(
                "what it declared waits for each other: {}",
                graph.cycle().join(" needs ")
            )));
        };
        let (mut outputs, mut dependencies) = (PropertyMap::new(), BTreeMap::new());
        for (name, resolved) in resolved {
            // The engine leaves out what is unknown in an update; a program takes it for absent.
            if self.call.preview || !resolved.value.contains_unknown() {
                outputs.insert(name.clone(), resolved.value);
                dependencies.insert(name, resolved.dependencies);
            }
        }
        let nothing = PropertyMap::new();
        let outputs = schema::mark_secrets(binding.package, binding.schema, &nothing, outputs);
        Ok(ConstructedResource {
            urn,
            outputs,
            dependencies,
        })
    }

    /// Completes the groups and the component.
    async fn complete(&self, constructed: &ConstructedResource) -> Result<(), MonitorError> {
        let groups = self.graph.lock().groups();
        let mut outputs: FuturesUnordered<_> = groups
            .iter()
            .map(|(urn, outputs)| self.monitor.complete(urn, outputs.clone()))
            .collect();
        while let Some(completed) = outputs.next().await {
            completed?;
        }
        let outputs = constructed.outputs.clone();
        self.monitor.complete(&constructed.urn, outputs).await
    }
}

fn refused(error: MonitorError) -> CallError {
    match error {
        MonitorError::Ended => CallError::Cancelled,
        MonitorError::Refused(reason) => CallError::Refused { reason, hint: None },
    }
}

fn not_a_component(token: &str) -> CallError {
    CallError::Refused {
        reason: format!("`{token}` is not a component resource: its author wrote no `construct`"),
        hint: None,
    }
}

#[cfg(test)]
mod tests;
