//! The answers about the machine for a replayed guest: its clocks, its randomness, its variables.

use std::time::Duration;

use async_trait::async_trait;
use pulumi_wasm_core::call::Call;
use pulumi_wasm_core::error::GuestError;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha20Rng;
use sha2::{Digest, Sha256};

use super::super::line::CallName;
use super::Player;
use crate::system::{Environment, Randomness, Time};

/// The time if no time was recorded: the time of a stopped clock.
const NO_TIME: Duration = Duration::from_secs(946_684_800);

#[async_trait]
impl Time for Player {
    fn time_of_day(&self, call: &Call) -> Duration {
        let told = self.with(Some(call), |track, cursor| {
            take(&track.times, &mut cursor.times)
        });
        told.flatten().unwrap_or(NO_TIME)
    }

    fn elapsed(&self) -> Duration {
        self.started.elapsed() + self.lock().waited
    }

    fn monotonic(&self, call: Option<&Call>) -> Duration {
        let told = self.with(call, |track, cursor| {
            take(&track.monotonic, &mut cursor.monotonic)
        });
        told.flatten().unwrap_or_else(|| self.elapsed())
    }

    async fn sleep(&self, duration: Duration) {
        {
            let mut state = self.lock();
            state.waited = state.waited.saturating_add(duration);
        }
        // A guest that waits in a loop must leave room for the end of its call.
        tokio::task::yield_now().await;
    }
}

/// The next recorded time, or the last one again after the end.
fn take(times: &[u64], next: &mut usize) -> Option<Duration> {
    let time = times.get(*next).or(times.last())?;
    *next = (*next + 1).min(times.len());
    Some(Duration::from_nanos(*time))
}

impl Randomness for Player {
    fn fill(&self, call: Option<&Call>, bytes: &mut [u8]) -> Result<(), String> {
        let wanted = bytes.len();
        let taken = self.with(call, |track, cursor| {
            if let Some(draws) = &mut cursor.draws {
                draws.fill(bytes);
                return (wanted, false);
            }
            let left = track.random.get(cursor.random..).unwrap_or_default();
            let count = left.len().min(wanted);
            for (byte, recorded) in bytes.iter_mut().zip(left) {
                *byte = *recorded;
            }
            cursor.random += count;
            (count, track.random.is_empty())
        });
        let (taken, has_none) = taken.unwrap_or((0, true));
        let Some(rest) = bytes.get_mut(taken..).filter(|rest| !rest.is_empty()) else {
            return Ok(());
        };
        // This is not an error: WASI has no way to report one to a guest, and bytes that are the same in every replay
        // are as good.
        let name = call.map(CallName::of);
        let mut state = self.lock();
        let generator = state.generators.entry(name);
        generator
            .or_insert_with_key(|name| generator_of(name.as_ref()))
            .fill_bytes(rest);
        drop(state);
        // The runtimes of some languages draw bytes for themselves, and others do not. If no bytes were recorded, the
        // requests that the provider makes with these bytes are compared like all others.
        if let (Some(call), false) = (call, has_none) {
            drop(self.differs(
                call,
                format!(
                    "{wanted} random bytes are asked for; `{}` has no more of this call",
                    self.recording.path.display()
                ),
            ));
        }
        Ok(())
    }
}

/// Generates bytes: the same call gets the same bytes in every replay, in any order of calls.
fn generator_of(name: Option<&CallName>) -> ChaCha20Rng {
    let seed = name.map(|name| format!("{name} {}", name.token));
    ChaCha20Rng::from_seed(Sha256::digest(seed.unwrap_or_default()).into())
}

impl Environment for Player {
    fn get(&self, call: Option<&Call>, name: &str) -> Result<Option<String>, GuestError> {
        let was_set = self.with(call, |track, _| track.variables.get(name).copied());
        let here = || match &self.environment {
            Some(environment) => environment.get(call, name),
            None => Ok(None),
        };
        match was_set.flatten() {
            None => here(),
            Some(false) => Ok(None),
            // Values are not recorded, so a placeholder is returned.
            Some(true) => Ok(Some(here()?.unwrap_or_else(|| format!("replayed-{name}")))),
        }
    }
}
