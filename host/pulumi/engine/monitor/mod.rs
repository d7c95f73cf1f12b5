//! The engine's resource monitor. Components register their children with it.

pub(crate) mod alias;
mod client;
mod endpoint;
mod engine_monitor;
mod features;
mod hooks;
mod lookup;
mod packages;
mod registration;

pub(in crate::pulumi) use endpoint::Monitors;
pub(in crate::pulumi) use engine_monitor::EngineMonitor;
pub(in crate::pulumi) use packages::{Announcement, PackageParameter, Packages};
pub(in crate::pulumi) use registration::timeouts_to_proto;
