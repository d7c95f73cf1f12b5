//! Differences and failures in the form that the engine expects.

use std::collections::BTreeSet;

use pulumi_wasm_core::call::Call;
use pulumi_wasm_core::error::failure::{DifferenceKind, PropertyDifference, PropertyFailure};
use pulumi_wasm_core::operations::Exposure;
use pulumi_wasm_core::operations::diff::Differences;
use pulumi_wasm_core::text::on_one_line;

use crate::pulumi::status::clean;
use crate::pulumi::wire::pulumirpc::diff_response::DiffChanges;
use crate::pulumi::wire::pulumirpc::property_diff::Kind;
use crate::pulumi::wire::pulumirpc::{CheckFailure, DiffResponse, PropertyDiff};

/// The faults of properties, in texts for people. The engine prints the values of the properties: `exposure` says of
/// the request's inputs which it may print. Does nothing without failures.
pub(crate) fn failures_to_proto(
    call: &Call,
    exposure: impl FnOnce() -> Exposure,
    failures: Vec<PropertyFailure>,
) -> Vec<CheckFailure> {
    if failures.is_empty() {
        return Vec::new();
    }
    let exposure = exposure();
    failures
        .into_iter()
        .map(|failure| exposure.shown(failure))
        .map(|failure| CheckFailure {
            property: on_one_line(&clean(call, &failure.property)).into_owned(),
            reason: clean(call, &failure.reason),
        })
        .collect()
}

/// A detailed answer: every path with its kind. All are paths of inputs, except outputs that a migration changed.
pub(crate) fn to_proto(differences: Differences) -> DiffResponse {
    let mut response = DiffResponse {
        delete_before_replace: differences.delete_before_replace,
        has_detailed_diff: true,
        stables: differences.stables,
        ..DiffResponse::default()
    };
    let mut changed = BTreeSet::new();
    let mut replaced = BTreeSet::new();
    for difference in differences.found {
        let top = top_level(&difference.property);
        if difference.replace {
            replaced.insert(top.clone());
        }
        changed.insert(top);
        let diff = PropertyDiff {
            kind: kind(&difference).into(),
            input_diff: true,
        };
        response.detailed_diff.insert(difference.property, diff);
    }
    for difference in differences.moved {
        changed.insert(top_level(&difference.property));
        let diff = PropertyDiff {
            kind: kind(&difference).into(),
            input_diff: false,
        };
        response.detailed_diff.insert(difference.property, diff);
    }
    if differences.unfinished {
        // A replacement without a property as its reason.
        replaced.insert("id".to_owned());
    }
    let some = !changed.is_empty() || !replaced.is_empty();
    response.changes = if some {
        DiffChanges::DiffSome
    } else {
        DiffChanges::DiffNone
    }
    .into();
    response.diffs = changed.into_iter().collect();
    response.replaces = replaced.into_iter().collect();
    response
}

fn kind(difference: &PropertyDifference) -> Kind {
    match (difference.kind, difference.replace) {
        (DifferenceKind::Add, false) => Kind::Add,
        (DifferenceKind::Add, true) => Kind::AddReplace,
        (DifferenceKind::Remove, false) => Kind::Delete,
        (DifferenceKind::Remove, true) => Kind::DeleteReplace,
        (DifferenceKind::Change, false) => Kind::Update,
        (DifferenceKind::Change, true) => Kind::UpdateReplace,
    }
}

/// The top-level property of a path.
fn top_level(path: &str) -> String {
    if let Some(quoted) = path.strip_prefix("[\"") {
        let mut key = String::new();
        let mut characters = quoted.chars().peekable();
        while let Some(character) = characters.next() {
            match character {
                '"' => break,
                // The only escape; any other backslash stands for itself.
                '\\' if characters.next_if_eq(&'"').is_some() => key.push('"'),
                other => key.push(other),
            }
        }
        return key;
    }
    path.split(['.', '[']).next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_top_level_property_of_any_path_is_found() {
        for (path, expected) in [
            ("a", "a"),
            ("a.b", "a"),
            ("a[0].b", "a"),
            ("[\"a.b\"].c", "a.b"),
            ("[\"a\\\"b\"]", "a\"b"),
            ("[\"a.\\b\"]", "a.\\b"),
        ] {
            assert_eq!(top_level(path), expected, "{path}");
        }
    }

    #[test]
    fn a_replacement_is_said_in_both_ways_that_engines_look_at() {
        let change = |property: &str, replace| PropertyDifference {
            property: property.to_owned(),
            kind: DifferenceKind::Change,
            replace,
        };
        let response = to_proto(Differences {
            found: vec![change("a.b", true), change("c", false)],
            ..Differences::default()
        });
        assert_eq!(response.replaces, ["a"]);
        assert_eq!(response.diffs, ["a", "c"]);
        assert_eq!(response.detailed_diff["a.b"].kind(), Kind::UpdateReplace);
        assert_eq!(response.changes(), DiffChanges::DiffSome);
        assert_eq!(
            to_proto(Differences::default()).changes(),
            DiffChanges::DiffNone
        );
        let unfinished = to_proto(Differences {
            unfinished: true,
            delete_before_replace: true,
            ..Differences::default()
        });
        assert_eq!(unfinished.replaces, ["id"]);
    }
}
