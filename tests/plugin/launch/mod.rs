//! The launch contract: how an engine starts the plugin, the guarantees while the process lives, and its end.

mod arguments;
mod attach;
pub(crate) mod bundle;
mod cache;
mod cache_command;
mod cancel;
mod compiling;
mod ending;
mod journal;
mod language;
mod messages;
mod moments;
mod neighbours;
mod opening;
mod rebinding;
mod record;
mod start;
