//! The gRPC services that the Pulumi engine talks to. prost types never leave this module.
//!
//! Each RPC is served in the file of its name in `rpc`: the file converts from protobuf, calls the core once, and
//! converts to protobuf. A `session` is one provider as an engine sees it, `engine` has the engine's own services, and
//! `status` is the only module that turns an error into a gRPC status.

mod callbacks;
mod connection;
pub mod convert;
mod engine;
pub mod language;
mod rpc;
pub mod schema_document;
mod server;
mod session;
mod status;
mod wire;
mod wording;

pub use server::{ServeOptions, serve, serve_attached};
pub use session::sessions::SessionMode;
