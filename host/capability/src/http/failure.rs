//! The errors that several stages of a request return.

use pulumi_wasm_core::error::GuestError;

use crate::limits::{Limit, Limits};

/// The error of a request whose call ends.
pub(super) fn cancelled() -> GuestError {
    GuestError::Cancelled("the deployment is being cancelled".to_owned())
}

/// The error of a call with too many open requests.
pub(super) fn too_many(limits: &Limits) -> GuestError {
    let limit = Limit::HttpConnections;
    GuestError::Other(format!(
        "{} requests are open already, which is the limit {}\nhint: {}",
        limits.get(limit),
        limit.name(),
        limits.hint(limit)
    ))
}

/// The error if a limit was reached.
pub(super) fn exceeded(what: &str, limit: Limit, limits: &Limits) -> GuestError {
    GuestError::Other(format!(
        "{what} than the limit {} of {}\nhint: {}",
        limit.name(),
        limit.show(limits.get(limit)),
        limits.hint(limit)
    ))
}
