//! Guests that many tests use: one type with properties of every kind.

use serde_json::json;

use test_support::fake::guest::{Guest, THING};
use test_support::fake::steps::{Answer, Step};

/// A guest whose only type has properties of every kind. It has only the hook `create`.
pub(crate) fn thing() -> Guest {
    Guest::new().manifest(|manifest| {
        let inputs = json!({
            "label": { "type": "string" },
            "zone": { "type": "string", "replaceOnChanges": true },
            "level": { "type": "integer", "default": 3 },
            "ratio": { "type": "number" },
            "enabled": { "type": "boolean" },
            "color": { "$ref": "#/types/acme:index:Color" },
            "kind": { "type": "string", "const": "thing" },
            "tags": { "type": "object", "additionalProperties": { "type": "string" } },
            "rules": { "type": "array", "items": { "$ref": "#/types/acme:index:Rule" } },
            "password": { "type": "string", "secret": true },
            "blob": { "$ref": "pulumi.json#/Asset" },
            "anything": { "$ref": "pulumi.json#/Any" },
        });
        let mut outputs = inputs.clone();
        outputs["serial"] = json!({ "type": "string" });
        outputs["token"] = json!({ "type": "string", "secret": true });
        let schema = &mut manifest["schema"];
        schema["types"] = json!({
            "acme:index:Color": {
                "type": "string",
                "enum": [{ "value": "red" }, { "value": "green" }],
            },
            "acme:index:Rule": {
                "type": "object",
                "properties": {
                    "port": { "type": "integer" },
                    "host": { "type": "string", "replaceOnChanges": true },
                },
                "required": ["port"],
            },
        });
        schema["resources"][THING] = json!({
            "inputProperties": inputs,
            "requiredInputs": ["label"],
            "properties": outputs,
            "required": ["label", "serial"],
        });
    })
}

/// [`thing`] with a configuration.
pub(crate) fn configured() -> Guest {
    thing().manifest(|manifest| {
        manifest["schema"]["types"]["acme:index:Login"] = json!({
            "type": "object",
            "properties": {
                "user": { "type": "string" },
                "password": { "type": "string", "secret": true },
            },
        });
        manifest["schema"]["provider"] = json!({
            "inputProperties": {
                "region": { "type": "string", "replaceOnChanges": true },
                "key": { "type": "string", "secret": true, "description": "opens the door" },
                "retries": { "type": "integer", "default": 2 },
                "verbose": { "type": "boolean" },
                "login": { "$ref": "#/types/acme:index:Login" },
                "hosts": { "type": "array", "items": { "type": "string" } },
            },
            "requiredInputs": ["key"],
        });
    })
}

/// A guest that logs its requests, and answers a create, read or update with the values that it got.
pub(crate) fn echo() -> Guest {
    let tell = |parts: &[&'static str], last: Step| -> Vec<Step> {
        let told = parts.iter().map(|part| Step::Tell(part));
        told.chain([last]).collect()
    };
    let made = Answer::Created {
        id: "made",
        outputs: "{}",
    };
    let found = Answer::Found { outputs: "{}" };
    let updated = Answer::Updated { outputs: "{}" };
    thing()
        .does(
            "create",
            tell(&["inputs"], Step::AnswerWith(made, "inputs")),
        )
        .does(
            "read",
            tell(
                &["id", "old-inputs", "old-outputs"],
                Step::AnswerWith(found, "old-outputs"),
            ),
        )
        .does(
            "update",
            tell(
                &["id", "old-inputs", "old-outputs", "inputs"],
                Step::AnswerWith(updated, "inputs"),
            ),
        )
        .does(
            "delete",
            tell(
                &["id", "old-inputs", "old-outputs"],
                Step::Answer(Answer::Done),
            ),
        )
}
