//! The schema that each language's SDK derives is the same.

use std::sync::Arc;

use pulumi_wasm_conformance::differences;
use serde_json::{Map, Value};

use super::languages::Language;

/// Compares a schema with the schema of the first language.
pub(crate) async fn is_that_of_all(
    language: &Language,
    all: &[Arc<Language>],
) -> Result<(), String> {
    let given = without_parameter(language).await?;
    let mut report = Vec::new();
    for other in all.iter().filter(|other| other.name < language.name) {
        let expected = without_parameter(other).await?;
        let mut found = differences(&expected, &given).map_err(|error| format!("{error:#}"))?;
        if !found.is_empty() {
            let (one, another) = (&language.name, &other.name);
            report.push(format!(
                "the schema of {one} differs from the schema of {another}:"
            ));
            report.append(&mut found);
        }
    }
    if report.is_empty() {
        Ok(())
    } else {
        Err(report.join("\n    "))
    }
}

/// Without the host's additions: the digest is each component's own. The configuration stands once:
/// pulumi-go-provider repeats it as outputs, and leaves out arguments that are empty.
async fn without_parameter(language: &Language) -> Result<Value, String> {
    let schema = language.guest.schema().await;
    let mut schema = schema.map_err(|error| format!("{error:#}"))?.clone();
    let members = schema.as_object_mut().expect("an object");
    members
        .remove("parameterization")
        .expect("what the host adds");
    sort_required(&mut schema);
    let functions = schema["functions"].as_object_mut().into_iter().flatten();
    for (_, function) in functions {
        if let Some(inputs) = function["inputs"].as_object_mut() {
            inputs
                .entry("properties")
                .or_insert_with(|| Value::Object(Map::new()));
        }
    }
    if let Some(provider) = schema["provider"].as_object_mut() {
        for (inputs, outputs) in [
            ("inputProperties", "properties"),
            ("requiredInputs", "required"),
        ] {
            if provider.get(inputs) == provider.get(outputs) {
                provider.remove(outputs);
            }
        }
    }
    Ok(schema)
}

/// Sorts lists of required properties, because they are sets.
fn sort_required(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            for (key, member) in members {
                match member {
                    Value::Array(names) if key.starts_with("required") => {
                        names.sort_by_key(Value::to_string);
                    }
                    other => sort_required(other),
                }
            }
        }
        Value::Array(elements) => elements.iter_mut().for_each(sort_required),
        _ => {}
    }
}
