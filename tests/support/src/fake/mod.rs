//! The surroundings of the plugin in tests without a real engine: an engine that records, guests that misbehave, and
//! the plugin's own process.

pub mod calls;
pub mod declare;
pub mod dwarf;
pub mod engine;
pub mod find;
pub mod guest;
pub mod module;
pub mod monitor;
pub mod plugin;
pub mod reach;
pub mod request;
pub mod scene;
pub mod share;
pub mod steps;
pub mod subject;
pub mod tool;
pub mod value;
pub mod wasi_http;
