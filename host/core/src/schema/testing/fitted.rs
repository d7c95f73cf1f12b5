//! Makes generated values fit a schema more often than chance would.

use crate::schema::model::named_types::Types;
use crate::schema::model::object::ObjectSchema;
use crate::schema::model::types::{Primitive, Type, UnionType};
use crate::schema::values::member;
use crate::value::{PropertyMap, PropertyValue};

/// Replaces some of the values, so that many generated values are of their type.
pub(in crate::schema) fn fitted(
    types: &Types,
    object: &ObjectSchema,
    map: PropertyMap,
) -> PropertyMap {
    let mut map = map;
    map.retain(|key, _| object.properties.contains_key(key) || key.starts_with("__"));
    for (name, property) in &object.properties {
        let value = map.remove(name);
        let value = match value {
            Some(value) => fit(types, &property.value_type, value, 0),
            None if object.required.contains(name) => {
                fit(types, &property.value_type, PropertyValue::Null, 0)
            }
            None => continue,
        };
        map.insert(name.clone(), property.constant.clone().unwrap_or(value));
    }
    map
}

fn fit(types: &Types, expected: &Type, value: PropertyValue, depth: usize) -> PropertyValue {
    if let PropertyValue::Secret(inner) = value {
        return fit(types, expected, *inner, depth).into_secret();
    }
    if depth > 6 {
        return PropertyValue::Null;
    }
    let depth = depth + 1;
    match expected {
        Type::Array(items) => {
            let values = match value {
                PropertyValue::Array(values) => values,
                PropertyValue::Object(map) => map.into_values().collect(),
                _ => Vec::new(),
            };
            let values = values
                .into_iter()
                .map(|value| fit(types, items, value, depth));
            PropertyValue::Array(values.collect())
        }
        Type::Map(items) => {
            let map = match value {
                PropertyValue::Object(map) => map,
                _ => PropertyMap::new(),
            };
            let map = map
                .into_iter()
                .map(|(key, value)| (key, fit(types, items, value, depth)));
            PropertyValue::Object(map.collect())
        }
        Type::Object(id) => {
            let map = match value {
                PropertyValue::Object(map) => map,
                _ => PropertyMap::new(),
            };
            let object = &types.object(*id).schema;
            let mut fitted_map = PropertyMap::new();
            for (name, property) in &object.properties {
                if map.contains_key(name) || object.required.contains(name) {
                    let value = map.get(name).cloned().unwrap_or(PropertyValue::Null);
                    let value = fit(types, &property.value_type, value, depth);
                    fitted_map.insert(name.clone(), property.constant.clone().unwrap_or(value));
                }
            }
            PropertyValue::Object(fitted_map)
        }
        Type::Union(union) => {
            let UnionType { members, .. } = &**union;
            let index = match &value {
                PropertyValue::Object(map) => map.len(),
                PropertyValue::Array(values) => values.len(),
                _ => 0,
            };
            fit(types, &members[index % members.len()], value, depth)
        }
        Type::Primitive(_) | Type::Enum(_) => match value {
            PropertyValue::Bool(_) | PropertyValue::Number(_) | PropertyValue::String(_)
                if member::fits(types, expected, &value, true) =>
            {
                value
            }
            _ if matches!(expected, Type::Primitive(Primitive::Boolean)) => true.into(),
            _ => "7".into(),
        },
        Type::Json => "{}".into(),
        Type::Archive => PropertyValue::Unknown,
        Type::Asset => PropertyValue::Asset(Box::default()),
        Type::Any | Type::ResourceReference => value,
    }
}
