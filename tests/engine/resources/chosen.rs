//! Values and elements that a server chose, under the real engine: a program that leaves them out never removes them,
//! and nothing is replaced without a change.
//!
//! The server changes between commands: a component that finds other things replaces the earlier component.

use std::fs;

use serde_json::{Value, json};

use test_support::fake::guest::{Guest, THING};
use test_support::fake::steps::{Answer, Step};
use test_support::pulumi::engine::Engine;
use test_support::pulumi::stack::Stack;

const PROGRAM: &str = "
name: chosen
runtime: yaml
resources:
  thing:
    type: acme:Thing
    properties: {label: x, PROPERTIES}
";

/// The manifest's traits of the thing beside its schema.
type Traits = fn(&mut Value);

/// Things with an optional zone that cannot change in place, and with rules that the server may complete.
fn guest(traits: Traits, outputs: &'static str) -> Guest {
    let guest = Guest::new().manifest(|manifest| {
        let text = json!({ "type": "string" });
        let rules = json!({ "type": "array", "items": { "$ref": "#/types/acme:index:Rule" } });
        let schema = &mut manifest["schema"];
        schema["types"] = json!({ "acme:index:Rule": {
            "type": "object",
            "properties": {
                "name": text,
                "host": { "type": "string", "replaceOnChanges": true },
                "note": text,
            },
        } });
        let zone = json!({ "type": "string", "replaceOnChanges": true });
        schema["resources"][THING] = json!({
            "inputProperties": { "label": text, "zone": zone, "rules": rules },
            "properties": { "label": text, "zone": text, "rules": rules },
        });
        traits(manifest);
    });
    let made = Answer::Created {
        id: "made",
        outputs,
    };
    guest
        .does("create", [Step::Answer(made)])
        .does("read", [Step::Answer(Answer::Found { outputs })])
        .does("update", [Step::Answer(Answer::Updated { outputs })])
        .does("delete", [Step::Answer(Answer::Done)])
}

fn stack(properties: &str) -> Stack {
    let program = PROGRAM.replace("PROPERTIES", properties);
    Engine::stack("chosen").program(program).create()
}

/// From now on the server has this value.
fn now(stack: &Stack, guest: &Guest) {
    fs::write(stack.project.join("acme.wasm"), guest.build()).unwrap();
    stack.package_add(&["./acme.wasm"]).succeeds();
}

/// From now on the server has this value, and the state was written by that component: a refresh uses the component of
/// the last update.
fn moves(stack: &Stack, guest: &Guest) {
    now(stack, guest);
    stack.up().succeeds().changes(&[]);
}

fn inputs(stack: &Stack) -> Value {
    stack.resource("thing").unwrap()["inputs"].clone()
}

/// Nothing is left to do, even after another refresh.
fn is_settled(stack: &Stack) {
    let up = ["up", "--stack", "dev", "--yes", "--skip-preview"];
    for flags in [&[][..], &["--refresh"]] {
        let output = stack.run(&[&up, flags].concat()).succeeds().changes(&[]);
        output.calls.are_without(&["Create", "Update", "Delete"]);
    }
}

fn plain(_: &mut Value) {}

fn computed(manifest: &mut Value) {
    manifest["resources"][THING]["properties"] = json!({ "zone": { "serverDefault": true } });
    manifest["types"] =
        json!({ "acme:index:Rule": { "properties": { "host": { "serverDefault": true } } } });
}

fn set(manifest: &mut Value) {
    manifest["resources"][THING]["properties"] = json!({ "rules": { "compare": ["set"] } });
}

#[test]
fn values_that_a_server_or_a_newer_component_adds_later_change_nothing() {
    let stack = stack("rules: [{name: a}]");
    now(
        &stack,
        &guest(plain, r#"{"label":"x","rules":[{"name":"a"}]}"#),
    );
    stack.up().succeeds().changes(&[("created", 2)]);
    let before = inputs(&stack);
    moves(
        &stack,
        &guest(
            plain,
            r#"{"label":"x","zone":"z","rules":[{"name":"a","host":"h"}]}"#,
        ),
    );
    stack.refresh().succeeds();
    assert_eq!(inputs(&stack), before);
    is_settled(&stack);
}

#[test]
fn a_computed_value_that_changes_outside_changes_nothing() {
    let stack = stack("rules: [{name: a}]");
    let outputs = [
        r#"{"label":"x","zone":"z","rules":[{"name":"a","host":"h"}]}"#,
        r#"{"label":"x","zone":"y","rules":[{"name":"a","host":"i"}]}"#,
    ];
    now(&stack, &guest(computed, outputs[0]));
    stack.up().succeeds().changes(&[("created", 2)]);
    let before = inputs(&stack);
    moves(&stack, &guest(computed, outputs[1]));
    stack.refresh().succeeds();
    assert_eq!(inputs(&stack), before);
    is_settled(&stack);
    // The program writes the server's value, and removes it again.
    stack.edit("label: x, ", "label: x, zone: y, ");
    is_settled(&stack);
    stack.edit("zone: y, ", "");
    is_settled(&stack);
    // An update keeps the server's value, and its preview shows that.
    stack.edit("name: a", "name: a, note: n");
    stack.preview().succeeds().changes(&[("to update", 1)]);
    stack.edit("rules:", "zone: other, rules:");
    stack.preview().succeeds().changes(&[("to replace", 1)]);
}

#[test]
fn an_import_needs_no_value_that_the_server_chose() {
    let stack = stack("rules: [{name: a}]");
    stack.edit(
        "properties: {label: x, rules: [{name: a}]}",
        "properties: {label: x, rules: [{name: a}]}\n    options: {import: made}",
    );
    let outputs = r#"{"label":"x","zone":"z","rules":[{"name":"a","host":"h"}]}"#;
    now(&stack, &guest(computed, outputs));
    stack
        .up()
        .succeeds()
        .changes(&[("created", 1), ("imported", 1)]);
    stack.forget_imports();
    is_settled(&stack);
    stack.refresh().succeeds();
    is_settled(&stack);
}

#[test]
fn sets_whose_elements_a_server_completes_settle() {
    let stack = stack("rules: [{name: a}, {name: b}]");
    now(
        &stack,
        &guest(set, r#"{"label":"x","rules":[{"name":"a"},{"name":"b"}]}"#),
    );
    stack.up().succeeds().changes(&[("created", 2)]);
    moves(
        &stack,
        &guest(
            set,
            r#"{"label":"x","rules":[{"name":"b","note":"1"},{"name":"a","note":"2"}]}"#,
        ),
    );
    is_settled(&stack);
    let before = inputs(&stack);
    stack.refresh().succeeds();
    assert_eq!(inputs(&stack), before);
}

#[test]
fn an_element_that_went_outside_is_put_back_without_a_replacement() {
    let stack = stack("rules: [{name: a}, {name: b, host: h}, {name: c}]");
    let whole = r#"{"label":"x","rules":[{"name":"a","note":"1"},{"name":"b","host":"h","note":"2"},{"name":"c","note":"3"}]}"#;
    now(&stack, &guest(plain, whole));
    stack.up().succeeds().changes(&[("created", 2)]);
    let left =
        r#"{"label":"x","rules":[{"name":"b","host":"h","note":"2"},{"name":"c","note":"3"}]}"#;
    moves(&stack, &guest(plain, left));
    stack.refresh().succeeds();
    let rules = json!([{ "name": "b", "host": "h" }, { "name": "c" }]);
    assert_eq!(inputs(&stack)["rules"], rules);
    stack.up().succeeds().changes(&[("updated", 1)]);
    moves(&stack, &guest(plain, whole));
    stack.refresh().succeeds();
    is_settled(&stack);
}
