//! The engine's resource monitor. Components register their children with it.
//!
//! | file | responsibility |
//! | --- | --- |
//! | `client` | requests to a monitor, and why one came to nothing |
//! | `endpoint` | one connection for each monitor, shared by all that use it at one time |
//! | `features` | what a monitor can do |
//! | `packages` | what a monitor has to know of a package to find its plugin |
//! | `engine_monitor` | the core's monitor on the engine's one |
//! | `registration` | registrations and their answers, from and to protobuf |
//! | `hooks` | the hooks of a child, as the engine is told them |
//! | `lookup` | look-ups and what is found, from and to protobuf |
//! | `alias` | identities that a resource had before, from and to protobuf |

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
