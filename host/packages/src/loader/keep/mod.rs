//! Stores components, compiles large ones, and makes packages and bundles of them.

pub(crate) mod bundle;
pub(crate) mod compile;
pub(crate) mod package;
pub(crate) mod store;
