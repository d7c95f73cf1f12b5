//! The work of a session: registrations run side by side, calls of the guest one at a time.

mod context;
mod engine_callbacks;
mod exits;
mod hooks;
mod open_texts;
mod transforms;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use context::{Event, Session};
pub(super) use context::{Task, Work};
use engine_callbacks::EngineCallbacks;
pub(super) use exits::Exits;
use futures_util::StreamExt;
use futures_util::future::BoxFuture;
use futures_util::stream::FuturesUnordered;
use parking_lot::Mutex;

use crate::call::{Call, Effects};
use crate::component::{CallbackKind, CallbackRequest, ConstructRequest, MethodRequest};
use crate::error::CallError;
use crate::graph::{
    Authority, COMPONENT, CallbackCall, ComponentNode, EngineCallback, Graph, LookupRequest,
    LookupResult, NodeId, Registered, Registration, RegistrationOutcome, ResourceKind, SharedGraph,
    output,
};
use crate::long_work::beside;
use crate::manifest::UsedPackage;
use crate::monitor::MonitorError;
use crate::package::{Package, unknown_outputs};
use crate::value::PropertyMap;
use crate::value::size_limits;

/// Larger registrations take so long to write that other calls go first.
const LARGE: usize = 256 << 10;

/// A session that has nothing left to do.
pub(super) struct Settled<'a> {
    /// The outputs that the guest returned. Values are unknown only in previews.
    pub(super) outputs: PropertyMap,
    /// The outputs that an update leaves out because they are unknown.
    pub(super) unknown: BTreeSet<String>,
    /// The URNs of the custom resources and remote components that each output comes from.
    pub(super) dependencies: BTreeMap<String, BTreeSet<String>>,
    pub(super) session: Option<Session<'a>>,
}

/// Creates the graph of a session, whose node 0 is the call's subject, and the call for entering the guest.
/// `uses` has the packages that the component may use in addition to its own, and `configured` the packages that the stack has
/// configuration of.
pub(super) fn begin(
    package: &Package,
    (uses, configured): (&BTreeMap<String, UsedPackage>, &BTreeSet<String>),
    call: &Call,
    session: u32,
    subject: ComponentNode,
) -> (Call, SharedGraph) {
    let authority = Authority {
        own: package.name().to_owned(),
        uses: uses.keys().cloned().collect(),
        forbidden: package.forbidden_uses_beside(configured),
    };
    let mut graph = Graph::new(session, call.preview, authority, subject);
    graph.registered_as(call.subject.urn.clone());
    graph.set_own_package(Arc::new(package.components.clone()));
    let graph = Arc::new(Mutex::new(graph));
    let call = Call {
        // Declarations must not depend on chance or time, so that a preview and its update declare the same resources.
        effects: Effects::None,
        graph: Some(Arc::clone(&graph)),
        ..call.clone()
    };
    (call, graph)
}

impl<'a> Work<'a> {
    /// Enters the guest and sends its declarations, until nothing is left to do.
    ///
    /// # Errors
    /// The first failure, or a cycle in the declarations.
    pub(super) async fn run(&self, session: Session<'a>) -> Result<Settled<'a>, CallError> {
        if self.exits.are_large() {
            self.component.turn().await;
            self.timed(|| self.exits.prepare());
        }
        let mut events = FuturesUnordered::<BoxFuture<'_, Event<'a>>>::new();
        events.push(Box::pin(self.declare(session)));
        let mut questions = EngineCallbacks::new();
        let (mut idle, mut outputs, mut failure) = (None, PropertyMap::new(), None);
        // The size of registrations that were not sent yet.
        let mut bytes = 0;
        loop {
            while failure.is_none() {
                let ready = self.graph.lock().timed(Graph::take_ready);
                for (node, mut registration, size) in ready {
                    questions.put_on(&mut registration, &self.graph.lock(), node);
                    let judged = self.timed_beside(size, || self.exits.judge(&mut registration));
                    events.push(Box::pin(self.register(node, registration, judged)));
                    bytes += size;
                    self.pace().await;
                }
                let lookups = self.graph.lock().timed(Graph::take_lookups);
                for (node, mut request) in lookups {
                    let judged = self.timed(|| self.exits.judge_look_up(&mut request));
                    events.push(Box::pin(self.look_up(node, request, judged)));
                    self.pace().await;
                }
                if let Some(session) = idle.take() {
                    // The engine waits with a registration that other registrations may wait for.
                    if let Some(asked) = questions.next() {
                        events.push(self.asked(session, asked));
                    } else if let Some(callback) = self.next_callback() {
                        events.push(Box::pin(self.call_back(session, callback)));
                    } else {
                        idle = Some(session);
                    }
                }
                failure = self.graph.lock().excess();
                if failure.is_none() && self.pace().await {
                    continue;
                }
                // An unknown value needs no callback, and other nodes may have waited for it.
                if !self.graph.lock().has_more() {
                    break;
                }
            }
            if std::mem::take(&mut bytes) > LARGE {
                self.component.turn().await;
            }
            if failure.is_some() {
                questions.refuse_transforms();
                if let Some(session) = idle.take() {
                    match questions.next() {
                        Some(asked) => events.push(self.asked(session, asked)),
                        None => idle = Some(session),
                    }
                }
            }
            self.graph.lock().end_turn();
            let event = tokio::select! {
                biased;
                event = events.next() => event,
                () = questions.arrive() => continue,
            };
            let ended = match event {
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
                // A group whose outputs the guest did not declare now gets null outputs. Another node may wait for them.
                None if failure.is_none() && self.graph.lock().all_declared() => Ok(()),
                None => break,
            };
            // The first failure is the cause.
            failure = failure.or(ended.err());
        }
        if let Some(failure) = failure {
            return Err(failure);
        }
        // The values of their outputs may be large.
        if self.graph.lock().bytes() > LARGE {
            self.component.turn().await;
        }
        let outputs = self.timed(|| self.outputs(&outputs))?;
        let doubts = self.graph.lock().warnings();
        self.call.warn_of(&doubts);
        Ok(Settled {
            outputs: outputs.known,
            unknown: outputs.unknown,
            dependencies: outputs.dependencies,
            session: idle,
        })
    }

    /// Completes the groups, and also the component if `outputs` are given. Then the guest's part ends.
    ///
    /// # Errors
    /// If the engine does not accept the outputs.
    pub(super) async fn complete(
        &self,
        session: Option<Session<'a>>,
        component: Option<(&str, PropertyMap)>,
    ) -> Result<(), CallError> {
        let groups = self.graph.lock().groups();
        let mut outputs = FuturesUnordered::new();
        for (urn, mut given) in groups {
            self.timed(|| self.exits.judge_group(&urn, &mut given));
            outputs.push(self.exits.complete_group(urn, given));
            self.pace().await;
        }
        while let Some(completed) = outputs.next().await {
            completed.map_err(refused)?;
        }
        if let Some((urn, outputs)) = component {
            let completed = self.exits.complete_component(urn, outputs).await;
            completed.map_err(refused)?;
        }
        if let Some(session) = session {
            session.close(self.call).await;
        }
        Ok(())
    }

    async fn declare(&self, mut session: Session<'a>) -> Event<'a> {
        let inputs = &self.graph.lock().inputs_for_guest();
        let declared = match self.task {
            Task::Construct { options } => {
                let request = ConstructRequest { inputs, options };
                session.construct(self.call, request).await
            }
            Task::Call => {
                let request = MethodRequest {
                    receiver: &output(COMPONENT, ""),
                    arguments: inputs,
                };
                session.call_method(self.call, request).await
            }
        };
        let declared = declared.and_then(|outputs| {
            let judged = self.graph.lock().check_outputs(&outputs);
            judged.map(|()| outputs).map_err(CallError::Guest)
        });
        Event::Declared(session, declared)
    }

    fn asked<'w>(
        &'w self,
        session: Session<'a>,
        asked: EngineCallback,
    ) -> BoxFuture<'w, Event<'a>> {
        match asked {
            EngineCallback::Transform(question) => Box::pin(self.transform(session, *question)),
            EngineCallback::Hook(moment, question) => {
                Box::pin(self.hook(session, moment, *question))
            }
        }
    }

    async fn register(
        &self,
        node: NodeId,
        registration: Registration,
        judged: Result<(), MonitorError>,
    ) -> Event<'a> {
        Event::Registered(
            node,
            match judged {
                Ok(()) => {
                    let is_component = registration.kind == ResourceKind::Remote;
                    let mut registered = self.exits.register(registration).await;
                    if let Ok(registered) = &mut registered
                        && is_component
                    {
                        let subject = (registered.urn.clone(), String::new());
                        self.unknown_outputs.add(&subject, &mut registered.outputs);
                    }
                    registered
                }
                Err(refusal) => Err(refusal),
            },
        )
    }

    async fn look_up(
        &self,
        node: NodeId,
        request: LookupRequest,
        judged: Result<bool, MonitorError>,
    ) -> Event<'a> {
        Event::Found(
            node,
            match judged {
                Ok(is_hidden) => {
                    let subject = unknown_outputs::subject_of(&request);
                    let mut found = self.exits.look_up(request, is_hidden).await;
                    if let (Ok(found), Some(subject)) = (&mut found, subject) {
                        self.unknown_outputs.add(&subject, &mut found.outputs);
                    }
                    found
                }
                Err(refusal) => Err(refusal),
            },
        )
    }

    fn next_callback(&self) -> Option<CallbackCall> {
        self.graph.lock().timed(Graph::take_callback)
    }

    /// Runs work of the host for the session, and counts its time.
    fn timed<T>(&self, work: impl FnOnce() -> T) -> T {
        let began = self.graph.lock().clock();
        let done = work();
        self.graph.lock().worked_since(began);
        done
    }

    /// Runs work of the host on this many bytes for the session, while other calls are served, and counts its time.
    fn timed_beside<T>(&self, bytes: usize, work: impl FnOnce() -> T) -> T {
        self.timed(|| beside(bytes, work))
    }

    /// Lets other calls run if the session has worked for a moment, and then begins a turn. Returns whether it did.
    async fn pace(&self) -> bool {
        if !self.graph.lock().should_yield() {
            return false;
        }
        self.component.turn().await;
        self.graph.lock().begin_turn();
        true
    }

    async fn call_back(&self, mut session: Session<'a>, callback: CallbackCall) -> Event<'a> {
        let source = &callback.source;
        // The guest sees the secrets in it, and may remember them.
        let size = size_limits::size_of_value(source);
        self.timed_beside(size, || self.call.secrets.meet_part(source));
        let request = CallbackRequest {
            kind: CallbackKind::Derive,
            number: callback.callback,
            subject: "",
            argument: &source.without_secrets(),
        };
        let given = session.run_callback(self.call, request).await;
        let called = given.and_then(|given| {
            let size = size + size_limits::size_of_value(&given);
            self.timed_beside(size, || {
                if source.contains_secret() {
                    self.call.secrets.learn_derived(source, &given);
                }
                let taken = self.graph.lock().complete_callback(callback.node, given);
                taken.map_err(CallError::Guest)
            })
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
                let size = size_limits::size(&registered.outputs);
                self.timed_beside(size, || {
                    self.call.secrets.meet(&registered.outputs);
                    self.graph.lock().complete_registration(node, registered);
                });
                Ok(())
            }
            Err(error) => {
                let failed = Registered {
                    outcome: RegistrationOutcome::Failed,
                    ..Registered::default()
                };
                self.graph.lock().complete_registration(node, failed);
                Err(refused(error))
            }
        }
    }

    fn found(
        &self,
        node: NodeId,
        found: Result<LookupResult, MonitorError>,
    ) -> Result<(), CallError> {
        match found {
            Ok(found) => {
                let size = size_limits::size(&found.outputs);
                self.timed_beside(size, || {
                    self.call.secrets.meet(&found.outputs);
                    self.graph.lock().complete_lookup(node, Some(found));
                });
                Ok(())
            }
            Err(error) => {
                self.graph.lock().complete_lookup(node, None);
                Err(refused(error))
            }
        }
    }

    /// The outputs and their dependencies, once nothing is left to do.
    fn outputs(&self, expressions: &PropertyMap) -> Result<Outputs, CallError> {
        let graph = self.graph.lock();
        let resolved = graph.outputs(expressions);
        if let Some(excess) = graph.excess() {
            return Err(excess);
        }
        if let Some(failed) = graph.failed() {
            return Err(CallError::Refused {
                reason: format!("{failed} could not be registered"),
                hint: None,
            });
        }
        let Some(resolved) = resolved.filter(|_| graph.is_settled()) else {
            return Err(CallError::BadAnswer(format!(
                "its declarations wait for each other: {}",
                graph.cycle().join(" needs ")
            )));
        };
        let mut outputs = Outputs::default();
        for (name, resolved) in resolved {
            // The engine leaves out an unknown value in an update, and programs see it as absent.
            if self.call.preview || !resolved.value.contains_unknown() {
                outputs.known.insert(name.clone(), resolved.value);
            } else {
                outputs.unknown.insert(name.clone());
            }
            outputs.dependencies.insert(name, resolved.dependencies);
        }
        Ok(outputs)
    }
}

/// The outputs that the guest returned.
#[derive(Default)]
struct Outputs {
    known: PropertyMap,
    unknown: BTreeSet<String>,
    /// The URNs that each output comes from. The engine finds the resources that it skipped by the URNs of unknown
    /// outputs.
    dependencies: BTreeMap<String, BTreeSet<String>>,
}

/// The error of a call whose request the engine refused.
pub(super) fn refused(error: MonitorError) -> CallError {
    match error {
        MonitorError::Ended => CallError::Cancelled,
        MonitorError::Refused(reason) => CallError::Refused { reason, hint: None },
    }
}
