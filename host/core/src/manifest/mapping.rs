//! The counterparts of a package in other ecosystems.

use super::items::items;
use crate::schema::parse::reader::{Members, Reader};

/// How the package corresponds to a provider of another ecosystem, for programs that convert from it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Mapping {
    /// The ecosystem, such as `terraform`.
    pub key: String,
    /// The provider's name there.
    pub provider: String,
    /// The mapping in the form of the ecosystem.
    pub data: String,
}

/// Reads the part `mappings`.
pub(super) fn read(reader: &mut Reader, root: &Members) -> Vec<Mapping> {
    let mut mappings: Vec<Mapping> = Vec::new();
    for (index, item) in items(reader, root, "mappings", "").iter().enumerate() {
        let place = format!("/mappings/{index}");
        let Some(spec) = reader.members(item, &place) else {
            continue;
        };
        reader.only(spec, &["key", "provider", "data"], &place);
        let mut required = |key: &str| {
            let told = reader.mistakes.len();
            let text = reader.text(spec, key, &place).unwrap_or_default();
            if text.is_empty() && reader.mistakes.len() == told {
                reader.mistake(&place, format!("`{key}` is missing"));
            }
            text.to_owned()
        };
        let mapping = Mapping {
            key: required("key"),
            provider: required("provider"),
            data: required("data"),
        };
        let is_same =
            |other: &Mapping| (&other.key, &other.provider) == (&mapping.key, &mapping.provider);
        if mappings.iter().any(is_same) {
            let message = format!(
                "there is a mapping for `{}` of `{}` already",
                mapping.provider, mapping.key
            );
            reader.mistake(&place, message);
        }
        mappings.push(mapping);
    }
    mappings
}
