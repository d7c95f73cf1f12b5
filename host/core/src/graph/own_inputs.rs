//! Inputs of children of the component's own package, held against the schema when they are declared: the author is told there,
//! at the place in the source, and not by the engine after other resources were made.
//!
//! What comes of an output is not known yet, so only names and plain values are judged. The provider's Check judges the rest.

use std::sync::Arc;

use super::Graph;
use super::declaration::Declaration;
use super::mistakes::tell;
use super::output::reference;
use super::own_types::{OwnManifests, OwnTypes};
use super::registration::ResourceKind;
use crate::failure::PropertyFailure;
use crate::schema::{self, ResourceSchema, nearest};
use crate::text::Excerpt;
use crate::value::{PropertyMap, PropertyValue};

impl Graph {
    /// Lets children of the package be judged by the manifests of its components.
    pub fn knows_types_of(&mut self, package: Arc<dyn OwnManifests>) {
        self.own_types = OwnTypes::of(package);
    }

    /// Judges the inputs of a child of the own package.
    pub(super) fn judge_own(&self, declaration: &Declaration, failures: &mut Vec<PropertyFailure>) {
        let is_own = declaration.token.split(':').next() == Some(self.authority.own.as_str());
        if declaration.kind == ResourceKind::Group || !is_own {
            return;
        }
        let manifests = self.own_types.manifests();
        if manifests.is_empty() {
            return;
        }
        let token = declaration.token.as_str();
        for manifest in manifests {
            match manifest.resource(token) {
                Ok(Some((_, resource))) => {
                    let inputs = as_known(resource, &declaration.inputs);
                    let (types, declared) = (&manifest.schema, &resource.inputs);
                    let checked = schema::check(types, declared, inputs, &schema::no_environment);
                    failures.extend(checked.failures);
                    return;
                }
                Ok(None) => {}
                // Its provider says so.
                Err(_) => return,
            }
        }
        tell(failures, "token", self.no_such_type(token));
    }

    fn no_such_type(&self, token: &str) -> String {
        let (own, shown) = (&self.authority.own, Excerpt::name(token));
        let manifests = self.own_types.manifests().into_iter();
        let known = manifests.flat_map(|manifest| manifest.schema.resources.keys());
        match nearest(token, known) {
            Some(near) => {
                format!(
                    "the package `{own}` has no resource type `{shown}`; did you mean `{near}`?"
                )
            }
            None => format!(
                "the package `{own}` has no resource type `{shown}`: if it is a new one, add it to the list of the provider"
            ),
        }
    }
}

/// Inputs with unknown values in the places of outputs. A name that the host makes is as one that is there.
fn as_known(resource: &ResourceSchema, inputs: &PropertyMap) -> PropertyMap {
    let known = inputs.iter();
    let known = known.map(|(name, value)| (name.clone(), without_outputs(value)));
    let mut known: PropertyMap = known.collect();
    if let Some(rule) = &resource.traits.name {
        let made = || PropertyValue::Unknown;
        known.entry(rule.property.clone()).or_insert_with(made);
    }
    known
}

fn without_outputs(value: &PropertyValue) -> PropertyValue {
    match value {
        PropertyValue::Object(map) if matches!(reference(map), Ok(Some(_))) => {
            PropertyValue::Unknown
        }
        PropertyValue::Object(map) => {
            let members = map.iter();
            let members = members.map(|(name, value)| (name.clone(), without_outputs(value)));
            PropertyValue::Object(members.collect())
        }
        PropertyValue::Array(items) => {
            PropertyValue::Array(items.iter().map(without_outputs).collect())
        }
        PropertyValue::Secret(inner) => without_outputs(inner).into_secret(),
        other => other.clone(),
    }
}
