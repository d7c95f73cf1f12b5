//! The capabilities of components: assets and archives, views, shared values, and waiting.

mod assets;
mod graphql;
mod http;
mod safe_requests;
mod shared;
mod unchanged;
mod views;
mod waiting;
mod wasi_http;
mod ways;
