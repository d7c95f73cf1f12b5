//! HTTP: which addresses were granted, and the one client that all requests go through.

mod address;
mod client;
mod pattern;

pub use client::{HttpBody, HttpCapability, HttpRequest, HttpResponse};
pub use pattern::{HostPattern, PatternError};
