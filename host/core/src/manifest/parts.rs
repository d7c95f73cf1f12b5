//! The parts of a checked manifest, which calls read one by one.

use std::fmt::Debug;

use super::documents::Documents;
use crate::schema::{EnumType, FunctionSchema, ObjectType, ResourceSchema};

/// Reads the entries of a manifest's tables by their index.
pub trait ManifestParts: Debug + Send + Sync {
    /// # Errors
    /// As for all following functions: if neither the entry nor its manifest can be read.
    fn resource(&self, index: usize) -> Result<ResourceSchema, Unreadable>;

    fn function(&self, index: usize) -> Result<FunctionSchema, Unreadable>;

    fn object(&self, index: usize) -> Result<ObjectType, Unreadable>;

    fn enumeration(&self, index: usize) -> Result<EnumType, Unreadable>;

    /// The parts of the manifest that lifecycle calls do not need.
    fn documents(&self) -> Result<Documents, Unreadable>;
}

/// A manifest that was checked before can no longer be read.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{reason}")]
pub struct Unreadable {
    pub reason: String,
    pub hint: String,
}

impl Unreadable {
    /// The error of a manifest without a source of its entries.
    pub(super) fn nowhere() -> Self {
        Self::mistaken("the manifest was not read")
    }

    /// The error of a part that refers to a type that the manifest does not have.
    pub(super) fn no_type() -> Self {
        Self::mistaken("the stored manifest refers to a type that it does not have")
    }

    fn mistaken(reason: &str) -> Self {
        Self {
            reason: reason.to_owned(),
            hint: "this is a mistake in the plugin; report it".to_owned(),
        }
    }
}
