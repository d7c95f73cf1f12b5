//! The services of the engine that the plugin calls: its log, its resource monitor and the states of views.

pub(crate) mod connection;
pub(crate) mod log;
pub(crate) mod monitor;
pub(crate) mod view_status;
