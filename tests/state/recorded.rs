//! The engine's record of a resource, and the option `ignoreChanges`.

use std::collections::BTreeSet;

use pulumi_wasm_core::value::{PropertyMap, PropertyValue};

/// A recorded resource.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct State {
    pub(crate) id: String,
    pub(crate) inputs: PropertyMap,
    pub(crate) outputs: PropertyMap,
    /// `initErrors`.
    pub(crate) problems: Vec<String>,
    /// It was deleted, and its replacement is not created yet.
    pub(crate) is_pending: bool,
    pub(crate) refreshes_first: bool,
    /// The option of the last `up`, which a refresh looks at too.
    pub(crate) ignored: Vec<String>,
    /// The passwords of earlier inputs. An update gets them with the recorded inputs, so they are hidden in its result.
    pub(crate) earlier_passwords: BTreeSet<String>,
}

impl State {
    /// The passwords of these inputs and of earlier inputs.
    pub(crate) fn passwords(&self) -> BTreeSet<String> {
        let password = self.inputs.get("password").and_then(PropertyValue::as_str);
        let mut passwords = self.earlier_passwords.clone();
        passwords.extend(password.map(str::to_owned));
        passwords
    }

    /// The engine's work after each step: an output whose input is secret is a secret.
    pub(crate) fn mark_outputs(&mut self) {
        for (name, output) in &mut self.outputs {
            if self.inputs.get(name).is_some_and(PropertyValue::is_secret) {
                let value = std::mem::replace(output, PropertyValue::Null);
                *output = value.into_secret();
            }
        }
    }
}

/// The inputs of a program, but those at ignored paths are as recorded.
pub(crate) fn with_ignored(
    mut inputs: PropertyMap,
    old: &PropertyMap,
    ignored: &[String],
) -> PropertyMap {
    for path in ignored {
        let mut new = PropertyValue::Object(std::mem::take(&mut inputs));
        reset(
            &elements(path),
            Some(&PropertyValue::Object(old.clone())),
            &mut new,
        );
        if let PropertyValue::Object(reset) = new {
            inputs = reset;
        }
    }
    inputs
}

/// A part of a path.
#[derive(Debug, Clone, Copy)]
enum Element<'a> {
    Key(&'a str),
    Index(usize),
}

/// The parts of a path without quoted keys.
fn elements(path: &str) -> Vec<Element<'_>> {
    let parts = path.split(['.', '[']).filter(|part| !part.is_empty());
    parts
        .map(|part| match part.strip_suffix(']') {
            Some(index) => index.parse().map_or(Element::Key(index), Element::Index),
            None => Element::Key(part),
        })
        .collect()
}

/// Restores the earlier value of one place, if it can be identified.
fn reset(path: &[Element<'_>], old: Option<&PropertyValue>, new: &mut PropertyValue) {
    let Some((first, rest)) = path.split_first() else {
        return;
    };
    if let PropertyValue::Secret(inner) = new {
        return reset(path, old, inner);
    }
    let old = old.map(PropertyValue::reveal);
    match (first, old, new) {
        (Element::Key(key), Some(PropertyValue::Array(old)), PropertyValue::Array(new))
            if *key == "*" =>
        {
            for (old, new) in old.iter().zip(new) {
                if rest.is_empty() {
                    new.clone_from(old)
                } else {
                    reset(rest, Some(old), new)
                }
            }
        }
        (Element::Key(key), old, PropertyValue::Object(new)) if *key == "*" => {
            let Some(PropertyValue::Object(old)) = old else {
                return;
            };
            if rest.is_empty() {
                new.clone_from(old);
                return;
            }
            for (key, old) in old {
                if let Some(new) = new.get_mut(key) {
                    reset(rest, Some(old), new);
                }
            }
        }
        (Element::Key(key), old, PropertyValue::Object(new)) => {
            let old = match old {
                Some(PropertyValue::Object(old)) => old.get(*key),
                _ => None,
            };
            match (rest.is_empty(), old, new.get_mut(*key)) {
                (true, Some(old), _) => {
                    new.insert((*key).to_owned(), old.clone());
                }
                (true, None, _) => {
                    new.remove(*key);
                }
                (false, old, Some(new)) => reset(rest, old, new),
                (false, _, None) => {}
            }
        }
        (Element::Index(index), Some(PropertyValue::Array(old)), PropertyValue::Array(new)) => {
            if let (Some(old), Some(new)) = (old.get(*index), new.get_mut(*index)) {
                if rest.is_empty() {
                    new.clone_from(old)
                } else {
                    reset(rest, Some(old), new)
                }
            }
        }
        _ => {}
    }
}
