//! What the engine gets for the calls of a resource's life: everything that the host does around a guest, over gRPC.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test"
)]

#[path = "lifecycle/configuration.rs"]
mod configuration;
#[path = "lifecycle/entries.rs"]
mod entries;
mod fake;
#[path = "lifecycle/handshake.rs"]
mod handshake;
#[path = "lifecycle/list.rs"]
mod list;
#[path = "lifecycle/mapping.rs"]
mod mapping;
#[path = "lifecycle/migration.rs"]
mod migration;
#[path = "lifecycle/promise.rs"]
mod promise;
#[path = "lifecycle/read.rs"]
mod read;
#[path = "lifecycle/value.rs"]
mod value;
#[path = "lifecycle/views.rs"]
mod views;
