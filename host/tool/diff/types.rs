//! Named types: objects and enums.

use serde_json::Value;

use super::change::{Change, Notes, Weight};
use super::compare::is_migrated;
use super::properties::{Properties, Side, compare as compare_properties};
use crate::document::{at, members};

/// What is not as it was, of all named types.
pub(super) fn types(found: &mut Vec<Change>, old: &Value, new: &Value) {
    let (before, after) = (at(old, &["schema", "types"]), at(new, &["schema", "types"]));
    for (token, spec) in members(before) {
        let mut notes = Notes {
            subject: token,
            found,
        };
        let Some(now) = after.get(token) else {
            notes.breaking("", "the type was removed: programs that name it fail");
            continue;
        };
        enumeration(&mut notes, spec, now);
        let of = |spec, manifest| Properties {
            all: at(spec, &["properties"]),
            required: at(spec, &["required"]),
            rules: at(manifest, &["types", token, "properties"]),
            recorded: is_recorded(old, new, token),
        };
        let reached = |side| {
            [old, new]
                .into_iter()
                .any(|manifest| is_used(manifest, token, side))
        };
        if reached(Side::Given) {
            compare_properties(
                &mut notes,
                "properties",
                Side::Given,
                of(spec, old),
                of(now, new),
            );
        } else {
            compare_properties(
                &mut notes,
                "properties",
                Side::Returned,
                of(spec, old),
                of(now, new),
            );
        }
        if reached(Side::Given) && reached(Side::Returned) {
            let before = notes.found.len();
            compare_properties(
                &mut notes,
                "properties",
                Side::Returned,
                of(spec, old),
                of(now, new),
            );
            // What is new to those who give it is new to those who get it.
            let told = notes.found.split_off(before);
            let said = |change: &Change| {
                notes
                    .found
                    .iter()
                    .any(|known| (&known.subject, &known.place) == (&change.subject, &change.place))
            };
            let new: Vec<Change> = told
                .into_iter()
                .filter(|change| change.weight == Weight::Breaking || !said(change))
                .filter(|change| {
                    !notes.found.iter().any(|known| {
                        known.weight == Weight::Breaking
                            && (&known.subject, &known.place) == (&change.subject, &change.place)
                    })
                })
                .collect();
            notes.found.extend(new);
        }
    }
    for token in members(after).map(|(token, _)| token) {
        if before.get(token).is_none() {
            Notes {
                subject: token,
                found,
            }
            .addition("", "the type is new");
        }
    }
}

fn enumeration(notes: &mut Notes, before: &Value, after: &Value) {
    let values = |spec: &Value| -> Vec<Value> {
        let all = at(spec, &["enum"]).as_array().into_iter().flatten();
        all.map(|entry| at(entry, &["value"]).clone()).collect()
    };
    let (was, is) = (values(before), values(after));
    for value in was.iter().filter(|value| !is.contains(value)) {
        notes.breaking("", format!("{value} is none of its values any more"));
    }
    for value in is.iter().filter(|value| !was.contains(value)) {
        notes.addition("", format!("{value} is one of its values now"));
    }
}

/// Whether values of a named type go that way, directly or within other types.
fn is_used(manifest: &Value, token: &str, side: Side) -> bool {
    let schema = at(manifest, &["schema"]);
    let mut roots: Vec<&Value> = Vec::new();
    let (of_resource, of_function) = match side {
        Side::Given => ("inputProperties", "inputs"),
        Side::Returned => ("properties", "outputs"),
    };
    for (_, spec) in members(at(schema, &["resources"])) {
        roots.push(at(spec, &[of_resource]));
    }
    for (_, spec) in members(at(schema, &["functions"])) {
        roots.push(at(spec, &[of_function]));
    }
    if side == Side::Given {
        roots.push(at(schema, &["provider", "inputProperties"]));
    }
    is_reached(schema, roots, token)
}

/// Whether values of a named type are recorded in the state of resources that no migration brings to the new form.
fn is_recorded(old: &Value, new: &Value, token: &str) -> bool {
    let schema = at(new, &["schema"]);
    let resources = members(at(schema, &["resources"]));
    let roots = resources
        .filter(|(resource, _)| !is_migrated(old, new, resource))
        .map(|(_, spec)| at(spec, &["properties"]));
    is_reached(schema, roots.collect(), token)
}

/// Whether a named type is among these parts of a schema, directly or within other types.
fn is_reached<'a>(schema: &'a Value, mut roots: Vec<&'a Value>, token: &str) -> bool {
    let wanted = format!("#/types/{token}");
    let mut seen: Vec<String> = Vec::new();
    while let Some(value) = roots.pop() {
        match value {
            Value::Object(all) => {
                if let Some(reference) = all.get("$ref").and_then(Value::as_str) {
                    if reference == wanted {
                        return true;
                    }
                    if let Some(other) = reference.strip_prefix("#/types/")
                        && !seen.iter().any(|known| known == other)
                    {
                        seen.push(other.to_owned());
                        roots.push(at(schema, &["types", other]));
                    }
                }
                roots.extend(all.values());
            }
            Value::Array(items) => roots.extend(items),
            _ => {}
        }
    }
    false
}
