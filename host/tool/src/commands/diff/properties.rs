//! Properties of programs and properties of results.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::change::Notes;
use super::dialect::Dialect;
use crate::component::document::{at, fits_in, is_true, members, texts, type_name};

/// The direction of values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    /// From programs to the provider.
    Given,
    /// From the provider to programs.
    Returned,
}

/// Properties of one kind, in the form of a schema.
#[derive(Clone, Copy)]
pub(super) struct Properties<'a> {
    /// By name.
    pub(super) all: &'a Value,
    /// The names of required properties: results always have them, and programs have to set them.
    pub(super) required: &'a Value,
    /// Rules of the manifest, by name.
    pub(super) rules: &'a Value,
    /// Whether the recorded properties of an older version come back unchanged, without a migration.
    pub(super) recorded: bool,
}

/// The hint if recorded state lacks a property.
fn set_it(dialect: Dialect) -> String {
    format!("{}, or let it be left out", dialect.migrate("set it"))
}

/// The differences of properties. `place` is their name: `inputs`.
pub(super) fn compare(
    notes: &mut Notes,
    place: &str,
    side: Side,
    old: Properties,
    new: Properties,
) {
    let required = |properties: &Properties<'_>| -> HashSet<String> {
        let names = texts(properties.required).into_iter();
        names.map(str::to_owned).collect()
    };
    let dialect = notes.dialect;
    let (was_required, is_required) = (required(&old), required(&new));
    let successors = successors(old, new);
    for (name, before) in members(old.all) {
        let place = format!("{place}.{name}");
        let Some(after) = new.all.get(name) else {
            let change = match side {
                Side::Given => notes.breaking(&place, "was removed: programs that set it fail"),
                Side::Returned => notes.breaking(&place, "is no longer returned"),
            };
            match successors.get(&type_name(before)).copied().flatten() {
                Some(other) => change.help(format!(
                    "if it was renamed to `{other}`, accept both for a while: {}",
                    dialect.migrate("rename it in recorded state")
                )),
                None => change.help(format!(
                    "deprecate it first ({}), and remove it with the next major version",
                    dialect.deprecate
                )),
            }
            continue;
        };
        types(notes, &place, side, before, after);
        match (
            side,
            was_required.contains(name),
            is_required.contains(name),
        ) {
            (Side::Given, false, true) if !has_default(after) => {
                notes
                    .breaking(&place, "is required now")
                    .help("give it a default, or do the same as before if it is missing");
            }
            (Side::Given, true, false) => {
                notes.addition(&place, "may be left out now");
            }
            (Side::Returned, true, false) => {
                notes.breaking(&place, "may be missing now");
            }
            (Side::Returned, false, true) if new.recorded => {
                notes
                    .breaking(&place, "is always returned now: recorded state may lack it")
                    .help(set_it(dialect));
            }
            (Side::Returned, false, true) => {
                notes.addition(&place, "is always returned now");
            }
            _ => {}
        }
        marks(notes, &place, side, before, after);
        if side == Side::Given {
            rules(
                notes,
                &place,
                at(old.rules, &[name]),
                at(new.rules, &[name]),
            );
        }
    }
    for (name, spec) in members(new.all) {
        if old.all.get(name).is_some() {
            continue;
        }
        let place = format!("{place}.{name}");
        match side {
            Side::Given if is_required.contains(name) && !has_default(spec) => {
                notes
                    .breaking(&place, "is new and required: programs without it fail")
                    .help("give it a default, or make it optional");
            }
            Side::Given => {
                notes.addition(&place, "is new");
            }
            Side::Returned if new.recorded && is_required.contains(name) && !has_default(spec) => {
                notes
                    .breaking(
                        &place,
                        "is new and always returned: recorded state lacks it",
                    )
                    .help(set_it(dialect));
            }
            Side::Returned => {
                notes.addition(&place, "is given now");
            }
        }
    }
}

fn has_default(spec: &Value) -> bool {
    ["default", "defaultInfo", "const"]
        .iter()
        .any(|key| spec.get(key).is_some())
}

/// The new property of each type, if there is only one: a removed property may have been renamed to it.
fn successors<'a>(old: Properties<'_>, new: Properties<'a>) -> HashMap<String, Option<&'a str>> {
    let mut successors = HashMap::new();
    for (name, spec) in members(new.all) {
        if old.all.get(name.as_str()).is_none() {
            let only = successors.entry(type_name(spec));
            only.and_modify(|other| *other = None)
                .or_insert(Some(name.as_str()));
        }
    }
    successors
}

fn types(notes: &mut Notes, place: &str, side: Side, before: &Value, after: &Value) {
    let (was, is) = (type_name(before), type_name(after));
    if was == is {
        return;
    }
    let (narrow, wide) = match side {
        Side::Given => (before, after),
        Side::Returned => (after, before),
    };
    let what = format!("was {was}, and is {is}");
    if fits_in(narrow, wide) {
        notes.addition(place, what);
    } else {
        let convert = notes.dialect.migrate("convert them");
        notes
            .breaking(place, what)
            .help(format!("recorded values are of the old type: {convert}"));
    }
}

fn marks(notes: &mut Notes, place: &str, side: Side, before: &Value, after: &Value) {
    let replaces = |spec: &Value| {
        is_true(at(spec, &["replaceOnChanges"])) || is_true(at(spec, &["willReplaceOnChanges"]))
    };
    match (replaces(before), replaces(after)) {
        (false, true) if side == Side::Given => {
            notes.breaking(
                place,
                "a change replaces the resource now; before, it was made in place",
            );
        }
        (true, false) if side == Side::Given => {
            notes.addition(
                place,
                "a change is made in place now; before, it replaced the resource",
            );
        }
        _ => {}
    }
    let secret = |spec: &Value| is_true(at(spec, &["secret"]));
    match (secret(before), secret(after)) {
        (true, false) => {
            notes.breaking(
                place,
                "is no longer a secret: its value is readable in state and logs",
            );
        }
        (false, true) => {
            notes.addition(place, "is a secret now");
        }
        _ => {}
    }
    if at(after, &["deprecationMessage"]).is_string()
        && !at(before, &["deprecationMessage"]).is_string()
    {
        notes.addition(place, "is deprecated");
    }
    if side == Side::Returned {
        return;
    }
    for (key, word) in [("default", "default"), ("const", "constant")] {
        match (before.get(key), after.get(key)) {
            (Some(was), Some(is)) if was != is => {
                notes.breaking(
                    place,
                    format!(
                        "the {word} was {was}, and is {is}: resources that left it out are changed"
                    ),
                );
            }
            (Some(was), None) if key == "default" => {
                notes.breaking(
                    place,
                    format!("the default {was} is gone: resources that left it out are changed"),
                );
            }
            (None, Some(is)) if key == "default" && replaces(after) => {
                notes.breaking(
                    place,
                    format!("the default is {is} now: resources that left it out are replaced"),
                );
            }
            (None, Some(is)) if key == "default" => {
                notes.addition(
                    place,
                    format!("the default is {is} now: resources that left it out are changed"),
                );
            }
            (None, Some(is)) => {
                notes.breaking(place, format!("must be {is} now"));
            }
            _ => {}
        }
    }
}

/// Rules of the manifest: values that were accepted, and are not any more.
fn rules(notes: &mut Notes, place: &str, before: &Value, after: &Value) {
    for (rule, is) in members(after) {
        let was = at(before, &[rule]);
        if was == is || rule == "patternReason" {
            continue;
        }
        if rule == "compare" {
            notes.addition(place, format!("is compared otherwise: {is}"));
            continue;
        }
        let looser = match (was.as_f64(), is.as_f64()) {
            (Some(was), Some(is)) if rule.to_lowercase().contains("min") => is < was,
            (Some(was), Some(is)) if rule.to_lowercase().contains("max") => is > was,
            _ => false,
        };
        let from = match was {
            Value::Null => String::new(),
            was => format!(" (was {was})"),
        };
        let what = format!("the rule `{rule}` is {is}{from}");
        if looser {
            notes.addition(place, what);
        } else {
            notes.breaking(
                place,
                format!("{what}: values that were accepted before may be refused"),
            );
        }
    }
    for (rule, was) in members(before) {
        if after.get(rule).is_none() && rule != "patternReason" {
            notes.addition(place, format!("the rule `{rule}` ({was}) is gone"));
        }
    }
}
