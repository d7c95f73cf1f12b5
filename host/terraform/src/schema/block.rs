//! The attributes of a resource type, of a function, or of the provider's configuration.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use pulumi_wasm_core::schema::{
    FunctionOutputs, FunctionSchema, ObjectSchema, PackageSchema, PropertySchema, ResourceSchema,
};

use super::identity::Identity;
use super::names::{self, Place};
use super::presence::Presence;
use super::shape::{Shape, View};
use super::timeouts;
use crate::convert::value_type::ValueType;

/// The attribute with the resource's id.
pub(crate) const ID: &str = "id";
/// The attribute with the result of a function that returns a single value.
pub(crate) const RESULT: &str = "result";

/// A block: its attributes by name.
#[derive(Debug, Clone, Default)]
pub(crate) struct Block {
    pub(crate) version: i64,
    pub(crate) deprecation: Option<String>,
    pub(crate) attributes: BTreeMap<String, Attribute>,
    /// The identity of the block's resources.
    pub(crate) identity: Identity,
    /// Whether the block is of a function that returns a single value.
    pub(crate) returns_value: bool,
    /// Whether members of objects are attributes, as in protocol 6.
    nests: bool,
    /// Whether write-only values are as others, because only the state of a resource leaves values out.
    stores_all: bool,
    value_type: OnceLock<ValueType>,
}

/// An attribute, and the property behind it.
#[derive(Debug, Clone)]
pub(crate) struct Attribute {
    pub(crate) source: Source,
    pub(crate) shape: Shape,
    pub(crate) presence: Presence,
    pub(crate) sensitive: bool,
    /// Whether the value stays in the configuration, and is in no state.
    pub(crate) write_only: bool,
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
    /// The version of a write-only property: the property is sent again when it changes.
    VersionOf(String),
    /// The hash of the files that a property names by their paths.
    HashOf(String),
    /// The block with the time limits of operations.
    Timeouts,
}

/// Two properties that cannot both be an attribute.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Collision {
    #[error("the properties `{first}` and `{second}` are both the attribute `{attribute}`")]
    Names {
        attribute: String,
        first: String,
        second: String,
    },
    #[error("two components declare `{property}` with different types")]
    Types { property: String },
}

impl Block {
    /// The block of a resource type.
    ///
    /// # Errors
    /// If two properties have the same name in Terraform's form.
    pub(crate) fn of_resource(
        resource: &ResourceSchema,
        package: &PackageSchema,
        nests: bool,
    ) -> Result<Self, Collision> {
        let mut block = Self::new(nests);
        block.add_objects(&resource.inputs, Some(&resource.outputs), package)?;
        block.add_versions()?;
        block.add_hashes();
        block.version = i64::from(resource.traits.state_version);
        block.identity = Identity::of(resource);
        block.deprecation.clone_from(&resource.deprecation);
        if let Some(rule) = &resource.traits.name {
            let name = names::attribute(&rule.property, Place::Resource);
            if let Some(attribute) = block.attributes.get_mut(&name) {
                attribute.presence = Presence::OptionalComputed;
            }
        }
        block.attributes.insert(
            ID.to_owned(),
            Attribute {
                presence: Presence::Computed,
                ..Attribute::made_up(Source::Id, Shape::String, "The resource's id.")
            },
        );
        block
            .attributes
            .insert(timeouts::NAME.to_owned(), timeouts::attribute());
        Ok(block)
    }

    fn new(nests: bool) -> Self {
        Self {
            nests,
            ..Self::default()
        }
    }

    /// A block that no state of a resource has.
    fn storing_all(nests: bool) -> Self {
        Self {
            stores_all: true,
            ..Self::new(nests)
        }
    }

    /// The block of the data source of a function.
    ///
    /// # Errors
    /// As [`Self::of_resource`].
    pub(crate) fn of_function(
        function: &FunctionSchema,
        package: &PackageSchema,
        nests: bool,
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
        let mut block = Self::storing_all(nests);
        block.add_objects(&function.inputs, outputs, package)?;
        block.returns_value = matches!(function.outputs, FunctionOutputs::Value(_));
        block.deprecation.clone_from(&function.deprecation);
        Ok(block)
    }

    /// The block with the query of a list of resources.
    ///
    /// # Errors
    /// As [`Self::of_resource`].
    pub(crate) fn of_query(
        resource: &ResourceSchema,
        package: &PackageSchema,
        nests: bool,
    ) -> Result<Self, Collision> {
        let mut block = Self::storing_all(nests);
        block.identity = Identity::of(resource);
        if let Some(query) = &resource.list_inputs {
            block.add_objects(query, None, package)?;
        }
        Ok(block)
    }

    /// The provider's block. Components may share configuration values.
    ///
    /// # Errors
    /// As [`Self::of_resource`], or if components declare a value with different types.
    pub(crate) fn of_configuration(
        packages: &[&PackageSchema],
        nests: bool,
    ) -> Result<Self, Collision> {
        let mut block = Self::storing_all(nests);
        for package in packages {
            for (property, declared) in &package.config.properties {
                let view = View {
                    nests,
                    computed: false,
                    stores_all: true,
                };
                let attribute = Attribute {
                    source: Source::Property {
                        name: property.clone(),
                        is_input: true,
                        is_output: false,
                    },
                    shape: Shape::of(&declared.value_type, &package.types, view),
                    presence: Presence::of_configuration(&package.config, property, declared),
                    write_only: false,
                    ..Attribute::of(declared)
                };
                block.share(property, attribute)?;
            }
        }
        Ok(block)
    }

    /// Adds a configuration value that another component may have declared.
    fn share(&mut self, property: &str, attribute: Attribute) -> Result<(), Collision> {
        let name = names::attribute(property, Place::Provider);
        let known = self.attributes.get_mut(&name);
        let Some(known) = known.filter(|known| known.source == attribute.source) else {
            return self.add(property, attribute, Place::Provider);
        };
        if known.shape != attribute.shape {
            return Err(Collision::Types {
                property: property.to_owned(),
            });
        }
        known.sensitive |= attribute.sensitive;
        if attribute.presence == Presence::Required {
            known.presence = Presence::Required;
        }
        Ok(())
    }

    fn add_objects(
        &mut self,
        inputs: &ObjectSchema,
        outputs: Option<&ObjectSchema>,
        package: &PackageSchema,
    ) -> Result<(), Collision> {
        let shape = |property: &PropertySchema, computed| {
            let view = View {
                nests: self.nests,
                computed,
                stores_all: self.stores_all,
            };
            Shape::of(&property.value_type, &package.types, view)
        };
        let output = |name: &str| outputs.and_then(|outputs| outputs.properties.get(name));
        let mut found = Vec::new();
        for (property, declared) in &inputs.properties {
            let result = output(property);
            let mut attribute = Attribute {
                source: Source::Property {
                    name: property.clone(),
                    is_input: true,
                    is_output: result.is_some(),
                },
                shape: shape(declared, false),
                presence: Presence::of_input(inputs, property, declared, result.is_some()),
                write_only: declared.write_only && !self.stores_all,
                ..Attribute::of(declared)
            };
            if let Some(result) = result {
                attribute.shape.with_outputs(&shape(result, true));
                attribute.sensitive |= is_secret(result);
            }
            found.push((property, attribute));
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
                shape: shape(declared, true),
                presence: Presence::Computed,
                write_only: false,
                ..Attribute::of(declared)
            };
            found.push((property, attribute));
        }
        for (property, attribute) in found {
            self.add(property, attribute, Place::Resource)?;
        }
        Ok(())
    }

    /// Adds the version of each write-only property.
    fn add_versions(&mut self) -> Result<(), Collision> {
        let secrets: Vec<(String, String)> = self
            .attributes
            .iter()
            .filter(|(_, attribute)| attribute.write_only)
            .filter_map(|(attribute, found)| match &found.source {
                Source::Property { name, .. } => Some((attribute.clone(), name.clone())),
                _ => None,
            })
            .collect();
        for (attribute, property) in secrets {
            let name = format!("{attribute}_version");
            let description =
                format!("A change of it sends `{attribute}` again, whose value no state has.");
            let version = Attribute::made_up(
                Source::VersionOf(property.clone()),
                Shape::Number,
                &description,
            );
            if self.attributes.contains_key(&name) {
                return Err(Collision::Names {
                    attribute: name,
                    first: property,
                    second: "a write-only property's version".to_owned(),
                });
            }
            self.attributes.insert(name, version);
        }
        Ok(())
    }

    /// Adds the hash of the files in each argument that can name some. It gives way to a property of the same name.
    fn add_hashes(&mut self) {
        let arguments = self.attributes.iter();
        let hashes: Vec<(String, Attribute)> = arguments
            .filter(|(_, argument)| !argument.write_only && argument.shape.contains_file())
            .filter_map(|(argument, found)| {
                let Source::Property {
                    name,
                    is_input: true,
                    ..
                } = &found.source
                else {
                    return None;
                };
                let description =
                    format!("The SHA-256 of the content of `{argument}`, if it has a path.");
                let hash = Attribute {
                    presence: Presence::Computed,
                    sensitive: found.sensitive,
                    ..Attribute::made_up(Source::HashOf(name.clone()), Shape::String, &description)
                };
                Some((format!("{argument}_sha256"), hash))
            })
            .collect();
        for (mut name, hash) in hashes {
            while self.attributes.contains_key(&name) {
                name.push('_');
            }
            self.attributes.insert(name, hash);
        }
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
            }) => Err(Collision::Names {
                attribute: name,
                first,
                second: property.to_owned(),
            }),
            _ => Ok(()),
        }
    }

    /// The type of values of the block.
    pub(crate) fn value_type(&self) -> &ValueType {
        self.value_type.get_or_init(|| ValueType::Object {
            attributes: self
                .attributes
                .iter()
                .map(|(name, attribute)| (name.clone(), attribute.shape.value_type()))
                .collect(),
            optional: Default::default(),
        })
    }

    /// Whether the user must give an argument.
    pub(crate) fn has_required(&self) -> bool {
        let mut attributes = self.attributes.values();
        attributes.any(|attribute| attribute.presence == Presence::Required)
    }

    /// Whether a value that the provider alone gives is secret.
    pub(crate) fn returns_secret(&self) -> bool {
        let mut attributes = self.attributes.values();
        attributes.any(|attribute| {
            let is_output = matches!(
                attribute.source,
                Source::Property {
                    is_output: true,
                    ..
                }
            );
            is_output && (attribute.sensitive || attribute.shape.has_secret_member())
        })
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

impl Attribute {
    /// The facts of a property that do not depend on its place.
    fn of(property: &PropertySchema) -> Self {
        Self {
            source: Source::Id,
            shape: Shape::Any { secret: false },
            presence: Presence::Optional,
            sensitive: is_secret(property),
            write_only: property.write_only,
            description: property.description.clone(),
            deprecation: property.deprecation.clone(),
        }
    }

    /// An optional attribute that no property is behind.
    pub(super) fn made_up(source: Source, shape: Shape, description: &str) -> Self {
        Self {
            source,
            shape,
            presence: Presence::Optional,
            sensitive: false,
            write_only: false,
            description: description.to_owned(),
            deprecation: None,
        }
    }
}

fn is_secret(property: &PropertySchema) -> bool {
    property.secret || property.write_only
}
