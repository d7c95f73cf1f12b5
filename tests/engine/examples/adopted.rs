//! Stacks that were written with the well-known provider `random` go on with ours, unchanged.

use serde_json::Value;

use test_support::pulumi::engine::Engine;
use test_support::pulumi::guest::guest;
use test_support::pulumi::stack::Stack;

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

    // A refresh may add outputs that the old provider did not know yet.
    stack.refresh().succeeds().changes(&[]);
    let refreshed = values(&stack);
    for (old, new) in before.iter().zip(&refreshed) {
        let (urn, id, outputs) = old;
        assert_eq!((urn, id), (&new.0, &new.1));
        for (name, value) in outputs.as_object().unwrap() {
            assert_eq!(&new.2[name], value, "{name} of {urn}");
        }
    }
    nothing_changes(&stack, &refreshed);
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

/// The name, the id and the outputs of each resource of the package, secrets in clear, without nulls:
/// a refresh leaves those out.
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
    let mut values: Vec<_> = ours
        .map(|resource| {
            let urn = text(&resource["urn"]);
            (urn, text(&resource["id"]), plain(&resource["outputs"]))
        })
        .collect();
    // The engine writes them in the order in which they were done with.
    values.sort_by(|left, right| left.0.cmp(&right.0));
    values
}

/// A value without nulls, and without the marks of secrets.
fn plain(value: &Value) -> Value {
    match value {
        Value::Object(members) => match members.get("plaintext").and_then(Value::as_str) {
            Some(secret) => plain(&serde_json::from_str(secret).unwrap()),
            None => members
                .iter()
                .filter(|(_, member)| !member.is_null())
                .map(|(name, member)| (name.clone(), plain(member)))
                .collect(),
        },
        Value::Array(items) => items.iter().map(plain).collect(),
        other => other.clone(),
    }
}

guest!(
    python,
    Python,
    [],
    [a_stack_of_today_goes_on, a_stack_of_2022_goes_on,]
);

guest!(
    typescript,
    TypeScript,
    [],
    [a_stack_of_today_goes_on, a_stack_of_2022_goes_on,]
);

guest!(
    zig,
    Zig,
    [a_stack_of_2022_goes_on,],
    [a_stack_of_today_goes_on,]
);
