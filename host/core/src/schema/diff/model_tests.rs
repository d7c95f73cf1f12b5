//! The diff against a simple model of differences.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;
use crate::error::failure::DifferenceKind::{Add, Change, Remove};
use crate::error::failure::{DifferenceKind, PropertyDifference};
use crate::schema::model::object::PropertySchema;
use crate::schema::testing::{fitted, known_properties, map, package, thing};
use crate::schema::{Comparison, Comparisons, Rules, Type, check, no_environment};
use crate::value::PropertyValue;
use crate::value::property_path::PropertyPath;

/// The differences between two values that no schema describes: every entry that is not on both sides, and every
/// value that differs.
fn model(
    old: Option<&PropertyValue>,
    new: Option<&PropertyValue>,
    path: &PropertyPath,
    found: &mut BTreeMap<String, DifferenceKind>,
) {
    use PropertyValue::{Array, Object};
    // At the top level and in entries of undeclared values, an absent value equals null. Elsewhere they differ.
    let kind = match (old, new) {
        (None, None) => return,
        (None, Some(_)) => Add,
        (Some(_), None) => Remove,
        (Some(Object(old)), Some(Object(new))) => {
            for key in old.keys().chain(new.keys()) {
                model(old.get(key), new.get(key), &path.key(key), found);
            }
            return;
        }
        (Some(Array(old)), Some(Array(new))) => {
            for index in 0..old.len().max(new.len()) {
                model(old.get(index), new.get(index), &path.index(index), found);
            }
            return;
        }
        (Some(old), Some(new)) if old == new => return,
        (Some(_), Some(_)) => Change,
    };
    found.insert(path.to_string(), kind);
}

/// A package with one input, `value`.
fn schema(value_type: Type, rules: Rules) -> (PackageSchema, ObjectSchema) {
    let property = PropertySchema {
        value_type,
        rules,
        ..PropertySchema::default()
    };
    let object = ObjectSchema {
        properties: [("value".to_owned(), property)].into(),
        ..ObjectSchema::default()
    };
    (PackageSchema::default(), object)
}

fn by_path(differences: Vec<PropertyDifference>) -> BTreeMap<String, DifferenceKind> {
    differences
        .into_iter()
        .map(|difference| (difference.property, difference.kind))
        .collect()
}

/// Numbers of a list, few of them, so that two lists share some.
fn numbers() -> impl Strategy<Value = Vec<u8>> {
    proptest::collection::vec(0u8..6, 0..7)
}

fn list_of(numbers: &[u8]) -> PropertyValue {
    PropertyValue::Array(
        numbers
            .iter()
            .map(|number| f64::from(*number).into())
            .collect(),
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn what_no_schema_describes_differs_as_the_model_says(
        old in known_properties(), new in known_properties(), same in proptest::bool::weighted(0.5)
    ) {
        let old = PropertyValue::Object(old).without_secrets();
        let new = PropertyValue::Object(new).without_secrets();
        // Half of the time the values share their greater part.
        let new = match (&old, new) {
            (PropertyValue::Object(old), PropertyValue::Object(new)) if same => {
                let mut merged = old.clone();
                merged.extend(new);
                PropertyValue::Object(merged)
            }
            (_, new) => new,
        };
        let mut expected = BTreeMap::new();
        model(Some(&old), Some(&new), &PropertyPath::root("value"), &mut expected);
        let (package, object) = schema(Type::Any, Rules::default());
        let old = map([("value", old)]);
        let new = map([("value", new)]);
        let found = diff(&package, &object, &old, &new);
        prop_assert_eq!(found.len(), expected.len());
        prop_assert_eq!(by_path(found), expected);
    }

    #[test]
    fn checked_inputs_differ_where_they_are_not_the_same(
        schema in package(), old in known_properties(), new in known_properties()
    ) {
        let object = &thing(&schema).inputs;
        let checked = |inputs| {
            let inputs = fitted(&schema.types, object, inputs);
            check(&schema, object, inputs, &no_environment)
        };
        let (old, new) = (checked(old), checked(new));
        if old.failures.is_empty() && new.failures.is_empty() {
            let differences = diff(&schema, object, &old.inputs, &new.inputs);
            let strip = |map: &PropertyMap| -> PropertyMap {
                let declared = map.iter().filter(|(key, _)| !key.starts_with("__"));
                declared.map(|(key, value)| (key.clone(), value.without_secrets())).collect()
            };
            if strip(&old.inputs) == strip(&new.inputs)
                && !new.inputs.values().any(PropertyValue::contains_unknown)
            {
                prop_assert_eq!(differences, vec![]);
            } else {
                // Each reported difference lies at or below a property that changed.
                for difference in differences {
                    let name = difference.property.split(['.', '[']).next().unwrap();
                    let unknown = |map: &PropertyMap| {
                        map.get(name).is_some_and(PropertyValue::contains_unknown)
                    };
                    prop_assert!(
                        strip(&old.inputs).get(name) != strip(&new.inputs).get(name)
                            || unknown(&new.inputs)
                    );
                }
            }
        }
    }

    #[test]
    fn sets_differ_by_their_elements(old in numbers(), new in numbers()) {
        let rules = Rules {
            compare: Comparisons::default().with(Comparison::Set),
            ..Rules::default()
        };
        let (package, object) = schema(Type::Array(Box::new(Type::Any)), rules);
        let inputs = |numbers: &[u8]| map([("value", list_of(numbers))]);
        let found = diff(&package, &object, &inputs(&old), &inputs(&new));
        let gone = |index: usize| old.get(index).is_some_and(|number| !new.contains(number));
        let come = |index: usize| new.get(index).is_some_and(|number| !old.contains(number));
        let expected: BTreeMap<String, DifferenceKind> = (0..old.len().max(new.len()))
            .filter_map(|index| {
                let kind = match (gone(index), come(index)) {
                    (true, true) => Change,
                    (true, false) => Remove,
                    (false, true) => Add,
                    (false, false) => return None,
                };
                Some((format!("value[{index}]"), kind))
            })
            .collect();
        prop_assert_eq!(by_path(found), expected);
    }
}
