//! Several mistakes in one schema, and schemas that are wrong anywhere.

use serde_json::{Value, json};

use super::mistakes;
use crate::schema::PackageSchema;
use crate::schema::parse::reader::member;
use crate::schema::testing::acme_document;

#[test]
fn all_mistakes_are_told_at_once_with_escaped_places() {
    let found = mistakes(|document| {
        document["version"] = json!("1");
        document["types"]["acme:index/a:B"] = json!({
            "type": "object",
            "properties": { "c": { "type": "x" } }
        });
        document["resources"]["acme:index:Thing"]["properties"]["urn"] = json!({ "type": "y" });
    });
    let places: Vec<&str> = found
        .iter()
        .filter_map(|found| found.split(": ").next())
        .collect();
    assert_eq!(
        places,
        [
            "/version",
            "/types/acme:index~1a:B/properties/c/type",
            "/resources/acme:index:Thing/properties/urn",
            "/resources/acme:index:Thing/properties/urn/type",
        ]
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
                places(value, &member(place, key), found);
            }
        }
        _ => {}
    }
}

#[test]
fn no_document_panics_and_mistakes_are_near_what_is_wrong() {
    let document = acme_document();
    let mut all = Vec::new();
    places(&document, "", &mut all);
    let wrong = [
        json!(null),
        json!(7),
        json!("x"),
        json!([]),
        json!({}),
        json!([{}]),
        json!({ "x": 1 }),
    ];
    for place in all {
        for value in &wrong {
            let mut document = document.clone();
            *document.pointer_mut(&place).unwrap() = value.clone();
            for mistake in PackageSchema::parse(&document).err().unwrap_or_default() {
                let parent = mistake
                    .place
                    .rsplit_once('/')
                    .map_or("", |(parent, _)| parent);
                let grandparent = parent.rsplit_once('/').map_or("", |(parent, _)| parent);
                let exists = |place: &str| document.pointer(place).is_some();
                assert!(exists(parent) || exists(grandparent), "{place}: {mistake}");
            }
        }
    }
}
