//! A component in each language whose engine is interrupted while it creates a child.

use std::fs;

use rustix::process::Signal;
use serde_json::json;

use super::notes;
use super::running::{Running, plugins};
use test_support::fake::guest::{Guest, THING};
use test_support::fake::steps::{Answer, Step};
use test_support::pulumi::engine::Engine;
use test_support::pulumi::guest::guest;

const PASSWORD: &str = "random:index/randomPassword:RandomPassword";

/// A package `random` whose passwords take seconds to create and record their start.
fn slow_passwords() -> Vec<u8> {
    let made = Answer::Created {
        id: "made",
        outputs: r#"{"length":12,"result":"none at all"}"#,
    };
    let steps = [
        Step::Checkpoint {
            id: "begun",
            outputs: r#"{"length":12}"#,
        },
        Step::Sleep(3000),
        Step::Answer(made),
    ];
    let guest = Guest::new().does("create", steps);
    let guest = guest.manifest(|manifest| {
        let hooks = manifest["resources"][THING].take();
        manifest["resources"] = json!({ PASSWORD: hooks });
        manifest["schema"]["name"] = "random".into();
        manifest["schema"]["version"] = "0.1.0".into();
        manifest["schema"]["meta"] = json!({ "moduleFormat": "(.*)(?:/[^/]*)" });
        manifest["schema"]["resources"] = json!({ PASSWORD: {
            "inputProperties": { "length": { "type": "integer" } },
            "properties": {
                "length": { "type": "integer" },
                "result": { "type": "string", "secret": true },
            },
        } });
    });
    guest.build()
}

#[test]
fn a_component_ends_with_its_engine_and_the_next_update_goes_on() {
    let program = "
name: site-interrupted
runtime: yaml
resources:
  maker:
    type: pulumi:providers:random
  site:
    type: site:Website
    properties: {title: Home, pages: 1}
    options: {providers: ['${maker}']}
outputs:
  url: ${site.url}
";
    let stack = Engine::stack("site-interrupted")
        .program(program)
        .component("site")
        .create();
    fs::write(stack.project.join("random.wasm"), slow_passwords()).unwrap();
    stack.package_add(&["./site.wasm"]).succeeds();
    stack.package_add(&["./random.wasm"]).succeeds();
    let mut running = Running::up(&stack);
    // The password is being made, and the front page waits for it.
    assert!(running.reaches(|| notes(&stack) == 1));
    running.signal(Signal::INT);
    let ended = running.ends();
    assert!(!ended.succeeded, "{}", ended.said);
    assert_eq!(plugins(&stack), [], "{}", ended.said);
    for word in [
        "exited prematurely",
        "panicked",
        "Traceback",
        "connection is closing",
    ] {
        assert!(!ended.said.contains(word), "{word}\n{}", ended.said);
    }
    assert!(stack.resource("site").is_some(), "{}", ended.said);
    assert!(stack.resource("site-password").is_some(), "{}", ended.said);
    assert!(stack.resource("site-front").is_none(), "{}", ended.said);

    stack.up().succeeds();
    assert_eq!(stack.output("url"), "https://pages.example/index.html");
    assert_eq!(notes(&stack), 0);
    stack.up().succeeds().changes(&[]);
    stack.destroy().succeeds();
}

guest!(
    python,
    Python,
    [],
    [a_component_ends_with_its_engine_and_the_next_update_goes_on]
);
guest!(
    typescript,
    TypeScript,
    [],
    [a_component_ends_with_its_engine_and_the_next_update_goes_on]
);
