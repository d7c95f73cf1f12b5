//! The sources of capabilities: the network, time, randomness and environment of this machine, or a test's
//! replacements. Grants, limits and the rules of previews are above this seam, and hold in both cases.
//!
//! Each function gets the call that uses it, so that answers can be recorded by call.

pub mod clock;
pub mod env;
pub(crate) mod local;
pub(crate) mod observer;
pub mod random;

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use pulumi_wasm_core::call::Call;
use pulumi_wasm_core::error::GuestError;

use crate::http::{IncomingResponse, OutgoingRequest};
use crate::system::observer::Observer;

/// The network.
#[async_trait]
pub trait Network: Send + Sync {
    /// Sends an allowed request and returns the response as soon as its head has arrived. The request's body is read,
    /// and the response's body arrives, when the streams are asked for chunks. Dropping the future or the response ends
    /// the exchange. A redirect is an answer. The caller limits time and size, except the time to
    /// connect, which the implementation limits.
    ///
    /// # Errors
    /// `Denied` for an address that the request may not reach, `Invalid`, `Unavailable`, `TimedOut`, `Other`; the
    /// same from the stream of the answer's body. An error of the request's stream is returned unchanged.
    async fn send(
        &self,
        call: &Call,
        request: OutgoingRequest,
    ) -> Result<IncomingResponse, NoAnswer>;
}

/// The reason for a missing answer.
#[derive(Debug, Clone, PartialEq)]
pub struct NoAnswer {
    pub error: GuestError,
    /// Whether the server may have got some of it. An unsent request of any kind can be sent again.
    pub was_sent: bool,
}

impl NoAnswer {
    /// The request was not sent.
    #[must_use]
    pub fn unsent(error: GuestError) -> Self {
        Self {
            error,
            was_sent: false,
        }
    }
}

impl From<GuestError> for NoAnswer {
    /// By default it may have been sent, unless it was refused.
    fn from(error: GuestError) -> Self {
        Self {
            was_sent: !matches!(error, GuestError::Denied(_)),
            error,
        }
    }
}

/// The network of a machine without a connection.
#[derive(Debug, Clone, Copy)]
pub struct Offline;

#[async_trait]
impl Network for Offline {
    async fn send(
        &self,
        _call: &Call,
        _request: OutgoingRequest,
    ) -> Result<IncomingResponse, NoAnswer> {
        let error = GuestError::Unavailable("there is no network here".to_owned());
        Err(NoAnswer::unsent(error))
    }
}

/// Clocks.
#[async_trait]
pub trait Time: Send + Sync {
    /// Since the beginning of 1970.
    fn time_of_day(&self, call: &Call) -> Duration;

    /// The time since an arbitrary moment. It never goes back.
    fn elapsed(&self) -> Duration;

    /// The monotonic time that a guest sees. The call is `None` between calls.
    fn monotonic(&self, _call: Option<&Call>) -> Duration {
        self.elapsed()
    }

    /// Waits.
    async fn sleep(&self, duration: Duration);
}

/// A source of unguessable bytes.
pub trait Randomness: Send + Sync {
    /// Fills the whole slice. The call is `None` between calls.
    ///
    /// # Errors
    /// The reason for missing bytes.
    fn fill(&self, call: Option<&Call>, bytes: &mut [u8]) -> Result<(), String>;
}

/// Environment variables.
pub trait Environment: Send + Sync {
    /// The variable's value, or `None` when it is not set. The call is `None` if the host itself reads a default.
    ///
    /// # Errors
    /// When it is not UTF-8.
    fn get(&self, call: Option<&Call>, name: &str) -> Result<Option<String>, GuestError>;
}

/// The parts of the outside world that host functions use.
#[derive(Clone)]
pub struct System {
    pub network: Arc<dyn Network>,
    pub time: Arc<dyn Time>,
    pub randomness: Arc<dyn Randomness>,
    pub environment: Arc<dyn Environment>,
    /// The observer of host calls; `None` outside of tests.
    pub observer: Option<Arc<dyn Observer>>,
}
