//! HTTP: which addresses were granted, and the one client that all requests go through.

#[cfg(feature = "sandbox")]
mod address;
mod body;
mod client;
mod message;
#[cfg(feature = "sandbox")]
mod network;
mod pattern;

pub use body::{BodyStream, HttpBody, RequestBody};
pub use client::HttpCapability;
pub use message::{HttpRequest, HttpResponse, IncomingResponse, OutgoingRequest};
#[cfg(feature = "sandbox")]
pub use network::MachineNetwork;
pub use pattern::{HostPattern, PatternError};
