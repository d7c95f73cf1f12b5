//! Working off what a guest declares: registrations side by side, entries one at a time.

use std::collections::BTreeMap;

use futures_util::StreamExt;
use futures_util::future::BoxFuture;
use futures_util::stream::FuturesUnordered;

use super::{ConstructedResource, refused};
use crate::call::Call;
use crate::component::{ConstructRequest, GuestSession};
use crate::error::CallError;
use crate::graph::{
    CallbackCall, Found, LookupRequest, NodeId, Outcome, Registered, Registration, SharedGraph,
};
use crate::monitor::{Monitor, MonitorError};
use crate::resource_binding::ResourceBinding;
use crate::schema;
use crate::value::PropertyMap;

/// The surroundings of one component's construction.
pub(super) struct Work<'a> {
    pub(super) call: &'a Call,
    pub(super) graph: &'a SharedGraph,
    pub(super) monitor: &'a dyn Monitor,
    /// The options that the program gave, as the guest is told them.
    pub(super) options: &'a PropertyMap,
}

/// Something that ended.
enum Event<'a> {
    /// The guest has declared its part, and gave the component's outputs.
    Declared(Session<'a>, Result<PropertyMap, CallError>),
    Registered(NodeId, Result<Registered, MonitorError>),
    Found(NodeId, Result<Found, MonitorError>),
    Called(Session<'a>, Result<(), CallError>),
}

/// A session that is not entered.
type Session<'a> = Box<dyn GuestSession + 'a>;

impl<'a> Work<'a> {
    /// Enters the guest and sends what it declares, until nothing is left to be done.
    ///
    /// # Errors
    /// What failed first; or a cycle in what was declared.
    pub(super) async fn run(
        &self,
        binding: &ResourceBinding<'a>,
        urn: String,
        session: Session<'a>,
    ) -> Result<ConstructedResource, CallError> {
        let mut events = FuturesUnordered::<BoxFuture<'_, Event<'a>>>::new();
        events.push(Box::pin(self.declare(session)));
        let (mut idle, mut outputs, mut failure) = (None, PropertyMap::new(), None);
        loop {
            while failure.is_none() {
                let ready = self.graph.lock().take_ready();
                for (node, registration) in ready {
                    events.push(Box::pin(self.register(node, registration)));
                }
                let lookups = self.graph.lock().take_lookups();
                for (node, request) in lookups {
                    events.push(Box::pin(self.look_up(node, request)));
                }
                let next = idle.is_some().then(|| self.graph.lock().take_callback());
                if let Some(callback) = next.flatten()
                    && let Some(session) = idle.take()
                {
                    events.push(Box::pin(self.call_back(session, callback)));
                }
                failure = self.graph.lock().excess();
                // What is unknown needs no callback, and others may have waited for it.
                if !self.graph.lock().has_more() {
                    break;
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
                Some(Event::Found(node, found)) => self.found(node, found),
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
        let request = ConstructRequest {
            inputs: &inputs,
            options: self.options,
        };
        let declared = session.construct(self.call, request).await;
        let declared = declared.and_then(|outputs| {
            let judged = self.graph.lock().judge_outputs(&outputs);
            judged.map(|()| outputs).map_err(CallError::Guest)
        });
        Event::Declared(session, declared)
    }

    async fn register(&self, node: NodeId, registration: Registration) -> Event<'a> {
        self.call.secrets.learn_answer(&registration.inputs);
        Event::Registered(node, self.monitor.register(registration).await)
    }

    async fn look_up(&self, node: NodeId, request: LookupRequest) -> Event<'a> {
        Event::Found(node, self.monitor.look_up(request).await)
    }

    async fn call_back(&self, mut session: Session<'a>, callback: CallbackCall) -> Event<'a> {
        let given = session
            .derive(self.call, callback.callback, &callback.argument)
            .await;
        let called = given.and_then(|given| {
            if callback.is_secret {
                let secret = PropertyMap::from([(String::new(), given.clone().into_secret())]);
                self.call.secrets.learn_answer(&secret);
            }
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

    fn found(&self, node: NodeId, found: Result<Found, MonitorError>) -> Result<(), CallError> {
        match found {
            Ok(found) => {
                self.call.secrets.learn(&found.outputs);
                self.graph.lock().found(node, Some(found));
                Ok(())
            }
            Err(error) => {
                self.graph.lock().found(node, None);
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
        let resolved = graph.outputs(expressions);
        if let Some(excess) = graph.excess() {
            return Err(excess);
        }
        let failed = graph.failed();
        if !failed.is_empty() {
            return Err(CallError::Refused {
                reason: format!("{} could not be made", failed.join(", ")),
                hint: None,
            });
        }
        let Some(resolved) = resolved.filter(|_| graph.is_settled()) else {
            return Err(CallError::BadAnswer(format!(
                "its declarations wait for each other: {}",
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
