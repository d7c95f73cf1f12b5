//! HTTP: which addresses were granted, and the one client that all requests go through.

#[cfg(feature = "sandbox")]
mod address;
mod client;
#[cfg(feature = "sandbox")]
mod network;
mod pattern;

pub use client::{HttpBody, HttpCapability, HttpRequest, HttpResponse, OutgoingRequest};
#[cfg(feature = "sandbox")]
pub use network::MachineNetwork;
pub use pattern::{HostPattern, PatternError};
