//! HTTP: which addresses were granted, and the one client that all requests go through.

pub mod address;
mod body;
mod bounds;
mod capability;
mod client;
mod declared;
mod exchanges;
mod hop;
mod message;
mod open;
mod pattern;
mod prepared;
mod reach;
mod redirect;
mod retry;
#[cfg(test)]
mod tests;
mod transfer;
mod usage;
pub mod validate;
pub mod way;

pub use body::{BodyStream, HttpBody, RequestBody};
pub use bounds::{Fit, HostRule, HostRules, NetworkBounds};
pub use capability::HttpCapability;
pub use client::HttpClient;
pub use exchanges::{Exchanges, Head, Upload};
pub use message::{
    HttpRequest, HttpResponse, IncomingResponse, OutgoingRequest, StreamedResponse, Waits,
};
pub use pattern::{HostPattern, PatternError};
pub(super) use reach::may_be_public;
pub use retry::Retry;
pub use usage::Usage;
pub use way::{Named, Proxy, Taken, Way};
