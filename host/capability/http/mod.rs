//! HTTP: which addresses were granted, and the one client that all requests go through.

#[cfg(feature = "sandbox")]
mod address;
mod body;
mod bounds;
mod capability;
mod client;
mod declared;
mod exchanges;
mod hop;
#[cfg(feature = "sandbox")]
mod machine;
mod message;
mod open;
mod pattern;
mod prepared;
mod reach;
mod redirect;
mod retry;
#[cfg(test)]
#[cfg(feature = "sandbox")]
mod tests;
mod transfer;
mod usage;
mod validate;
#[cfg(feature = "sandbox")]
mod wasi;
mod way;

pub use body::{BodyStream, HttpBody, RequestBody};
pub use bounds::{Fit, HostRule, HostRules, NetworkBounds};
pub use capability::HttpCapability;
pub use client::HttpClient;
pub use exchanges::{Exchanges, Head, Upload};
#[cfg(feature = "sandbox")]
pub use machine::{Lookup, MachineLookup, MachineNetwork, NetworkSettings, ProxySettings};
pub use message::{
    HttpRequest, HttpResponse, IncomingResponse, OutgoingRequest, StreamedResponse, Waits,
};
pub use pattern::{HostPattern, PatternError};
pub(super) use reach::may_be_public;
pub use retry::Retry;
pub use usage::Usage;
#[cfg(feature = "sandbox")]
pub use wasi::{WRITTEN_AT_ONCE, WasiHttpSender};
pub use way::{Named, Proxy, Taken, Way};
