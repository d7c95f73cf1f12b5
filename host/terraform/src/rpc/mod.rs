//! The calls of the protocol, each in the file of its name in protocol 6: from the message, one or two operations of the core, to the
//! message.

mod apply_resource_change;
mod configure_provider;
mod get_provider_schema;
mod import_resource_state;
mod plan_resource_change;
mod read_data_source;
mod read_resource;
pub(crate) mod service;
mod upgrade_resource_state;
mod validate_data_resource_config;
mod validate_provider_config;
mod validate_resource_config;
