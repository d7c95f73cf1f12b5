//! Sends the HTTP requests of a running call: checks permissions and limits, and retries or follows redirects on
//! request.

use std::sync::Arc;
use std::time::Duration;

use pulumi_wasm_core::call::{Call, Severity};
use pulumi_wasm_core::error::GuestError;
use tokio::time::Instant;

use super::failure::{cancelled, exceeded};
use super::grants::allowlist::Allowlist;
use super::grants::manifest_rules::ManifestRules;
use super::message::{HttpRequest, HttpResponse, StreamedResponse, place};
use super::request::prepared::Prepared;
use super::retry;
use super::transfer::Clocks;
use super::usage::Usage;
use crate::budget::{Budget, Share};
use crate::limits::{Limit, Limits};
use crate::polling::backoff::Backoff;
use crate::polling::time_for_waits;
use crate::system::{Network, NoAnswer, Time};

/// The state that all calls of one component share.
pub(super) struct Shared {
    pub(super) network: Arc<dyn Network>,
    pub(super) time: Arc<dyn Time>,
    pub(super) allowlist: Allowlist,
    pub(super) declared: ManifestRules,
    pub(super) limits: Arc<Limits>,
    /// The component's share of the connections of the process.
    pub(super) connections: Arc<Share>,
}

/// The HTTP client of one running call.
#[derive(Clone)]
pub struct HttpClient {
    pub(super) shared: Arc<Shared>,
    pub call: Call,
    pub(super) usage: Arc<Usage>,
    /// The memory that the host may keep for the call.
    pub(super) memory: Arc<Budget>,
    /// When the call began, by the clock of the system, and its time.
    pub(super) began: Duration,
    pub(super) time: Duration,
}

impl HttpClient {
    /// The memory that the host may keep for the call.
    #[must_use]
    pub fn memory(&self) -> &Arc<Budget> {
        &self.memory
    }

    /// Sends a request, if it is allowed, and reads the whole answer.
    ///
    /// # Errors
    /// As [`Self::send`], and `Other` for an answer that is too large.
    pub async fn fetch(&self, request: HttpRequest) -> Result<HttpResponse, GuestError> {
        let StreamedResponse {
            status,
            url,
            headers,
            mut body,
        } = self.send(request).await?;
        let limits = &self.shared.limits;
        let most = limits.get(Limit::ResponseSize);
        let mut bytes = Vec::new();
        let mut memory = self.memory.nothing();
        while let Some(chunk) = body.chunk().await? {
            if (bytes.len() + chunk.len()) as u64 > most {
                let what = format!("the answer of {} is larger", place(&url));
                return Err(exceeded(&what, Limit::ResponseSize, limits));
            }
            // A list that grows has up to twice as much room as it needs.
            let reserved = memory.grow(2 * chunk.len());
            reserved.map_err(|reached| GuestError::Other(reached.to_string()))?;
            bytes.extend_from_slice(&chunk);
        }
        Ok(HttpResponse {
            status,
            url,
            headers,
            body: bytes.into(),
        })
    }

    /// Sends a request if it is allowed, and returns the response as soon as its head has arrived. A status of 400 and
    /// above is an answer, and so is a redirect, unless the request wants it followed.
    ///
    /// # Errors
    /// `Denied` by the grants or by the effects that the call may have, `Invalid` for a malformed request,
    /// `Unavailable` without an answer, `TimedOut`, `Cancelled`, `Other` for a limit, a server that is not trusted, and
    /// too many redirects.
    pub async fn send(&self, request: HttpRequest) -> Result<StreamedResponse, GuestError> {
        self.ask(request).await.map_err(|failure| failure.error)
    }

    /// Sends a request. The error says whether the server may have received it.
    ///
    /// # Errors
    /// Like [`Self::send`].
    pub async fn ask(&self, request: HttpRequest) -> Result<StreamedResponse, NoAnswer> {
        let backoff = request.backoff;
        let of_attempts = backoff.and_then(|backoff| backoff.timeout);
        let own = request.timeout.into_iter().chain(of_attempts).min();
        let whole = self.shared.limits.time(Limit::HttpTime);
        let clocks = Clocks {
            ends: Instant::now() + own.map_or(whole, |own| own.min(whole)),
            own: own.filter(|own| *own < whole),
            idle: self.shared.limits.time(Limit::HttpIdleTime),
        };
        if let Some(backoff) = &backoff {
            retry::check(backoff).map_err(NoAnswer::unsent)?;
        }
        let mut prepared = Prepared::new(request).map_err(NoAnswer::unsent)?;
        let mut attempts = 0;
        loop {
            let outcome = self.follow(&mut prepared, &clocks).await;
            attempts += 1;
            let may_repeat = prepared.body.is_repeatable()
                && (prepared.is_repeatable()
                    || outcome.as_ref().is_err_and(|failure| !failure.was_sent));
            let pause = backoff
                .as_ref()
                .filter(|_| may_repeat)
                .and_then(|backoff| self.pause(backoff, attempts, &outcome, &clocks));
            let Some(pause) = pause else {
                return outcome;
            };
            self.log_attempt(&prepared, attempts, &outcome);
            // The rest of that answer is not needed.
            drop(outcome);
            tokio::select! {
                biased;
                () = self.call.cancellation.cancelled() => return Err(cancelled().into()),
                () = self.shared.time.sleep(pause) => {}
            }
        }
    }

    /// The pause before the next attempt, or `None` if this was the last.
    fn pause(
        &self,
        backoff: &Backoff,
        attempts: u32,
        outcome: &Result<StreamedResponse, NoAnswer>,
        clocks: &Clocks,
    ) -> Option<Duration> {
        let asked = match outcome {
            Ok(answer) if retry::may_pass(answer.status) => {
                let header = answer.header("retry-after");
                header.and_then(|value| {
                    retry::asked_pause(value, self.shared.time.time_of_day(&self.call))
                })
            }
            Err(failure) if retry::may_recover(&failure.error) => None,
            _ => return None,
        };
        let mut luck = [0; 1];
        // Without randomness all clients pause alike, which is not a reason to fail.
        _ = getrandom::fill(&mut luck);
        let pause = retry::delay(backoff, attempts, asked, f64::from(luck[0]) / 255.0)?;
        let spent = self.shared.time.elapsed().saturating_sub(self.began);
        let left = time_for_waits(self.time).saturating_sub(spent);
        let own_left = clocks.ends.saturating_duration_since(Instant::now());
        (pause < left && pause < own_left && !self.call.cancellation.is_cancelled())
            .then_some(pause)
    }

    fn log_attempt(
        &self,
        request: &Prepared,
        attempts: u32,
        outcome: &Result<StreamedResponse, NoAnswer>,
    ) {
        let how = match outcome {
            Ok(answer) => format!("answered {}", answer.status),
            Err(failure) => format!("failed: {}", failure.error.message()),
        };
        let message = format!(
            "{} {}: attempt {attempts} {how}; trying again",
            request.method,
            place(&request.url)
        );
        self.call.log(Severity::Debug, &message);
    }
}
