//! The construction of one component resource, or one call of a method: calls on one instance that no other call enters
//! in between.
//!
//! A waiting instance holds no permit to run: other calls run in the meantime, and the resources that it waits for may
//! be constructed by the same component.

use async_trait::async_trait;
use futures_util::future::BoxFuture;
use pulumi_wasm_capability::budget::{LimitReached, Part};
use pulumi_wasm_capability::declarations;
use pulumi_wasm_capability::limits::Limit;
use pulumi_wasm_core::call::{Call, Effects, Operation};
use pulumi_wasm_core::component::{
    CallbackKind, CallbackRequest, ConstructRequest, GuestSession, MethodRequest,
};
use pulumi_wasm_core::error::{CallError, GuestError};
use pulumi_wasm_core::graph::SessionLimits;
use pulumi_wasm_core::value::size_limits;
use pulumi_wasm_core::value::{PropertyMap, PropertyValue};
use sha2::{Digest, Sha256};

use super::call::call_guest;
use super::call::entering::Entrance;
use super::instances::instance::Instance;
use super::interface::{Answer, Constructs, Entry};
use crate::engine::{Lease, limit_reached, time_on_processor};

/// A session of a component in the sandbox.
pub(super) struct WasmSession<'a> {
    entrance: &'a Entrance,
    number: u32,
    stage: Stage,
}

/// The state of a session.
enum Stage {
    /// No call has begun.
    New,
    /// Between two calls. The part is its place among the sessions of the process.
    Waiting(Instance, Part),
    /// A call did not return, or is running. The instance is gone, or with that call.
    Over,
}

/// The result of a call.
struct Entered<T> {
    answer: Result<T, CallError>,
    /// The instance and its place among the sessions, if the function returned.
    left: Option<(Lease<Instance>, Part)>,
}

impl<'a> WasmSession<'a> {
    /// A session that has this number. No guest code runs before its first call.
    pub(super) fn new(entrance: &'a Entrance, number: u32) -> Self {
        Self {
            entrance,
            number,
            stage: Stage::New,
        }
    }

    /// Runs a function of the guest as a call of this session. After a call that did not return, the session is over.
    async fn enter<'r, T>(
        &mut self,
        call: &'r Call,
        function: impl for<'e> FnOnce(&'e dyn Constructs, Entry<'e, 'r>) -> BoxFuture<'e, Answer<T>>,
    ) -> Result<T, CallError>
    where
        'a: 'r,
    {
        let entered = self.run(call, function).await?;
        if let Some((lease, place)) = entered.left {
            self.stage = Stage::Waiting(lease.rest(), place);
        }
        entered.answer
    }

    /// Runs the function, and returns the instance with its permit to run.
    async fn run<'r, T>(
        &mut self,
        call: &'r Call,
        function: impl for<'e> FnOnce(&'e dyn Constructs, Entry<'e, 'r>) -> BoxFuture<'e, Answer<T>>,
    ) -> Result<Entered<T>, CallError>
    where
        'a: 'r,
    {
        let entrance = self.entrance;
        let (lease, bounds, place) = match std::mem::replace(&mut self.stage, Stage::Over) {
            Stage::New => {
                let place = entrance.session_place()?;
                let (mut lease, bounds) = entrance.lease_for_session(call).await?;
                let computing = entrance.limits().time(Limit::ComputeTime);
                lease.instance.begin_session(computing);
                (lease, bounds, place)
            }
            Stage::Waiting(instance, _) if instance.cpu_budget().is_session_over() => {
                return Err(self.out_of_time());
            }
            Stage::Waiting(instance, place) => {
                let (lease, bounds) = entrance.resume(call, instance).await?;
                (lease, bounds, place)
            }
            Stage::Over => return Err(is_over()),
        };
        let sources = entrance.instances.sources();
        let ended = call_guest(lease, bounds, sources, |guest, entry| {
            match guest.constructs() {
                Some(constructs) => function(constructs, entry),
                None => Box::pin(async { Ok(Err(constructs_nothing())) }),
            }
        });
        let (answer, lease) = ended.await.outcome.into_parts();
        Ok(Entered {
            answer,
            left: lease.map(|lease| (lease, place)),
        })
    }

    /// Checks that a session may keep the result of a call.
    fn has_room(&self, call: &Call, bytes: usize) -> Result<(), CallError> {
        let Some(graph) = &call.graph else {
            return Ok(());
        };
        let limits = self.entrance.limits();
        let room = declarations::has_room_for(limits, &graph.lock(), bytes);
        room.map_err(|reached| limit_reached(&reached))
    }

    /// Calls of transforms and hooks count as callbacks: the engine decides how many there are.
    fn may_be_asked(&self, call: &Call) -> Result<(), CallError> {
        let Some(graph) = &call.graph else {
            return Ok(());
        };
        let limits = self.entrance.limits();
        let allowed = declarations::may_be_asked(limits, &graph.lock());
        allowed.map_err(|reached| limit_reached(&reached))
    }

    /// Limits a session's declarations and their derived values. Derived values also count for the component's share of
    /// the process, as long as the graph exists.
    fn bound(&self, call: &Call) {
        if let Some(graph) = &call.graph {
            let limits = self.entrance.limits();
            let exceeded = |limit, what| limit_reached(&LimitReached::of(limits, limit, what));
            let (size, dependencies) = (Limit::SessionSize, Limit::ResourceDependencies);
            let budget = self.entrance.instances.settings.capabilities.budget();
            let mut derived = budget.nothing();
            graph.lock().set_limits(SessionLimits {
                max_bytes: limits.size(size),
                exceeded: exceeded(
                    size,
                    "the declarations of the component and the data derived from them take",
                ),
                max_dependencies: limits.size(dependencies),
                too_many_dependencies: exceeded(
                    dependencies,
                    "the dependencies of one resource and of its properties are",
                ),
                reserve: Box::new(move |bytes| {
                    let grown = derived.grow(bytes);
                    grown.map_err(|reached| limit_reached(&reached))
                }),
                clock: Box::new(time_on_processor),
                max_time: limits.time(Limit::CheckTime),
                out_of_time: exceeded(
                    Limit::CheckTime,
                    "the host computes for the declarations of the component",
                ),
            });
        }
    }

    fn out_of_time(&self) -> CallError {
        let (limit, what) = (Limit::ComputeTime, "the component computes");
        limit_reached(&LimitReached::of(self.entrance.limits(), limit, what))
    }
}

#[async_trait]
impl GuestSession for WasmSession<'_> {
    fn number(&self) -> u32 {
        self.number
    }

    async fn construct(
        &mut self,
        call: &Call,
        request: ConstructRequest<'_>,
    ) -> Result<PropertyMap, CallError> {
        self.bound(call);
        let number = self.number;
        let outputs = self.enter(call, |guest, entry| guest.construct(entry, number, request));
        let outputs = outputs.await?;
        self.has_room(call, size_limits::size(&outputs))?;
        Ok(outputs)
    }

    async fn call_method(
        &mut self,
        call: &Call,
        request: MethodRequest<'_>,
    ) -> Result<PropertyMap, CallError> {
        self.bound(call);
        let number = self.number;
        let result = self.enter(call, |guest, entry| {
            guest.call_method(entry, number, request)
        });
        let result = result.await?;
        self.has_room(call, size_limits::size(&result))?;
        Ok(result)
    }

    async fn run_callback(
        &mut self,
        call: &Call,
        request: CallbackRequest<'_>,
    ) -> Result<PropertyValue, CallError> {
        let number = self.number;
        match request.kind {
            CallbackKind::Derive => {}
            CallbackKind::Transform | CallbackKind::Hook => self.may_be_asked(call)?,
        }
        let call = &of_callback(call, &request);
        let value = self.enter(call, |guest, entry| {
            guest.run_callback(entry, number, request)
        });
        let value = value.await?;
        self.has_room(call, size_limits::size_of_value(&value))?;
        Ok(value)
    }

    async fn close(mut self: Box<Self>, call: &Call) {
        let number = self.number;
        // The session accepts no further declarations.
        let call = &Call {
            graph: None,
            ..call.clone()
        };
        let closed = self.run(call, |guest, entry| guest.close(entry, number));
        // The component exists even if closing the session fails. An instance that failed is not used again.
        if let Ok(Entered {
            answer: Ok(()),
            left: Some((mut lease, _)),
        }) = closed.await
            && lease.instance.end_session()
        {
            lease.give_back();
        }
    }
}

/// The call in which a callback runs. The callback's number is part of its random seed, so that two callbacks do not
/// draw the same bytes. Earlier calls are not part of it, because a preview may leave them out. A hook runs when a
/// resource is really made, and never in a preview: it has the effects and the time of an operation on a resource.
fn of_callback(call: &Call, request: &CallbackRequest<'_>) -> Call {
    let mut seed = Sha256::new();
    seed.update(&call.random_seed);
    seed.update(request.number.to_le_bytes());
    seed.update(request.subject);
    let (operation, effects) = match request.kind {
        CallbackKind::Derive | CallbackKind::Transform => (call.operation, call.effects),
        CallbackKind::Hook => (Operation::Hook, Effects::All),
    };
    Call {
        operation,
        effects,
        random_seed: seed.finalize().to_vec(),
        ..call.clone()
    }
}

fn is_over() -> CallError {
    let reason = "the session of the component has ended: a call of it did not return".to_owned();
    CallError::Refused { reason, hint: None }
}

fn constructs_nothing() -> CallError {
    let reason =
        "its manifest has components or methods, but it does not export `components`".to_owned();
    CallError::Guest(GuestError::Unsupported(reason))
}

#[cfg(test)]
mod tests;
