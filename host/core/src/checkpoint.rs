//! What a guest saves in the middle of a call.

use crate::value::PropertyMap;

/// What a guest noted in the middle of a create or update: the thing exists.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Checkpoint {
    pub id: String,
    pub outputs: PropertyMap,
    /// Whether there was more that could not be saved.
    pub is_cut: bool,
}
