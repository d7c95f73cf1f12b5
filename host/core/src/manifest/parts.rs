//! The parts of a checked manifest. They are read one by one, when a call first needs them.

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::sync::Arc;

use super::Manifest;
use super::documents::Documents;
use crate::schema::{EnumType, FunctionSchema, NamedType, ObjectType, ResourceSchema, Slot};

/// Reads the entries of a manifest's tables by their index. Each function fails if neither the entry nor its manifest can
/// be read.
pub trait ManifestParts: Debug + Send + Sync {
    /// # Errors
    /// If neither the entry nor its manifest can be read.
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
    fn nowhere() -> Self {
        Self::mistaken("the manifest was not read")
    }

    /// The error of a part that refers to a type that the manifest does not have.
    fn no_type() -> Self {
        Self::mistaken("the stored manifest refers to a type that it does not have")
    }

    fn mistaken(reason: &str) -> Self {
        Self {
            reason: reason.to_owned(),
            hint: "this is a mistake in the plugin; report it".to_owned(),
        }
    }
}

impl Manifest {
    /// A manifest whose tables contain only names, with the source of their entries.
    ///
    /// # Errors
    /// If the types that the configuration refers to are missing or cannot be read.
    pub fn with_parts(mut self, parts: Arc<dyn ManifestParts>) -> Result<Self, Unreadable> {
        let mut types = Vec::new();
        self.schema.config.refers_to(&mut types);
        self.read_types(parts.as_ref(), types)?;
        self.parts = Some(parts);
        Ok(self)
    }

    /// A resource type with its token. It also reads all named types that it refers to. `None` if the package does not
    /// have the resource type.
    ///
    /// # Errors
    /// If an entry cannot be read.
    pub fn resource(&self, token: &str) -> Result<Option<(&str, &ResourceSchema)>, Unreadable> {
        let resources = &self.schema.resources;
        let position = resources.position(token);
        let found = position.and_then(|index| Some((index, resources.at(index)?)));
        let Some((index, (token, slot))) = found else {
            return Ok(None);
        };
        let read = |parts: &dyn ManifestParts| {
            let resource = parts.resource(index)?;
            let mut types = Vec::new();
            resource.refers_to(&mut types);
            self.read_types(parts, types)?;
            Ok(resource)
        };
        let resource = self.filled(slot, read)?;
        Ok(resource.map(|resource| (token, resource)))
    }

    /// A function. It also reads all named types that it refers to.
    ///
    /// # Errors
    /// If an entry cannot be read.
    pub fn function_schema(&self, token: &str) -> Result<Option<&FunctionSchema>, Unreadable> {
        let functions = &self.schema.functions;
        let position = functions.position(token);
        let found = position.and_then(|index| Some((index, functions.at(index)?)));
        let Some((index, (_, slot))) = found else {
            return Ok(None);
        };
        self.filled(slot, |parts| {
            let function = parts.function(index)?;
            let mut types = Vec::new();
            function.refers_to(&mut types);
            self.read_types(parts, types)?;
            Ok(function)
        })
    }

    /// The parts that lifecycle calls do not need.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn documents(&self) -> Result<&Documents, Unreadable> {
        if let Some(documents) = self.documents.get() {
            return Ok(documents);
        }
        let Some(parts) = &self.parts else {
            return Err(Unreadable::nowhere());
        };
        let documents = parts.documents()?;
        Ok(self.documents.get_or_init(|| documents))
    }

    fn filled<'s, T>(
        &self,
        slot: &'s Slot<T>,
        read: impl FnOnce(&dyn ManifestParts) -> Result<T, Unreadable>,
    ) -> Result<Option<&'s T>, Unreadable> {
        match (slot.get(), &self.parts) {
            (Some(entry), _) => Ok(Some(entry)),
            (None, Some(parts)) => Ok(Some(slot.fill(read(parts.as_ref())?))),
            (None, None) => Ok(None),
        }
    }

    /// Reads named types, and all types that they refer to. It also visits types that were read before, because another
    /// call may have read them a moment ago, but not yet the types that they refer to.
    fn read_types(
        &self,
        parts: &dyn ManifestParts,
        mut wanted: Vec<NamedType>,
    ) -> Result<(), Unreadable> {
        let types = &self.schema.types;
        let mut seen = BTreeSet::new();
        while let Some(named) = wanted.pop() {
            if !seen.insert(named) {
                continue;
            }
            match named {
                NamedType::Object(index) => {
                    let slot = types.object_slots().get(index);
                    let slot = slot.ok_or_else(Unreadable::no_type)?;
                    let object = match slot.get() {
                        Some(object) => object,
                        None => slot.fill(parts.object(index)?),
                    };
                    object.schema.refers_to(&mut wanted);
                }
                NamedType::Enum(index) => {
                    let slot = types.enum_slots().get(index);
                    let slot = slot.ok_or_else(Unreadable::no_type)?;
                    if slot.get().is_none() {
                        slot.fill(parts.enumeration(index)?);
                    }
                }
            }
        }
        Ok(())
    }
}
