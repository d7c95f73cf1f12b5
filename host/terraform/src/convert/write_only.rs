//! Write-only attributes: their values come with each configuration, and no state has them.

use std::collections::BTreeSet;

use pulumi_wasm_core::value::{PropertyMap, PropertyValue};

use super::value::Value;
use crate::schema::block::{Block, Source};
use crate::schema::shape::Shape;

/// Removes write-only values from inputs that are to be recorded.
pub(crate) fn remove(inputs: &mut PropertyMap, block: &Block) {
    for_each(block, |name, write_only, shape| {
        if write_only {
            inputs.remove(name);
        } else if let Some(value) = inputs.get_mut(name) {
            visit(value, None, shape);
        }
    });
}

/// Completes recorded inputs with the write-only values of new inputs, because a change of them cannot be seen. The values of
/// `sent_again` stay away, so that they differ.
pub(crate) fn recall(
    recorded: &mut PropertyMap,
    inputs: &PropertyMap,
    block: &Block,
    sent_again: &BTreeSet<String>,
) {
    for_each(block, |name, write_only, shape| {
        let new = inputs.get(name);
        if !write_only {
            if let (Some(value), Some(new)) = (recorded.get_mut(name), new) {
                visit(value, Some(new), shape);
            }
        } else if let Some(new) = new.filter(|_| !sent_again.contains(name)) {
            recorded.insert(name.to_owned(), new.clone());
        }
    });
}

/// The write-only properties whose version differs between two values of a block.
pub(crate) fn sent_again(old: &Value, new: &Value, block: &Block) -> BTreeSet<String> {
    let (Value::Map(old), Value::Map(new)) = (old, new) else {
        return BTreeSet::new();
    };
    let attributes = block.attributes.iter();
    let differing = attributes.filter_map(|(name, attribute)| match &attribute.source {
        Source::VersionOf(property) if old.get(name) != new.get(name) => Some(property.clone()),
        _ => None,
    });
    differing.collect()
}

fn for_each(block: &Block, mut act: impl FnMut(&str, bool, &Shape)) {
    for attribute in block.attributes.values() {
        if let Source::Property { name, .. } = &attribute.source {
            act(name, attribute.write_only, &attribute.shape);
        }
    }
}

/// Removes write-only members from a value, or takes them from another value of the same form.
fn visit(value: &mut PropertyValue, new: Option<&PropertyValue>, shape: &Shape) {
    let new = new.map(PropertyValue::reveal);
    match (value, shape) {
        (PropertyValue::Secret(value), _) => visit(value, new, shape),
        (PropertyValue::Object(members), Shape::Nested(fields)) => {
            for field in fields {
                let new = match new {
                    Some(PropertyValue::Object(others)) => others.get(&field.property),
                    _ => None,
                };
                if !field.write_only {
                    if let Some(member) = members.get_mut(&field.property) {
                        visit(member, new, &field.shape);
                    }
                } else if let Some(new) = new {
                    members.insert(field.property.clone(), new.clone());
                } else {
                    members.remove(&field.property);
                }
            }
        }
        (PropertyValue::Object(members), Shape::Map(element)) => {
            for (key, member) in members {
                let new = match new {
                    Some(PropertyValue::Object(others)) => others.get(key),
                    _ => None,
                };
                visit(member, new, element);
            }
        }
        (PropertyValue::Array(items), Shape::List(element)) => {
            for (index, item) in items.iter_mut().enumerate() {
                let new = match new {
                    Some(PropertyValue::Array(others)) => others.get(index),
                    _ => None,
                };
                visit(item, new, element);
            }
        }
        _ => {}
    }
}
