//! The commands of the tool, one module each. Those that speak with a registry share `registry`.

pub(crate) mod add;
pub(crate) mod audit;
pub(crate) mod build;
pub(crate) mod bundle;
pub(crate) mod cache;
pub(crate) mod conformance;
pub(crate) mod dev;
pub(crate) mod diff;
pub(crate) mod docs;
pub(crate) mod grants;
pub(crate) mod inspect;
pub(crate) mod install;
pub(crate) mod new;
pub(crate) mod registry;
pub(crate) mod terraform;
pub(crate) mod test;
pub(crate) mod r#try;
pub(crate) mod wrap;
