//! How values cross the interface: JSON text, of which only that is read which somebody looks at.
//!
//! A text that came is shared by everything that is read from it. Finding where a value begins and ends happens here;
//! what is not plain in a string or a number is read and written by `serde_json`.

mod decoder;
mod encoder;
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
