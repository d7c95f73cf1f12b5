//! The engine's record of a provider's configuration, its display, and the replacements that it causes.

use std::fs;

use serde_json::{Value, json};

use test_support::fake::guest::Guest;
use test_support::pulumi::calls::is_secret;
use test_support::pulumi::engine::Engine;
use test_support::pulumi::stack::Stack;

const PROGRAM: &str = "
name: configuration
runtime: yaml
resources:
  thing:
    type: acme:Thing
    properties: {label: x}
";

/// A component that takes a region, which may come from a variable, and a number of retries.
fn component() -> Vec<u8> {
    Guest::new()
        .manifest(|manifest| {
            let inputs = json!({
                "region": {
                    "type": "string", "replaceOnChanges": true,
                    "defaultInfo": { "environment": ["ACME_REGION"] },
                },
                "retries": { "type": "integer", "default": 3 },
            });
            manifest["schema"]["provider"] = json!({ "inputProperties": inputs });
            manifest["schema"]["config"] = json!({ "variables": inputs });
            manifest["permissions"] = json!({ "env": [{ "name": "ACME_REGION" }] });
        })
        .build()
}

fn stack() -> Stack {
    let stack = Engine::stack("configuration").program(PROGRAM).create();
    fs::write(stack.project.join("acme.wasm"), component()).unwrap();
    stack
        .package_add(&["--", "./acme.wasm", "--allow-env", "ACME_REGION"])
        .succeeds();
    stack
}

fn inputs(stack: &Stack) -> Value {
    stack.provider("acme").unwrap()["inputs"].clone()
}

/// The engine gives the values of a program to the package of the same name, too.
#[test]
fn a_project_with_the_name_of_the_package_is_told_to_take_another_name() {
    let stack = |project: &str| {
        let program = format!(
            "name: {project}\nruntime: yaml\nconfig:\n  colour: {{type: string}}\nresources:\n  thing:\n    type: acme:Thing\n    \
             properties: {{label: \"${{colour}}\"}}\n"
        );
        let stack = Engine::stack(project).program(program).create();
        fs::write(stack.project.join("acme.wasm"), component()).unwrap();
        stack.package_add(&["./acme.wasm"]).succeeds();
        stack.config_set("colour", "red", false);
        stack
    };
    let refused = stack("acme")
        .up()
        .fails()
        .says("unknown property `colour`")
        .says("hint: the project has the name of the package");
    refused.calls.are_without(&["Create"]);
    stack("shop").up().succeeds();
}

#[test]
fn a_variable_that_changes_shows_and_replaces_where_the_author_says_so() {
    let mut stack = stack();
    stack.set_variable("ACME_REGION", Some("north"));
    stack.up().succeeds();
    let recorded = inputs(&stack);
    assert!(is_secret(&recorded["region"]), "{recorded}");
    assert_eq!(recorded["retries"], 3);
    stack.up().succeeds().changes(&[]);
    // A refresh calls no check, and uses the recorded value if nothing else gives one.
    stack.set_variable("ACME_REGION", None);
    stack.refresh().succeeds().changes(&[]);

    // A change that does not replace is an update of the provider alone.
    stack.set_variable("ACME_REGION", Some("north"));
    stack.config_set("acme:retries", "5", false);
    let updated = stack.up().succeeds();
    updated.calls.are_without(&["Create", "Delete", "Update"]);
    assert_eq!(inputs(&stack)["retries"], "5");

    stack.set_variable("ACME_REGION", Some("south"));
    stack.preview().succeeds().says("replace");
    let replaced = stack.up().succeeds();
    assert_eq!(replaced.calls.count("Create"), 1);
    assert_eq!(replaced.calls.count("Delete"), 1);
    stack.up().succeeds().changes(&[]);
    stack.destroy().succeeds();
}

/// An earlier host recorded neither defaults nor variables. Its stacks do not change.
#[test]
fn a_configuration_that_was_recorded_without_defaults_replaces_nothing() {
    let mut stack = stack();
    stack.set_variable("ACME_REGION", Some("north"));
    stack.up().succeeds();
    let mut state = stack.export();
    let resources = state["deployment"]["resources"].as_array_mut().unwrap();
    let is_provider = |resource: &Value| resource["type"] == "pulumi:providers:acme";
    for resource in resources.iter_mut().filter(|found| is_provider(found)) {
        for side in ["inputs", "outputs"] {
            let properties = resource[side].as_object_mut().unwrap();
            properties.retain(|key, _| !["region", "retries", "__wasm"].contains(&key.as_str()));
        }
    }
    stack.import_state(&state);
    let up = stack.up().succeeds();
    up.calls.are_without(&["Create", "Delete", "Update"]);
    assert_eq!(inputs(&stack)["retries"], 3);
}
