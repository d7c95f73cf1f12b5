//! Values as property values, and back.

use std::collections::BTreeMap;

use pulumi_wasm_core::value::{
    Archive, ArchiveContent, Asset, AssetContent, PropertyMap, PropertyValue,
};

use super::value::{Number, Value};
use super::value_type::ValueType;
use crate::schema::block::{Block, ID, Source};
use crate::schema::shape::{ARCHIVE, ASSET, Shape};

/// The property value of an attribute. Null is an absent property, `None`.
pub(crate) fn to_property(value: &Value, shape: &Shape) -> Option<PropertyValue> {
    if value.is_null() {
        return None;
    }
    Some(match (value, shape) {
        (Value::Unknown, _) => PropertyValue::Unknown,
        (value, Shape::Dynamic(inner)) => {
            let value = match value {
                Value::Dynamic(_, value) => value,
                value => value,
            };
            return to_property(value, inner);
        }
        (Value::Map(members), Shape::Object(fields) | Shape::Nested(fields)) => {
            let found = members.iter().filter_map(|(name, member)| {
                match fields.iter().find(|field| field.name == *name) {
                    Some(field) => {
                        let member = to_property(member, &field.shape)?;
                        Some((field.property.clone(), member))
                    }
                    // A value that carries its type can have other members, which the check refuses.
                    None => Some((name.clone(), untyped(member))),
                }
            });
            PropertyValue::Object(found.collect())
        }
        (Value::Map(members), Shape::Map(element)) => {
            let found = members.iter().map(|(key, member)| {
                let member = to_property(member, element).unwrap_or(PropertyValue::Null);
                (key.clone(), member)
            });
            PropertyValue::Object(found.collect())
        }
        (Value::List(items), Shape::List(element)) => {
            let found = items
                .iter()
                .map(|item| to_property(item, element).unwrap_or(PropertyValue::Null));
            PropertyValue::Array(found.collect())
        }
        (Value::Map(members), Shape::Asset) => {
            if members.values().any(|member| *member == Value::Unknown) {
                return Some(PropertyValue::Unknown);
            }
            let content = match chosen(members, &ASSET)? {
                ("text", text) => AssetContent::Text(text),
                ("uri", uri) => AssetContent::Uri(uri),
                (_, path) => AssetContent::Path(path),
            };
            PropertyValue::Asset(Box::new(Asset {
                hash: String::new(),
                content,
            }))
        }
        (Value::Map(members), Shape::Archive) => {
            if members.values().any(|member| *member == Value::Unknown) {
                return Some(PropertyValue::Unknown);
            }
            let content = match chosen(members, &ARCHIVE)? {
                ("uri", uri) => ArchiveContent::Uri(uri),
                (_, path) => ArchiveContent::Path(path),
            };
            PropertyValue::Archive(Box::new(Archive {
                hash: String::new(),
                content,
            }))
        }
        (Value::Dynamic(_, inner), shape) if !matches!(shape, Shape::Any { .. }) => {
            return to_property(inner, shape);
        }
        (value, _) => untyped(value),
    })
}

/// The member that is set.
fn chosen<'a>(members: &BTreeMap<String, Value>, names: &[&'a str]) -> Option<(&'a str, String)> {
    names.iter().find_map(|name| match members.get(*name)? {
        Value::String(text) => Some((*name, text.clone())),
        _ => None,
    })
}

/// A value without a shape.
fn untyped(value: &Value) -> PropertyValue {
    match value {
        Value::Null => PropertyValue::Null,
        Value::Unknown => PropertyValue::Unknown,
        Value::Bool(value) => PropertyValue::Bool(*value),
        Value::Number(number) => PropertyValue::Number(number.to_f64()),
        Value::String(text) => PropertyValue::String(text.clone()),
        Value::List(items) => PropertyValue::Array(items.iter().map(untyped).collect()),
        Value::Map(members) => {
            let members = members
                .iter()
                .map(|(key, member)| (key.clone(), untyped(member)));
            PropertyValue::Object(members.collect())
        }
        Value::Dynamic(_, inner) => untyped(inner),
    }
}

/// The properties of a block's value that are inputs.
pub(crate) fn inputs(value: &Value, block: &Block) -> PropertyMap {
    properties(value, block, |source| {
        matches!(source, Source::Property { is_input: true, .. })
    })
}

/// The properties of a block's value that are outputs.
pub(crate) fn outputs(value: &Value, block: &Block) -> PropertyMap {
    properties(value, block, |source| {
        matches!(
            source,
            Source::Property {
                is_output: true,
                ..
            }
        )
    })
}

fn properties(value: &Value, block: &Block, is_wanted: impl Fn(&Source) -> bool) -> PropertyMap {
    let Value::Map(members) = value else {
        return PropertyMap::new();
    };
    let found = block.attributes.iter().filter_map(|(name, attribute)| {
        let Source::Property { name: property, .. } = &attribute.source else {
            return None;
        };
        if !is_wanted(&attribute.source) {
            return None;
        }
        let value = to_property(members.get(name)?, &attribute.shape)?;
        Some((property.clone(), value))
    });
    found.collect()
}

/// The value of an attribute that a resource should have: a text.
pub(crate) fn id(value: &Value) -> Option<&str> {
    match value.member(ID)? {
        Value::String(id) => Some(id),
        _ => None,
    }
}

/// A property value cannot be shown in its attribute.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("it is {found} where the schema has {expected}")]
pub(crate) struct OtherShape {
    found: &'static str,
    expected: &'static str,
}

/// A property value in the shape of its attribute.
///
/// # Errors
/// If it is of another type than the schema says.
pub(crate) fn from_property(value: &PropertyValue, shape: &Shape) -> Result<Value, OtherShape> {
    let value = value.reveal();
    let other = |expected| {
        Err(OtherShape {
            found: value.kind(),
            expected,
        })
    };
    Ok(match (value, shape) {
        (PropertyValue::Null, _) => Value::Null,
        (PropertyValue::Unknown, _) => Value::Unknown,
        (value, Shape::Any { .. } | Shape::Dynamic(_)) => dynamic(value, shape)?,
        (PropertyValue::Bool(value), Shape::Bool) => Value::Bool(*value),
        (PropertyValue::Number(number), Shape::Number) => Value::Number(Number::from_f64(*number)),
        (PropertyValue::String(text), Shape::String) => Value::String(text.clone()),
        (PropertyValue::ResourceReference(reference), Shape::String) => {
            let id = reference.id.clone().flatten();
            Value::String(id.unwrap_or_else(|| reference.urn.clone()))
        }
        (PropertyValue::Array(items), Shape::List(element)) => {
            let items = items.iter().map(|item| from_property(item, element));
            Value::List(items.collect::<Result<_, _>>()?)
        }
        (PropertyValue::Object(members), Shape::Map(element)) => {
            let mut found = BTreeMap::new();
            for (key, member) in members {
                found.insert(key.clone(), from_property(member, element)?);
            }
            Value::Map(found)
        }
        (PropertyValue::Object(members), Shape::Object(fields) | Shape::Nested(fields)) => {
            let mut found = BTreeMap::new();
            for field in fields {
                let member = members
                    .get(&field.property)
                    .filter(|_| !field.write_only)
                    .unwrap_or(&PropertyValue::Null);
                found.insert(field.name.clone(), from_property(member, &field.shape)?);
            }
            Value::Map(found)
        }
        (PropertyValue::Asset(asset), Shape::Asset) => {
            let (name, text) = match &asset.content {
                AssetContent::Elided => ("path", None),
                AssetContent::Text(text) => ("text", Some(text)),
                AssetContent::Path(path) => ("path", Some(path)),
                AssetContent::Uri(uri) => ("uri", Some(uri)),
            };
            one_of(&ASSET, name, text)
        }
        (PropertyValue::Archive(archive), Shape::Archive | Shape::Asset) => {
            let (name, text) = match &archive.content {
                ArchiveContent::Elided | ArchiveContent::Assets(_) => ("path", None),
                ArchiveContent::Path(path) => ("path", Some(path)),
                ArchiveContent::Uri(uri) => ("uri", Some(uri)),
            };
            let names: &[&str] = if *shape == Shape::Asset {
                &ASSET
            } else {
                &ARCHIVE
            };
            one_of(names, name, text)
        }
        (_, Shape::Bool) => return other("a boolean"),
        (_, Shape::Number) => return other("a number"),
        (_, Shape::String) => return other("a string"),
        (_, Shape::List(_)) => return other("a list"),
        (_, Shape::Map(_) | Shape::Object(_) | Shape::Nested(_)) => return other("an object"),
        (_, Shape::Asset) => return other("an asset"),
        (_, Shape::Archive) => return other("an archive"),
    })
}

fn one_of(names: &[&str], chosen: &str, text: Option<&String>) -> Value {
    let members = names.iter().map(|name| {
        let value = text
            .filter(|_| *name == chosen)
            .map_or(Value::Null, |text| Value::String(text.clone()));
        ((*name).to_owned(), value)
    });
    Value::Map(members.collect())
}

/// A value of any type, with its type.
fn dynamic(value: &PropertyValue, shape: &Shape) -> Result<Value, OtherShape> {
    Ok(match typed(value, Some(shape))? {
        // Null and unknown values of any type have no type.
        (_, Value::Null) => Value::Null,
        (_, Value::Unknown) => Value::Unknown,
        (value_type, value) => Value::Dynamic(value_type, Box::new(value)),
    })
}

/// The type of a value, and the value in it. Members have the names of the shape, if it has them.
fn typed(value: &PropertyValue, shape: Option<&Shape>) -> Result<(ValueType, Value), OtherShape> {
    let shape = shape.map(Shape::of_dynamic);
    Ok(match value.reveal() {
        PropertyValue::Bool(value) => (ValueType::Bool, Value::Bool(*value)),
        PropertyValue::Number(number) => {
            (ValueType::Number, Value::Number(Number::from_f64(*number)))
        }
        PropertyValue::String(text) => (ValueType::String, Value::String(text.clone())),
        PropertyValue::Array(items) => {
            let element = match shape {
                Some(Shape::List(element)) => Some(element.as_ref()),
                _ => None,
            };
            let mut types = Vec::new();
            let mut found = Vec::new();
            for item in items {
                let (value_type, item) = typed(item, element)?;
                types.push(value_type);
                found.push(item);
            }
            (ValueType::Tuple(types), Value::List(found))
        }
        PropertyValue::Object(members) => {
            let mut attributes = BTreeMap::new();
            let mut found = BTreeMap::new();
            for (key, member) in members {
                let (name, shape) = match shape {
                    Some(Shape::Map(element)) => (key, Some(element.as_ref())),
                    Some(Shape::Object(fields) | Shape::Nested(fields)) => {
                        let field = fields.iter().find(|field| field.property == *key);
                        field.map_or((key, None), |field| (&field.name, Some(&field.shape)))
                    }
                    _ => (key, None),
                };
                let (value_type, member) = typed(member, shape)?;
                attributes.insert(name.clone(), value_type);
                found.insert(name.clone(), member);
            }
            let value_type = ValueType::Object {
                attributes,
                optional: Default::default(),
            };
            (value_type, Value::Map(found))
        }
        PropertyValue::Unknown => (ValueType::Dynamic, Value::Unknown),
        PropertyValue::ResourceReference(reference) => {
            let id = reference.id.clone().flatten();
            let text = id.unwrap_or_else(|| reference.urn.clone());
            (ValueType::String, Value::String(text))
        }
        file @ (PropertyValue::Asset(_) | PropertyValue::Archive(_)) => match shape {
            Some(shape @ (Shape::Asset | Shape::Archive)) => {
                let value_type = shape.value_type().of_values();
                (value_type, from_property(file, shape)?)
            }
            _ => (ValueType::Dynamic, Value::Null),
        },
        PropertyValue::Null | PropertyValue::Secret(_) | PropertyValue::Bytes(_) => {
            (ValueType::Dynamic, Value::Null)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::presence::Presence;
    use crate::schema::shape::Field;

    #[test]
    fn a_dynamic_value_keeps_its_members() {
        let members = PropertyMap::from([
            (
                "deep".to_owned(),
                PropertyValue::Array(vec![1.0.into(), "two".into(), true.into()]),
            ),
            ("none".to_owned(), PropertyValue::Null),
        ]);
        let property = PropertyValue::Object(members);
        let value =
            from_property(&property, &Shape::Any { secret: false }).expect("any value is shown");
        assert_eq!(
            to_property(&value, &Shape::Any { secret: false }),
            Some(property)
        );
    }

    #[test]
    fn members_of_a_value_that_carries_its_type_have_the_names_of_its_shape() {
        let field = |name: &str, property: &str, shape| Field {
            property: property.to_owned(),
            ..Field::example(name, shape, Presence::Optional)
        };
        let element = Shape::Nested(vec![
            field("any_value", "anyValue", Shape::Any { secret: false }),
            field("file_at", "fileAt", Shape::Asset),
        ]);
        let shape = Shape::Dynamic(Box::new(Shape::List(Box::new(element))));
        let asset = Asset {
            hash: String::new(),
            content: AssetContent::Path("a.txt".to_owned()),
        };
        let other = PropertyMap::from([("keepsItsName".to_owned(), true.into())]);
        let members = PropertyMap::from([
            ("anyValue".to_owned(), PropertyValue::Object(other)),
            ("fileAt".to_owned(), PropertyValue::Asset(Box::new(asset))),
            // The check refuses it, and has to see it.
            ("unknown_member".to_owned(), 1.0.into()),
        ]);
        let property = PropertyValue::Array(vec![PropertyValue::Object(members)]);
        let value = from_property(&property, &shape).expect("of the shape");
        let Value::Dynamic(value_type, _) = &value else {
            panic!("{value:?}");
        };
        let value_type = value_type.to_json().to_string();
        for name in ["any_value", "file_at", "unknown_member", "keepsItsName"] {
            assert!(value_type.contains(&format!("\"{name}\"")), "{value_type}");
        }
        assert_eq!(to_property(&value, &shape), Some(property));
    }

    #[test]
    fn an_archive_can_be_where_files_are() {
        let archive = PropertyValue::Archive(Box::new(Archive {
            hash: String::new(),
            content: ArchiveContent::Path("folder".to_owned()),
        }));
        let value = from_property(&archive, &Shape::Asset).expect("a file");
        assert_eq!(value, one_of(&ASSET, "path", Some(&"folder".to_owned())));
    }

    #[test]
    fn a_value_of_another_type_is_said() {
        let error = from_property(&"text".into(), &Shape::List(Box::new(Shape::String)));
        let message = error.expect_err("a text is no list").to_string();
        assert_eq!(message, "it is a string where the schema has a list");
    }
}
