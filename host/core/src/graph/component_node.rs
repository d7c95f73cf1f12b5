//! Node 0 of a session, whose outputs are its inputs.

use std::collections::{BTreeMap, BTreeSet};

use super::node_id::COMPONENT;
use super::{output, path};
use crate::value::{PropertyMap, PropertyValue};

/// Node 0 of a session: the component that is constructed, or the resource whose method is called.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ComponentNode {
    pub token: String,
    pub name: String,
    /// Its id, as a reference has it; a component has none.
    pub id: Option<Option<String>>,
    /// Valid inputs, or the arguments of the method, which may be unknown and secret at any depth.
    pub inputs: PropertyMap,
    /// The URNs that each input depends on.
    pub dependencies: BTreeMap<String, BTreeSet<String>>,
    /// The inputs that the component takes as values, and never as outputs.
    pub plain: BTreeSet<String>,
    /// The providers that the program gave, as `urn::id`, by package.
    pub providers: BTreeMap<String, String>,
}

impl ComponentNode {
    /// The inputs as the guest is given them.
    pub(super) fn inputs_for_guest(&self) -> PropertyMap {
        let inputs = self.inputs.iter().map(|(name, value)| {
            let depends = self.dependencies.get(name);
            let is_free = depends.is_none_or(BTreeSet::is_empty) || self.plain.contains(name);
            let value = if is_free && is_plain(value) {
                value.clone()
            } else {
                output::output(COMPONENT, &path::of_property(name))
            };
            (name.clone(), value)
        });
        inputs.collect()
    }
}

/// Whether a guest can be given a value as it is without losing anything of it.
fn is_plain(value: &PropertyValue) -> bool {
    match value {
        PropertyValue::Null
        | PropertyValue::Bool(_)
        | PropertyValue::Number(_)
        | PropertyValue::String(_) => true,
        PropertyValue::Array(items) => items.iter().all(is_plain),
        PropertyValue::Object(map) => map.values().all(is_plain),
        PropertyValue::Unknown
        | PropertyValue::Secret(_)
        | PropertyValue::Asset(_)
        | PropertyValue::Archive(_)
        | PropertyValue::ResourceReference(_)
        | PropertyValue::Bytes(_) => false,
    }
}
