//! Whether properties without a recorded version have the form of the current schema.

use super::member;
use crate::schema::model::PackageSchema;
use crate::schema::model::object::{ObjectSchema, PropertySchema};
use crate::value::{PropertyMap, PropertyValue};

/// Whether one of the objects declares each property, and the value has its type. Keys that begin with `__` belong to
/// the host or the engine.
#[must_use]
pub fn may_be(
    schema: &PackageSchema,
    declared: &[&ObjectSchema],
    properties: &PropertyMap,
) -> bool {
    let fits = |name: &String, value: &PropertyValue| {
        let mut objects = declared.iter();
        objects.any(|object| {
            let property = object.properties.get(name);
            property.is_some_and(|property| {
                member::is_null(value)
                    || member::fits(&schema.types, &property.value_type, value, true)
            })
        })
    };
    let mut own = properties
        .iter()
        .filter(|(name, _)| !name.starts_with("__"));
    own.all(|(name, value)| fits(name, value))
}

/// The required properties that are missing, and those whose values no typed code can read. A member of an object that
/// no type declares does no harm: a library may record a value under a second name as well.
#[must_use]
pub fn lacking<'a>(
    schema: &PackageSchema,
    object: &'a ObjectSchema,
    properties: &PropertyMap,
) -> Vec<&'a str> {
    let is_lacking = |(name, property): &(&'a String, &'a PropertySchema)| match member::present(
        properties.get(*name),
    ) {
        Some(value) => {
            !member::is_null(value)
                && !member::is_readable(&schema.types, &property.value_type, value)
        }
        None => {
            object.required.contains(*name)
                && !property.write_only
                && property.default.is_none()
                && property.environment.is_empty()
                && property.constant.is_none()
        }
    };
    let lacking = object.properties.iter().filter(is_lacking);
    lacking.map(|(name, _)| name.as_str()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::testing::{acme, map, thing};

    #[test]
    fn what_is_not_declared_or_of_another_type_is_not_of_today() {
        let package = acme();
        let object = &thing(&package).outputs;
        let known = object.properties.keys().next().expect("a property");
        let of = |name: &str, value: PropertyValue| map([(name, value)]);
        assert!(may_be(&package, &[object], &of("label", "x".into())));
        assert!(may_be(&package, &[object], &of("__other", 1.0.into())));
        let list = PropertyValue::Array(Vec::new());
        assert!(!may_be(&package, &[object], &of("label", list.clone())));
        assert!(!may_be(&package, &[object], &of("title", "x".into())));
        assert!(!may_be(&package, &[], &of(known, "x".into())));
        assert!(lacking(&package, object, &of("label", list)).contains(&"label"));
    }

    #[test]
    fn a_second_name_of_a_part_lacks_nothing_and_is_not_of_today() {
        let package = acme();
        let object = &thing(&package).outputs;
        let login = |value: PropertyValue| {
            let members = map([("user", value), ("user_name", "x".into())]);
            map([("login", PropertyValue::Object(members))])
        };
        let is_lacking = |login| lacking(&package, object, &login).contains(&"login");
        assert!(!is_lacking(login("x".into())));
        assert!(is_lacking(login(PropertyValue::Array(Vec::new()))));
        assert!(!may_be(&package, &[object], &login("x".into())));
    }
}
