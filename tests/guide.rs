//! The rules that a provider obeys, each with its test: `docs/protocol-rules.md` is the list, and the table test below holds
//! the list and the tests against each other.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test"
)]

#[path = "guide/check.rs"]
mod check;
#[path = "guide/configuration.rs"]
mod configuration;
#[path = "guide/create.rs"]
mod create;
#[path = "guide/delete.rs"]
mod delete;
#[path = "guide/diff.rs"]
mod diff;
mod fake;
#[path = "guide/functions.rs"]
mod functions;
#[path = "guide/guests.rs"]
mod guests;
#[path = "guide/naming.rs"]
mod naming;
#[path = "guide/process.rs"]
mod process;
#[path = "guide/properties.rs"]
mod properties;
#[path = "guide/read.rs"]
mod read;
#[path = "guide/secrets.rs"]
mod secrets;
#[path = "guide/silence.rs"]
mod silence;
#[path = "guide/statuses.rs"]
mod statuses;
#[path = "guide/table.rs"]
mod table;
#[path = "guide/unknowns.rs"]
mod unknowns;
#[path = "guide/update.rs"]
mod update;
#[path = "guide/urns.rs"]
mod urns;
#[path = "guide/values.rs"]
mod values;
#[path = "guide/world.rs"]
mod world;
