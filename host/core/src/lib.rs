//! The protocol-neutral core: values, requests, and all that the host does for a guest.
//!
//! A [`package::Package`] serves each operation of the provider protocol in the file of that name in [`operations`]: from
//! the schema alone if the component's author wrote no hook, else by calling the [`component::Component`].

pub mod call;
mod checkpoint;
pub mod component;
mod concurrency;
pub mod config;
pub mod delta;
pub mod deployment;
pub mod error;
pub mod failure;
pub mod graph;
mod input_origin;
pub mod json_numbers;
pub mod manifest;
mod message;
pub mod monitor;
pub mod mutations;
pub mod operations;
pub mod output_values;
pub mod package;
mod pending_comparisons;
pub mod plain_name;
pub mod property_path;
mod publish;
pub mod recovery;
pub mod redaction;
mod resource_binding;
pub mod schema;
mod secret_ids;
pub mod size_limits;
pub mod special_values;
pub mod state;
#[doc(hidden)]
pub mod testing;
#[cfg(test)]
mod tests;
pub mod text;
mod tokens;
mod unknowns;
pub mod value;
#[cfg(test)]
pub(crate) mod value_strategy;
pub mod view;
