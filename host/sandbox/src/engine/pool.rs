//! A pool of instances, one call at a time on each.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use async_trait::async_trait;
use parking_lot::Mutex;
use pulumi_wasm_capability::limits::{Limit, Limits};
use pulumi_wasm_core::error::CallError;
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};

/// The time that an unused instance stays. The most recently used instance stays for ever, because making an instance
/// may include a login.
const IDLE_TIME: Duration = Duration::from_secs(30);

/// The interval at which a waiting call checks whether the process can create another instance.
const LOOK_INTERVAL: Duration = Duration::from_millis(100);

/// Creates instances that are ready for calls.
#[async_trait]
pub trait InstanceFactory: Send + Sync {
    type Instance: Send;

    /// Creates an instance. Called when a call finds no idle instance.
    async fn make(&self) -> Result<Self::Instance, CallError>;

    /// Whether the process can create another instance. If it cannot, a call waits for an instance in use.
    fn has_room(&self) -> bool;
}

/// Idle instances, and the permits to create more.
pub struct Pool<Instance> {
    idle: Arc<Mutex<Idle<Instance>>>,
    permits: Arc<Semaphore>,
    /// Wakes a call that waits because the process cannot create another instance.
    returned: Arc<Notify>,
    instances: u64,
    waiting: AtomicU64,
    waiting_limit: u64,
    hint: String,
}

/// Instances that wait for calls, the last used one at the end.
struct Idle<Instance> {
    instances: Vec<(Instance, Instant)>,
    /// The number of instances in use or being created.
    in_use: usize,
    time: Duration,
    /// Whether a task removes unused instances.
    is_watched: bool,
}

/// The result of the search for an idle instance that fits a call.
enum Exchanged<Instance> {
    Fitting(Instance),
    /// No instance fits. This instance was idle for the longest time.
    Oldest(Instance),
}

impl<Instance> Idle<Instance> {
    /// Puts an instance back that does not fit, and takes another instance.
    fn exchange(
        &mut self,
        instance: Instance,
        fits: &impl Fn(&Instance) -> bool,
    ) -> Exchanged<Instance> {
        let found = self.instances.iter().rposition(|(idle, _)| fits(idle));
        if let Some(place) = found {
            let (found, _) = self.instances.remove(place);
            self.instances.push((instance, Instant::now()));
            return Exchanged::Fitting(found);
        }
        if self.instances.is_empty() {
            return Exchanged::Oldest(instance);
        }
        let (oldest, _) = self.instances.remove(0);
        self.instances.push((instance, Instant::now()));
        Exchanged::Oldest(oldest)
    }
}

impl<Instance: Send + 'static> Pool<Instance> {
    /// A pool within a component's limits. No instance is created before the first lease.
    #[must_use]
    pub fn new(limits: &Limits) -> Self {
        Self::keeping(limits, IDLE_TIME)
    }

    /// A pool that keeps idle instances for this time.
    fn keeping(limits: &Limits, time: Duration) -> Self {
        let instances = limits
            .size(Limit::Instances)
            .clamp(1, Semaphore::MAX_PERMITS);
        Self {
            idle: Arc::new(Mutex::new(Idle {
                instances: Vec::new(),
                in_use: 0,
                time,
                is_watched: false,
            })),
            permits: Arc::new(Semaphore::new(instances)),
            returned: Arc::default(),
            instances: instances as u64,
            waiting: AtomicU64::new(0),
            waiting_limit: limits.get(Limit::WaitingCalls),
            hint: limits.hint(Limit::WaitingCalls),
        }
    }

    /// Waits in order of arrival for a permit to run, and takes an idle instance or creates one.
    ///
    /// # Errors
    /// When too many wait already, or a new instance cannot be made.
    pub async fn lease(
        &self,
        factory: &impl InstanceFactory<Instance = Instance>,
    ) -> Result<Lease<Instance>, CallError> {
        self.lease_fitting(factory, |_| true).await
    }

    /// Leases an instance that fits the call. If no idle instance fits, the instance that was idle for the longest
    /// time is replaced by a new one.
    ///
    /// # Errors
    /// Like [`Self::lease`].
    pub async fn lease_fitting(
        &self,
        factory: &impl InstanceFactory<Instance = Instance>,
        fits: impl Fn(&Instance) -> bool + Send + Sync,
    ) -> Result<Lease<Instance>, CallError> {
        let permit = match Arc::clone(&self.permits).try_acquire_owned() {
            Ok(permit) => permit,
            Err(_) => {
                let _place = self.wait()?;
                Arc::clone(&self.permits)
                    .acquire_owned()
                    .await
                    .map_err(|_| CallError::Cancelled)?
            }
        };
        let (place, idle) = self.place(permit, factory).await;
        let instance = match idle {
            Some(instance) if fits(&instance) => instance,
            Some(instance) => {
                let exchanged = lock(&self.idle).exchange(instance, &fits);
                match exchanged {
                    Exchanged::Fitting(instance) => instance,
                    Exchanged::Oldest(oldest) => {
                        drop(oldest);
                        factory.make().await?
                    }
                }
            }
            None => factory.make().await?,
        };
        Ok(Lease { instance, place })
    }

    /// Waits, in order of arrival, for the right to run an instance that came of a lease of this pool. A call with a
    /// reserved instance has already begun, and is not refused because others wait.
    ///
    /// # Errors
    /// If the pool is closed, which never happens.
    pub async fn resume(&self, instance: Instance) -> Result<Lease<Instance>, CallError> {
        let permit = Arc::clone(&self.permits)
            .acquire_owned()
            .await
            .map_err(|_| CallError::Cancelled)?;
        lock(&self.idle).in_use += 1;
        let place = self.permit(permit);
        Ok(Lease { instance, place })
    }

    /// A place in the pool: with an idle instance, or without an instance if the call must create one. Without an idle
    /// instance and without space for another, it waits as long as others are in use.
    async fn place(
        &self,
        permit: OwnedSemaphorePermit,
        factory: &impl InstanceFactory<Instance = Instance>,
    ) -> (Permit<Instance>, Option<Instance>) {
        let instance = loop {
            let returned = self.returned.notified();
            {
                let mut idle = lock(&self.idle);
                let instance = idle.instances.pop().map(|(instance, _)| instance);
                if instance.is_some() || idle.in_use == 0 || factory.has_room() {
                    idle.in_use += 1;
                    break instance;
                }
            }
            tokio::select! {
                () = returned => {}
                // Other components release their instances without notice.
                () = tokio::time::sleep(LOOK_INTERVAL) => {}
            }
        };
        (self.permit(permit), instance)
    }

    /// The right to run of an instance that counts as in use.
    fn permit(&self, permit: OwnedSemaphorePermit) -> Permit<Instance> {
        Permit {
            idle: Arc::clone(&self.idle),
            returned: Arc::clone(&self.returned),
            _permit: permit,
        }
    }

    /// Joins the waiting calls until the result is dropped.
    fn wait(&self) -> Result<impl Drop + use<'_, Instance>, CallError> {
        struct Waiting<'a>(&'a AtomicU64);
        impl Drop for Waiting<'_> {
            fn drop(&mut self) {
                self.0.fetch_sub(1, Ordering::Relaxed);
            }
        }
        let before = self.waiting.fetch_add(1, Ordering::Relaxed);
        let waiting = Waiting(&self.waiting);
        if before < self.waiting_limit {
            return Ok(waiting);
        }
        let limit = Limit::WaitingCalls;
        Err(CallError::Refused {
            reason: format!(
                "the call was not started: {} calls of this component run, and {before} wait already, which is \
                 the limit {} of {}",
                self.instances,
                limit.name(),
                limit.show(self.waiting_limit)
            ),
            hint: Some(self.hint.clone()),
        })
    }
}

/// An instance in use. Dropped, it is thrown away: so every path discards an instance that trapped, ran out of time or
/// was cancelled.
pub struct Lease<Instance> {
    /// The instance.
    pub instance: Instance,
    place: Permit<Instance>,
}

/// The right to run an instance. Dropped, it is given back, and a call that waits looks for an instance again.
struct Permit<Instance> {
    idle: Arc<Mutex<Idle<Instance>>>,
    returned: Arc<Notify>,
    _permit: OwnedSemaphorePermit,
}

impl<Instance> Drop for Permit<Instance> {
    fn drop(&mut self) {
        lock(&self.idle).in_use -= 1;
        self.returned.notify_one();
    }
}

impl<Instance: Send + 'static> Lease<Instance> {
    /// Releases the permit to run, and keeps the instance until [`Pool::resume`].
    pub fn rest(self) -> Instance {
        self.instance
    }

    /// Returns the instance to the pool for the next call. Only for an instance whose call returned.
    pub fn give_back(self) {
        let Self { instance, place } = self;
        let mut idle = lock(&place.idle);
        idle.instances.push((instance, Instant::now()));
        if idle.instances.len() > 1 && !idle.is_watched {
            idle.is_watched = true;
            tokio::spawn(drop_unneeded(Arc::downgrade(&place.idle), idle.time));
        }
    }
}

/// Drops instances that were idle for too long, except one.
async fn drop_unneeded<Instance: Send>(idle: Weak<Mutex<Idle<Instance>>>, time: Duration) {
    loop {
        tokio::time::sleep(time / 2).await;
        let Some(idle) = idle.upgrade() else { return };
        let mut idle = lock(&idle);
        let last = idle.instances.len().saturating_sub(1);
        let unneeded = idle.instances[..last]
            .iter()
            .take_while(|(_, since)| since.elapsed() >= time)
            .count();
        idle.instances.drain(..unneeded);
        if idle.instances.len() <= 1 {
            idle.is_watched = false;
            return;
        }
    }
}

fn lock<Instance>(idle: &Mutex<Idle<Instance>>) -> parking_lot::MutexGuard<'_, Idle<Instance>> {
    idle.lock()
}

#[cfg(test)]
mod tests;
