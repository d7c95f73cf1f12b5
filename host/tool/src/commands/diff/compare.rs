//! The differences of a whole package.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::change::{Change, Notes};
use super::dialect::Dialect;
use super::migration::is_migrated;
use super::properties::{Properties, Side, compare as compare_properties};
use super::traits::of_traits;
use super::types::types;
use crate::component::document::{at, is_true, members};

/// The maximum number of new and of removed resource types that are compared: similarity is only a help, and a manifest
/// could be made so that each type is compared with each.
const MAX_COMPARED: usize = 100;

/// All changes between two manifests, breaking changes first.
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
    let dialect = Dialect::of(new);
    let mut notes = Notes {
        subject: "provider",
        dialect,
        found,
    };
    let name = |manifest: &Value| at(manifest, &["schema", "name"]).clone();
    if name(old) != name(new) {
        notes.breaking(
            "",
            format!(
                "the package was {}, and is {}: every token changed",
                name(old),
                name(new)
            ),
        );
    }
    compare_properties(&mut notes, "config", Side::Given, config(old), config(new));
    for kind in ["net", "env"] {
        let key = if kind == "net" { "host" } else { "name" };
        let permissions = |manifest: &Value| -> Vec<(String, bool)> {
            let all = at(manifest, &["permissions", kind])
                .as_array()
                .into_iter()
                .flatten();
            all.map(|permission| {
                let what = at(permission, &[key])
                    .as_str()
                    .unwrap_or_default()
                    .to_owned();
                (what, is_true(at(permission, &["required"])))
            })
            .collect()
        };
        let mut before: HashMap<String, bool> = HashMap::new();
        for (what, required) in permissions(old) {
            // Of two equal permissions, the first counts.
            before.entry(what).or_insert(required);
        }
        for (what, required) in permissions(new) {
            let was = before.get(&what);
            let place = format!("permissions.{kind}");
            // An address in the configuration is granted by setting it.
            let is_asked = required && !what.starts_with("config:");
            match was {
                Some(true) => {}
                Some(_) | None if is_asked => {
                    notes
                        .breaking(&place, format!("`{what}` is required now: users must add the package again with that grant"))
                        .help(format!(
                            "make the permission optional ({}), and let the call that needs the grant fail with a message that names it",
                            dialect.not_required
                        ));
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
    let dialect = Dialect::of(new);
    let all = |manifest: &'_ Value| at(manifest, &["schema", "resources"]).clone();
    let (before, after) = (all(old), all(new));
    let mut heirs = Heirs::new(&before, &after);
    let mut renamed = HashSet::new();
    for (token, spec) in members(&before) {
        let mut notes = Notes {
            subject: token,
            dialect,
            found,
        };
        let current = if after.get(token).is_some() {
            Some(token.as_str())
        } else {
            gone(&mut notes, token, spec, &mut heirs)
        };
        let Some(current) = current else {
            continue;
        };
        if current != token {
            renamed.insert(current);
        }
        let now = at(&after, &[current]);
        let traits = at(old, &["resources", token]);
        let traits_now = at(new, &["resources", current]);
        let inputs = |spec, traits| Properties {
            all: at(spec, &["inputProperties"]),
            required: at(spec, &["requiredInputs"]),
            rules: at(traits, &["properties"]),
            recorded: false,
        };
        let outputs = |spec, traits_of| Properties {
            all: at(spec, &["properties"]),
            required: at(spec, &["required"]),
            rules: at(traits_of, &["properties"]),
            recorded: !is_migrated(traits, traits_now),
        };
        compare_properties(
            &mut notes,
            "inputs",
            Side::Given,
            inputs(spec, traits),
            inputs(now, traits_now),
        );
        compare_properties(
            &mut notes,
            "outputs",
            Side::Returned,
            outputs(spec, traits),
            outputs(now, traits_now),
        );
        of_traits(&mut notes, traits, traits_now);
    }
    for token in members(&after).map(|(token, _)| token) {
        if before.get(token).is_none() && !renamed.contains(token.as_str()) {
            Notes {
                subject: token,
                dialect,
                found,
            }
            .addition("", "is new");
        }
    }
}

/// The possible replacements of removed resource types.
struct Heirs<'a> {
    /// The replacements that name the removed type as an alias, by that alias.
    named: HashMap<String, &'a str>,
    /// New types, with the names of their inputs.
    new: Vec<(&'a str, HashSet<&'a str>)>,
    /// The number of removed types that may still be compared.
    left: usize,
}

impl<'a> Heirs<'a> {
    fn new(before: &Value, after: &'a Value) -> Self {
        let mut named = HashMap::new();
        for (token, spec) in members(after) {
            for alias in aliases(spec) {
                named.entry(alias).or_insert(token.as_str());
            }
        }
        let new = members(after).filter(|(token, _)| before.get(token.as_str()).is_none());
        let new = new.take(MAX_COMPARED);
        Self {
            named,
            new: new
                .map(|(token, spec)| (token.as_str(), inputs(spec)))
                .collect(),
            left: MAX_COMPARED,
        }
    }

    /// The new type that has most members of the removed type.
    fn like(&mut self, spec: &Value) -> Option<&'a str> {
        self.left = self.left.checked_sub(1)?;
        let mine = inputs(spec);
        let is_alike = |theirs: &HashSet<&str>| {
            let common = mine.iter().filter(|name| theirs.contains(*name)).count();
            common > 0 && 3 * common >= 2 * mine.len().max(theirs.len())
        };
        let like = self.new.iter().find(|(_, theirs)| is_alike(theirs));
        like.map(|(token, _)| *token)
    }
}

pub(super) fn aliases(spec: &Value) -> impl Iterator<Item = String> {
    let all = at(spec, &["aliases"]).as_array().into_iter().flatten();
    all.filter_map(|alias| match alias {
        Value::String(token) => Some(token.clone()),
        alias => at(alias, &["type"]).as_str().map(str::to_owned),
    })
}

fn inputs(spec: &Value) -> HashSet<&str> {
    let all = members(at(spec, &["inputProperties"]));
    all.map(|(name, _)| name.as_str()).collect()
}

/// A resource type that was removed or renamed. Returns its new name, if it has one.
fn gone<'a>(
    notes: &mut Notes,
    token: &str,
    spec: &Value,
    heirs: &mut Heirs<'a>,
) -> Option<&'a str> {
    if let Some(heir) = heirs.named.get(token).copied() {
        notes.breaking(
            "",
            format!(
                "is `{heir}` now, which has it as an alias: its state is taken over, and \
                programs must use the new name"
            ),
        );
        return Some(heir);
    }
    let like = heirs.like(spec);
    let dialect = notes.dialect;
    let change = notes.breaking(
        "",
        "was removed: stacks that have one cannot be changed any more",
    );
    match like {
        Some(other) => change.help(format!(
            "if its new name is `{other}`, give that type the alias {}: then its resources are kept and not created anew",
            dialect.alias(token)
        )),
        None => change.help(format!(
            "deprecate it first ({}), and remove it with the next major version",
            dialect.deprecate_whole
        )),
    }
    None
}

fn functions(found: &mut Vec<Change>, old: &Value, new: &Value) {
    let dialect = Dialect::of(new);
    let (before, after) = (
        at(old, &["schema", "functions"]),
        at(new, &["schema", "functions"]),
    );
    for (token, spec) in members(before) {
        let mut notes = Notes {
            subject: token,
            dialect,
            found,
        };
        let Some(now) = after.get(token) else {
            notes
                .breaking("", "was removed: programs that call it fail")
                .help(format!(
                    "deprecate it first ({}), and remove it with the next major version",
                    dialect.deprecate_whole
                ));
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
                dialect,
                found,
            }
            .addition("", "is new");
        }
    }
}
