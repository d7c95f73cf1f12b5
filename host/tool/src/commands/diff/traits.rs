//! The manifest's statements about a resource, apart from its properties.

use serde_json::Value;

use super::change::Notes;
use crate::component::document::{at, is_true, texts};

/// The differences of one resource, apart from its properties.
pub(super) fn of_traits(notes: &mut Notes, before: &Value, after: &Value) {
    let has = |spec: &Value, hook: &str| texts(at(spec, &["hooks"])).contains(&hook);
    for (hook, lost, won) in [
        (
            "read",
            "cannot be refreshed and imported any more",
            "can be refreshed and imported now",
        ),
        (
            "update",
            "every change replaces it now",
            "changes are made in place now",
        ),
        (
            "delete",
            "is not deleted any more, only forgotten",
            "is deleted now; before, it was only forgotten",
        ),
        ("list", "cannot be listed any more", "can be listed now"),
    ] {
        match (has(before, hook), has(after, hook)) {
            (true, false) => {
                notes.breaking("", format!("{lost}: the hook `{hook}` is gone"));
            }
            (false, true) => {
                notes.addition("", won);
            }
            _ => {}
        }
    }
    let version = |spec: &Value| at(spec, &["stateVersion"]).as_u64().unwrap_or(0);
    let (was, is) = (version(before), version(after));
    if is < was {
        notes.breaking(
            "",
            format!("the state version was {was}, and is {is}: recorded state is refused as newer"),
        );
    }
    if is > was {
        // A migration takes care of properties that were only renamed or converted.
        notes.addition(
            "",
            format!("the state version is {is}: `migrate` converts recorded state"),
        );
    }
    let import = |spec: &Value| at(spec, &["importId"]).clone();
    if import(before) != import(after) {
        let shown = |value: Value| match value {
            Value::Null => "any id".to_owned(),
            value => value.to_string(),
        };
        let what = format!(
            "an import took {}, and takes {}",
            shown(import(before)),
            shown(import(after))
        );
        match import(after) {
            Value::Null => notes.addition("", what),
            _ => notes.breaking("", what),
        };
    }
    if is_true(at(after, &["deleteBeforeReplace"]))
        && !is_true(at(before, &["deleteBeforeReplace"]))
    {
        notes.breaking(
            "",
            "a replacement deletes the old one first now: there is a time without any",
        );
    }
}
