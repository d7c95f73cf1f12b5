//! HTTP: which addresses were granted, and the one client that all requests go through.

pub mod address;
mod allowlist;
mod body;
mod bounds;
mod capability;
mod client;
mod in_flight;
mod manifest_rules;
mod message;
mod pattern;
mod prepared;
mod redirect_rules;
mod redirects;
mod retry;
mod streams;
#[cfg(test)]
mod tests;
mod transfer;
mod usage;
pub mod validate;
pub mod way;

pub(super) use allowlist::may_be_public;
pub use body::{BodyStream, HttpBody, RequestBody};
pub use bounds::{Fit, HostRule, HostRules, NetworkBounds};
pub use capability::HttpCapability;
pub use client::HttpClient;
pub use message::{
    HttpRequest, HttpResponse, IncomingResponse, OutgoingRequest, StreamedResponse, Waits,
};
pub use pattern::{HostPattern, PatternError};
pub use retry::Retry;
pub use streams::{Head, Streams, Upload};
pub use usage::Usage;
pub use way::{Named, Proxy, Taken, Way};
