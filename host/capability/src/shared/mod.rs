//! State that the instances of a component share in this process: values that are expensive to obtain, such as a login
//! token, and rate limits.
//!
//! One map belongs to one loaded component with its configuration. Its values are secrets: they are only in memory,
//! redaction knows them, and they appear in no state and no message.

mod map;
mod rate;

use std::sync::Arc;
use std::time::Duration;

use map::{Look, Map};
use parking_lot::{Mutex, MutexGuard};
use pulumi_wasm_core::call::{Call, Operation};
use pulumi_wasm_core::error::failure::PropertyFailure;
use pulumi_wasm_core::error::{GuestError, readable};
use pulumi_wasm_core::text::Excerpt;
pub use rate::Rate;
use tokio::sync::Notify;

use super::CurrentCall;
use crate::limits::Limits;
use crate::polling::time_for_waits;

/// The longest name of a value or a rate, in bytes.
const MAX_NAME_BYTES: usize = 256;

/// The state that the instances of one component share.
pub struct Shared {
    map: Mutex<Map>,
    /// Wakes the waiting instances when a value was made or given up.
    changed: Notify,
}

/// The result under a name.
#[derive(Debug, PartialEq, Eq)]
pub enum SharedLookup {
    Value(String),
    /// The value is missing, and this instance makes the value with this number.
    Missing(u32),
}

impl Shared {
    /// An empty map within a component's limits.
    #[must_use]
    pub fn new(limits: Arc<Limits>) -> Arc<Self> {
        Arc::new(Self {
            map: Mutex::new(Map::new(limits)),
            changed: Notify::new(),
        })
    }

    fn map(&self) -> MutexGuard<'_, Map> {
        self.map.lock()
    }
}

/// One instance's access to the shared values. An instance runs one call at a time.
pub struct Sharing {
    shared: Arc<Shared>,
    /// Distinguishes the instances.
    instance: u64,
}

impl Sharing {
    /// The part of a new instance.
    #[must_use]
    pub fn new(shared: &Arc<Shared>) -> Self {
        Self {
            instance: shared.map().next_instance(),
            shared: Arc::clone(shared),
        }
    }

    /// Returns a value, and waits while another instance makes it. If the value is missing, this instance must make it.
    ///
    /// # Errors
    /// `Invalid` for a bad name, `Unsupported` in calls that may not share, `TimedOut`, `Cancelled`, and `Other` for
    /// too many values and if instances would wait for each other.
    pub async fn get(
        &self,
        current_call: &CurrentCall,
        name: &str,
    ) -> Result<SharedLookup, GuestError> {
        let call = running(current_call)?;
        named("key", name)?;
        loop {
            let mut changed = std::pin::pin!(self.shared.changed.notified());
            // A change from here on wakes the waiting loop.
            changed.as_mut().enable();
            let now = current_call.time.elapsed();
            let look = self.shared.map().look(self.instance, name, now)?;
            match look {
                Look::Value(value) => {
                    call.secrets.learn_shared(&value);
                    return Ok(SharedLookup::Value(value.to_string()));
                }
                Look::Make(number) => return Ok(SharedLookup::Missing(number)),
                Look::Wait => {}
            }
            let _waiting = Waiting(self);
            let (left, time) = time_left(current_call, now);
            tokio::select! {
                biased;
                () = call.cancellation.cancelled() => return Err(cancelled()),
                () = changed => {}
                () = current_call.time.sleep(left) => return Err(GuestError::TimedOut(format!(
                    "waited {} for the shared value `{}`, which another call makes\nhint: give it more time with {}",
                    readable(time),
                    Excerpt::name(name),
                    current_call.limits.call_time_setting(&call)
                ))),
            }
        }
    }

    /// Stores the value that the instance made. The making ends, even if this fails.
    ///
    /// # Errors
    /// `NotFound` if the instance makes no value with that number, `Invalid` for a value with no lifetime, `Other` for
    /// a value beyond a limit.
    pub fn keep(
        &self,
        current_call: &CurrentCall,
        number: u32,
        value: &str,
        lives: Duration,
    ) -> Result<(), GuestError> {
        let call = running(current_call)?;
        // It becomes a secret even if it is not kept.
        call.secrets.learn_shared(value);
        let now = current_call.time.elapsed();
        let kept = self.shared.map().keep(
            self.instance,
            number,
            value,
            now,
            lives,
            &current_call.memory,
        );
        self.shared.changed.notify_waiters();
        kept
    }

    /// Ends a making without a value.
    pub fn give_up(&self, number: u32) {
        self.shared.map().give_up(self.instance, number);
        self.shared.changed.notify_waiters();
    }

    /// Removes a value, unless it has changed in the meantime.
    ///
    /// # Errors
    /// As [`Self::get`], for a bad name and in calls that may not share.
    pub fn forget(
        &self,
        current_call: &CurrentCall,
        name: &str,
        value: &str,
    ) -> Result<(), GuestError> {
        running(current_call)?.secrets.learn_shared(value);
        named("key", name)?;
        self.shared.map().forget(name, value);
        Ok(())
    }

    /// Waits for a turn at the rate.
    ///
    /// # Errors
    /// `Invalid` for an invalid name or rate, `TimedOut` at once if the call's time does not suffice, and otherwise
    /// like [`Self::get`].
    pub async fn turn(
        &self,
        current_call: &CurrentCall,
        name: &str,
        rate: Rate,
    ) -> Result<(), GuestError> {
        let call = running(current_call)?;
        named("name", name)?;
        let schedule = rate.schedule()?;
        let now = current_call.time.elapsed();
        let (left, _) = time_left(current_call, now);
        let turn = self.shared.map().turn(name, schedule, now, left)?;
        let Some(pause) = turn else {
            return Err(GuestError::TimedOut(format!(
                "the rate `{}` of {} in a second has no turn before the call's time limit\nhint: give it more \
                 time with {}",
                Excerpt::name(name),
                rate.per_second,
                current_call.limits.call_time_setting(&call)
            )));
        };
        // If the call is cancelled in the meantime, its turn stays unused: another instance does not get it.
        tokio::select! {
            biased;
            () = call.cancellation.cancelled() => Err(cancelled()),
            () = current_call.time.sleep(pause) => Ok(()),
        }
    }

    /// Gives up the value that the running call makes, so that another instance may make it.
    pub fn end_call(&self) {
        if self.shared.map().give_up_values(self.instance) {
            self.shared.changed.notify_waiters();
        }
    }
}

impl Drop for Sharing {
    /// A discarded instance no longer makes a value.
    fn drop(&mut self) {
        self.end_call();
    }
}

/// An instance that waits, until this is dropped.
struct Waiting<'a>(&'a Sharing);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.shared.map().stop_waiting(self.0.instance);
    }
}

/// The running call, if it may share.
fn running(current_call: &CurrentCall) -> Result<Call, GuestError> {
    let unsupported = |reason: &str| Err(GuestError::Unsupported(reason.to_owned()));
    match current_call.call() {
        None => unsupported("no call is running"),
        Some(call) if call.operation == Operation::CheckConfig => unsupported(
            "shared values are not available in check-config: the configuration is not in force yet",
        ),
        Some(call) if call.operation.declares() => unsupported(
            "shared values are not available while a component resource is constructed or its method is called: its declarations depend on the inputs alone",
        ),
        Some(call) => Ok(call),
    }
}

fn named(property: &str, name: &str) -> Result<(), GuestError> {
    if (1..=MAX_NAME_BYTES).contains(&name.len()) {
        return Ok(());
    }
    Err(GuestError::Invalid(vec![PropertyFailure {
        property: property.to_owned(),
        reason: format!("a name has 1 to {MAX_NAME_BYTES} bytes, not {}", name.len()),
    }]))
}

/// The remaining time of the call for waits, and its whole time for them.
fn time_left(current_call: &CurrentCall, now: Duration) -> (Duration, Duration) {
    let times = current_call.with(|active| (active.began, time_for_waits(active.time)));
    let (began, time) = times.unwrap_or_default();
    (time.saturating_sub(now.saturating_sub(began)), time)
}

fn cancelled() -> GuestError {
    GuestError::Cancelled("the deployment is being cancelled".to_owned())
}

#[cfg(test)]
mod tests;
