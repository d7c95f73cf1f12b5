//! The argument of a transform: plain values as they are, and all others as outputs of a node that exists while the
//! transform runs.
//!
//! So a guest passes on unknown values, secrets and values of resources without seeing them, and their marks and
//! dependencies are kept.

use super::callbacks::{TransformOptions, TransformRequest};
use super::node::NodeId;
use super::options::{alias_value, plain_options};
use super::output_reference::output;
use super::registration::Alias;
use super::resolve::{Resolution, Resolved, value_at};
use crate::value::output_values::{OutputTree, OutputValues};
use crate::value::property_path::PathElement;
use crate::value::size_limits;
use crate::value::{PropertyMap, PropertyValue, ResourceReference};

/// A value, and the output values in it.
pub(super) type Placed = (PropertyValue, Option<OutputTree>);

/// The argument of the running transform.
#[derive(Debug)]
pub(super) struct Argument {
    /// The node whose outputs stand for values that are not plain. The path of each is its index in `placeholders`.
    /// Every call has a new node number, so an output that a guest has kept is invalid later.
    pub(super) node: NodeId,
    pub(super) token: String,
    pub(super) name: String,
    /// Whether a provider manages the resource.
    pub(super) is_custom: bool,
    pub(super) aliases: Vec<Alias>,
    /// The paths in the option `ignoreChanges`.
    pub(super) ignored: Vec<String>,
    placeholders: Vec<Placed>,
    pub(super) properties: PropertyMap,
    pub(super) options: PropertyMap,
    /// The approximate number of bytes that the host keeps for it.
    pub(super) bytes: usize,
}

impl Argument {
    /// The argument of a transform, with its outputs at this node, and the value for the guest's function.
    pub(super) fn new(node: NodeId, request: TransformRequest) -> (Self, PropertyValue) {
        let mut builder = ArgumentBuilder {
            node,
            placeholders: Vec::new(),
        };
        let bytes = size_limits::size(&request.properties);
        let properties = builder.map(request.properties, Some(&request.outputs));
        let options = builder.options(&request.options);
        let argument = Self {
            node,
            token: request.token,
            name: request.name,
            is_custom: request.is_custom,
            aliases: request.options.others.aliases,
            ignored: request.options.others.ignore_changes,
            placeholders: builder.placeholders,
            bytes: bytes + size_limits::size(&options),
            properties,
            options,
        };
        let told = PropertyMap::from([
            ("type".to_owned(), argument.token.as_str().into()),
            ("name".to_owned(), argument.name.as_str().into()),
            ("custom".to_owned(), argument.is_custom.into()),
            ("parent".to_owned(), request.parent.into()),
            (
                "properties".to_owned(),
                PropertyValue::Object(argument.properties.clone()),
            ),
            (
                "options".to_owned(),
                PropertyValue::Object(argument.options.clone()),
            ),
        ]);
        (argument, PropertyValue::Object(told))
    }

    pub(super) fn has(&self, elements: &[PathElement]) -> bool {
        match elements.first() {
            Some(PathElement::Index(place)) => *place < self.placeholders.len(),
            _ => false,
        }
    }

    /// The value at a path, and the output values in it.
    pub(super) fn placed(&self, elements: &[PathElement]) -> Option<Placed> {
        let (PathElement::Index(place), rest) = elements.split_first()? else {
            return None;
        };
        let (value, outputs) = self.placeholders.get(*place)?;
        let outputs = outputs.as_ref();
        Some((
            value_at(value, rest),
            outputs.and_then(|outputs| outputs_below(outputs, rest)),
        ))
    }

    pub(super) fn value(&self, elements: &[PathElement]) -> Resolution {
        let Some((value, outputs)) = self.placed(elements) else {
            return Resolution::Failed;
        };
        let urns = outputs.iter().flat_map(OutputTree::dependencies);
        Resolution::Known(Resolved {
            value,
            dependencies: urns.map(str::to_owned).collect(),
        })
    }
}

/// The output values of a part. A part depends on everything that the surrounding values depend on.
fn outputs_below(outputs: &OutputTree, elements: &[PathElement]) -> Option<OutputTree> {
    let Some((first, rest)) = elements.split_first() else {
        return Some(outputs.clone());
    };
    match (outputs, first) {
        (OutputTree::Secret(inside), _) => outputs_below(inside, elements),
        (OutputTree::Members(members), PathElement::Key(key)) => {
            outputs_below(members.get(key)?, rest)
        }
        (OutputTree::Elements { found, .. }, PathElement::Index(index)) => {
            outputs_below(found.get(index)?, rest)
        }
        (
            OutputTree::Output {
                dependencies,
                is_secret,
                inside,
            },
            _,
        ) => {
            let inside = inside.as_deref();
            let inside = inside.and_then(|inside| outputs_below(inside, elements));
            let urns = inside.iter().flat_map(OutputTree::dependencies);
            let mut dependencies = dependencies.clone();
            dependencies.extend(urns.map(str::to_owned));
            dependencies.sort();
            dependencies.dedup();
            Some(OutputTree::Output {
                dependencies,
                is_secret: *is_secret,
                inside: None,
            })
        }
        _ => None,
    }
}

/// Builds the argument, and replaces values that are not plain by outputs.
struct ArgumentBuilder {
    node: NodeId,
    placeholders: Vec<Placed>,
}

impl ArgumentBuilder {
    fn map(&mut self, map: PropertyMap, outputs: Option<&OutputValues>) -> PropertyMap {
        let told = map.into_iter().map(|(name, value)| {
            let outputs = outputs.and_then(|outputs| outputs.get(&name));
            let value = self.value(value, outputs);
            (name, value)
        });
        told.collect()
    }

    fn value(&mut self, value: PropertyValue, outputs: Option<&OutputTree>) -> PropertyValue {
        match (value, outputs) {
            (value, Some(outputs @ OutputTree::Output { .. })) => {
                self.placeholder(value, Some(outputs.clone()))
            }
            (PropertyValue::Object(map), outputs) => {
                let members = match outputs {
                    Some(OutputTree::Members(members)) => Some(members),
                    _ => None,
                };
                PropertyValue::Object(self.map(map, members))
            }
            (PropertyValue::Array(items), outputs) => {
                let items = items.into_iter().enumerate().map(|(index, item)| {
                    let outputs = match outputs {
                        Some(OutputTree::Elements { found, .. }) => found.get(&index),
                        _ => None,
                    };
                    self.value(item, outputs)
                });
                PropertyValue::Array(items.collect())
            }
            (
                plain @ (PropertyValue::Null
                | PropertyValue::Bool(_)
                | PropertyValue::Number(_)
                | PropertyValue::String(_)),
                _,
            ) => plain,
            (other, outputs) => self.placeholder(other, outputs.cloned()),
        }
    }

    fn placeholder(&mut self, value: PropertyValue, outputs: Option<OutputTree>) -> PropertyValue {
        let place = self.placeholders.len();
        self.placeholders.push((value, outputs));
        output(self.node, &format!("[{place}]"))
    }

    /// The options by Pulumi's names, with outputs in place of resources.
    fn options(&mut self, given: &TransformOptions) -> PropertyMap {
        let others = &given.others;
        let mut told = plain_options(others);
        let mut tell = |name: &str, value: PropertyValue| drop(told.insert(name.to_owned(), value));
        if !given.depends_on.is_empty() {
            let urns = given.depends_on.iter().map(|urn| self.resource(urn));
            tell("dependsOn", PropertyValue::Array(urns.collect()));
        }
        if !others.provider.is_empty() {
            tell("provider", self.text(&others.provider));
        }
        if !others.providers.is_empty() {
            let providers = others.providers.iter();
            let providers = providers.map(|(package, given)| (package.clone(), self.text(given)));
            tell("providers", PropertyValue::Object(providers.collect()));
        }
        if !others.deleted_with.is_empty() {
            tell("deletedWith", self.resource(&others.deleted_with));
        }
        if !others.replace_with.is_empty() {
            let urns = others.replace_with.iter().map(|urn| self.resource(urn));
            tell("replaceWith", PropertyValue::Array(urns.collect()));
        }
        if let Some(trigger) = &others.replacement_trigger {
            tell("replacementTrigger", self.value(trigger.clone(), None));
        }
        if !others.aliases.is_empty() {
            let aliases = others.aliases.iter().map(alias_value);
            tell("aliases", PropertyValue::Array(aliases.collect()));
        }
        if !others.import.is_empty() {
            tell("import", others.import.as_str().into());
        }
        told
    }

    fn resource(&mut self, urn: &str) -> PropertyValue {
        let reference = ResourceReference {
            urn: urn.to_owned(),
            ..ResourceReference::default()
        };
        self.placeholder(PropertyValue::ResourceReference(Box::new(reference)), None)
    }

    /// A string that the guest must not see.
    fn text(&mut self, text: &str) -> PropertyValue {
        self.placeholder(text.into(), None)
    }
}
