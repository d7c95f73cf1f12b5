//! The places of files in arguments: an object for a file or a folder names one of them.

use super::attribute_path::{of_steps, written};
use super::value::Value;
use crate::proto::tfplugin6::AttributePath;
use crate::proto::tfplugin6::attribute_path::step::Selector;
use crate::schema::block::{Block, Source};
use crate::schema::shape::{ARCHIVE, ASSET, Shape};

/// An object that names no place, or several.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Misplaced {
    pub(crate) path: AttributePath,
    pub(crate) reason: String,
}

/// The objects in the arguments of a block that do not name one place. A place that is unknown may be null later.
pub(crate) fn misplaced(config: &Value, block: &Block) -> Vec<Misplaced> {
    let Value::Map(members) = config else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for (name, attribute) in &block.attributes {
        let is_input = matches!(attribute.source, Source::Property { is_input: true, .. });
        if let Some(value) = members.get(name).filter(|_| is_input) {
            let mut steps = vec![Selector::AttributeName(name.clone())];
            visit(value, &attribute.shape, &mut steps, &mut found);
        }
    }
    found
}

fn visit(value: &Value, shape: &Shape, steps: &mut Vec<Selector>, found: &mut Vec<Misplaced>) {
    let mut inside = |step, value: &Value, shape: &Shape| {
        steps.push(step);
        visit(value, shape, steps, found);
        steps.pop();
    };
    match (value, shape) {
        (Value::Dynamic(_, inner), shape) => visit(inner, shape.of_dynamic(), steps, found),
        (value, Shape::Dynamic(inner)) => visit(value, inner, steps, found),
        (Value::Map(_), Shape::Asset) => judge(value, &ASSET, steps, found),
        (Value::Map(_), Shape::Archive) => judge(value, &ARCHIVE, steps, found),
        (Value::Map(members), Shape::Map(element)) => {
            for (key, member) in members {
                inside(Selector::ElementKeyString(key.clone()), member, element);
            }
        }
        (Value::List(items), Shape::List(element)) => {
            for (index, item) in (0..).zip(items) {
                inside(Selector::ElementKeyInt(index), item, element);
            }
        }
        (Value::Map(members), Shape::Object(fields) | Shape::Nested(fields)) => {
            for field in fields {
                if let Some(member) = members.get(&field.name) {
                    inside(
                        Selector::AttributeName(field.name.clone()),
                        member,
                        &field.shape,
                    );
                }
            }
        }
        _ => {}
    }
}

fn judge(value: &Value, places: &[&str], steps: &[Selector], found: &mut Vec<Misplaced>) {
    let Value::Map(members) = value else { return };
    let given = places.iter().filter_map(|place| members.get(*place));
    let given: Vec<&Value> = given.filter(|place| !place.is_null()).collect();
    let known = given.iter().filter(|place| !place.contains_unknown());
    if known.count() > 1 || given.is_empty() {
        let count = if given.is_empty() { "none" } else { "several" };
        found.push(Misplaced {
            path: of_steps(steps),
            reason: format!(
                "`{}` has {count} of `{}`\nhint: set one of them",
                written(steps),
                places.join("`, `")
            ),
        });
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn an_object_names_one_place() {
        let object = |members: &[(&str, Value)]| {
            let members = members.iter();
            let members = members.map(|(name, value)| ((*name).to_owned(), value.clone()));
            Value::Map(members.collect::<BTreeMap<_, _>>())
        };
        let shape = Shape::List(Box::new(Shape::Asset));
        for (path, text, uri, expected) in [
            ("a".into(), Value::Null, Value::Null, None),
            (Value::Unknown, Value::Null, Value::Null, None),
            ("a".into(), Value::Unknown, Value::Null, None),
            (Value::Null, Value::Null, Value::Null, Some("none")),
            ("a".into(), "b".into(), Value::Null, Some("several")),
            ("a".into(), Value::Unknown, "b".into(), Some("several")),
        ] {
            let file = object(&[("path", path), ("text", text), ("uri", uri)]);
            let mut steps = vec![Selector::AttributeName("files".to_owned())];
            let mut found = Vec::new();
            let list = Value::List(vec![Value::Unknown, file]);
            visit(&list, &shape, &mut steps, &mut found);
            assert_eq!(found.len(), usize::from(expected.is_some()), "{found:?}");
            if let (Some(expected), Some(misplaced)) = (expected, found.first()) {
                let reason = format!("`files[1]` has {expected} of `path`, `text`, `uri`");
                assert!(misplaced.reason.starts_with(&reason), "{misplaced:?}");
                assert_eq!(misplaced.path.steps.len(), 2);
            }
        }
    }
}
