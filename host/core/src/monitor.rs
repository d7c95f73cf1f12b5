//! The engine's resource monitor, as the core uses it. `pulumi` implements it with gRPC, and tests with fakes.

use async_trait::async_trait;

use crate::graph::{LookupRequest, LookupResult, Registered, Registration};
use crate::value::PropertyMap;

/// Registers and looks up resources in one deployment.
#[async_trait]
pub trait Monitor: Send + Sync {
    /// Registers a resource, and waits until the engine has created or updated it. Many registrations may wait at the
    /// same time.
    ///
    /// # Errors
    /// If the engine refuses the registration or accepts no more of them. A resource that the engine failed to create
    /// is an `Ok` result.
    async fn register(&self, registration: Registration) -> Result<Registered, MonitorError>;

    /// Looks up an existing resource, or calls a function or method.
    ///
    /// # Errors
    /// Like [`Self::register`].
    async fn look_up(&self, request: LookupRequest) -> Result<LookupResult, MonitorError>;

    /// Completes a component or group with its outputs, once for each.
    ///
    /// # Errors
    /// Like [`Self::register`].
    async fn complete(&self, urn: &str, outputs: PropertyMap) -> Result<(), MonitorError>;
}

/// Why the engine refused a request.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MonitorError {
    /// The deployment is ending. The engine has told the user why.
    #[error("the deployment is ending")]
    Ended,
    /// The engine refused the request.
    #[error("{0}")]
    Refused(String),
}
