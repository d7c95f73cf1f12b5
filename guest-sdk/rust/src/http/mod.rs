//! HTTP under the grants that the user gave.
//!
//! Nothing is reachable without a grant, and in checks and previews nothing that could change something is sent. A
//! redirect is an answer like any other, unless the request follows it.

mod request;
mod response;
mod retry;
mod stream;
#[cfg(feature = "http")]
mod typed;

pub use request::{Client, RequestBuilder};
pub use response::Response;
pub use retry::Retry;
pub use stream::{ResponseStream, Upload};
