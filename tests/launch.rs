//! The launch contract: how an engine starts the plugin, what it may count on while the process lives, and how it ends.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test"
)]

#[path = "launch/attach.rs"]
mod attach;
#[path = "launch/cache.rs"]
mod cache;
#[path = "launch/cache_command.rs"]
mod cache_command;
#[path = "launch/cancel.rs"]
mod cancel;
#[path = "launch/compiling.rs"]
mod compiling;
#[path = "launch/ending.rs"]
mod ending;
mod fake;
#[path = "launch/journal.rs"]
mod journal;
#[path = "launch/messages.rs"]
mod messages;
#[path = "launch/moments.rs"]
mod moments;
#[path = "launch/record.rs"]
mod record;
#[path = "launch/start.rs"]
mod start;
