//! The time of one request.

use std::time::Duration;

use tokio::time::Instant;

/// When a request's time is over.
#[derive(Debug, Clone)]
pub(super) struct Clocks {
    pub(super) ends: Instant,
    /// The guest's time limit, if that ends the request.
    pub(super) own: Option<Duration>,
    /// How long nothing may come.
    pub(super) idle: Duration,
}
