//! Conversions between the protocol's values and the core's.

mod accepted;
pub(crate) mod dependencies;
pub(crate) mod difference;
mod fields;
mod read;
mod stored;
pub(crate) mod subject;
mod write;

pub(in crate::pulumi) use accepted::Accepted;
pub(in crate::pulumi) use read::value_from_proto;
pub use read::{
    ConvertError, Properties, map_from_proto, optional_map_from_proto, properties_from_proto,
};
pub(in crate::pulumi) use stored::{
    optional_stored_from_proto, private_from_proto, stored_from_proto,
};
pub use write::{map_to_proto, map_with_outputs_to_proto};
pub(in crate::pulumi) use write::{value_to_proto, without_unknown};
