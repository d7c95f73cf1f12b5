//! What components reach through the host: assets and archives, views, and waiting.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test"
)]

#[path = "capability/assets.rs"]
mod assets;
mod fake;
#[path = "capability/http.rs"]
mod http;
#[path = "capability/unchanged.rs"]
mod unchanged;
#[path = "capability/views.rs"]
mod views;
#[path = "capability/waiting.rs"]
mod waiting;
