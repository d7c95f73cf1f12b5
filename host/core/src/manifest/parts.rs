//! The parts of a good manifest, of which a call asks for some.

use std::fmt::Debug;

use super::documents::Documents;
use crate::schema::{EnumType, FunctionSchema, ObjectType, ResourceSchema};

/// The source of the entries of a manifest's tables, by their places in the tables.
pub trait ManifestParts: Debug + Send + Sync {
    /// # Errors
    /// As all of the following: when neither the entry nor the manifest that it was made of can be read.
    fn resource(&self, index: usize) -> Result<ResourceSchema, Unreadable>;

    fn function(&self, index: usize) -> Result<FunctionSchema, Unreadable>;

    fn object(&self, index: usize) -> Result<ObjectType, Unreadable>;

    fn enumeration(&self, index: usize) -> Result<EnumType, Unreadable>;

    /// The parts of the manifest itself that no lifecycle call reads.
    fn documents(&self) -> Result<Documents, Unreadable>;
}

/// A manifest that was found good once cannot be read any more.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{reason}")]
pub struct Unreadable {
    pub reason: String,
    pub hint: String,
}

impl Unreadable {
    /// Of a manifest that was neither read nor has anything to be read from.
    pub(super) fn nowhere() -> Self {
        Self::mistaken("the manifest was not read")
    }

    /// Of a part that refers to a type beyond those that the manifest has.
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
