//! Values on the wire, and their conversion from and to property values.

pub(crate) mod as_before;
pub(crate) mod attribute_path;
pub(crate) mod decode;
pub(crate) mod decode_error;
mod elements;
pub(crate) mod encode;
pub(crate) mod file_places;
pub(crate) mod files;
pub(crate) mod filled;
pub(crate) mod given_results;
pub(crate) mod ignored;
mod json_parts;
pub(crate) mod known;
pub(crate) mod moved_elements;
pub(crate) mod properties;
pub(crate) mod reader;
pub(crate) mod stored;
pub(crate) mod unknown_places;
pub(crate) mod value;
pub(crate) mod value_type;
pub(crate) mod write_only;
pub(crate) mod writer;
