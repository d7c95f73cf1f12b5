//! Optional members of objects that a server filled after the last operation.
//!
//! The schema of protocol 6 says that such a member is the user's alone: a core plans to remove a value that the configuration does
//! not have. So the value becomes a recorded input, and the comparison of the host finds the same change. A member that the author
//! declared as filled by the server is computed as well, so its values are not drift.
//!
//! A member whose change replaces the resource stays out, as in the comparison of the host: an update cannot remove its value, and each
//! plan would replace the resource again if the server fills it again.

use pulumi_wasm_core::value::{PropertyMap, PropertyValue};

use crate::convert::elements::{is_part, present};
use crate::schema::block::{Block, Source};
use crate::schema::presence::Presence;
use crate::schema::shape::Shape;

/// Adds to inputs the members that `outputs` have and that neither the inputs nor the outputs before have. `is_updatable` tells
/// whether an update can change a property.
pub(crate) fn add(
    inputs: &mut PropertyMap,
    before: &PropertyMap,
    outputs: &PropertyMap,
    block: &Block,
    is_updatable: impl Fn(&str) -> bool,
) {
    for attribute in block.attributes.values() {
        let Source::Property { name, .. } = &attribute.source else {
            continue;
        };
        if let (Some(input), Some(before), Some(output)) =
            (inputs.get_mut(name), before.get(name), outputs.get(name))
            && is_updatable(name)
        {
            add_within(input, before, output, &attribute.shape);
        }
    }
}

fn add_within(
    input: &mut PropertyValue,
    before: &PropertyValue,
    output: &PropertyValue,
    shape: &Shape,
) {
    match (input, before.reveal(), output.reveal(), shape) {
        (PropertyValue::Secret(input), before, output, shape) => {
            add_within(input, before, output, shape);
        }
        (
            PropertyValue::Object(inputs),
            PropertyValue::Object(before),
            PropertyValue::Object(outputs),
            Shape::Nested(fields),
        ) => {
            let removable = fields
                .iter()
                .filter(|field| !field.write_only && !field.replaces);
            for field in removable {
                let name = &field.property;
                let Some(output) = present(outputs, name) else {
                    continue;
                };
                let recorded = present(before, name);
                if present(inputs, name).is_none() {
                    if field.presence == Presence::Optional && recorded.is_none() {
                        inputs.insert(name.clone(), output.clone());
                    }
                } else if let (Some(input), Some(recorded)) = (inputs.get_mut(name), recorded) {
                    add_within(input, recorded, output, &field.shape);
                }
            }
        }
        (
            PropertyValue::Object(inputs),
            PropertyValue::Object(before),
            PropertyValue::Object(outputs),
            Shape::Map(element),
        ) => {
            for (name, input) in inputs {
                if let (Some(before), Some(output)) = (before.get(name), outputs.get(name)) {
                    add_within(input, before, output, element);
                }
            }
        }
        (
            PropertyValue::Array(inputs),
            PropertyValue::Array(before),
            PropertyValue::Array(outputs),
            Shape::List(element),
        ) if inputs.len() == outputs.len() && before.len() == outputs.len() => {
            for ((input, before), output) in inputs.iter_mut().zip(before).zip(outputs) {
                // A server can return the elements in another order.
                if is_part(input, before) && is_part(input, output) {
                    add_within(input, before, output, element);
                }
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::shape::Field;

    fn field(name: &str, presence: Presence) -> Field {
        Field::example(name, Shape::String, presence)
    }

    fn object(members: &[(&str, &str)]) -> PropertyValue {
        let members = members
            .iter()
            .map(|(name, text)| ((*name).to_owned(), PropertyValue::from(*text)));
        PropertyValue::Object(members.collect())
    }

    /// The element of the list: an argument, an optional argument, one that the server may fill, and one that replaces.
    fn list() -> Shape {
        Shape::List(Box::new(Shape::Nested(vec![
            field("port", Presence::Required),
            field("comment", Presence::Optional),
            field("weight", Presence::OptionalComputed),
            Field {
                replaces: true,
                ..field("zone", Presence::Optional)
            },
        ])))
    }

    #[test]
    fn an_optional_member_that_the_server_filled_becomes_an_input() {
        let one: &[_] = &[("port", "1")];
        let commented: &[_] = &[("port", "1"), ("comment", "c")];
        for (case, input, before, output, expected) in [
            ("filled", one, one, commented, commented),
            ("filled by the create", one, commented, commented, one),
            (
                "in another order",
                one,
                one,
                &[("port", "2"), ("comment", "c")],
                one,
            ),
            (
                "declared as filled",
                one,
                one,
                &[("port", "1"), ("weight", "w")],
                one,
            ),
            ("gone", one, commented, one, one),
            (
                "replaces the resource",
                one,
                one,
                &[("port", "1"), ("zone", "z")],
                one,
            ),
        ] {
            let array = |members| PropertyValue::Array(vec![object(members)]);
            let mut input = array(input);
            add_within(&mut input, &array(before), &array(output), &list());
            assert_eq!(input, array(expected), "{case}");
        }
    }

    #[test]
    fn lists_of_another_length_and_objects_of_protocol_5_stay() {
        let one = object(&[("port", "1")]);
        let commented = object(&[("port", "1"), ("comment", "c")]);
        let mut input = PropertyValue::Array(vec![one.clone()]);
        let output = PropertyValue::Array(vec![commented.clone(), commented.clone()]);
        add_within(&mut input, &output, &output, &list());
        assert_eq!(input, PropertyValue::Array(vec![one.clone()]));
        let mut input = one.clone();
        let shape = Shape::Object(vec![field("comment", Presence::Optional)]);
        add_within(&mut input, &one, &commented, &shape);
        assert_eq!(input, one);
    }
}
