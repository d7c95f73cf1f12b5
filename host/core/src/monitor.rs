//! The engine as a component in a deployment sees it: what takes registrations. Implemented by `rpc` on the engine's resource
//! monitor, and by fakes in tests.

use async_trait::async_trait;

use crate::graph::{LookupRequest, LookupResult, Registered, Registration};
use crate::value::PropertyMap;

/// What takes the registrations of one deployment.
#[async_trait]
pub trait Monitor: Send + Sync {
    /// Registers a resource, and waits until it is what it should be. Many wait at the same time.
    ///
    /// # Errors
    /// When the engine refuses it, or does not take registrations any more. A resource that the engine failed to make is
    /// an answer.
    async fn register(&self, registration: Registration) -> Result<Registered, MonitorError>;

    /// Looks up what is there already.
    ///
    /// # Errors
    /// As in [`Self::register`].
    async fn look_up(&self, request: LookupRequest) -> Result<LookupResult, MonitorError>;

    /// Completes a component or group with its outputs: once for each.
    ///
    /// # Errors
    /// As in [`Self::register`].
    async fn complete(&self, urn: &str, outputs: PropertyMap) -> Result<(), MonitorError>;
}

/// Why the engine did not take something.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MonitorError {
    /// The deployment is ending. The engine has told the user why.
    #[error("the deployment is ending")]
    Ended,
    /// The engine refused it.
    #[error("{0}")]
    Refused(String),
}
