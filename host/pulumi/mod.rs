//! The gRPC services that the Pulumi engine talks to. prost types never leave this module.
//!
//! Each RPC is served in the file of its name: from protobuf, one call of the core, to protobuf. `service` is the table
//! of them, `sessions` which session a connection belongs to, `status` the one place where an error becomes a gRPC status.

mod accept;
mod admission;
mod attach;
mod call;
mod callbacks;
mod cancel;
mod check;
mod check_config;
mod component_monitor;
mod configure;
mod connection;
mod connection_id;
mod construct;
pub mod convert;
mod create;
mod delete;
mod dependencies;
mod diff;
mod diff_config;
mod difference;
mod engine_connection;
mod engine_log;
mod get_mapping;
mod get_mappings;
mod get_plugin_info;
mod get_schema;
mod handshake;
mod hook;
mod invoke;
pub mod language;
mod list;
mod monitor;
mod newer_builds;
mod open_components;
mod opening;
mod own_package;
mod parameterize;
pub mod proto;
mod read;
mod replacement_build;
pub mod schema_document;
mod server;
mod service;
mod session;
mod sessions;
mod stack_configuration;
mod status;
mod subject;
mod transform;
mod unsupported;
mod update;
mod view_status;
mod wire;
mod wording;

pub use server::{ServeOptions, serve, serve_attached};
pub use sessions::SessionMode;
