//! HTTP under the grants that the user gave.
//!
//! Nothing is reachable without a grant, and in checks and previews no mutating request is sent. A redirect is an
//! answer like any other, unless the request follows it.

mod address;
mod client;
mod request;
mod response;
mod stream;
#[cfg(feature = "http")]
mod typed;

pub use client::Client;
pub use request::RequestBuilder;
pub use response::Response;
pub use stream::{ResponseStream, Upload};
