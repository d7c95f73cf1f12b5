//! Calls that failed half-way or whose answers were lost: what is known to exist, what is noted of it, and what is too large
//! for the engine.

pub mod journal;
pub(crate) mod left_over;
pub(crate) mod overflow;
pub(crate) mod partial_state;
pub(crate) mod pending_creates;
