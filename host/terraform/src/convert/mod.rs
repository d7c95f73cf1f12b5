//! Values on the wire, and their conversion from and to property values.

pub(crate) mod attribute_path;
pub(crate) mod decode;
pub(crate) mod encode;
pub(crate) mod files;
pub(crate) mod known;
pub(crate) mod properties;
mod reader;
pub(crate) mod stored;
pub(crate) mod value;
pub(crate) mod value_type;
pub(crate) mod write_only;
