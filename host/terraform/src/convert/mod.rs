//! Values on the wire, and their conversion from and to property values.

pub(crate) mod attribute_path;
pub(crate) mod change;
mod elements;
pub(crate) mod file_places;
pub(crate) mod files;
pub(crate) mod given_results;
mod json_parts;
pub(crate) mod properties;
pub(crate) mod stored;
pub(crate) mod value;
pub(crate) mod value_type;
pub(crate) mod wire;
pub(crate) mod write_only;
