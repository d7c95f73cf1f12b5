//! Letting calls into a component: each gets an instance and the right to run it.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use futures_util::future::BoxFuture;
use pulumi_wasm_capability::budget::Part;
use pulumi_wasm_capability::limits::Limits;
use pulumi_wasm_core::call::Call;
use pulumi_wasm_core::component::CallFailure;
use pulumi_wasm_core::error::{CallError, GuestError};

use super::bounds::Bounds;
use super::{Ended, call_guest};
use crate::engine::{Lease, Pool, limit_reached};
use crate::guest::instances::instance::Instance;
use crate::guest::instances::{Factory, Instances, WasmSettings};
use crate::guest::interface::{Answer, Entry, Guest};

/// The way into a component: its instances, and the pool that calls take them from.
pub(crate) struct Entrance {
    pub(crate) instances: Instances,
    pool: Pool<Instance>,
    /// Calls that went into the component's code.
    entries: AtomicU64,
}

impl Entrance {
    /// The entry to a component with these settings. No call is in the component.
    pub(crate) fn new(settings: WasmSettings) -> Self {
        let pool = Pool::new(&settings.limits);
        Self {
            instances: Instances::new(settings),
            pool,
            entries: AtomicU64::new(0),
        }
    }

    /// The number of calls that entered the component's code.
    pub(crate) fn entries(&self) -> u64 {
        self.entries.load(Ordering::Relaxed)
    }

    /// Runs a function of the component as a call, on an instance of the pool. The instance goes back only if its
    /// function returned.
    pub(crate) async fn enter<'r, T>(
        &'r self,
        call: &'r Call,
        function: impl for<'a> FnOnce(&'a dyn Guest, Entry<'a, 'r>) -> BoxFuture<'a, Answer<T>>,
    ) -> Result<T, CallFailure> {
        let (lease, bounds) = self.lease(call).await?;
        let sources = self.instances.sources();
        let Ended {
            outcome,
            checkpoint,
        } = call_guest(lease, bounds, sources, function).await;
        let (answer, lease) = outcome.into_parts();
        if let Some(mut lease) = lease
            && lease.instance.may_stay()
        {
            lease.give_back();
        }
        answer.map_err(|error| CallFailure { error, checkpoint })
    }

    /// Calls a function that saves no checkpoints.
    pub(crate) async fn ask<'r, T>(
        &'r self,
        call: &'r Call,
        function: impl for<'a> FnOnce(&'a dyn Guest, Entry<'a, 'r>) -> BoxFuture<'a, Answer<T>>,
    ) -> Result<T, CallError> {
        let entered = self.enter(call, function).await;
        entered.map_err(|failure| failure.error)
    }

    /// Leases an instance for a call, and creates one if none is idle. Returns the rest of the call's time. A call that
    /// fails here has changed nothing. A cancelled call gets no grace period here, because it has not begun.
    pub(crate) async fn lease<'a>(
        &'a self,
        call: &'a Call,
    ) -> Result<(Lease<Instance>, Bounds<'a>), CallError> {
        self.lease_fitting(call, |_| true).await
    }

    /// Leases an instance for the first call of a session: an instance that never ran a call with secrets. Its guest
    /// could reveal a secret of another resource, which this session does not know.
    pub(crate) async fn lease_for_session<'a>(
        &'a self,
        call: &'a Call,
    ) -> Result<(Lease<Instance>, Bounds<'a>), CallError> {
        self.lease_fitting(call, |instance| !instance.knows_secrets)
            .await
    }

    async fn lease_fitting<'a>(
        &'a self,
        call: &'a Call,
        fits: impl Fn(&Instance) -> bool + Send + Sync,
    ) -> Result<(Lease<Instance>, Bounds<'a>), CallError> {
        self.instances.compiled(call).await.map_err(not_entered)?;
        let bounds = self.begun(call);
        // A guest that answers at its first step would be in time for ever: an answer wins over its deadline.
        if bounds.left().is_zero() {
            return Err(bounds.exceeded());
        }
        let began = Instant::now();
        let factory = Factory {
            instances: &self.instances,
            call,
        };
        let leased = bounds.run(Duration::ZERO, self.pool.lease_fitting(&factory, fits));
        let lease = leased.await.flatten().map_err(not_entered)?;
        Ok((lease, bounds.since(began)))
    }

    /// Lets an instance run again that waits between two calls of a session. If the call fails here, the instance is
    /// gone.
    pub(crate) async fn resume<'a>(
        &'a self,
        call: &'a Call,
        instance: Instance,
    ) -> Result<(Lease<Instance>, Bounds<'a>), CallError> {
        let bounds = self.begun(call);
        let began = Instant::now();
        let resumed = bounds.run(Duration::ZERO, self.pool.resume(instance));
        let lease = resumed.await.flatten().map_err(not_entered)?;
        Ok((lease, bounds.since(began)))
    }

    /// Counts a call before it enters the component's code, and returns its limits.
    pub(crate) fn begun<'a>(&'a self, call: &'a Call) -> Bounds<'a> {
        self.entries.fetch_add(1, Ordering::Relaxed);
        self.instances.bounds(call)
    }

    /// The limits of the component.
    pub(crate) fn limits(&self) -> &Limits {
        &self.instances.settings.limits
    }

    /// A place among the sessions of the process.
    pub(crate) fn session_place(&self) -> Result<Part, CallError> {
        let sessions = &self.instances.settings.capabilities.shares.sessions;
        sessions.part(1).map_err(|reached| limit_reached(&reached))
    }
}

/// The error of a call that never entered the component's function: whatever happened, the call failed cleanly.
fn not_entered(error: CallError) -> CallError {
    match error {
        CallError::Cancelled => {
            CallError::Guest(GuestError::Cancelled("the call was cancelled".to_owned()))
        }
        error if error.is_uncertain() => CallError::Refused {
            reason: format!("the component could not be made ready: {error}"),
            hint: error.hint(),
        },
        error => error,
    }
}
