//! Named types: objects and enums.

use std::collections::HashSet;

use serde_json::Value;

use super::change::{Change, Notes, Weight};
use super::compare::aliases;
use super::dialect::Dialect;
use super::migration::is_migrated;
use super::properties::{Properties, Side, compare as compare_properties};
use crate::component::document::{at, members};

/// The differences of all named types.
pub(super) fn types(found: &mut Vec<Change>, old: &Value, new: &Value) {
    let dialect = Dialect::of(new);
    let (before, after) = (at(old, &["schema", "types"]), at(new, &["schema", "types"]));
    let used = |side| -> HashSet<&str> { &used(old, side) | &used(new, side) };
    let (given, returned) = (used(Side::Given), used(Side::Returned));
    let recorded = recorded(old, new);
    for (token, spec) in members(before) {
        let mut notes = Notes {
            subject: token,
            dialect,
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
            recorded: recorded.contains(token.as_str()),
        };
        let (is_given, is_returned) = (
            given.contains(token.as_str()),
            returned.contains(token.as_str()),
        );
        let start = notes.found.len();
        if is_given {
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
        if is_given && is_returned {
            let before = notes.found.len();
            compare_properties(
                &mut notes,
                "properties",
                Side::Returned,
                of(spec, old),
                of(now, new),
            );
            // A change for programs that give the type is also a change for those that get it.
            let told = notes.found.split_off(before);
            let known = notes.found.get(start..).unwrap_or_default().iter();
            let places = |known: &Change| known.place.clone();
            let said: HashSet<String> = known.clone().map(places).collect();
            let breaks = |known: &&Change| known.weight == Weight::Breaking;
            let broken: HashSet<String> = known.filter(breaks).map(places).collect();
            let new = told.into_iter().filter(|change| {
                let is_breaking = change.weight == Weight::Breaking;
                (is_breaking || !said.contains(&change.place)) && !broken.contains(&change.place)
            });
            notes.found.extend(new);
        }
    }
    for token in members(after).map(|(token, _)| token) {
        if before.get(token).is_none() {
            Notes {
                subject: token,
                dialect,
                found,
            }
            .addition("", "the type is new");
        }
    }
}

fn enumeration(notes: &mut Notes, before: &Value, after: &Value) {
    let values = |spec: &Value| -> Vec<String> {
        let all = at(spec, &["enum"]).as_array().into_iter().flatten();
        all.map(|entry| at(entry, &["value"]).to_string()).collect()
    };
    let (was, is) = (values(before), values(after));
    let (known, kept): (HashSet<&String>, HashSet<&String>) =
        (was.iter().collect(), is.iter().collect());
    for value in was.iter().filter(|value| !kept.contains(value)) {
        notes.breaking("", format!("{value} is no longer one of its values"));
    }
    for value in is.iter().filter(|value| !known.contains(value)) {
        notes.addition("", format!("{value} is one of its values now"));
    }
}

/// The named types of values in this direction, directly or inside other types.
fn used(manifest: &Value, side: Side) -> HashSet<&str> {
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
    reached(schema, roots)
}

/// The named types of values that are recorded in the state of resources without a migration.
fn recorded<'a>(old: &Value, new: &'a Value) -> HashSet<&'a str> {
    let schema = at(new, &["schema"]);
    let before = at(old, &["schema", "resources"]);
    let resources = members(at(schema, &["resources"]));
    let is_recorded = |token: &str, spec: &Value| {
        let was = std::iter::once(token.to_owned()).chain(aliases(spec));
        let was = was
            .filter(|name| before.get(name).is_some())
            .map(|name| at(old, &["resources", &name]));
        let now = at(new, &["resources", token]);
        was.take(1).any(|was| !is_migrated(was, now))
    };
    let roots = resources
        .filter(|(token, spec)| is_recorded(token, spec))
        .map(|(_, spec)| at(spec, &["properties"]));
    reached(schema, roots.collect())
}

/// The named types among these parts of a schema, directly or within other types.
fn reached<'a>(schema: &'a Value, mut roots: Vec<&'a Value>) -> HashSet<&'a str> {
    let mut used = HashSet::new();
    while let Some(value) = roots.pop() {
        match value {
            Value::Object(all) => {
                let reference = all.get("$ref").and_then(Value::as_str);
                if let Some(token) = reference.and_then(|name| name.strip_prefix("#/types/"))
                    && used.insert(token)
                {
                    roots.push(at(schema, &["types", token]));
                }
                roots.extend(all.values());
            }
            Value::Array(items) => roots.extend(items),
            _ => {}
        }
    }
    used
}
