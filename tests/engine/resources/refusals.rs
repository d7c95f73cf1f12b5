//! Refused inputs as the engine shows them.

use std::fs;

use serde_json::json;

use test_support::fake::guest::{Guest, THING};
use test_support::fake::steps::{Answer, Step};
use test_support::pulumi::engine::Engine;

const PROGRAM: &str = "
name: refusals
runtime: yaml
resources:
  thing:
    type: acme:Thing
    properties:
      label: wide
      limits: {soft: 5, key: {'fn::secret': hush and more}}
";

/// The engine prints `inputs[property]` beside a reason. It prints `{<nil>}` if no input has that name.
#[test]
fn a_refusal_of_a_nested_value_is_read_with_its_path() {
    let refused = Answer::Unacceptable(&[
        ("limits.soft", "is too low"),
        ("limits.key", "is too short"),
        ("zone", "is missing here"),
        ("label", "is no label"),
    ]);
    let guest = Guest::new().does("check", [Step::Answer(refused)]);
    let guest = guest.manifest(|manifest| {
        let inputs = &mut manifest["schema"]["resources"][THING]["inputProperties"];
        inputs["limits"] = json!({ "$ref": "pulumi.json#/Any" });
        inputs["zone"] = json!({ "type": "string" });
    });
    let stack = Engine::stack("refusals").program(PROGRAM).create();
    fs::write(stack.project.join("acme.wasm"), guest.build()).unwrap();
    stack.package_add(&["./acme.wasm"]).succeeds();
    for command in ["preview", "up"] {
        let output = match command {
            "preview" => stack.preview(),
            _ => stack.up(),
        };
        output
            .fails()
            .says("resource 'thing' has a problem: `limits.soft`: is too low")
            .says("resource 'thing' has a problem: `limits.key`: is too short")
            .says("resource 'thing' has a problem: `zone`: is missing here")
            .says("resource 'thing': property label value {wide} has a problem: is no label")
            .lacks("<nil>")
            .lacks("hush");
    }
}
