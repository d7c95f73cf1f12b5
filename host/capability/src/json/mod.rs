//! Property maps as guests see them: JSON text in Pulumi's own encoding, with assets as handles.

mod assets;
mod compared;
mod declared;
mod delta;
mod error;
mod read;
mod readable;
mod references;
mod room;
mod signed;
mod write;

pub use assets::Assets;
pub use compared::{read_both_ways, read_twice};
pub use declared::{declared_from_json, declared_value_from_json};
pub use delta::{Sent, delta};
pub use error::JsonError;
pub use read::{from_json, from_json_in};
pub use readable::{ReadableMap, readable_part};
pub use room::Room;
pub use write::{Written, write};

#[cfg(test)]
mod tests;
