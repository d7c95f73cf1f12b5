//! The engine's resource monitor. Components register their children with it.

pub(super) mod alias;
mod client;
mod endpoint;
mod engine_monitor;
mod features;
mod hooks;
mod lookup;
mod packages;
mod registration;

pub(super) use endpoint::Monitors;
pub(super) use engine_monitor::EngineMonitor;
pub(super) use packages::{Announcement, PackageParameter, Packages};
pub(super) use registration::timeouts_to_proto;
