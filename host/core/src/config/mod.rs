//! The configuration of a provider: what the host adds to it, which components have theirs, and its secrets.

pub(crate) mod completed;
pub(crate) mod part;
pub(crate) mod readiness;
pub(crate) mod secrets;
