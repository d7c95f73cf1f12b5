//! The secrets in the state that the engine writes, and in its previews.

use std::fs;

use serde_json::{Value, json};

use test_support::fake::guest::{Guest, THING};
use test_support::fake::steps::{Answer, Step};
use test_support::pulumi::calls::is_secret;
use test_support::pulumi::engine::Engine;
use test_support::pulumi::stack::Stack;

/// A stack of a program with a component.
fn stack(program: &str, component: Guest) -> Stack {
    let stack = Engine::stack("secrets").program(program).create();
    fs::write(stack.project.join("acme.wasm"), component.build()).unwrap();
    stack.package_add(&["./acme.wasm"]).succeeds();
    stack
}

/// A component whose configuration has an object with a secret inside, and a text.
fn configured() -> Guest {
    Guest::new().manifest(|manifest| {
        manifest["resources"][THING]["consistency"] = json!("off");
        manifest["schema"]["types"] = json!({ "acme:index:Login": {
            "type": "object",
            "properties": {
                "user": { "type": "string" },
                "password": { "type": "string", "secret": true },
            },
        } });
        manifest["schema"]["provider"] = json!({ "inputProperties": {
            "login": { "$ref": "#/types/acme:index:Login" },
            "note": { "type": "string" },
        } });
        manifest["schema"]["config"] = json!({ "variables": {
            "login": { "$ref": "#/types/acme:index:Login" },
            "note": { "type": "string" },
        } });
    })
}

/// Asserts that these texts are nowhere in clear in the record of a provider, and that it is not empty.
#[track_caller]
fn hides(stack: &Stack, words: &[&str]) {
    let provider = stack.provider("acme").unwrap();
    for place in ["inputs", "outputs"] {
        assert!(is_secret(&provider[place]["login"]), "{provider}");
    }
    let text = provider.to_string();
    for word in words {
        assert!(!text.contains(word), "{word} is in {text}");
    }
}

#[test]
fn a_secret_inside_json_configuration_is_recorded_as_secret() {
    let program = "
name: secrets
runtime: yaml
resources:
  thing: {type: acme:Thing}
";
    let stack = stack(program, configured());
    let login = r#"{"user":"ada","password":"correct-horse"}"#;
    stack.config_set("acme:login", login, false);
    stack.preview().succeeds().lacks("correct-horse");
    stack.up().succeeds().lacks("correct-horse");
    hides(&stack, &["correct-horse"]);
    stack.up().succeeds().changes(&[]);

    // As SDKs write a secret into JSON.
    let hidden = json!({
        "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
        "value": "battery-staple",
    });
    let login = json!({ "user": hidden, "password": "correct-horse" });
    stack.config_set("acme:login", &login.to_string(), false);
    let note = json!({ "a": [hidden] });
    stack.config_set("acme:note", &note.to_string(), false);
    stack.up().succeeds().lacks("battery-staple");
    hides(&stack, &["correct-horse", "battery-staple"]);
    let configured = stack.up().succeeds().changes(&[]);
    let arguments = &configured.calls.only("Configure").request["args"];
    assert!(is_secret(&arguments["login"]) && is_secret(&arguments["note"]));
}

#[test]
fn a_secret_inside_the_configuration_of_an_explicit_provider_stays_secret() {
    let program = "
name: secrets
runtime: yaml
resources:
  schema:
    type: pulumi:providers:acme
    properties:
      login: {user: ada, password: correct-horse}
      note: {fn::secret: battery-staple}
  program:
    type: pulumi:providers:acme
    properties:
      login: {user: {fn::secret: battery-staple}, password: correct-horse}
  thing: {type: acme:Thing, options: {provider: '${schema}'}}
  other: {type: acme:Thing, options: {provider: '${program}'}}
";
    let stack = stack(program, configured());
    stack.up().succeeds();
    stack.keeps_secret("correct-horse");
    stack.keeps_secret("battery-staple");
    stack.up().succeeds().changes(&[]);
    stack.refresh().succeeds();
    stack.keeps_secret("correct-horse");
}

/// A component that repeats a word in the open, within outputs.
fn telling() -> Guest {
    let outputs = r#"{"label":"x","url":"https://ada:correct-horse@example.test",
        "header":["Basic YWRhOmNvcnJlY3QtaG9yc2U="],"other":"see: correct"}"#;
    let made = Answer::Created {
        id: "made",
        outputs,
    };
    Guest::new()
        .does("create", [Step::Answer(made)])
        .manifest(|manifest| {
            manifest["resources"][THING]["consistency"] = json!("off");
            let schema = &mut manifest["schema"]["resources"][THING];
            schema["inputProperties"]["key"] = json!({ "type": "string" });
            schema["properties"] = json!({
                "label": { "type": "string" },
                "url": { "type": "string" },
                "header": { "type": "array", "items": { "type": "string" } },
                "other": { "type": "string" },
            });
        })
}

fn outputs(stack: &Stack, name: &str) -> Value {
    stack.resource(name).unwrap()["outputs"].clone()
}

#[test]
fn an_output_that_holds_a_secret_is_recorded_as_secret_for_its_resource_alone() {
    let program = "
name: secrets
runtime: yaml
resources:
  before: {type: acme:Thing, properties: {label: x}}
  with:
    type: acme:Thing
    properties: {label: x, key: {fn::secret: correct-horse}}
    options: {dependsOn: ['${before}']}
  after:
    type: acme:Thing
    properties: {label: x}
    options: {dependsOn: ['${with}']}
";
    let stack = stack(program, telling());
    let made = stack.up().succeeds();
    let with = outputs(&stack, "with");
    assert!(
        is_secret(&with["url"]) && is_secret(&with["header"][0]),
        "{with}"
    );
    assert_eq!(with["other"], "see: correct");
    made.says("have a secret in them").lacks("correct-horse");
    for name in ["before", "after"] {
        let plain = outputs(&stack, name);
        assert_eq!(
            plain["url"], "https://ada:correct-horse@example.test",
            "{name}"
        );
    }
    stack.up().succeeds().changes(&[]);
}

/// A stack with a thing that has these tags.
fn tagged(tags: &str, option: &str) -> Stack {
    let component = Guest::new()
        .does("update", [Step::Answer(Answer::Updated { outputs: "{}" })])
        .manifest(|manifest| {
            manifest["resources"][THING]["consistency"] = json!("off");
            let tags = json!({ "type": "object", "additionalProperties": { "type": "string" } });
            manifest["schema"]["resources"][THING]["inputProperties"]["tags"] = tags;
        });
    let program = format!(
        "
name: secrets
runtime: yaml
resources:
  thing:
    type: acme:Thing
    properties:
      tags: {tags}
    options: {{replaceOnChanges: ['{option}']}}
"
    );
    stack(&program, component)
}

#[test]
fn a_change_inside_of_secret_tags_replaces_where_the_program_asks_for_it() {
    for (tags, option) in [
        // The values are secret, and their names are not.
        ("{x: {fn::secret: one}, y: {fn::secret: two}}", "tags.x"),
        // The names are secret too: no path contains one of them.
        ("{fn::secret: {x: one, y: two}}", "tags"),
    ] {
        let stack = tagged(tags, option);
        stack.up().succeeds();
        stack.edit("one", "crimson kettle");
        stack.up().succeeds().changes(&[("replaced", 1)]);
        stack.keeps_secret("crimson kettle");
    }
}
