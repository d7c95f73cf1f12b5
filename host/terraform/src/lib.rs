//! The provider protocol of Terraform and OpenTofu in front of the core: the same component that serves Pulumi.
//!
//! A core starts the program as `terraform-provider-NAME`, and [`serve`] answers its calls. prost types never leave this crate. Each
//! call is served in the file of its name in `rpc`; `schema` has the package's types as Terraform sees them, and `convert` the values.

mod controller;
mod convert;
mod diagnostics;
mod failure_report;
mod handshake;
mod log;
mod mapping;
mod proto;
mod provider;
mod recorded;
mod rpc;
mod schema;
mod server;
mod tls;
mod wording;

pub use handshake::Started;
pub use mapping::Mapping;
pub use server::{ServeOptions, serve};
