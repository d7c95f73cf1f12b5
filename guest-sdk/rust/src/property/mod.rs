//! The values that a property may contain.

mod asset;
mod collection;
mod draft;
mod enumeration;
mod exact;
mod host_only;
mod json;
mod kind;
mod object;
mod primitive;
mod property_type;
mod reference;
mod union;

#[cfg(test)]
mod tests;

pub use asset::{Archive, ArchiveEntry, Asset, AssetOrArchive, AssetReader};
pub use draft::HasDraft;
pub use enumeration::{Enum, EnumRow};
pub use enumeration::{decode_enum, encode_enum};
pub use exact::Exact;
pub use host_only::HostOnly;
pub use json::Json;
pub use kind::{Kind, check_kind};
pub use object::{decode_object, encode_object, fits_object};
pub(crate) use property_type::Place;
pub use property_type::Property;
pub(crate) use property_type::{from_text, to_text};
pub use reference::{AnyResource, Referable, ResourceReference};
pub use union::{Alternative, Union};
pub use union::{decode_union, encode_union};
pub use union::{natural_length, natural_rules};
