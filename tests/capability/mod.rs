//! What components reach through the host: assets and archives, views, what instances share, and waiting.

mod assets;
mod http;
mod shared;
mod unchanged;
mod views;
mod waiting;
mod wasi_http;
mod ways;
