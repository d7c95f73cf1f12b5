//! The protocol-neutral core: values, requests, and everything that the host does for a guest.
//!
//! A [`package::Package`] serves each operation of the provider protocol with the function in the file of the same name
//! in [`operations`]: from the schema alone if the author wrote no hook, else by calling the [`component::Component`].

pub mod call;
pub mod component;
pub mod config;
pub mod error;
pub mod graph;
pub mod long_work;
pub mod manifest;
pub mod monitor;
pub mod operations;
pub mod package;
pub mod recovery;
pub mod redaction;
pub mod schema;
pub mod state;
#[doc(hidden)]
pub mod testing;
#[cfg(test)]
mod tests;
pub mod text;
pub mod value;
pub mod view;
