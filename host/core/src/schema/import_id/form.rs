//! The form of import ids: `{zone}/{name}`.
//!
//! Names of inputs are in braces, with fixed text around them. Each input matches the shortest possible part of an id,
//! and the last input matches the rest. A literal brace is doubled.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::schema::model::named_types::Types;
use crate::schema::model::object::ObjectSchema;
use crate::schema::model::types::Type;
use crate::schema::values::scalar;
use crate::text::suggest;
use crate::value::{PropertyMap, PropertyValue};

/// The longest form, in bytes.
const MAX_BYTES: usize = 1000;

/// A form of import ids, checked against the inputs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportId {
    /// The form as the author wrote it.
    text: String,
    parts: Vec<IdPart>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
enum IdPart {
    Text(String),
    Input(String),
}

impl ImportId {
    /// Reads a form.
    ///
    /// # Errors
    /// All mistakes in the form.
    pub(crate) fn parse(
        text: &str,
        types: &Types,
        inputs: &ObjectSchema,
    ) -> Result<ImportId, Vec<String>> {
        if text.len() > MAX_BYTES || text.chars().any(char::is_control) {
            let mistake = format!("it has at most {MAX_BYTES} bytes, and no control characters");
            return Err(vec![mistake]);
        }
        let parts = split(text).map_err(|mistake| vec![mistake])?;
        let mut mistakes = Vec::new();
        let mut seen: BTreeSet<&str> = BTreeSet::new();
        for (position, part) in parts.iter().enumerate() {
            let IdPart::Input(name) = part else { continue };
            if !seen.insert(name) {
                mistakes.push(format!("`{name}` occurs twice"));
            }
            if matches!(parts.get(position + 1), Some(IdPart::Input(_))) {
                mistakes.push(format!(
                    "there must be fixed text after `{{{name}}}`, or its end cannot be found"
                ));
            }
            match inputs.properties.get(name) {
                None => {
                    let known = inputs.properties.keys().map(String::as_str);
                    let hint = suggest::hint(name, known);
                    mistakes.push(format!("there is no input `{name}`{hint}"));
                }
                Some(property) if property.secret => {
                    mistakes.push(format!(
                        "`{name}` is a secret, but ids are shown as plain text"
                    ));
                }
                Some(property) if !is_text(&property.value_type) => {
                    mistakes.push(format!(
                        "`{name}` is {}, which an id cannot hold",
                        scalar::describe(types, &property.value_type)
                    ));
                }
                Some(_) => {}
            }
        }
        if seen.is_empty() {
            mistakes.push("it has no input in braces, such as `{name}`".to_owned());
        }
        if mistakes.is_empty() {
            Ok(ImportId {
                text: text.to_owned(),
                parts,
            })
        } else {
            Err(mistakes)
        }
    }

    /// The form as the author wrote it, for messages.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The import id of a resource with these inputs; `None` if an input is absent, unknown or secret.
    #[must_use]
    pub fn of(&self, inputs: &PropertyMap) -> Option<String> {
        let mut id = String::new();
        for part in &self.parts {
            match part {
                IdPart::Text(text) => id.push_str(text),
                IdPart::Input(name) => match inputs.get(name)? {
                    PropertyValue::String(text) => id.push_str(text),
                    value @ (PropertyValue::Number(_) | PropertyValue::Bool(_)) => {
                        id.push_str(&scalar::literal(value));
                    }
                    _ => return None,
                },
            }
        }
        Some(id)
    }

    /// The first input whose value would change if the resource were imported by the id of these inputs, and the id.
    #[must_use]
    pub fn misread(&self, inputs: &PropertyMap) -> Option<(&str, String)> {
        let id = self.of(inputs)?;
        let read = self.split(&id).unwrap_or_default();
        let is_as_given = |(name, text): &(&str, &str)| {
            inputs.get(*name).map(scalar::literal).as_deref() == Some(*text)
        };
        let mut misread = self
            .inputs()
            .filter(|name| !read.iter().any(|part| part.0 == *name && is_as_given(part)));
        misread.next().map(|name| (name, id.clone()))
    }

    /// The inputs in the form, in its order.
    pub fn inputs(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().filter_map(|part| match part {
            IdPart::Input(name) => Some(name.as_str()),
            IdPart::Text(_) => None,
        })
    }

    /// The part of an id for each input, or `None` if the id has another form.
    pub fn split<'i>(&self, id: &'i str) -> Option<Vec<(&str, &'i str)>> {
        let mut found = Vec::new();
        let mut rest = id;
        for (position, part) in self.parts.iter().enumerate() {
            match part {
                IdPart::Text(text) => rest = rest.strip_prefix(text.as_str())?,
                IdPart::Input(name) => {
                    let end = match self.parts.get(position + 1) {
                        Some(IdPart::Text(last)) if position + 2 == self.parts.len() => {
                            rest.strip_suffix(last.as_str())?.len()
                        }
                        // The match does not start at the beginning of the text, because no input is empty.
                        Some(IdPart::Text(next)) => {
                            let (first, _) = rest.char_indices().nth(1)?;
                            first + rest.get(first..)?.find(next.as_str())?
                        }
                        _ => rest.len(),
                    };
                    let (value, after) = rest.split_at_checked(end)?;
                    if value.is_empty() {
                        return None;
                    }
                    found.push((name.as_str(), value));
                    rest = after;
                }
            }
        }
        rest.is_empty().then_some(found)
    }
}

/// Whether a value of the type can be written as text.
fn is_text(expected: &Type) -> bool {
    match expected {
        Type::Primitive(_) | Type::Enum(_) | Type::Any => true,
        Type::Union(union) => union.members.iter().any(is_text),
        _ => false,
    }
}

fn split(text: &str) -> Result<Vec<IdPart>, String> {
    let mut parts = Vec::new();
    let mut fixed = String::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '{' | '}' if letters.next_if_eq(&letter).is_some() => fixed.push(letter),
            '}' => {
                return Err("a `}` has no `{` before it; write `}}` for the brace itself".into());
            }
            '{' => {
                let mut name = String::new();
                loop {
                    match letters.next() {
                        Some('}') => break,
                        Some('{') | None => {
                            return Err(
                                "a `{` has no `}` behind it; write `{{` for the brace itself"
                                    .into(),
                            );
                        }
                        Some(letter) => name.push(letter),
                    }
                }
                if name.is_empty() {
                    return Err("the braces in `{}` are empty".into());
                }
                if !fixed.is_empty() {
                    parts.push(IdPart::Text(std::mem::take(&mut fixed)));
                }
                parts.push(IdPart::Input(name));
            }
            letter => fixed.push(letter),
        }
    }
    if !fixed.is_empty() {
        parts.push(IdPart::Text(fixed));
    }
    Ok(parts)
}
