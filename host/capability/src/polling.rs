//! Waiting for something that takes its time: pauses that grow, and that end while there is time left to save what is
//! known.

use std::borrow::Cow;
use std::time::Duration;

use pulumi_wasm_core::call::{Call, Effects, Severity};
use pulumi_wasm_core::error::{GuestError, readable};
use pulumi_wasm_core::failure::PropertyFailure;

use super::CurrentCall;

/// How much of a status is in the message of a wait that took too long.
const MAX_STATUS_BYTES: usize = 4 << 10;
/// The share of a call's time that no wait takes: a tenth of it.
const RESERVED_SHARE: u32 = 10;
/// The most that is kept back. A guest that gave up waiting needs it to save what it knows and to return.
const LONGEST_RESERVE: Duration = Duration::from_secs(10);

/// How to wait between two looks at something.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Backoff {
    /// The pause before the second look.
    pub first: Duration,
    /// The factor from each pause to the next.
    pub factor: f64,
    /// No pause is longer, not even the first.
    pub longest: Duration,
    /// The time for the wait as a whole; `None` leaves it to the call.
    pub timeout: Option<Duration>,
}

impl Backoff {
    /// The senseless members of it, by the names that guests use.
    fn faults(&self) -> Vec<PropertyFailure> {
        let mut faults = Vec::new();
        let mut fault = |property: &str, reason: &str| {
            faults.push(PropertyFailure {
                property: property.to_owned(),
                reason: reason.to_owned(),
            });
        };
        for (name, pause) in [("first-ms", self.first), ("longest-ms", self.longest)] {
            if pause.is_zero() {
                fault(name, "a pause takes at least a millisecond");
            }
        }
        if !self.factor.is_finite() || self.factor < 1.0 {
            fault("factor", "it must be a number of 1 or more");
        }
        faults
    }

    /// The pause after so many looks.
    fn pause_after(&self, look: u32) -> Duration {
        let power = i32::try_from(look.saturating_sub(1)).unwrap_or(i32::MAX);
        let seconds = self.first.as_secs_f64() * self.factor.powi(power);
        self.longest
            .mul_f64((seconds / self.longest.as_secs_f64()).min(1.0))
    }
}

/// Pauses before the next look, and shows how things stand. `look` counts the looks taken so far: 1 begins a new wait.
/// The last pause ends with the wait's time.
///
/// # Errors
/// `Invalid` for a schedule that makes no sense, `Denied` in a call that may not change anything outside, `TimedOut`
/// when the wait's time is over or that of the call nearly so, `Cancelled`.
pub async fn pause(
    current_call: &CurrentCall,
    schedule: &Backoff,
    look: u32,
    status: &str,
) -> Result<(), GuestError> {
    let mut faults = schedule.faults();
    if look == 0 {
        faults.push(PropertyFailure {
            property: "look".to_owned(),
            reason: "it counts the looks taken so far, from 1 on".to_owned(),
        });
    }
    if !faults.is_empty() {
        return Err(GuestError::Invalid(faults));
    }
    let cancelled = || GuestError::Cancelled("the deployment is being cancelled".to_owned());
    let now = current_call.time.elapsed();
    let running = current_call.with(|active| {
        let began = match active.wait_began {
            Some(began) if look > 1 => began,
            _ => now,
        };
        active.wait_began = Some(began);
        (active.call.clone(), began, active.began, active.time)
    });
    let Some((call, began, call_began, call_time)) = running else {
        return Err(cancelled());
    };
    if call.effects == Effects::None {
        let occasion = if call.preview {
            "a preview"
        } else {
            call.operation.name()
        };
        return Err(GuestError::Denied(format!(
            "waiting is not allowed during {occasion}"
        )));
    }
    let own = schedule.timeout.map(|time| (began, time));
    let calls = (call_began, time_for_waits(call_time));
    let left = |(from, time): (Duration, Duration)| time.saturating_sub(now.saturating_sub(from));
    if let Some(own) = own
        && left(own).is_zero()
    {
        return Err(too_long(own.1, &shown(&call, status), None));
    }
    if left(calls).is_zero() {
        let knob = current_call.limits.call_time_knob(&call);
        return Err(too_long(calls.1, &shown(&call, status), Some(&knob)));
    }
    if !status.is_empty() {
        current_call.with(|active| active.say(Severity::Info, status, true));
    }
    let mut pause = schedule.pause_after(look).min(left(calls));
    if let Some(own) = own {
        pause = pause.min(left(own));
    }
    tokio::select! {
        biased;
        () = call.cancellation.cancelled() => Err(cancelled()),
        () = current_call.time.sleep(pause) => Ok(()),
    }
}

/// The time that a call of such a length has for waits.
pub(super) fn time_for_waits(call: Duration) -> Duration {
    call.saturating_sub((call / RESERVED_SHARE).min(LONGEST_RESERVE))
}

/// The shown part of the status.
fn shown<'a>(call: &Call, status: &'a str) -> Cow<'a, str> {
    call.secrets.excerpt(status, MAX_STATUS_BYTES)
}

fn too_long(time: Duration, status: &str, knob: Option<&str>) -> GuestError {
    let mut message = format!("still not ready after {}", readable(time));
    if !status.is_empty() {
        message.push_str(": ");
        message.push_str(status);
    }
    if let Some(knob) = knob {
        message.push_str("\nhint: give it more time with ");
        message.push_str(knob);
    }
    GuestError::TimedOut(message)
}

#[cfg(test)]
mod tests;
