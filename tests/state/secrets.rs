//! The places where a secret is in plain text.

use std::collections::BTreeSet;

use pulumi_wasm_core::value::{PropertyMap, PropertyValue};

use super::engine::Engine;
use super::program::{KEY, Program};
use super::recorded::State;
use super::server::Server;
use super::values::{members, open_texts};

/// No secret is in a message.
pub(crate) fn in_words(words: &str) -> Result<(), String> {
    if words.contains(KEY) {
        Err(format!("a message has a secret: {words}"))
    } else {
        Ok(())
    }
}

/// No secret is in plain text in the record, unless the program writes it in plain text; and no value is secret because
/// of another resource.
pub(crate) fn in_state(
    engine: &Engine,
    server: &Server,
    program: &Program,
    imported: &BTreeSet<String>,
) -> Result<(), String> {
    let left = engine.left.iter().map(|(name, state)| (name, state));
    for (name, state) in engine.states.iter().chain(left) {
        let given = program.goals.get(name).map(|goal| &goal.inputs);
        let mut secrets = secrets_of(server, state, given);
        if imported.contains(name) {
            secrets.retain(|(_, what)| *what != "the secret tag");
        }
        let is_open = |secret: &str| {
            let of_thing = server.things.get(&state.id).map(|thing| &thing.fields);
            [Some(&state.inputs), Some(&state.outputs), given, of_thing]
                .into_iter()
                .flatten()
                .any(|properties| says_openly(properties, secret))
                // The program writes imported values in plain text.
                || [Some(&state.inputs), given]
                    .into_iter()
                    .flatten()
                    .any(|inputs| tags_openly(inputs, secret))
        };
        for (secret, what) in &secrets {
            if is_open(secret) {
                continue;
            }
            let mut found = None;
            let mut look = |place: &str, text: &str| {
                // The same word may be the secret tag and the password.
                let is_tag = imported.contains(name) && place == "tags.a";
                if !is_tag && text.contains(secret.as_str()) {
                    found.get_or_insert_with(|| place.to_owned());
                }
            };
            open_texts(&state.inputs, &mut look);
            open_texts(&state.outputs, &mut look);
            for problem in &state.problems {
                look("initErrors", problem);
            }
            if let Some(place) = found {
                return Err(format!(
                    "{what} is in clear in `{place}` of `{name}`: {state:?}"
                ));
            }
        }
        if let Some(PropertyValue::Secret(echo)) = state.outputs.get("echo")
            && let Some(text) = echo.as_str()
            && !secrets
                .iter()
                .map(|(secret, _)| secret)
                .chain(&state.earlier_passwords)
                .any(|secret| text.contains(secret.as_str()))
        {
            return Err(format!(
                "`echo` of `{name}` is a secret, and nothing of `{name}` is: {text}"
            ));
        }
    }
    Ok(())
}

/// The secrets that a resource has to do with.
fn secrets_of(
    server: &Server,
    state: &State,
    given: Option<&PropertyMap>,
) -> Vec<(String, &'static str)> {
    let mut secrets = vec![(KEY.to_owned(), "the key of the configuration")];
    let thing = server.things.get(&state.id).map(|thing| &thing.fields);
    for properties in [Some(&state.inputs), Some(&state.outputs), given, thing] {
        let password = properties.and_then(|properties| properties.get("password"));
        if let Some(text) = password.and_then(PropertyValue::as_str) {
            secrets.push((text.to_owned(), "the password"));
        }
    }
    // A value that only a program calls a secret is known to the engine as long as its inputs are recorded.
    let tag = members(state.inputs.get("tags")).remove("a");
    if let Some(PropertyValue::Secret(tag)) = tag
        && let Some(text) = tag.as_str()
    {
        secrets.push((text.to_owned(), "the secret tag"));
    }
    secrets
}

/// Whether the tag `a` has this text and is not a secret.
fn tags_openly(inputs: &PropertyMap, secret: &str) -> bool {
    let tag = members(inputs.get("tags")).remove("a");
    tag.is_some_and(|tag| !tag.is_secret() && tag.as_str() == Some(secret))
}

/// Whether the label or the title is this text.
fn says_openly(properties: &PropertyMap, secret: &str) -> bool {
    ["label", "title"].iter().any(|name| {
        let label = properties.get(*name);
        label.and_then(PropertyValue::as_str) == Some(secret)
    })
}
