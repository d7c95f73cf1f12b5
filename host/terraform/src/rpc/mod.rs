//! The calls of the protocol, each in the file of its name in protocol 6: from the message, one or two operations of the core, to the
//! message.

mod answer;
mod apply_resource_change;
mod call_function;
mod close_ephemeral_resource;
mod comparison;
mod configure_provider;
mod get_functions;
mod get_provider_schema;
mod get_resource_identity_schemas;
mod import_resource_state;
mod invoked;
mod list_resource;
mod move_resource_state;
mod open_ephemeral_resource;
mod plan_resource_change;
mod read_data_source;
mod read_resource;
mod renew_ephemeral_resource;
pub(crate) mod service;
mod upgrade_resource_identity;
mod upgrade_resource_state;
mod validate_data_resource_config;
mod validate_ephemeral_resource_config;
mod validate_list_resource_config;
mod validate_provider_config;
mod validate_resource_config;
