//! The outputs of a failed create and their maximum size under the real engine: outputs that fit are in the state, and
//! the others are known and come back when the create is completed.

use std::fs;

use serde_json::Value;

use test_support::is_long;
use test_support::pulumi::engine::Engine;
use test_support::pulumi::output::Output;
use test_support::pulumi::stack::Stack;

/// Ships whose first create fails after they were created.
fn program(ships: &[(&str, usize, &str)]) -> String {
    let mut program = "name: excess\nruntime: yaml\nresources:\n".to_owned();
    for (name, _, ending) in ships {
        program.push_str(&format!(
            "  {name}:\n    type: crash:Cargo\n    properties:\n      goods: {{fn::readFile: ./{name}.txt}}\n      \
             ending: {ending}\n"
        ));
    }
    program
}

fn stack(ships: &[(&str, usize, &str)]) -> Stack {
    let stack = Engine::stack("excess")
        .program(program(ships))
        .component("crash")
        .create();
    for (name, mib, _) in ships {
        let goods = "x".repeat(mib << 20);
        fs::write(stack.project.join(format!("{name}.txt")), goods).unwrap();
    }
    let flags = ["./crash.wasm"];
    stack.package_add(&flags).succeeds();
    stack
}

fn notes(stack: &Stack) -> usize {
    fs::read_dir(stack.home().join("wasm/journal")).map_or(0, Iterator::count)
}

/// The size in MiB of the goods that are recorded of a ship whose create has failed.
#[track_caller]
fn recorded(stack: &Stack, name: &str, output: &Output) -> Option<usize> {
    let ship = stack.resource(name);
    let ship = ship.unwrap_or_else(|| panic!("`{name}` is not recorded\n{output}"));
    assert_eq!(ship["id"], format!("cargo-{name}"), "{output}");
    assert_ne!(ship["initErrors"], Value::Null, "{output}");
    ship["outputs"]["goods"]
        .as_str()
        .map(|goods| goods.len() >> 20)
}

/// How a ship was completed.
fn story(stack: &Stack, name: &str) -> Value {
    stack.resource(name).unwrap()["outputs"]["story"].clone()
}

#[test]
fn a_large_partial_create_is_never_lost() {
    // Together with its inputs, and in base64, the first output exceeds the engine's limit. The second output exceeds
    // it alone. For the engine, both would be a broken connection. The third output saves a checkpoint that is too
    // large.
    let stack = stack(&[
        ("first", 6, "partial"),
        ("second", 12, "partial"),
        ("third", 5, "checkpoint"),
    ]);
    let up = [
        "up",
        "--stack",
        "dev",
        "--yes",
        "--skip-preview",
        "--continue-on-error",
    ];
    let failed = stack
        .run(&up)
        .fails()
        .says("the crane broke")
        .says("`goods`: left out of the state")
        .says("more than the limit checkpoint-size of 4 MiB: its id alone is kept");
    assert_eq!(recorded(&stack, "first", &failed), Some(6));
    assert_eq!(recorded(&stack, "second", &failed), None);
    assert_eq!(recorded(&stack, "third", &failed), None);
    assert_eq!(notes(&stack), 1, "{failed}");

    // The third cannot be completed, and is not lost: it is deleted and made again.
    stack.edit("checkpoint", "at once");
    let completed = stack
        .up()
        .succeeds()
        .changes(&[("updated", 2), ("replaced", 1)]);
    let third = completed.calls.about("third");
    third.are_in_order(&["Delete", "Create"]);
    for (name, mib) in [("first", 6), ("second", 12)] {
        let expected = format!("{} bytes were there", mib << 20);
        assert_eq!(story(&stack, name), expected, "{completed}");
    }
    assert_eq!(notes(&stack), 0, "{completed}");
}

#[test]
fn a_partial_create_of_every_size_is_completed() {
    let sizes: &[usize] = if is_long() {
        &[1, 5, 7, 10, 11, 20, 40]
    } else {
        &[1]
    };
    for mib in sizes {
        let stack = stack(&[("ship", *mib, "partial")]);
        let failed = stack.up().fails();
        recorded(&stack, "ship", &failed);
        let completed = stack.up().succeeds().changes(&[("updated", 1)]);
        let expected = format!("{} bytes were there", mib << 20);
        assert_eq!(story(&stack, "ship"), expected, "{completed}");
        stack.up().succeeds().changes(&[]);
        stack.destroy().succeeds();
    }
}
