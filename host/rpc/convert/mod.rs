//! Conversions between the protocol's values and the core's.

mod fields;
mod message;
mod output;
mod read;
mod stored;
mod write;

pub(super) use output::{restore_outputs, unknown_as_outputs, without_unknown};
pub use read::{
    ConvertError, Properties, map_from_proto, optional_map_from_proto, properties_from_proto,
};
pub(super) use stored::{
    optional_stored_from_proto, private_from_proto, stored_from_proto, stored_to_proto,
};
pub use write::map_to_proto;
