//! A pool of instances, one call at a time on each.

use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::provider::error::CallError;

/// Makes instances that are ready for calls.
#[async_trait]
pub trait InstanceFactory: Send + Sync {
    type Instance: Send;

    /// Makes one. Called whenever a call finds none idle.
    async fn make(&self) -> Result<Self::Instance, CallError>;
}

/// Idle instances, and the right to make more.
pub struct Pool<Instance> {
    idle: Arc<Mutex<Vec<Instance>>>,
    permits: Arc<Semaphore>,
}

impl<Instance: Send> Pool<Instance> {
    /// A pool of at most `limit` instances. Nothing is made before it is needed.
    #[must_use]
    pub fn new(limit: usize) -> Self {
        Self {
            idle: Arc::new(Mutex::new(Vec::new())),
            permits: Arc::new(Semaphore::new(limit.clamp(1, Semaphore::MAX_PERMITS))),
        }
    }

    /// Waits, in order of arrival, for the right to run, and takes an idle instance or makes one.
    ///
    /// # Errors
    /// When a new instance cannot be made.
    pub async fn lease(
        &self,
        factory: &impl InstanceFactory<Instance = Instance>,
    ) -> Result<Lease<Instance>, CallError> {
        let permit = Arc::clone(&self.permits)
            .acquire_owned()
            .await
            .map_err(|_| CallError::Cancelled)?;
        let idle = self
            .idle
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .pop();
        let instance = match idle {
            Some(instance) => instance,
            None => factory.make().await?,
        };
        Ok(Lease {
            instance,
            idle: Arc::clone(&self.idle),
            _permit: permit,
        })
    }
}

/// An instance in use. Dropped, it is thrown away: that is what happens to one that trapped, ran out of time or was
/// cancelled, whatever the way there.
pub struct Lease<Instance> {
    /// The instance.
    pub instance: Instance,
    idle: Arc<Mutex<Vec<Instance>>>,
    _permit: OwnedSemaphorePermit,
}

impl<Instance> Lease<Instance> {
    /// Puts the instance back for the next call: only for one whose call returned.
    pub fn give_back(self) {
        self.idle
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(self.instance);
    }
}
