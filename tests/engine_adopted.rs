//! Stacks that were written with the well-known provider `random` go on with ours, unchanged.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test"
)]

mod support;

use serde_json::Value;
use support::engine::Engine;
use support::stack::Stack;

#[test]
fn a_stack_of_today_goes_on() {
    goes_on(
        "random/adopted/Pulumi.yaml",
        "random/tests/state/adopted-stack.json",
    );
}

#[test]
fn a_stack_of_2022_goes_on() {
    goes_on(
        "random/adopted-4.8/Pulumi.yaml",
        "random/tests/state/adopted-stack-4.8.json",
    );
}

fn goes_on(program: &str, state: &str) {
    let stack = Engine::stack("random-adopted")
        .program(Engine::example(program))
        .component("random")
        .create();
    let state: Value = serde_json::from_str(&Engine::example(state)).unwrap();
    stack.import_state(&state);
    let before = values(&stack);
    assert!(!before.is_empty());
    stack.package_add(&["./random.wasm"]).succeeds();

    nothing_changes(&stack, &before);
    // Once more with the state that we have written.
    nothing_changes(&stack, &before);
    stack.refresh().succeeds();
    assert_eq!(values(&stack), before);
    nothing_changes(&stack, &before);
    stack.destroy().succeeds();
}

fn nothing_changes(stack: &Stack, before: &[(String, String, Value)]) {
    let up = stack.up().succeeds();
    up.calls.are_without(&["Create", "Update", "Delete"]);
    let summary = up.summary();
    let is_change = |what: &String| ["updated", "replaced"].contains(&what.as_str());
    assert!(!summary.keys().any(is_change), "{up}");
    assert!(summary["unchanged"] > before.len() as u64, "{up}");
    assert_eq!(values(stack), before, "{up}");
}

/// The name, the id and the outputs of each resource of the package, secrets in clear.
fn values(stack: &Stack) -> Vec<(String, String, Value)> {
    let output = stack
        .run(&["stack", "export", "--stack", "dev", "--show-secrets"])
        .succeeds();
    let state: Value = serde_json::from_str(&output.stdout).unwrap();
    let resources = state["deployment"]["resources"].as_array().unwrap();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let ours = resources
        .iter()
        .filter(|resource| text(&resource["type"]).starts_with("random:"));
    ours.map(|resource| {
        let urn = text(&resource["urn"]);
        (urn, text(&resource["id"]), resource["outputs"].clone())
    })
    .collect()
}
