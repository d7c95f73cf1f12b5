//! State that was recorded: in a stack export, or by a test.

use pulumi_wasm_core::value::PropertyMap;
use pulumi_wasm_core::value::special_values;
use serde_json::{Map, Value};

use super::values;

/// A resource of a stack export.
#[derive(Debug)]
pub struct RecordedResource<'a> {
    pub token: String,
    pub name: String,
    /// The state, as [`State::parse`](super::State::parse) reads it.
    pub state: &'a Value,
}

/// The custom resources of a package in a stack export.
///
/// # Errors
/// When it is not a stack export.
pub fn resources_of_export<'a>(
    export: &'a Value,
    package: &str,
) -> Result<Vec<RecordedResource<'a>>, String> {
    let all = export
        .pointer("/deployment/resources")
        .and_then(Value::as_array);
    let all = all.ok_or("this is not a stack export: it has no `deployment.resources`")?;
    let mut found = Vec::new();
    for state in all {
        let text = |key: &str| state.get(key).and_then(Value::as_str).unwrap_or_default();
        let is_ours = text("type")
            .strip_prefix(package)
            .is_some_and(|rest| rest.starts_with(':'));
        if !is_ours || state.get("custom") != Some(&Value::Bool(true)) {
            continue;
        }
        // urn:pulumi:STACK::PROJECT::TYPES::NAME; the name may contain `::` itself.
        let name = text("urn").splitn(4, "::").nth(3).unwrap_or_default();
        found.push(RecordedResource {
            token: text("type").to_owned(),
            name: name.to_owned(),
            state,
        });
    }
    Ok(found)
}

/// Recorded inputs or outputs; empty if they are missing.
pub(super) fn properties(state: &Value, key: &str) -> Result<PropertyMap, String> {
    let recorded = match state.get(key) {
        None | Some(Value::Null) => return Ok(PropertyMap::new()),
        Some(recorded) => open_secrets(recorded)?,
    };
    values::to_map(&recorded)
}

/// The same values with secrets as values: an export has their JSON as text.
fn open_secrets(value: &Value) -> Result<Value, String> {
    Ok(match value {
        Value::Array(items) => items.iter().map(open_secrets).collect::<Result<_, _>>()?,
        Value::Object(members)
            if members.get(special_values::KEY).and_then(Value::as_str)
                == Some(special_values::SECRET)
                && !members.contains_key("value") =>
        {
            let text = members.get("plaintext").and_then(Value::as_str).ok_or(
                "a recorded secret cannot be read: export the stack with `--show-secrets`",
            )?;
            let inner = serde_json::from_str(text)
                .map_err(|error| format!("a recorded secret is not JSON: {error}"))?;
            values::secret(open_secrets(&inner)?)
        }
        Value::Object(members) => {
            let member = |(key, value): (&String, &Value)| Ok((key.clone(), open_secrets(value)?));
            Value::Object(
                members
                    .iter()
                    .map(member)
                    .collect::<Result<Map<_, _>, String>>()?,
            )
        }
        plain => plain.clone(),
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_the_package_s_own_resources_are_found() {
        let export = json!({ "deployment": { "resources": [
            { "urn": "urn:pulumi:s::p::pulumi:pulumi:Stack::p-s", "type": "pulumi:pulumi:Stack", "custom": false },
            { "urn": "urn:pulumi:s::p::acme:index:Thing::a::b", "type": "acme:index:Thing", "custom": true, "id": "1" },
            { "urn": "urn:pulumi:s::p::acmes:index:Thing::c", "type": "acmes:index:Thing", "custom": true, "id": "2" },
        ] } });
        let found = resources_of_export(&export, "acme").expect("an export");
        assert_eq!(found.len(), 1);
        assert_eq!(
            (found[0].token.as_str(), found[0].name.as_str()),
            ("acme:index:Thing", "a::b")
        );
        assert!(resources_of_export(&json!({}), "acme").is_err());
    }

    #[test]
    fn secrets_of_exports_are_opened() {
        let secret =
            json!({ special_values::KEY: special_values::SECRET, "plaintext": "{\"a\":[1]}" });
        let opened = properties(&json!({ "inputs": { "x": secret } }), "inputs").expect("opened");
        assert_eq!(
            opened,
            values::to_map(&json!({ "x": values::secret(json!({ "a": [1] })) }))
                .expect("properties")
        );
        let closed = json!({ special_values::KEY: special_values::SECRET, "ciphertext": "v1:…" });
        let error =
            properties(&json!({ "inputs": { "x": closed } }), "inputs").expect_err("closed");
        assert!(error.contains("--show-secrets"), "{error}");
    }
}
