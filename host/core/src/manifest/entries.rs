//! Entries of a manifest's tables, which are read when a call first needs them.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::Manifest;
use super::documents::Documents;
use super::parts::{ManifestParts, Unreadable};
use crate::schema::{FunctionSchema, NamedType, ResourceSchema, Slot};

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
