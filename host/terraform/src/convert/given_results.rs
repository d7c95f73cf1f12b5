//! Results in a configuration. Cores accept a value for an attribute that only the provider gives, and hold the provider to it after
//! the change.

use super::attribute_path::{of_steps, written};
use super::value::Value;
use crate::proto::tfplugin6::AttributePath;
use crate::proto::tfplugin6::attribute_path::step::Selector;
use crate::schema::block::Block;
use crate::schema::presence::Presence;
use crate::schema::shape::Shape;

/// A result that the configuration gives.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct GivenResult {
    pub(crate) path: AttributePath,
    /// The path, as users write it.
    pub(crate) name: String,
}

/// The results that the configuration of a block gives.
pub(crate) fn given_results(config: &Value, block: &Block) -> Vec<GivenResult> {
    let Value::Map(members) = config else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for (name, attribute) in &block.attributes {
        if let Some(value) = members.get(name) {
            let mut steps = vec![Selector::AttributeName(name.clone())];
            let part = (value, &attribute.shape, attribute.presence);
            visit(part, &mut steps, &mut found);
        }
    }
    found
}

fn visit(
    (value, shape, presence): (&Value, &Shape, Presence),
    steps: &mut Vec<Selector>,
    found: &mut Vec<GivenResult>,
) {
    if value.is_null() {
        return;
    }
    if presence == Presence::Computed {
        found.push(GivenResult {
            path: of_steps(steps),
            name: written(&*steps),
        });
        return;
    }
    let mut inside = |step, part: (&Value, &Shape, Presence)| {
        steps.push(step);
        visit(part, steps, found);
        steps.pop();
    };
    match (value, shape) {
        (Value::Map(members), Shape::Nested(fields)) => {
            for field in fields {
                if let Some(member) = members.get(&field.name) {
                    let step = Selector::AttributeName(field.name.clone());
                    inside(step, (member, &field.shape, field.presence));
                }
            }
        }
        (Value::Map(members), Shape::Map(element)) => {
            for (key, member) in members {
                let step = Selector::ElementKeyString(key.clone());
                inside(step, (member, element, Presence::Required));
            }
        }
        (Value::List(items), Shape::List(element)) => {
            for (index, item) in (0..).zip(items) {
                let step = Selector::ElementKeyInt(index);
                inside(step, (item, element, Presence::Required));
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::shape::Field;

    #[test]
    fn results_are_found_at_any_depth() {
        let field = Field::example;
        let element = Shape::Nested(vec![
            field("argument", Shape::String, Presence::Required),
            field("default", Shape::String, Presence::OptionalComputed),
            field("result", Shape::String, Presence::Computed),
        ]);
        let maps = Shape::Map(Box::new(element.clone()));
        let shape = Shape::Nested(vec![
            field("list", Shape::List(Box::new(element)), Presence::Optional),
            field("map", maps, Presence::Optional),
        ]);
        let object = |members: &[(&str, Value)]| {
            let members = members.iter().cloned();
            Value::Map(
                members
                    .map(|(name, value)| (name.to_owned(), value))
                    .collect(),
            )
        };
        let element = |result: Value| {
            object(&[
                ("argument", "a".into()),
                ("default", "d".into()),
                ("result", result),
            ])
        };
        let config = |result: Value| {
            object(&[
                (
                    "list",
                    Value::List(vec![element(Value::Null), element(result.clone())]),
                ),
                ("map", object(&[("k", element(result))])),
            ])
        };
        for (result, expected) in [
            (Value::Null, &[][..]),
            ("r".into(), &["top.list[1].result", "top.map[\"k\"].result"]),
            (
                Value::Unknown,
                &["top.list[1].result", "top.map[\"k\"].result"],
            ),
        ] {
            let config = config(result);
            let mut found = Vec::new();
            let mut steps = vec![Selector::AttributeName("top".to_owned())];
            visit(
                (&config, &shape, Presence::Optional),
                &mut steps,
                &mut found,
            );
            let names: Vec<&str> = found.iter().map(|result| result.name.as_str()).collect();
            assert_eq!(names, expected);
        }
    }
}
