//! The sides of a change next to each other: the state before, the configuration, the plan and the record.

pub(crate) mod as_before;
pub(crate) mod filled;
pub(crate) mod ignored;
pub(crate) mod known;
pub(crate) mod moved_elements;
pub(crate) mod unknown_places;
