//! One call's use of HTTP, and its refused requests.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use parking_lot::Mutex;
use pulumi_wasm_core::call::{Call, Severity};
use pulumi_wasm_core::error::GuestError;

use super::failure::exceeded;
use crate::limits::{Limit, Limits};

/// The number of different refusals that are reported at the end of a call.
const TOLD: usize = 20;
/// The maximum number of characters of each reported refusal.
const TOLD_CHARACTERS: usize = 300;

/// The call's use so far, through either interface.
#[derive(Debug, Default)]
pub struct Usage {
    requests: AtomicU64,
    bytes: AtomicU64,
    /// The number of requests in flight.
    pub(super) open: Arc<AtomicU64>,
    /// Whether the call has ended.
    has_ended: AtomicBool,
    /// The refused requests, and their numbers.
    refused: Mutex<BTreeMap<String, u64>>,
}

impl Usage {
    /// Counts a request before it is sent.
    ///
    /// # Errors
    /// If the call has sent too many requests.
    pub(super) fn count_request(&self, limits: &Limits) -> Result<(), GuestError> {
        let limit = Limit::HttpRequests;
        let most = limits.get(limit);
        if self.requests.fetch_add(1, Ordering::Relaxed) >= most {
            return Err(exceeded(
                "the requests of this call are more",
                limit,
                limits,
            ));
        }
        Ok(())
    }

    /// Counts bytes of a body that go or came.
    ///
    /// # Errors
    /// When they are too many.
    pub(super) fn count_bytes(&self, bytes: usize, limits: &Limits) -> Result<(), GuestError> {
        let limit = Limit::HttpTransfer;
        let before = self.bytes.fetch_add(bytes as u64, Ordering::Relaxed);
        if before.saturating_add(bytes as u64) > limits.get(limit) {
            return Err(exceeded(
                "the bodies of this call are larger together",
                limit,
                limits,
            ));
        }
        Ok(())
    }

    /// Records that the call has ended. Its requests end one after the other, and no waiting request may start now.
    pub(crate) fn end(&self) {
        self.has_ended.store(true, Ordering::SeqCst);
    }

    /// Whether the call has ended.
    pub(super) fn has_ended(&self) -> bool {
        self.has_ended.load(Ordering::SeqCst)
    }

    /// Records a refused request, such as `POST https://example.com/things`.
    pub(super) fn refuse(&self, what: &str) {
        let what: String = what.chars().take(TOLD_CHARACTERS).collect();
        let mut refused = self.refused.lock();
        if refused.len() < TOLD || refused.contains_key(&what) {
            *refused.entry(what).or_default() += 1;
        }
    }

    /// Logs the refused requests at the end of the call, for debugging.
    pub fn report(&self, call: &Call) {
        let refused = self.refused.lock();
        if refused.is_empty() {
            return;
        }
        let lines: Vec<String> = refused
            .iter()
            .map(|(what, times)| match times {
                1 => format!("  {what}"),
                times => format!("  {what} ({times} times)"),
            })
            .collect();
        let message = format!("refused in this call:\n{}", lines.join("\n"));
        call.log(Severity::Debug, &message);
    }
}
