//! Recovery from calls that failed half-way or whose answers were lost: the resources that are known to exist, their
//! records, and outputs that are too large for the engine.

pub(crate) mod interrupted_create;
pub mod journal;
pub(crate) mod overflow;
pub(crate) mod partial_state;
pub(crate) mod pending_creates;
