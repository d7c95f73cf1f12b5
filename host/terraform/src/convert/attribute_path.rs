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

/// The place of a property in a block.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Place {
    /// The path up to the first step that the block does not have.
    pub(crate) path: AttributePath,
    /// The whole path, as users write it; `None` for an attribute itself.
    pub(crate) inside: Option<String>,
}

/// The place of a property's path; `None` if the block lacks the property.
pub(crate) fn of_property(path: &str, block: &Block) -> Option<Place> {
    let mut elements = parse_path(path).ok()?.into_iter();
    let Some(PathElement::Key(first)) = elements.next() else {
        return None;
    };
    let (name, attribute) = block.attribute_of(&first)?;
    let mut steps = vec![Selector::AttributeName(name.to_owned())];
    let mut shape = &attribute.shape;
    let mut others = elements.clone();
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
        others.next();
        steps.push(selector);
        shape = inner;
    }
    let mut whole = steps.clone();
    whole.extend(others.map(|element| match element {
        PathElement::Index(index) => {
            Selector::ElementKeyInt(i64::try_from(index).unwrap_or(i64::MAX))
        }
        PathElement::Key(key) => Selector::AttributeName(key),
    }));
    let is_inside = whole.len() > 1;
    Some(Place {
        path: AttributePath {
            steps: steps.into_iter().map(step).collect(),
        },
        inside: is_inside.then(|| written(&whole)),
    })
}

/// The path with these steps.
pub(super) fn of_steps(steps: &[Selector]) -> AttributePath {
    AttributePath {
        steps: steps.iter().cloned().map(step).collect(),
    }
}

/// Steps as users write them.
pub(super) fn written<'a>(steps: impl IntoIterator<Item = &'a Selector>) -> String {
    let mut text = String::new();
    for step in steps {
        match step {
            Selector::AttributeName(name) if text.is_empty() => text.push_str(name),
            Selector::AttributeName(name) => text.push_str(&format!(".{name}")),
            Selector::ElementKeyString(key) => text.push_str(&format!("[{key:?}]")),
            Selector::ElementKeyInt(index) => text.push_str(&format!("[{index}]")),
        }
    }
    text
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
