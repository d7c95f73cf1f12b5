//! Servers on this machine that the engine downloads from.

pub(crate) mod file_server;
pub(crate) mod git_server;
pub(crate) mod http2_server;
