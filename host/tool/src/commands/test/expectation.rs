//! Compares results with the expectations of a case: values, children, messages and errors.

use pulumi_wasm_core::value::PropertyMap;
use pulumi_wasm_simulator::conformance::Breach;
use pulumi_wasm_simulator::{Change, Child, Failure, Mismatch, Step, compare, from_map};
use serde_json::{Map, Value, json};

use super::format::{Does, Expect, ExpectedChild};
use crate::local_provider::Message;
use crate::properties::named_files::NamedFiles;
use crate::properties::{convert, function};

/// The result of a step.
#[derive(Default)]
pub(super) struct Came {
    pub(super) failure: Option<Failure>,
    pub(super) change: Option<Change>,
    pub(super) id: Option<String>,
    pub(super) inputs: Option<PropertyMap>,
    pub(super) outputs: Option<PropertyMap>,
    pub(super) result: Option<PropertyMap>,
    /// Names of outputs that a refresh found changed.
    pub(super) drift: Option<Vec<String>>,
    pub(super) gone: Option<bool>,
    pub(super) messages: Vec<Message>,
    /// The resources below a component.
    pub(super) children: Vec<Child>,
}

/// The difference from the expectation. `files` are the files that the expectation may name.
pub(super) fn judge(
    asked: &str,
    expect: &Expect,
    came: &Came,
    files: &NamedFiles,
) -> anyhow::Result<Vec<Breach>> {
    let expects_failure = !expect.is_of_success();
    let breach = |text: String| Breach {
        asked: asked.to_owned(),
        came: text,
        differences: Vec::new(),
    };
    let mut breaches: Vec<Breach> = match (&came.failure, expects_failure) {
        (Some(failure), false) => return Ok(vec![breach(failure.to_string())]),
        (None, true) => {
            return Ok(vec![breach(
                "it succeeded; an error was expected".to_owned(),
            )]);
        }
        (Some(failure), true) => failures(expect, failure).into_iter().map(breach).collect(),
        (None, false) => steps(expect, came).into_iter().map(breach).collect(),
    };
    let mut differences = Vec::new();
    for (what, wanted, found) in [
        ("inputs", &expect.inputs, &came.inputs),
        ("outputs", &expect.outputs, &came.outputs),
        ("result", &expect.result, &came.result),
    ] {
        match (wanted, found) {
            (None, _) => {}
            (Some(wanted), Some(found)) => differences.extend(parts(what, wanted, found, files)?),
            // A failed step has no values.
            (Some(_), None) if came.failure.is_some() => {}
            (Some(_), None) => breaches.push(breach(format!("the step has no {what} to compare"))),
        }
    }
    if let Some(wanted) = &expect.id {
        let found = came.id.clone().map(Value::String);
        let wanted = convert(wanted, files)?;
        let found = compare(Some(&wanted), found.as_ref(), &fits);
        differences.extend(found.into_iter().map(|part| Mismatch {
            path: "id".to_owned(),
            ..part
        }));
    }
    if let (Some(wanted), None) = (&expect.children, &came.failure) {
        differences.extend(child_differences(wanted, &came.children, files)?);
    }
    if !differences.is_empty() {
        breaches.push(Breach {
            differences,
            ..breach("other values than expected".to_owned())
        });
    }
    for part in &expect.messages {
        if !came
            .messages
            .iter()
            .any(|message| message.text.contains(part))
        {
            let texts = came.messages.iter().map(|message| message.text.as_str());
            let heard = match texts.collect::<Vec<_>>().as_slice() {
                [] => "there were no messages".to_owned(),
                texts => format!("there were:\n{}", texts.join("\n")),
            };
            breaches.push(breach(format!("no message contains `{part}`; {heard}")));
        }
    }
    Ok(breaches)
}

fn failures(expect: &Expect, failure: &Failure) -> Vec<String> {
    let text = failure.to_string();
    let mut wrong = Vec::new();
    if let Some(part) = &expect.error
        && !text.contains(part)
    {
        wrong.push(format!("expected the error `{part}`, got:\n{text}"));
    }
    if let Some(expected) = &expect.failures {
        for (path, part) in expected {
            match failure.reason(path) {
                None => wrong.push(format!("expected a failure of `{path}`, got:\n{text}")),
                Some(reason) if !reason.contains(part) => {
                    wrong.push(format!(
                        "expected `{path}` to fail with `{part}`, got: {reason}"
                    ));
                }
                Some(_) => {}
            }
        }
        for path in failure.paths() {
            if !expected.contains_key(path) {
                wrong.push(format!(
                    "unexpected failure of `{path}`: {}",
                    failure.reason(path).unwrap_or_default()
                ));
            }
        }
    }
    wrong
}

fn steps(expect: &Expect, came: &Came) -> Vec<String> {
    let mut wrong = Vec::new();
    if let Some(does) = expect.does {
        let done = came.change.as_ref().map(|change| does_of(change.step()));
        if done != Some(does) {
            let reasons = came
                .change
                .as_ref()
                .map(Change::reasons)
                .unwrap_or_default();
            let because = if reasons.is_empty() {
                String::new()
            } else {
                format!(" ({})", reasons.join("; "))
            };
            wrong.push(format!(
                "expected the step to {}, got: {}{because}",
                word(does),
                done.map_or("another kind of step", word)
            ));
        }
    }
    let mut names = |what: &str, expected: &Option<Vec<String>>, found: Option<Vec<String>>| {
        let Some(expected) = expected else { return };
        let (mut expected, mut found) = (expected.clone(), found.unwrap_or_default());
        expected.sort();
        found.sort();
        if expected != found {
            let list = |names: &[String]| match names {
                [] => "nothing".to_owned(),
                names => format!("`{}`", names.join("`, `")),
            };
            wrong.push(format!(
                "{what}: {}; expected {}",
                list(&found),
                list(&expected)
            ));
        }
    };
    let changes = came.change.as_ref().map(|change| {
        let differences = change.differences().iter();
        differences
            .map(|difference| difference.path.clone())
            .collect()
    });
    names("changed properties", &expect.changes, changes);
    names("properties with drift", &expect.drift, came.drift.clone());
    if let (Some(expected), found) = (expect.gone, came.gone.unwrap_or(false))
        && expected != found
    {
        wrong.push(if found {
            "it does not exist any more".to_owned()
        } else {
            "it still exists".to_owned()
        });
    }
    wrong
}

fn does_of(step: Step) -> Does {
    match step {
        Step::Same => Does::Nothing,
        Step::Created => Does::Create,
        Step::Updated => Does::Update,
        Step::Replaced => Does::Replace,
    }
}

fn word(does: Does) -> &'static str {
    match does {
        Does::Create => "create",
        Does::Update => "update",
        Does::Replace => "replace",
        Does::Nothing => "do nothing",
    }
}

/// Compares the properties that are named; others may be anything.
fn parts(
    what: &str,
    wanted: &Map<String, Value>,
    found: &PropertyMap,
    files: &NamedFiles,
) -> anyhow::Result<Vec<Mismatch>> {
    let mut converted = Map::new();
    for (key, value) in wanted {
        converted.insert(key.clone(), convert(value, files)?);
    }
    let named = found.iter().filter(|(key, _)| wanted.contains_key(*key));
    let named = named
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect();
    let found = from_map(named);
    let differences = compare(Some(&Value::Object(converted)), Some(&found), &fits);
    Ok(differences
        .into_iter()
        .map(|part| Mismatch {
            path: if part.path.starts_with('[') {
                format!("{what}{}", part.path)
            } else {
                format!("{what}.{}", part.path)
            },
            ..part
        })
        .collect())
}

/// The answer of matchers.
fn fits(expected: &Value, found: &Value) -> Option<bool> {
    match function(expected.as_object()?)? {
        ("fn::any", _) => Some(true),
        ("fn::matches", pattern) => {
            let text = match found {
                Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            let pattern = regex::Regex::new(pattern.as_str()?).ok()?;
            Some(pattern.is_match(&text))
        }
        _ => None,
    }
}

/// How the children differ from those that were expected, which are all, in any order.
///
/// # Errors
/// When a value that is expected cannot be read.
fn child_differences(
    expected: &[ExpectedChild],
    found: &[Child],
    files: &NamedFiles,
) -> anyhow::Result<Vec<Mismatch>> {
    let mut rest: Vec<&Child> = found.iter().collect();
    let mut differences = Vec::new();
    for wanted in expected {
        let name = &wanted.name;
        let of_name = |child: &&Child| child.registration.name == *name;
        let of_type = |child: &&Child| {
            let token = &child.registration.token;
            wanted
                .token
                .as_ref()
                .is_none_or(|wanted| is_type(token, wanted))
        };
        let exact = rest
            .iter()
            .position(|child| of_name(child) && of_type(child));
        match exact.or_else(|| rest.iter().position(of_name)) {
            Some(place) => one(wanted, rest.remove(place), files, &mut differences)?,
            None => differences.push(Mismatch {
                path: at(name, ""),
                expected: Some(wanted.token.clone().map_or(json!({}), Value::String)),
                found: None,
            }),
        }
    }
    differences.extend(rest.into_iter().map(|child| Mismatch {
        path: at(&child.registration.name, ""),
        expected: None,
        found: Some(child.registration.token.clone().into()),
    }));
    Ok(differences)
}

fn one(
    wanted: &ExpectedChild,
    child: &Child,
    files: &NamedFiles,
    differences: &mut Vec<Mismatch>,
) -> anyhow::Result<()> {
    let name = &wanted.name;
    let registration = &child.registration;
    if let Some(token) = &wanted.token
        && !is_type(&registration.token, token)
    {
        differences.push(Mismatch {
            path: at(name, ".type"),
            expected: Some(token.clone().into()),
            found: Some(registration.token.clone().into()),
        });
    }
    if let Some(parent) = &wanted.parent
        && parent != child.parent_name()
    {
        differences.push(Mismatch {
            path: at(name, ".parent"),
            expected: Some(parent.clone().into()),
            found: Some(child.parent_name().into()),
        });
    }
    if let Some(inputs) = &wanted.inputs {
        let place = at(name, ".inputs");
        differences.extend(parts(&place, inputs, &registration.inputs, files)?);
    }
    if let Some(options) = &wanted.options {
        let place = at(name, ".options");
        differences.extend(parts(&place, options, &child.options(), files)?);
    }
    if let Some(names) = &wanted.depends_on {
        let mut names: Vec<&str> = names.iter().map(String::as_str).collect();
        names.sort_unstable();
        let mut found = child.depends_on();
        found.sort_unstable();
        if names != found {
            differences.push(Mismatch {
                path: at(name, ".depends-on"),
                expected: Some(json!(names)),
                found: Some(json!(found)),
            });
        }
    }
    Ok(())
}

/// Whether a word is a token, or the last part of a token.
fn is_type(token: &str, word: &str) -> bool {
    token == word || token.rsplit(':').next() == Some(word)
}

fn at(name: &str, part: &str) -> String {
    format!("children.{name}{part}")
}
