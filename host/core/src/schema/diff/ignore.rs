//! The paths of `ignoreChanges`, and the engine's reset of the values there.
//!
//! The grammar is the engine's: names up to `.` or `[`, indices, quoted keys in which `\"` is the one escape, and `*`
//! for any key or index, quoted or not.
//!
//! The engine puts the recorded values of these paths into the inputs before it calls Check. It cannot add or remove
//! elements of lists, so such a difference stays in the inputs, and the engine records them after the update.

use std::borrow::Cow;

use crate::value::property_path::PathElement;
use crate::value::{PropertyMap, PropertyValue};

/// A parsed path of `ignoreChanges`.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Pattern(Vec<PathStep>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum PathStep {
    Exactly(PathElement),
    Any,
}

/// The new inputs with the old values at ignored paths, as the engine resets them. An element that only one of the two
/// lists has is kept. Invalid paths are skipped.
#[must_use]
pub fn reset_ignored<'n>(
    paths: &[String],
    old: &PropertyMap,
    new: &'n PropertyMap,
) -> Cow<'n, PropertyMap> {
    let patterns: Vec<Pattern> = paths
        .iter()
        .filter_map(|path| Pattern::parse(path))
        .collect();
    if patterns.is_empty() {
        return Cow::Borrowed(new);
    }
    let mut new = new.clone();
    for Pattern(steps) in &patterns {
        if let Some((step, rest)) = steps.split_first() {
            reset_object(step, rest, Some(old), &mut new);
        }
    }
    Cow::Owned(new)
}

fn reset(steps: &[PathStep], old: &PropertyValue, new: &mut PropertyValue) {
    use PropertyValue::{Array, Object, Secret};
    let Some((step, rest)) = steps.split_first() else {
        new.clone_from(old);
        return;
    };
    match (old.reveal(), new) {
        (_, Secret(new)) => reset(steps, old, new),
        (Array(old), Array(new)) => {
            for (at, (old, new)) in old.iter().zip(new).enumerate() {
                let is_meant = match step {
                    PathStep::Any => true,
                    PathStep::Exactly(element) => *element == PathElement::Index(at),
                };
                if is_meant {
                    reset(rest, old, new);
                }
            }
        }
        (Object(old), Object(new)) => reset_object(step, rest, Some(old), new),
        (_, Object(new)) => reset_object(step, rest, None, new),
        _ => {}
    }
}

/// `old` is `None` if the old value is not an object.
fn reset_object(
    step: &PathStep,
    rest: &[PathStep],
    old: Option<&PropertyMap>,
    new: &mut PropertyMap,
) {
    let of_key = |key: &str, new: &mut PropertyMap| {
        let Some(old) = old else {
            if rest.is_empty() {
                new.remove(key);
            }
            return;
        };
        match (old.get(key), new.get_mut(key), rest.is_empty()) {
            (Some(old), _, true) => {
                new.insert(key.to_owned(), old.clone());
            }
            (None, _, true) => {
                new.remove(key);
            }
            (old, Some(new), false) => reset(rest, old.unwrap_or(&PropertyValue::Null), new),
            (_, None, false) => {}
        }
    };
    match (step, old) {
        (PathStep::Exactly(PathElement::Key(key)), _) => of_key(key, new),
        (PathStep::Any, Some(old)) => {
            let others = new.keys().filter(|_| rest.is_empty());
            let keys: Vec<String> = old.keys().chain(others).cloned().collect();
            for key in &keys {
                of_key(key, new);
            }
        }
        (PathStep::Any, None) | (PathStep::Exactly(PathElement::Index(_)), _) => {}
    }
}

impl Pattern {
    /// Parses a path, or returns `None` if the text is not a path.
    fn parse(path: &str) -> Option<Pattern> {
        let mut steps = Vec::new();
        let mut rest = path;
        while !rest.is_empty() {
            if let Some(bracket) = rest.strip_prefix('[') {
                let (step, after) = match bracket.strip_prefix('"') {
                    Some(quoted) => quoted_key(quoted)?,
                    None => {
                        let (index, after) = bracket.split_once(']')?;
                        (index_or_any(index)?, after)
                    }
                };
                steps.push(step);
                rest = after;
                continue;
            }
            let name = match rest.strip_prefix('.') {
                // Some users write a dot before a bracket.
                Some(after) if after.starts_with('[') => {
                    rest = after;
                    continue;
                }
                Some(_) if steps.is_empty() => return None,
                Some(after) => after,
                None if steps.is_empty() => rest,
                None => return None,
            };
            let end = name.find(['.', '[']).unwrap_or(name.len());
            let (name, after) = name.split_at(end);
            if name.is_empty() {
                return None;
            }
            steps.push(key_or_any(name));
            rest = after;
        }
        (!steps.is_empty()).then_some(Pattern(steps))
    }
}

fn key_or_any(key: &str) -> PathStep {
    if key == "*" {
        PathStep::Any
    } else {
        PathStep::Exactly(PathElement::Key(key.to_owned()))
    }
}

fn index_or_any(index: &str) -> Option<PathStep> {
    if index == "*" {
        return Some(PathStep::Any);
    }
    index
        .parse()
        .ok()
        .map(|index| PathStep::Exactly(PathElement::Index(index)))
}

/// A key up to its closing quotation mark and bracket, and the rest.
fn quoted_key(text: &str) -> Option<(PathStep, &str)> {
    let mut key = String::new();
    let mut letters = text.char_indices();
    while let Some((position, letter)) = letters.next() {
        match letter {
            '\\' => match letters.next() {
                Some((_, '"')) => key.push('"'),
                Some((_, other)) => key.extend(['\\', other]),
                None => return None,
            },
            '"' => {
                let after = text.get(position + 1..)?.strip_prefix(']')?;
                return Some((key_or_any(&key), after));
            }
            other => key.push(other),
        }
    }
    None
}

#[cfg(test)]
mod tests;
