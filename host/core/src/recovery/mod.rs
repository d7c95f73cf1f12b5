//! Calls that failed half-way or whose answers were lost: the things that are known to exist, the notes about them, and
//! outputs that are too large for the engine.

pub(crate) mod interrupted_create;
pub mod journal;
pub(crate) mod overflow;
pub(crate) mod partial_state;
pub(crate) mod pending_creates;
