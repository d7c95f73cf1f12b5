//! The launch contract: how an engine starts the plugin, what it may count on while the process lives, and how it ends.

mod attach;
mod cache;
mod cache_command;
mod cancel;
mod compiling;
mod ending;
mod journal;
mod messages;
mod moments;
mod neighbours;
mod record;
mod start;
