//! HTTP: which addresses were granted, and the one client that all requests go through.

#[cfg(feature = "sandbox")]
mod address;
mod body;
mod bounds;
mod client;
mod message;
#[cfg(feature = "sandbox")]
mod network;
mod pattern;
mod reach;

pub use body::{BodyStream, HttpBody, RequestBody};
#[cfg(feature = "sandbox")]
pub use bounds::Fit;
pub use bounds::{HostRule, HostRules, NetworkBounds};
pub use client::HttpCapability;
pub use message::{HttpRequest, HttpResponse, IncomingResponse, OutgoingRequest};
#[cfg(feature = "sandbox")]
pub use network::MachineNetwork;
pub use pattern::{HostPattern, PatternError};
