//! Properties that are given and never read back, such as passwords.

use super::member::{self, Choice};
use super::model::{ObjectSchema, PackageSchema, ResourceSchema};
use super::types::{Type, Types};
use crate::provider::value::{PropertyMap, PropertyValue};

/// Puts what is write-only back into inputs that were read, from the recorded ones: nobody can see whether it has
/// changed, so it has not.
///
/// Elements of lists are taken for the same by their position, where there are as many as before.
#[must_use]
pub fn keep_write_only(
    schema: &PackageSchema,
    resource: &ResourceSchema,
    recorded: &PropertyMap,
    found: PropertyMap,
) -> PropertyMap {
    let mut found = found;
    restore_object(&schema.types, &resource.inputs, recorded, &mut found);
    found
}

/// Takes what is write-only out of outputs.
pub(super) fn leave_out(types: &Types, object: &ObjectSchema, outputs: &mut PropertyMap) {
    outputs.retain(|name, _| {
        let property = object.properties.get(name);
        property.is_none_or(|property| !property.write_only)
    });
    for (name, value) in outputs {
        if let Some(property) = object.properties.get(name) {
            leave_out_of(types, &property.value_type, value);
        }
    }
}

/// Takes what is write-only out of a value of a type.
pub(super) fn leave_out_of(types: &Types, expected: &Type, value: &mut PropertyValue) {
    if expected.is_plain() {
        return;
    }
    match (expected, value) {
        (expected, PropertyValue::Secret(inner)) => leave_out_of(types, expected, inner),
        (Type::Array(items), PropertyValue::Array(values)) => {
            values
                .iter_mut()
                .for_each(|value| leave_out_of(types, items, value));
        }
        (Type::Map(items), PropertyValue::Object(map)) => {
            map.values_mut()
                .for_each(|value| leave_out_of(types, items, value));
        }
        (Type::Object(id), PropertyValue::Object(map)) => {
            leave_out(types, &types.object(*id).schema, map);
        }
        (Type::Union(union), value) => {
            if let Choice::Member(member) = member::choose(types, union, value) {
                leave_out_of(types, member, value);
            }
        }
        _ => {}
    }
}

fn restore_object(
    types: &Types,
    object: &ObjectSchema,
    recorded: &PropertyMap,
    found: &mut PropertyMap,
) {
    for (name, property) in &object.properties {
        let Some(recorded) = recorded.get(name) else {
            continue;
        };
        if property.write_only {
            found.insert(name.clone(), recorded.clone());
        } else if let Some(found) = found.get_mut(name) {
            restore(types, &property.value_type, recorded, found);
        }
    }
}

fn restore(types: &Types, expected: &Type, recorded: &PropertyValue, found: &mut PropertyValue) {
    if expected.is_plain() {
        return;
    }
    match (expected, recorded.reveal(), found) {
        (expected, recorded, PropertyValue::Secret(found)) => {
            restore(types, expected, recorded, found);
        }
        (Type::Array(items), PropertyValue::Array(recorded), PropertyValue::Array(found))
            if recorded.len() == found.len() =>
        {
            for (recorded, found) in recorded.iter().zip(found) {
                restore(types, items, recorded, found);
            }
        }
        (Type::Map(items), PropertyValue::Object(recorded), PropertyValue::Object(found)) => {
            for (key, found) in found {
                if let Some(recorded) = recorded.get(key) {
                    restore(types, items, recorded, found);
                }
            }
        }
        (Type::Object(id), PropertyValue::Object(recorded), PropertyValue::Object(found)) => {
            restore_object(types, &types.object(*id).schema, recorded, found);
        }
        (Type::Union(union), recorded, found) => {
            // What was read may lack the part that would tell which member it is.
            if let Choice::Member(member) = member::choose(types, union, recorded) {
                restore(types, member, recorded, found);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::provider::schema::testing::{acme, list, map, object, secret, thing};
    use crate::provider::schema::{
        check, mark_secrets, mismatches, no_environment, preview, refreshed_inputs,
    };

    /// A password and, in the objects of `rules` and of `tree`, a key that are write-only.
    fn schema() -> PackageSchema {
        let mut schema = acme();
        let thing = schema.resources.get_mut("acme:index:Thing").unwrap();
        let password = thing.inputs.properties.get_mut("password").unwrap();
        password.write_only = true;
        thing.outputs.properties.remove("password");
        for object in schema.types.objects_mut() {
            if let Some(key) = object.schema.properties.get_mut("key") {
                key.write_only = true;
                key.secret = true;
            }
        }
        schema
    }

    fn rule(key: Option<&str>) -> PropertyValue {
        let mut rule = map([("port", 1.0.into())]);
        rule.extend(key.map(|key| ("key".to_owned(), secret(key))));
        PropertyValue::Object(rule)
    }

    #[test]
    fn outputs_and_previews_have_none_of_it() {
        let schema = schema();
        let thing = thing(&schema);
        let inputs = map([
            ("label", "a".into()),
            ("password", secret("p")),
            ("rules", list([rule(Some("k"))])),
        ]);
        let shown = preview(&schema, thing, &inputs);
        assert!(!shown.contains_key("password"));
        let outputs = map([("password", "p".into()), ("label", "a".into())]);
        let outputs = mark_secrets(&schema, thing, &inputs, outputs);
        assert_eq!(outputs, map([("label", "a".into())]));
    }

    #[test]
    fn outputs_need_none_of_it() {
        let mut schema = schema();
        for object in schema.types.objects_mut() {
            if object.schema.properties.contains_key("key") {
                object.schema.required.insert("key".to_owned());
            }
        }
        let thing_schema = schema.resources.get_mut("acme:index:Thing").unwrap();
        let rules = thing_schema.inputs.properties["rules"].clone();
        thing_schema
            .outputs
            .properties
            .insert("rules".to_owned(), rules);
        let outputs = map([
            ("label", "a".into()),
            ("serial", 1.0.into()),
            ("rules", list([rule(None)])),
        ]);
        assert_eq!(mismatches(&schema, thing(&schema), &outputs), []);
        let inputs = map([("label", "a".into()), ("rules", list([rule(None)]))]);
        let checked = check(&schema, &thing(&schema).inputs, inputs, &no_environment);
        assert_eq!(checked.failures[0].property, "rules[0].key");
    }

    #[test]
    fn parts_of_outputs_are_left_out_too() {
        let schema = schema();
        let mut outputs = map([
            ("rules", list([rule(Some("k")), secret(rule(Some("k")))])),
            ("first", rule(Some("k"))),
        ]);
        leave_out(&schema.types, &thing(&schema).inputs, &mut outputs);
        let expected = map([
            ("rules", list([rule(None), secret(rule(None))])),
            ("first", rule(None)),
        ]);
        assert_eq!(outputs, expected);
    }

    #[test]
    fn a_refresh_keeps_what_was_recorded() {
        let schema = schema();
        let thing = thing(&schema);
        let recorded = map([
            ("label", "a".into()),
            ("password", secret("p")),
            ("rules", list([rule(Some("k"))])),
            ("first", rule(Some("f"))),
        ]);
        let found = map([
            ("label", "b".into()),
            ("password", "guessed".into()),
            ("rules", list([rule(None)])),
            ("first", secret(rule(None))),
        ]);
        let kept = keep_write_only(&schema, thing, &recorded, found);
        let expected = map([
            ("label", "b".into()),
            ("password", secret("p")),
            ("rules", list([rule(Some("k"))])),
            ("first", secret(rule(Some("f")))),
        ]);
        assert_eq!(kept, expected);
        let none_recorded = keep_write_only(&schema, thing, &map([]), map([]));
        assert_eq!(none_recorded, map([]));
        let outputs = map([("label", "a".into())]);
        let refreshed = refreshed_inputs(&schema, thing, &recorded, &outputs, &outputs);
        assert_eq!(refreshed.get("password"), Some(&secret("p")));
    }

    #[test]
    fn elements_of_another_list_are_not_the_recorded_ones() {
        let schema = schema();
        let recorded = map([("rules", list([rule(Some("k"))]))]);
        let found = map([("rules", list([rule(None), object([])]))]);
        let kept = keep_write_only(&schema, thing(&schema), &recorded, found.clone());
        assert_eq!(kept, found);
    }
}
