//! Paths of properties as paths of attributes.

use pulumi_wasm_core::value::property_path::{PathElement, parse_path};

use crate::proto::tfplugin6::AttributePath;
use crate::proto::tfplugin6::attribute_path::Step;
use crate::proto::tfplugin6::attribute_path::step::Selector;
use crate::schema::block::Block;
use crate::schema::shape::Shape;

/// The path of a top-level attribute.
pub(crate) fn of_attribute(name: &str) -> AttributePath {
    AttributePath {
        steps: vec![step(Selector::AttributeName(name.to_owned()))],
    }
}

/// The path of a member of the block of time limits.
pub(crate) fn of_member(block: &str, name: &str) -> AttributePath {
    let names = [block, name];
    AttributePath {
        steps: names
            .map(|name| step(Selector::AttributeName(name.to_owned())))
            .into(),
    }
}

/// The attribute of a property's path, up to the first step that the block does not have; `None` if the block lacks the property.
pub(crate) fn of_property(path: &str, block: &Block) -> Option<AttributePath> {
    let mut elements = parse_path(path).ok()?.into_iter();
    let Some(PathElement::Key(first)) = elements.next() else {
        return None;
    };
    let (name, attribute) = block.attribute_of(&first)?;
    let mut steps = vec![step(Selector::AttributeName(name.to_owned()))];
    let mut shape = &attribute.shape;
    for element in elements {
        let (selector, inner) = match (&element, shape.of_dynamic()) {
            (PathElement::Index(index), Shape::List(inner)) => {
                let index = i64::try_from(*index).unwrap_or(i64::MAX);
                (Selector::ElementKeyInt(index), inner.as_ref())
            }
            (PathElement::Key(key), Shape::Map(inner)) => {
                (Selector::ElementKeyString(key.clone()), inner.as_ref())
            }
            (PathElement::Key(key), Shape::Object(fields) | Shape::Nested(fields)) => {
                let Some(field) = fields.iter().find(|field| field.property == *key) else {
                    break;
                };
                (Selector::AttributeName(field.name.clone()), &field.shape)
            }
            _ => break,
        };
        steps.push(step(selector));
        shape = inner;
    }
    Some(AttributePath { steps })
}

fn step(selector: Selector) -> Step {
    Step {
        selector: Some(selector),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_property_that_is_no_attribute_has_no_place() {
        let block = Block::default();
        for path in ["", "other", "a[x", "[0]"] {
            assert_eq!(of_property(path, &block), None, "{path}");
        }
    }
}
