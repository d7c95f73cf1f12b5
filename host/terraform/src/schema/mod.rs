//! The package's schema as Terraform sees it: names, types, and the attributes of each resource type.

pub(crate) mod block;
pub(crate) mod catalog;
pub(crate) mod documents;
pub(crate) mod emit;
pub(crate) mod identity;
pub(crate) mod names;
pub(crate) mod presence;
pub(crate) mod shape;
pub(crate) mod tables;
#[cfg(test)]
mod tests;
pub(crate) mod timeouts;
