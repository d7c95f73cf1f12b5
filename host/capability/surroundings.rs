//! What capabilities draw on: the network, time, randomness and environment of this machine, or what a test puts in
//! their place. Grants, limits and the rules of previews are above this seam, and hold in both cases.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;

use super::http::{HttpResponse, OutgoingRequest};
use crate::provider::error::GuestError;

/// The way to other machines.
#[async_trait]
pub trait Network: Send + Sync {
    /// Sends a request that is allowed, and reads the whole answer.
    ///
    /// # Errors
    /// `Denied` for an address that the request may not reach, `Unavailable`, `TimedOut`, `Other`.
    async fn send(&self, request: OutgoingRequest) -> Result<HttpResponse, GuestError>;
}

/// Clocks.
#[async_trait]
pub trait Time: Send + Sync {
    /// Since the beginning of 1970.
    fn time_of_day(&self) -> Duration;

    /// Since an arbitrary moment; it never goes back.
    fn elapsed(&self) -> Duration;

    /// Waits.
    async fn sleep(&self, duration: Duration);
}

/// A source of bytes that nobody can guess.
pub trait Randomness: Send + Sync {
    /// Fills the whole slice.
    ///
    /// # Errors
    /// Why there are none.
    fn fill(&self, bytes: &mut [u8]) -> Result<(), String>;
}

/// Environment variables.
pub trait Environment: Send + Sync {
    /// The variable's value; none when it is not set.
    ///
    /// # Errors
    /// When it is not UTF-8.
    fn get(&self, name: &str) -> Result<Option<String>, GuestError>;
}

/// All of them.
#[derive(Clone)]
pub struct Surroundings {
    pub network: Arc<dyn Network>,
    pub time: Arc<dyn Time>,
    pub randomness: Arc<dyn Randomness>,
    pub environment: Arc<dyn Environment>,
}
