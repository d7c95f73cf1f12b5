//! The named types of a package, each stored once.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::object::ObjectSchema;
use super::table::Slot;
use super::types::{EnumId, ObjectId, Primitive};
use crate::value::PropertyValue;

/// The named types of a package. They are all present, or read with the types that refer to them. The stored form
/// contains their number, and which of them have a computed property.
#[derive(Debug, Clone, Default)]
pub struct Types {
    objects: Vec<Slot<ObjectType>>,
    enums: Vec<Slot<EnumType>>,
    /// Whether a property of an object type is computed: mostly not, and nothing is looked for then.
    has_computed: bool,
}

/// A named object type.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct ObjectType {
    pub token: String,
    pub schema: ObjectSchema,
}

/// A named enum.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct EnumType {
    pub token: String,
    /// The type of the values.
    pub element: Primitive,
    /// The allowed values, all of type `element`.
    pub values: Vec<PropertyValue>,
    /// The deprecated values, each with the reason.
    pub deprecations: Vec<(PropertyValue, String)>,
}

/// The object type behind an identifier of another package. Identifiers are made with the types that they belong to, so
/// this is never seen.
static NO_OBJECT: ObjectType = ObjectType {
    token: String::new(),
    schema: ObjectSchema {
        properties: BTreeMap::new(),
        required: BTreeSet::new(),
        constraints: Vec::new(),
    },
};
static NO_ENUM: EnumType = EnumType {
    token: String::new(),
    element: Primitive::String,
    values: Vec::new(),
    deprecations: Vec::new(),
};

impl Types {
    #[must_use]
    pub fn object(&self, id: ObjectId) -> &ObjectType {
        let found = self.objects.get(id.0).and_then(Slot::get);
        debug_assert!(found.is_some(), "read with what refers to it");
        found.unwrap_or(&NO_OBJECT)
    }

    /// The object types that were read.
    pub fn objects(&self) -> impl Iterator<Item = &ObjectType> {
        self.objects.iter().filter_map(Slot::get)
    }

    /// The identifiers of the present object types, by token.
    pub(crate) fn positions(&self) -> BTreeMap<String, ObjectId> {
        let objects = self.objects.iter().enumerate();
        objects
            .filter_map(|(at, object)| Some((object.get()?.token.clone(), ObjectId(at))))
            .collect()
    }

    /// Replaces an object type and returns the old one.
    pub(crate) fn replace(&mut self, id: ObjectId, object: ObjectType) -> ObjectType {
        let mut properties = object.schema.properties.values();
        self.has_computed |= properties.any(|property| property.computed);
        match self.objects.get_mut(id.0).and_then(Slot::get_mut) {
            Some(place) => std::mem::replace(place, object),
            None => object,
        }
    }

    /// Whether an object type has a computed property.
    #[must_use]
    pub fn has_computed(&self) -> bool {
        self.has_computed
    }

    #[must_use]
    pub fn enumeration(&self, id: EnumId) -> &EnumType {
        let found = self.enums.get(id.0).and_then(Slot::get);
        debug_assert!(found.is_some(), "read with what refers to it");
        found.unwrap_or(&NO_ENUM)
    }

    /// The enums that were read.
    pub fn enumerations(&self) -> impl Iterator<Item = &EnumType> {
        self.enums.iter().filter_map(Slot::get)
    }

    /// Appends an object type.
    pub(crate) fn add_object(&mut self, object: ObjectType) {
        self.objects.push(object.into());
    }

    /// Appends an enum.
    pub(crate) fn add_enumeration(&mut self, enumeration: EnumType) {
        self.enums.push(enumeration.into());
    }

    /// The places of object types, in order.
    pub(crate) fn object_slots(&self) -> &[Slot<ObjectType>] {
        &self.objects
    }

    /// The places of enums, in order.
    pub(crate) fn enum_slots(&self) -> &[Slot<EnumType>] {
        &self.enums
    }

    /// The object types, to be changed.
    #[cfg(test)]
    pub(crate) fn objects_mut(&mut self) -> impl Iterator<Item = &mut ObjectType> {
        self.objects.iter_mut().filter_map(Slot::get_mut)
    }
}

impl Serialize for Types {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.objects.len(), self.enums.len(), self.has_computed).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Types {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (objects, enums, has_computed) = <(usize, usize, bool)>::deserialize(deserializer)?;
        Ok(Self {
            objects: (0..objects).map(|_| Slot::empty()).collect(),
            enums: (0..enums).map(|_| Slot::empty()).collect(),
            has_computed,
        })
    }
}
