//! The protocol-neutral core: values, requests, and all that the host does for a guest.
//!
//! A [`package::Package`] serves each operation of the provider protocol in the file of that name: from the schema
//! alone where the component's author wrote no hook, else by calling the [`component::Component`].

pub mod call;
pub mod carried;
pub mod changes;
pub mod check;
mod completed;
pub mod component;
pub mod configure;
mod configured_secrets;
pub mod create;
mod crowd;
pub mod delete;
pub mod deployment;
pub mod diff;
pub mod error;
pub mod failure;
pub mod invoke;
pub mod journal;
mod known;
mod lacking;
mod left_out;
pub mod list;
pub mod manifest;
mod marks;
mod open_ids;
mod outcome;
pub mod package;
mod partial;
mod preview;
pub mod property_path;
pub mod read;
mod readiness;
mod recorded;
pub mod redaction;
pub mod revision;
mod route;
pub mod schema;
pub mod signature;
#[doc(hidden)]
pub mod testing;
#[cfg(test)]
mod tests;
pub mod text;
mod tokens;
mod unanswered;
mod update;
pub mod value;
#[cfg(test)]
pub(crate) mod value_strategy;
pub mod view;
mod wanted;
