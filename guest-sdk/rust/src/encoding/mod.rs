//! Values cross the interface as JSON text. Only accessed parts are decoded.
//!
//! All values that are decoded from a text share it. This module finds the start and the end of a value, and decodes
//! it. It does not use the parser of `serde_json`, which was the largest part of a small component, and whose trees
//! took most of the time of a call. `serde_json` writes values that are not plain.

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
