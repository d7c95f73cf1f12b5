//! Polling of slow operations: pauses that grow, and that end while enough time is left to save the known state.

pub mod backoff;

use std::borrow::Cow;
use std::time::Duration;

use pulumi_wasm_core::call::{Call, Effects, Severity};
use pulumi_wasm_core::error::failure::PropertyFailure;
use pulumi_wasm_core::error::{GuestError, readable};

use crate::CurrentCall;
use crate::polling::backoff::Backoff;

/// The maximum length of a status in the message of a wait that took too long.
const MAX_STATUS_BYTES: usize = 4 << 10;
/// The share of a call's time that is reserved for the end of the call: a tenth.
const RESERVED_SHARE: u32 = 10;
/// The maximum reserved time. A guest whose wait has ended needs this time to save its state and return.
const MAX_RESERVE: Duration = Duration::from_secs(10);

/// Pauses before the next attempt, and shows the status. `attempt` counts the attempts so far: 1 begins a new wait.
/// The last pause ends with the wait's time.
///
/// # Errors
/// `Invalid` for a back-off out of its bounds, `Denied` in a call that may not change anything outside, `TimedOut`
/// after the last attempt, or if the time of the wait is over or the time of the call nearly so, `Cancelled`.
pub async fn pause(
    current_call: &CurrentCall,
    backoff: &Backoff,
    attempt: u32,
    status: &str,
) -> Result<(), GuestError> {
    let mut faults = backoff.failures();
    if attempt == 0 {
        faults.push(PropertyFailure {
            property: "attempt".to_owned(),
            reason: "it counts attempts from 1".to_owned(),
        });
    }
    if !faults.is_empty() {
        return Err(GuestError::Invalid(faults));
    }
    let cancelled = || GuestError::Cancelled("the deployment is being cancelled".to_owned());
    let now = current_call.time.elapsed();
    let running = current_call.with(|active| {
        let began = match active.wait_began {
            Some(began) if attempt > 1 => began,
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
    if backoff.is_last(attempt) {
        return Err(too_many(attempt, &shown(&call, status)));
    }
    let own = backoff.timeout.map(|time| (began, time));
    let calls = (call_began, time_for_waits(call_time));
    let left = |(from, time): (Duration, Duration)| time.saturating_sub(now.saturating_sub(from));
    if let Some(own) = own
        && left(own).is_zero()
    {
        return Err(too_long(own.1, &shown(&call, status), None));
    }
    if left(calls).is_zero() {
        let setting = current_call.limits.call_time_setting(&call);
        return Err(too_long(calls.1, &shown(&call, status), Some(&setting)));
    }
    if !status.is_empty() {
        current_call.with(|active| active.say(Severity::Info, status, true));
    }
    let mut pause = backoff.delay_after(attempt).min(left(calls));
    if let Some(own) = own {
        pause = pause.min(left(own));
    }
    tokio::select! {
        biased;
        () = call.cancellation.cancelled() => Err(cancelled()),
        () = current_call.time.sleep(pause) => Ok(()),
    }
}

/// The part of a call's time that its waits may use.
pub(super) fn time_for_waits(call: Duration) -> Duration {
    call.saturating_sub((call / RESERVED_SHARE).min(MAX_RESERVE))
}

/// The shown part of the status.
fn shown<'a>(call: &Call, status: &'a str) -> Cow<'a, str> {
    call.secrets.excerpt(status, MAX_STATUS_BYTES)
}

fn too_many(attempts: u32, status: &str) -> GuestError {
    let attempts = match attempts {
        1 => "1 attempt".to_owned(),
        attempts => format!("{attempts} attempts"),
    };
    GuestError::TimedOut(not_ready(&attempts, status))
}

fn not_ready(after: &str, status: &str) -> String {
    if status.is_empty() {
        format!("still not ready after {after}")
    } else {
        format!("still not ready after {after}: {status}")
    }
}

fn too_long(time: Duration, status: &str, setting: Option<&str>) -> GuestError {
    let mut message = not_ready(&readable(time).to_string(), status);
    if let Some(setting) = setting {
        message.push_str("\nhint: give it more time with ");
        message.push_str(setting);
    }
    GuestError::TimedOut(message)
}

#[cfg(test)]
mod tests;
