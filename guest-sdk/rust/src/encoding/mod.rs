//! How values cross the interface: JSON text, of which only that is read which somebody looks at.
//!
//! A text that came is shared by everything that is read from it. Finding where a value begins and ends happens here,
//! and so does reading it: the reader of `serde_json` was the largest part of a small component, and its trees most of
//! what a call took. What is not plain is written by `serde_json`.

mod decoder;
mod encoder;
mod escape;
mod members;
mod number;
mod scan;
mod text;

pub use decoder::Decoder;
pub(crate) use decoder::unexpected;
pub use encoder::Encoder;
pub(crate) use members::Members;
pub(crate) use text::{Piece, Text};

#[cfg(test)]
mod tests;
