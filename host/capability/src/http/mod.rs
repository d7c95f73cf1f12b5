//! HTTP: which addresses were granted, and the one client that all requests go through.

mod address;
mod allowlist;
mod body;
mod bounds;
mod capability;
mod client;
mod failure;
mod host_rule;
mod in_flight;
mod manifest_rules;
mod message;
mod method_override;
mod pattern;
mod prepared;
mod redirect_rules;
mod redirects;
mod retry;
mod route;
mod streams;
#[cfg(test)]
mod tests;
mod transfer;
mod usage;
mod validate;

pub use address::{Reach, is_public, may_be_public};
pub use body::{BodyStream, HttpBody, RequestBody};
pub use bounds::{HostRules, NetworkBounds};
pub use capability::HttpCapability;
pub use client::HttpClient;
pub use host_rule::{Fit, HostRule};
pub use message::{
    HttpRequest, HttpResponse, IncomingResponse, OutgoingRequest, StreamedResponse, Waits,
};
pub use pattern::{HostPattern, PatternError};
pub use route::{ChosenRoute, Named, Proxy, Route, proxy_address};
pub use streams::{ResponseHead, Streams, Upload};
pub use usage::Usage;
pub use validate::{is_reserved, refused};
