//! Look-ups of existing resources, and the values that the engine sends with them.

use std::fs;

use serde_json::json;

use test_support::fake::guest::{Guest, THING};
use test_support::fake::steps::{Answer, Step};
use test_support::pulumi::engine::Engine;

/// A type with migrations: its guest ends the process of a call that is taken for older state.
fn migrating() -> Guest {
    let found = Answer::Found {
        outputs: r#"{"label":"found"}"#,
    };
    Guest::new()
        .does("read", [Step::Answer(found)])
        .does("migrate", [Step::Crash])
        .manifest(|manifest| {
            manifest["resources"][THING]["stateVersion"] = json!(2);
            let label = json!({ "properties": { "label": { "type": "string" } } });
            manifest["schema"]["resources"][THING]["stateInputs"] = label;
        })
}

/// The engine sends the properties of a lookup as inputs and as state, and neither says the version of its form.
#[test]
fn a_lookup_with_properties_is_of_the_newest_version() {
    let program = "
name: lookup
runtime: yaml
resources:
  own: {type: 'pulumi:providers:acme'}
  found:
    type: acme:Thing
    get: {id: there, state: {label: asked}}
    options: {provider: '${own}'}
outputs:
  label: ${found.label}
";
    let stack = Engine::stack("lookup").program(program).create();
    fs::write(stack.project.join("acme.wasm"), migrating().build()).unwrap();
    stack.package_add(&["./acme.wasm"]).succeeds();
    let found = stack.up().succeeds();
    let calls = found.calls.about("found");
    let read = &calls.only("Read").request;
    assert_eq!(read["inputs"]["label"], "asked", "{read}");
    assert_eq!(read["inputs"], read["properties"], "{read}");
    assert_eq!(stack.output("label"), "found");
    // The record has its version from now on.
    stack.refresh().succeeds();
    stack.up().succeeds().changes(&[]);
    assert_eq!(stack.output("label"), "found");
}
