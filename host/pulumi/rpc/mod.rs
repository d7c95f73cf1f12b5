//! The RPCs of a provider, each in the file of its name. `service` is their table.

mod attach;
mod call;
mod cancel;
mod check;
mod check_config;
mod component_request;
mod configure;
mod construct;
mod create;
mod delete;
mod diff;
mod diff_config;
mod get_mapping;
mod get_mappings;
mod get_plugin_info;
mod get_schema;
mod handshake;
mod invoke;
mod list;
mod parameterize;
mod read;
pub(crate) mod service;
mod unsupported;
mod update;
