//! Paths of properties as paths of attributes.

use pulumi_wasm_core::property_path::PathElement;

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

/// The attribute of a property's path, up to the first step that the block does not have; `None` if the block lacks the property.
pub(crate) fn of_property(path: &str, block: &Block) -> Option<AttributePath> {
    let mut elements = parse(path).into_iter();
    let Some(PathElement::Key(first)) = elements.next() else {
        return None;
    };
    let (name, attribute) = block.attribute_of(&first)?;
    let mut steps = vec![step(Selector::AttributeName(name.to_owned()))];
    let mut shape = &attribute.shape;
    for element in elements {
        let (selector, inner) = match (&element, shape) {
            (PathElement::Index(index), Shape::List(inner)) => {
                let index = i64::try_from(*index).unwrap_or(i64::MAX);
                (Selector::ElementKeyInt(index), inner.as_ref())
            }
            (PathElement::Key(key), Shape::Map(inner)) => {
                (Selector::ElementKeyString(key.clone()), inner.as_ref())
            }
            (PathElement::Key(key), Shape::Object(fields)) => {
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

/// The steps of a path in Pulumi's notation, up to the first that cannot be read.
pub(crate) fn parse(path: &str) -> Vec<PathElement> {
    let mut elements = Vec::new();
    let mut rest = path;
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix('.') {
            rest = after;
        } else if let Some(quoted) = rest.strip_prefix("[\"") {
            let mut key = String::new();
            let mut letters = quoted.char_indices().peekable();
            let end = loop {
                match letters.next() {
                    // The only escape; any other backslash is one.
                    Some((_, '\\')) => match letters.next_if(|(_, letter)| *letter == '"') {
                        Some((_, letter)) => key.push(letter),
                        None => key.push('\\'),
                    },
                    Some((index, '"')) => break index,
                    Some((_, letter)) => key.push(letter),
                    None => return elements,
                }
            };
            elements.push(PathElement::Key(key));
            let after = quoted
                .get(end + 1..)
                .and_then(|after| after.strip_prefix(']'));
            let Some(after) = after else { break };
            rest = after;
        } else if let Some(inner) = rest.strip_prefix('[') {
            let Some((index, after)) = inner.split_once(']') else {
                break;
            };
            let Ok(index) = index.parse() else { break };
            elements.push(PathElement::Index(index));
            rest = after;
        } else {
            let end = rest.find(['.', '[']).unwrap_or(rest.len());
            let (key, after) = rest.split_at(end);
            elements.push(PathElement::Key(key.to_owned()));
            rest = after;
        }
    }
    elements
}

#[cfg(test)]
mod tests {
    use pulumi_wasm_core::property_path::PropertyPath;

    use super::*;

    #[test]
    fn a_path_is_read_as_the_core_writes_it() {
        let path = PropertyPath::root("rules")
            .index(3)
            .key("a.b")
            .key("say \"x\"")
            .key("plain");
        assert_eq!(parse(&path.to_string()), path.elements());
        assert_eq!(parse(""), []);
        assert_eq!(parse("a[x"), [PathElement::Key("a".to_owned())]);
    }
}
