//! Outputs that depend on inputs by the manifest.

use std::fs;

use serde_json::json;

use test_support::fake::guest::{Guest, THING};
use test_support::fake::steps::{Answer, Step};
use test_support::pulumi::calls::is_secret;
use test_support::pulumi::engine::Engine;

/// A thing whose `url` depends on its `label`, and whose `zone` on another input.
fn depending() -> Guest {
    let outputs = r#"{"label":"one","url":"made-of-it","zone":"its-own"}"#;
    Guest::new()
        .does(
            "create",
            [Step::Answer(Answer::Created {
                id: "made",
                outputs,
            })],
        )
        .does("update", [Step::Answer(Answer::Updated { outputs })])
        .manifest(|manifest| {
            let thing = &mut manifest["resources"][THING];
            thing["consistency"] = json!("off");
            thing["outputDependencies"] = json!({ "url": ["label"], "zone": ["region"] });
            let text = json!({ "type": "string" });
            let schema = &mut manifest["schema"]["resources"][THING];
            schema["properties"] = json!({ "label": text, "url": text, "zone": text });
            schema["inputProperties"]["region"] = text.clone();
            schema["required"] = json!(["url", "zone"]);
        })
}

#[test]
fn secretness_and_unknowns_of_an_input_reach_the_outputs_that_depend_on_it_and_no_others() {
    let program = "
name: dependencies
runtime: yaml
resources:
  first:
    type: acme:Thing
    properties: {label: {fn::secret: one}}
  second:
    type: acme:Thing
    properties: {label: '${first.url}'}
  third:
    type: acme:Thing
    properties: {label: '${first.zone}'}
";
    let stack = Engine::stack("dependencies").program(program).create();
    fs::write(stack.project.join("acme.wasm"), depending().build()).unwrap();
    stack.package_add(&["./acme.wasm"]).succeeds();
    stack.up().succeeds();
    for (name, url_is_secret) in [("first", true), ("second", true), ("third", false)] {
        let outputs = &stack.resource(name).unwrap()["outputs"];
        assert_eq!(
            is_secret(&outputs["url"]),
            url_is_secret,
            "{name}: {outputs}"
        );
        assert!(!is_secret(&outputs["zone"]), "{name}: {outputs}");
    }
    stack.up().succeeds().changes(&[]);

    // In the preview of an update, the url is not known, and the zone is unchanged.
    stack.edit("secret': one", "secret': other");
    let previewed = stack.preview().succeeds();
    let previewed = previewed.changes(&[("to update", 2)]);
    let second = previewed.calls.about("second");
    let label = second.only("Check").request["news"]["label"].to_string();
    assert!(
        label.contains("04da6b54-80e4-46f7-96ec-b56ff0331ba9"),
        "{label}"
    );
}
