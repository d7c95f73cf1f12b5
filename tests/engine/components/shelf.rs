//! Parts of a component under the real engine: a targeted child, and a child that fails beside others.

use test_support::pulumi::engine::Engine;
use test_support::pulumi::output::Output;
use test_support::pulumi::stack::Stack;

/// A component whose child `shelf-after` waits for `shelf-slow`, and whose child `shelf-beside` waits for none.
const PROGRAM: &str = "
name: shelf
runtime: yaml
resources:
  shelf:
    type: workshop:Shelf
    properties: {looks: 2, beside: true, patience: 60000}
outputs:
  story: ${shelf.story}
";

fn stack() -> Stack {
    let stack = Engine::stack("shelf")
        .program(PROGRAM)
        .component("workshop")
        .create();
    stack.package_add(&["./workshop.wasm"]).succeeds();
    stack
}

fn up(stack: &Stack, more: &[&str]) -> Output {
    let arguments = ["up", "--stack", "dev", "--yes", "--skip-preview"];
    stack.run(&[&arguments[..], more].concat())
}

/// An input of a child, as the state has it.
#[track_caller]
fn patience(stack: &Stack, name: &str) -> f64 {
    let child = stack.resource(name).unwrap();
    child["inputs"]["patience"].as_f64().unwrap()
}

#[test]
fn only_the_targeted_child_of_a_component_is_updated() {
    let stack = stack();
    stack.up().succeeds();
    stack.edit("patience: 60000", "patience: 50000");
    let urn = stack.resource("shelf-beside").unwrap()["urn"].clone();
    let updated = up(&stack, &["--target", urn.as_str().unwrap()]).succeeds();
    assert_eq!(updated.calls.only("Update").request["urn"], urn);
    let of_all =
        || ["shelf-slow", "shelf-beside", "shelf-after"].map(|name| patience(&stack, name));
    assert_eq!(of_all(), [60000.0, 50000.0, 60000.0]);

    let rest = stack.up().succeeds();
    rest.calls.are_without(&["Create", "Delete"]);
    assert_eq!(of_all(), [50000.0; 3]);
    stack.up().succeeds().changes(&[]);

    // A destroy also affects only the target.
    let arguments = ["destroy", "--stack", "dev", "--yes", "--skip-preview"];
    let target = ["--target", urn.as_str().unwrap()];
    stack.run(&[&arguments[..], &target].concat()).succeeds();
    assert!(stack.resource("shelf-beside").is_none());
    assert!(stack.resource("shelf-slow").is_some());
    stack.up().succeeds().changes(&[("created", 1)]);
    stack.destroy().succeeds();
}

#[test]
fn children_of_a_component_are_made_beside_one_that_fails() {
    let stack = stack();
    stack.edit("looks: 2,", "looks: 2, crash: 1,");
    let failed = up(&stack, &["--continue-on-error"]).fails();
    let failed = failed.says("create of `workshop:index:Glue` `shelf-slow` failed");
    assert!(!failed.stdout.contains("exited prematurely"), "{failed}");
    assert!(stack.resource("shelf-beside").is_some(), "{failed}");
    assert!(stack.resource("shelf-after").is_none(), "{failed}");
    // A resource with a checkpoint is kept.
    let slow = stack.resource("shelf-slow").unwrap();
    assert_eq!(slow["initErrors"].as_array().map(Vec::len), Some(1));

    stack.edit("crash: 1,", "");
    let made = stack.up().succeeds();
    made.calls.about("shelf-after").only("Create");
    made.calls
        .about("shelf-beside")
        .are_without(&["Create", "Update"]);
    assert_eq!(stack.output("story"), "at once");
    let slow = stack.resource("shelf-slow").unwrap();
    assert_eq!(slow["outputs"]["story"], "in the end");
    stack.up().succeeds().changes(&[]);
    stack.destroy().succeeds();
}
