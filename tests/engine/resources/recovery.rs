//! The fate of things after a call about them failed, and state that the present component does not expect.

use std::fs;

use serde_json::json;

use test_support::fake::guest::{Guest, THING};
use test_support::fake::steps::{Answer, Step};
use test_support::pulumi::engine::Engine;
use test_support::pulumi::stack::Stack;

const PROGRAM: &str = "
name: recovery
runtime: yaml
resources:
  thing:
    type: acme:Thing
    properties: {label: x}
";

/// Replaces the component.
fn becomes(stack: &Stack, guest: &Guest) {
    fs::write(stack.project.join("acme.wasm"), guest.build()).unwrap();
    stack.package_add(&["./acme.wasm"]).succeeds();
}

fn stack(program: &str, guest: &Guest) -> Stack {
    let stack = Engine::stack("recovery").program(program).create();
    becomes(&stack, guest);
    stack
}

/// A component whose creates fail half-way, and that can update.
fn half_making() -> Guest {
    let half = Answer::Partial {
        id: "made",
        outputs: "{\"label\":\"x\"}",
        reason: "it is not whole",
    };
    let whole = Answer::Updated {
        outputs: "{\"label\":\"x\"}",
    };
    Guest::new()
        .does("create", [Step::Answer(half)])
        .does("update", [Step::Answer(whole)])
        .does("delete", [Step::Answer(Answer::Done)])
}

#[test]
fn a_partly_created_resource_is_updated() {
    let stack = stack(PROGRAM, &half_making());
    stack.up().fails().says("it is not whole");
    stack.preview().succeeds().changes(&[("to update", 1)]);
    let again = stack.up().succeeds().changes(&[("updated", 1)]);
    let thing = again.calls.about("thing");
    thing.are_without(&["Create", "Delete"]);
    assert_eq!(stack.resource("thing").unwrap()["id"], "made");
    stack.up().succeeds().changes(&[]);
}

#[test]
fn a_partly_created_resource_that_is_found_whole_is_left_alone() {
    let found = Answer::Found {
        outputs: "{\"label\":\"x\"}",
    };
    let guest = half_making().does("read", [Step::Answer(found)]);
    let stack = stack(PROGRAM, &guest);
    stack.up().fails().says("it is not whole");
    stack.refresh().succeeds();
    let again = stack.up().succeeds().changes(&[]);
    let thing = again.calls.about("thing");
    thing.are_without(&["Create", "Update", "Delete"]);
}

#[test]
fn a_resource_that_cannot_be_recorded_is_created_once() {
    let made = Answer::Created {
        id: "made",
        outputs: "{\"label\":\"x\",\"count\":NaN}",
    };
    let guest = Guest::new().does("create", [Step::Answer(made)]);
    let stack = stack(PROGRAM, &guest);
    stack
        .up()
        .fails()
        .says("only `count` could not be recorded");
    let thing = stack.resource("thing").unwrap();
    assert_eq!(
        (&thing["id"], &thing["outputs"]["label"]),
        (&json!("made"), &json!("x"))
    );
    let again = stack.up().succeeds();
    again
        .calls
        .about("thing")
        .are_without(&["Create", "Delete"]);
    assert_eq!(stack.resource("thing").unwrap()["id"], "made");
}

#[test]
fn a_name_that_was_ignored_for_a_while_is_kept() {
    let guest = Guest::new().manifest(|manifest| {
        let resource = &mut manifest["schema"]["resources"][THING];
        resource["inputProperties"]["label"]["replaceOnChanges"] = json!(true);
        manifest["resources"][THING]["autoName"] = json!({ "property": "label" });
        manifest["resources"][THING]["consistency"] = json!("off");
    });
    let plain = PROGRAM.replace("{label: x}", "{}");
    let stack = stack(&plain, &guest);
    stack.up().succeeds();
    let name = stack.resource("thing").unwrap()["inputs"]["label"].clone();
    stack.edit(
        "properties: {}",
        "properties: {}\n    options: {ignoreChanges: [label]}",
    );
    stack.up().succeeds().changes(&[]);
    stack.edit("\n    options: {ignoreChanges: [label]}", "");
    let again = stack.up().succeeds().changes(&[]);
    again
        .calls
        .about("thing")
        .are_without(&["Create", "Delete"]);
    assert_eq!(stack.resource("thing").unwrap()["inputs"]["label"], name);
}
