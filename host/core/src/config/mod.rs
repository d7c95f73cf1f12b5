//! The configuration of a provider: the values that the host adds, the state of each component, and its secrets.

pub(crate) mod completed;
pub(crate) mod config_state;
pub(crate) mod declared_place;
pub(crate) mod part;
pub(crate) mod project_names;
pub(crate) mod secrets;
