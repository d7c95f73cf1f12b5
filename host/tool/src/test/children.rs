//! The resources below a component, held against those that a case names.

use pulumi_wasm_simulator::{Child, Mismatch};
use serde_json::{Value, json};

use super::compared::parts;
use super::format::ExpectedChild;
use crate::named_files::NamedFiles;

/// How the children differ from those that were expected, which are all, in any order.
///
/// # Errors
/// When a value that is expected cannot be read.
pub(super) fn differences(
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

/// Whether a word is a token, or the last part of one.
fn is_type(token: &str, word: &str) -> bool {
    token == word || token.rsplit(':').next() == Some(word)
}

fn at(name: &str, part: &str) -> String {
    format!("children.{name}{part}")
}
