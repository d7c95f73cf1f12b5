//! What components reach through the host: assets and archives, views, and waiting.

mod assets;
mod http;
mod unchanged;
mod views;
mod waiting;
mod wasi_http;
