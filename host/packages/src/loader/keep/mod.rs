//! Stores components, compiles large ones, and builds packages and bundles from them.

pub(crate) mod bundle;
pub(crate) mod compile;
pub(crate) mod package;
pub(crate) mod store;
