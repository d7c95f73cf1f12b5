//! Properties that the engine stores. In a request, the private state is among them; in the core, it is beside them.

use prost::bytes::Bytes;
use pulumi_wasm_core::state::StoredProperties;

use super::accepted::Accepted;
use super::read::{self, ConvertError};

/// Reads recorded properties, or properties to record. An unset field is an empty map.
///
/// # Errors
/// When they are malformed; the error names the top-level property.
pub(in crate::pulumi) fn stored_from_proto(
    properties: Option<&[u8]>,
) -> Result<StoredProperties, ConvertError> {
    Ok(read::map_from_proto(properties)?.into())
}

/// Like [`stored_from_proto`], but `None` if the field is unset.
///
/// # Errors
/// Like [`stored_from_proto`].
pub(in crate::pulumi) fn optional_stored_from_proto(
    properties: Option<&[u8]>,
) -> Result<Option<StoredProperties>, ConvertError> {
    Ok(read::optional_map_from_proto(properties)?.map(StoredProperties::from))
}

/// Reads only the private state, and skips the values.
///
/// # Errors
/// Like [`stored_from_proto`], for private state.
pub(in crate::pulumi) fn private_from_proto(
    properties: Option<&[u8]>,
) -> Result<StoredProperties, ConvertError> {
    Ok(read::some_from_proto(properties, StoredProperties::is_private)?.into())
}

impl Accepted {
    /// Writes properties to record, for an engine that accepts these kinds of values.
    #[must_use]
    pub(in crate::pulumi) fn stored_to_proto(self, stored: StoredProperties) -> Bytes {
        self.map_to_proto(&stored.into())
    }
}
