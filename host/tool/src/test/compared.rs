//! Values held against those that a case names.

use pulumi_wasm_core::value::PropertyMap;
use pulumi_wasm_simulator::{Mismatch, compare, from_map};
use serde_json::{Map, Value};

use crate::named_files::NamedFiles;
use crate::properties::{convert, function};

/// Compares the properties that are named; others may be anything.
pub(super) fn parts(
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
pub(super) fn fits(expected: &Value, found: &Value) -> Option<bool> {
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
