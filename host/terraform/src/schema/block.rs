//! The attributes of a resource type, of a function, or of the provider's configuration.

use std::collections::BTreeMap;

use pulumi_wasm_core::schema::{
    FunctionOutputs, FunctionSchema, ObjectSchema, PackageSchema, PropertySchema, ResourceSchema,
};

use super::names::{self, Place};
use super::shape::{Shape, has_implied_value};
use crate::convert::value_type::ValueType;

/// The attribute with the resource's id.
pub(crate) const ID: &str = "id";
/// The attribute with the result of a function that returns a single value.
const RESULT: &str = "result";

/// A block: its attributes by name.
#[derive(Debug, Clone, Default)]
pub(crate) struct Block {
    pub(crate) version: i64,
    pub(crate) deprecation: Option<String>,
    pub(crate) attributes: BTreeMap<String, Attribute>,
}

/// An attribute, and the property behind it.
#[derive(Debug, Clone)]
pub(crate) struct Attribute {
    pub(crate) source: Source,
    pub(crate) shape: Shape,
    pub(crate) presence: Presence,
    pub(crate) sensitive: bool,
    pub(crate) description: String,
    pub(crate) deprecation: Option<String>,
}

/// The origin of an attribute's value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Source {
    /// The resource's id.
    Id,
    Property {
        name: String,
        is_input: bool,
        is_output: bool,
    },
}

/// The sides that give an attribute its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Presence {
    Required,
    Optional,
    /// The user may, and the provider does otherwise.
    OptionalComputed,
    Computed,
}

impl Presence {
    /// Whether the provider may give a value.
    pub(crate) fn is_computed(self) -> bool {
        matches!(self, Self::Computed | Self::OptionalComputed)
    }
}

/// Two properties with one name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the properties `{first}` and `{second}` are both the attribute `{attribute}`")]
pub(crate) struct Collision {
    pub(crate) attribute: String,
    pub(crate) first: String,
    pub(crate) second: String,
}

impl Block {
    /// The block of a resource type.
    ///
    /// # Errors
    /// If two properties have the same name in Terraform's form.
    pub(crate) fn of_resource(
        resource: &ResourceSchema,
        package: &PackageSchema,
    ) -> Result<Self, Collision> {
        let mut block = Self::of_objects(
            &resource.inputs,
            Some(&resource.outputs),
            package,
            Place::Resource,
        )?;
        block.version = i64::from(resource.traits.state_version);
        block.deprecation.clone_from(&resource.deprecation);
        if let Some(rule) = &resource.traits.name {
            let name = names::attribute(&rule.property, Place::Resource);
            if let Some(attribute) = block.attributes.get_mut(&name) {
                attribute.presence = Presence::OptionalComputed;
            }
        }
        let id = Attribute {
            source: Source::Id,
            shape: Shape::String,
            presence: Presence::Computed,
            sensitive: false,
            description: "The resource's id.".to_owned(),
            deprecation: None,
        };
        block.attributes.insert(ID.to_owned(), id);
        Ok(block)
    }

    /// The block of the data source of a function.
    ///
    /// # Errors
    /// As [`Self::of_resource`].
    pub(crate) fn of_function(
        function: &FunctionSchema,
        package: &PackageSchema,
    ) -> Result<Self, Collision> {
        let single;
        let outputs = match &function.outputs {
            FunctionOutputs::Nothing => None,
            FunctionOutputs::Object(outputs) => Some(outputs),
            FunctionOutputs::Value(value_type) => {
                let property = PropertySchema {
                    value_type: value_type.clone(),
                    ..PropertySchema::default()
                };
                single = ObjectSchema {
                    properties: BTreeMap::from([(RESULT.to_owned(), property)]),
                    ..ObjectSchema::default()
                };
                Some(&single)
            }
        };
        let mut block = Self::of_objects(&function.inputs, outputs, package, Place::Resource)?;
        block.deprecation.clone_from(&function.deprecation);
        Ok(block)
    }

    /// The provider's block.
    ///
    /// # Errors
    /// As [`Self::of_resource`].
    pub(crate) fn of_configuration(packages: &[&PackageSchema]) -> Result<Self, Collision> {
        let mut block = Self::default();
        for package in packages {
            let part = Self::of_objects(&package.config, None, package, Place::Provider)?;
            block.attributes.extend(part.attributes);
        }
        Ok(block)
    }

    fn of_objects(
        inputs: &ObjectSchema,
        outputs: Option<&ObjectSchema>,
        package: &PackageSchema,
        place: Place,
    ) -> Result<Self, Collision> {
        let mut block = Self::default();
        let output = |name: &str| outputs.and_then(|outputs| outputs.properties.get(name));
        for (property, declared) in &inputs.properties {
            let found = output(property);
            let attribute = Attribute {
                source: Source::Property {
                    name: property.clone(),
                    is_input: true,
                    is_output: found.is_some(),
                },
                shape: Shape::of(&declared.value_type, &package.types),
                presence: presence(inputs, property, declared, found.is_some(), place),
                sensitive: is_secret(declared) || found.is_some_and(is_secret),
                description: declared.description.clone(),
                deprecation: declared.deprecation.clone(),
            };
            block.add(property, attribute, place)?;
        }
        for (property, declared) in outputs.into_iter().flat_map(|outputs| &outputs.properties) {
            if inputs.properties.contains_key(property) {
                continue;
            }
            let attribute = Attribute {
                source: Source::Property {
                    name: property.clone(),
                    is_input: false,
                    is_output: true,
                },
                shape: Shape::of(&declared.value_type, &package.types),
                presence: Presence::Computed,
                sensitive: is_secret(declared),
                description: declared.description.clone(),
                deprecation: declared.deprecation.clone(),
            };
            block.add(property, attribute, place)?;
        }
        Ok(block)
    }

    fn add(&mut self, property: &str, attribute: Attribute, place: Place) -> Result<(), Collision> {
        let name = names::attribute(property, place);
        let attribute = Attribute {
            sensitive: attribute.sensitive || attribute.shape.contains_secret(),
            ..attribute
        };
        match self.attributes.insert(name.clone(), attribute) {
            Some(Attribute {
                source: Source::Property { name: first, .. },
                ..
            }) => Err(Collision {
                attribute: name,
                first,
                second: property.to_owned(),
            }),
            _ => Ok(()),
        }
    }

    /// The type of values of the block.
    pub(crate) fn value_type(&self) -> ValueType {
        ValueType::Object {
            attributes: self
                .attributes
                .iter()
                .map(|(name, attribute)| (name.clone(), attribute.shape.value_type()))
                .collect(),
            optional: Default::default(),
        }
    }

    /// The attribute of a property.
    pub(crate) fn attribute_of(&self, property: &str) -> Option<(&str, &Attribute)> {
        self.attributes.iter().find_map(|(name, attribute)| {
            let is_of =
                matches!(&attribute.source, Source::Property { name, .. } if name == property);
            is_of.then_some((name.as_str(), attribute))
        })
    }
}

fn presence(
    inputs: &ObjectSchema,
    name: &str,
    property: &PropertySchema,
    is_output: bool,
    place: Place,
) -> Presence {
    let has_implied = has_implied_value(property);
    if inputs.required.contains(name) && !has_implied && !property.computed {
        Presence::Required
    } else if place != Place::Provider && (is_output || has_implied || property.computed) {
        Presence::OptionalComputed
    } else {
        Presence::Optional
    }
}

fn is_secret(property: &PropertySchema) -> bool {
    property.secret || property.write_only
}
