//! How resources without a name in the program get their names, and how the user's `pulumi:autonaming` changes that.

use std::fs;

use serde_json::json;

use test_support::fake::guest::{Guest, THING};
use test_support::pulumi::engine::Engine;
use test_support::pulumi::stack::Stack;

const PROGRAM: &str = "
name: naming
runtime: yaml
resources:
  thing:
    type: acme:Thing
    properties: {}
";

/// A stack with a component whose things have a name of at most twelve lower-case letters and digits.
fn stack(configuration: &str) -> Stack {
    let component = Guest::new()
        .manifest(|manifest| {
            manifest["resources"][THING]["autoName"] = json!({
                "property": "label", "maxLength": 12, "lowercase": true, "randomLength": 5,
            });
            manifest["resources"][THING]["consistency"] = json!("off");
        })
        .build();
    let stack = Engine::stack("naming").program(PROGRAM).create();
    fs::write(stack.project.join("acme.wasm"), component).unwrap();
    stack.package_add(&["./acme.wasm"]).succeeds();
    configure(&stack, configuration);
    stack
}

/// Gives the stack exactly this autonaming.
fn configure(stack: &Stack, autonaming: &str) {
    let text = match autonaming {
        "" => "config: {}\n".to_owned(),
        _ => format!("config:\n  pulumi:autonaming: {{{autonaming}}}\n"),
    };
    let file = stack.project.join("Pulumi.dev.yaml");
    let before = fs::read_to_string(&file).unwrap_or_default();
    // The key of the stack's secrets stands before its configuration.
    let key = before.split("config:").next().unwrap_or_default();
    fs::write(file, format!("{}\n{text}", key.trim_end())).unwrap();
}

#[track_caller]
fn label(stack: &Stack) -> String {
    let thing = stack.resource("thing").unwrap();
    thing["inputs"]["label"].as_str().unwrap().to_owned()
}

fn is_random(text: &str, length: usize) -> bool {
    text.len() == length && text.chars().all(|found| found.is_ascii_hexdigit())
}

#[test]
fn a_name_is_made_once_and_kept() {
    let stack = stack("");
    stack.preview().succeeds();
    stack.up().succeeds();
    let name = label(&stack);
    let suffix = name
        .strip_prefix("thing-")
        .unwrap_or_else(|| panic!("{name}"));
    assert!(is_random(suffix, 5), "{name}");
    stack.up().succeeds().changes(&[]);
    assert_eq!(label(&stack), name);
    // An existing name does not change with the rules for new ones.
    configure(&stack, "mode: verbatim");
    stack.up().succeeds().changes(&[]);
    assert_eq!(label(&stack), name);
}

#[test]
fn the_name_of_the_program_may_be_taken_verbatim() {
    let stack = stack("mode: verbatim");
    stack.up().succeeds().lacks("warning");
    assert_eq!(label(&stack), "thing");
    stack.up().succeeds().changes(&[]);
}

#[test]
fn a_pattern_is_a_proposal_that_is_fitted() {
    let stack = stack("pattern: 'Dev-${name}-of-${project}'");
    stack.up().succeeds();
    let name = label(&stack);
    assert!(name.len() <= 12, "{name}");
    assert_eq!(name, name.to_lowercase());
    assert!(name.starts_with("dev-"), "{name}");
}

#[test]
fn an_enforced_pattern_is_taken_as_it_is() {
    let stack = stack("pattern: 'x-${name}', enforce: true");
    stack.up().succeeds();
    assert_eq!(label(&stack), "x-thing");
}

#[test]
fn without_autonaming_the_program_must_give_a_name() {
    let stack = stack("mode: disabled");
    let refused = stack.up().fails();
    refused
        .says("missing required property `label`")
        .says("`pulumi:autonaming` is disabled");
    stack.edit("properties: {}", "properties: {label: chosen}");
    stack.up().succeeds();
    assert_eq!(label(&stack), "chosen");
}
