//! Several mistakes in one manifest, and manifests that are wrong anywhere.

use serde_json::{Value, json};

use super::{THING, document, mistakes};
use crate::manifest::{Manifest, ManifestError};

#[test]
fn all_mistakes_are_told_at_once() {
    let told = mistakes(|document| {
        document["sdk"] = json!([]);
        document["types"]["acme:index:Rule"]["properties"]["port"] = json!({ "minLength": 1 });
        document["resources"][THING]["stable"] = json!(["x", "y"]);
        document["resources"][THING]["properties"]["label"]["pattern"] = json!("(");
        document["permissions"] = json!(7);
    });
    assert_eq!(told.len(), 6, "{told:#?}");
}

#[test]
fn mistakes_of_the_schema_come_first() {
    let told = mistakes(|document| {
        document["schema"]["version"] = json!("one");
        document["sdk"] = json!([]);
    });
    assert_eq!(told.len(), 1);
    assert!(told[0].starts_with("/schema/version: "), "{told:?}");
    assert_eq!(
        mistakes(|document| {
            document.as_object_mut().unwrap().remove("schema");
        }),
        ["/schema: the package's schema is missing"]
    );
}

/// Every place of a document.
fn places(value: &Value, place: &str, found: &mut Vec<String>) {
    found.push(place.to_owned());
    match value {
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                places(item, &format!("{place}/{index}"), found);
            }
        }
        Value::Object(members) => {
            for (key, value) in members {
                places(value, &format!("{place}/{key}"), found);
            }
        }
        _ => {}
    }
}

#[test]
fn no_manifest_panics_and_mistakes_are_near_what_is_wrong() {
    let document = document();
    let mut all = Vec::new();
    places(&document, "", &mut all);
    let wrong = [
        json!(null),
        json!(7),
        json!(-0.5),
        json!("x"),
        json!("{"),
        json!([]),
        json!({}),
        json!([{}]),
        json!({ "x": 1 }),
    ];
    for place in all.iter().filter(|place| !place.is_empty()) {
        for value in &wrong {
            let mut document = document.clone();
            *document.pointer_mut(place).unwrap() = value.clone();
            let Err(ManifestError::Mistakes(mistakes)) = Manifest::parse(&document.to_string())
            else {
                continue;
            };
            for mistake in mistakes {
                let told = mistake.split(": ").next().unwrap();
                let exists = |place: &str| document.pointer(place).is_some();
                let mut near = told.rsplit_once('/').map_or("", |(parent, _)| parent);
                if !exists(near) {
                    near = near.rsplit_once('/').map_or("", |(parent, _)| parent);
                }
                assert!(exists(near), "{place}: {mistake}");
            }
        }
    }
}
