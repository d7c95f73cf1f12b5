//! How values cross the interface: JSON text, of which only the accessed parts are read.
//!
//! A text that came is shared by everything that is read from it. This module finds the beginning and the end of a
//! value, and reads it: the reader of `serde_json` was the largest part of a small component, and its trees most of the
//! cost of a call. Values that are not plain are written by `serde_json`.

mod aspect;
mod decoder;
mod encoder;
mod escape;
mod members;
mod number;
mod piece;
mod property_map;
mod scan;
mod text;

pub use decoder::Decoder;
pub(crate) use decoder::unexpected;
pub use encoder::Encoder;
pub(crate) use members::Members;
pub(crate) use piece::Piece;
pub(crate) use property_map::{parse, print, to_text};
pub(crate) use text::Text;

#[cfg(test)]
mod tests;
