//! Requests that fail.

use pulumi_wasm_core::error::GuestError;

use super::http::{Request, Response};

/// A request that is not answered.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// The server cannot be reached, or ends the connection. It is unknown whether the request had an effect.
    Unavailable,
    /// No response arrives in time.
    TimedOut,
    /// There is an answer of this status, without a body.
    Status(u16),
}

impl Fault {
    /// The answer that the provider gets.
    pub(super) fn reply(self, request: &Request) -> Result<Response, GuestError> {
        match self {
            Fault::Unavailable => Err(GuestError::Unavailable(format!(
                "{request} failed: the connection was closed"
            ))),
            Fault::TimedOut => Err(GuestError::TimedOut(format!(
                "{request}: no answer in time"
            ))),
            Fault::Status(status) => Ok(Response::status(status)),
        }
    }
}
