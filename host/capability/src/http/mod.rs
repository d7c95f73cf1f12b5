//! HTTP: which addresses were granted, and the one client that all requests go through.

mod body;
mod capability;
mod client;
mod failure;
mod grants;
mod in_flight;
mod message;
mod redirect_rules;
mod redirects;
mod request;
mod retry;
mod route;
mod streams;
#[cfg(test)]
mod tests;
mod transfer;
mod usage;

pub use body::{BodyStream, HttpBody, RequestBody};
pub use capability::HttpCapability;
pub use client::HttpClient;
pub use grants::address::{Reach, is_public, may_be_public};
pub use grants::bounds::{HostRules, NetworkBounds};
pub use grants::host_rule::{Fit, HostRule};
pub use grants::pattern::{HostPattern, PatternError};
pub use message::{
    HttpRequest, HttpResponse, IncomingResponse, OutgoingRequest, StreamedResponse, Waits,
};
pub use request::graphql::refusal as graphql_refusal;
pub use request::validate::{is_reserved, refused};
pub use route::{ChosenRoute, Named, Proxy, Route, proxy_address};
pub use streams::{ResponseHead, Streams, Upload};
pub use usage::Usage;
