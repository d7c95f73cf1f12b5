//! The call that an instance is running, as its host functions see it.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::provider::call::Call;
use crate::provider::component::Checkpoint;

/// A running call, and what the guest has said in it.
pub struct ActiveCall {
    pub call: Call,
    /// When the guest was entered, and how long it may run.
    pub began: Instant,
    pub time: Duration,
    /// When the wait that is going on began, where there is one.
    pub wait_began: Option<Instant>,
    /// The last checkpoint that was saved.
    pub checkpoint: Option<Checkpoint>,
    /// What the guest said before it crashed: a panic message, the end of its standard error.
    pub last_words: Option<String>,
    /// Bytes drawn so far where randomness follows from a seed.
    pub random: Option<rand_chacha::ChaCha20Rng>,
}

/// Where an instance's host functions find the running call. Empty between calls.
#[derive(Clone, Default)]
pub struct CallSlot(Arc<Mutex<Option<ActiveCall>>>);

impl CallSlot {
    /// Puts a call in that begins now and may take so long.
    pub fn begin(&self, call: Call, time: Duration) {
        let active = ActiveCall {
            call,
            began: Instant::now(),
            time,
            wait_began: None,
            checkpoint: None,
            last_words: None,
            random: None,
        };
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(active);
    }

    /// Takes the call out, with what it left.
    pub fn end(&self) -> Option<ActiveCall> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Looks at or changes the running call; none between calls.
    pub fn with<T>(&self, action: impl FnOnce(&mut ActiveCall) -> T) -> Option<T> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .as_mut()
            .map(action)
    }

    /// The running call's surroundings.
    #[must_use]
    pub fn call(&self) -> Option<Call> {
        self.with(|active| active.call.clone())
    }
}
