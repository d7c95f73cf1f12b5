//! What is not as it was, in a whole package.

use serde_json::Value;

use super::change::{Change, Notes};
use super::properties::{Properties, Side, compare as compare_properties};
use super::traits::of_traits;
use super::types::types;
use crate::document::{at, is_true, members};

/// All changes between two manifests, the breaking ones first.
pub(super) fn compare(old: &Value, new: &Value) -> Vec<Change> {
    let mut found = Vec::new();
    provider(&mut found, old, new);
    resources(&mut found, old, new);
    functions(&mut found, old, new);
    types(&mut found, old, new);
    found.sort_by(|one, other| {
        let key = |change: &Change| (change.weight, change.subject.clone(), change.place.clone());
        key(one).cmp(&key(other))
    });
    found
}

fn provider(found: &mut Vec<Change>, old: &Value, new: &Value) {
    let mut notes = Notes {
        subject: "provider",
        found,
    };
    let name = |manifest: &Value| at(manifest, &["schema", "name"]).clone();
    if name(old) != name(new) {
        notes.breaking(
            "",
            format!(
                "the package was {}, and is {}: every token is another one",
                name(old),
                name(new)
            ),
        );
    }
    compare_properties(&mut notes, "config", Side::Given, config(old), config(new));
    for kind in ["net", "env"] {
        let key = if kind == "net" { "host" } else { "name" };
        let wants = |manifest: &Value| -> Vec<(String, bool)> {
            let all = at(manifest, &["wants", kind])
                .as_array()
                .into_iter()
                .flatten();
            all.map(|want| {
                let what = at(want, &[key]).as_str().unwrap_or_default().to_owned();
                (what, is_true(at(want, &["required"])))
            })
            .collect()
        };
        let before = wants(old);
        for (what, required) in wants(new) {
            let was = before.iter().find(|(known, _)| *known == what);
            let place = format!("wants.{kind}");
            // An address in the configuration is granted by setting it.
            let is_asked = required && !what.starts_with("config:");
            match was {
                Some((_, true)) => {}
                Some(_) | None if is_asked => {
                    notes
                        .breaking(&place, format!("`{what}` is required now: the package has to be added again with that grant"))
                        .help("make it optional (`required: false`), and say at the call that needs it that it is missing");
                }
                None => {
                    notes.addition(&place, format!("`{what}` is wanted now"));
                }
                Some(_) => {}
            }
        }
    }
}

fn config<'a>(manifest: &'a Value) -> Properties<'a> {
    Properties {
        all: at(manifest, &["schema", "provider", "inputProperties"]),
        required: at(manifest, &["schema", "provider", "requiredInputs"]),
        rules: at(manifest, &["provider", "properties"]),
        recorded: false,
    }
}

fn resources(found: &mut Vec<Change>, old: &Value, new: &Value) {
    let all = |manifest: &'_ Value| at(manifest, &["schema", "resources"]).clone();
    let (before, after) = (all(old), all(new));
    for (token, spec) in members(&before) {
        let mut notes = Notes {
            subject: token,
            found,
        };
        let Some(now) = after.get(token) else {
            gone(&mut notes, token, spec, &before, &after);
            continue;
        };
        let rules = |manifest| at(manifest, &["resources", token, "properties"]);
        let inputs = |spec, manifest| Properties {
            all: at(spec, &["inputProperties"]),
            required: at(spec, &["requiredInputs"]),
            rules: rules(manifest),
            recorded: false,
        };
        let outputs = |spec, manifest| Properties {
            all: at(spec, &["properties"]),
            required: at(spec, &["required"]),
            rules: rules(manifest),
            recorded: !is_migrated(old, new, token),
        };
        compare_properties(
            &mut notes,
            "inputs",
            Side::Given,
            inputs(spec, old),
            inputs(now, new),
        );
        compare_properties(
            &mut notes,
            "outputs",
            Side::Returned,
            outputs(spec, old),
            outputs(now, new),
        );
        let traits = |manifest| at(manifest, &["resources", token]);
        of_traits(&mut notes, traits(old), traits(new));
    }
    for token in members(&after).map(|(token, _)| token) {
        if before.get(token).is_none() {
            Notes {
                subject: token,
                found,
            }
            .addition("", "is new");
        }
    }
}

/// Whether state that the old component recorded is migrated by the new one.
pub(super) fn is_migrated(old: &Value, new: &Value, token: &str) -> bool {
    let version = |manifest| {
        let version = at(manifest, &["resources", token, "stateVersion"]);
        version.as_u64().unwrap_or(0)
    };
    version(new) > version(old)
}

/// A resource type that is not there any more, or is called otherwise.
fn gone(notes: &mut Notes, token: &str, spec: &Value, before: &Value, after: &Value) {
    let aliases = |spec: &Value| -> Vec<String> {
        let all = at(spec, &["aliases"]).as_array().into_iter().flatten();
        let of = |alias: &Value| match alias {
            Value::String(token) => Some(token.clone()),
            alias => at(alias, &["type"]).as_str().map(str::to_owned),
        };
        all.filter_map(of).collect()
    };
    let heir = members(after).find(|(_, spec)| aliases(spec).iter().any(|alias| alias == token));
    if let Some((heir, _)) = heir {
        notes
            .breaking("", format!("is `{heir}` now, which has it as an alias: state is taken over, programs have to name the new one"));
        return;
    }
    let names = |spec: &Value| -> Vec<String> {
        members(at(spec, &["inputProperties"]))
            .map(|(name, _)| name.clone())
            .collect()
    };
    let mine = names(spec);
    let is_alike = |other: &Value| {
        let theirs = names(other);
        let common = mine.iter().filter(|name| theirs.contains(name)).count();
        // Most of what either has.
        common > 0 && 3 * common >= 2 * mine.len().max(theirs.len())
    };
    let is_new = |token: &String| before.get(token).is_none();
    let like = members(after).find(|(other, spec)| is_new(other) && is_alike(spec));
    let change = notes.breaking(
        "",
        "was removed: stacks that have one cannot be changed any more",
    );
    match like {
        Some((other, _)) => change.help(format!(
            "should it be `{other}` now, give that one the alias: `\"aliases\": [{{ \"type\": \"{token}\" }}]`; then its \
             resources are taken over and not made anew"
        )),
        None => change.help("deprecate it first (`deprecationMessage`), and remove it with the next major version"),
    }
}

fn functions(found: &mut Vec<Change>, old: &Value, new: &Value) {
    let (before, after) = (
        at(old, &["schema", "functions"]),
        at(new, &["schema", "functions"]),
    );
    for (token, spec) in members(before) {
        let mut notes = Notes {
            subject: token,
            found,
        };
        let Some(now) = after.get(token) else {
            notes
                .breaking("", "was removed: programs that call it fail")
                .help("deprecate it first (`deprecationMessage`), and remove it with the next major version");
            continue;
        };
        let side = |spec, which: &str, manifest| Properties {
            all: at(spec, &[which, "properties"]),
            required: at(spec, &[which, "required"]),
            rules: at(manifest, &["functions", token, "properties"]),
            recorded: false,
        };
        compare_properties(
            &mut notes,
            "arguments",
            Side::Given,
            side(spec, "inputs", old),
            side(now, "inputs", new),
        );
        compare_properties(
            &mut notes,
            "results",
            Side::Returned,
            side(spec, "outputs", old),
            side(now, "outputs", new),
        );
    }
    for token in members(after).map(|(token, _)| token) {
        if before.get(token).is_none() {
            Notes {
                subject: token,
                found,
            }
            .addition("", "is new");
        }
    }
}
