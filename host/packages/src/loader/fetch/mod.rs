//! Fetches components, and the evidence about them, from registries, web servers, releases and the operator's mirrors.

pub(crate) mod context;
pub(crate) mod download;
pub(crate) mod evidence;
pub(crate) mod fallback;
pub(crate) mod look_up;
pub(crate) mod newer;
pub(crate) mod origin;
pub(crate) mod sources;
