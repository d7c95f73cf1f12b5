//! The example `random`: values that are drawn, and a secret among them.

use serde_json::json;

use super::age::Age;
use super::program::Program;
use super::stack::{OldStack, Recorded};

const PET: &str = "random:index/randomPet:RandomPet";
const PASSWORD: &str = "random:index/randomPassword:RandomPassword";
const UUID: &str = "random:index/randomUuid:RandomUuid";
const IMPORTED: &str = "6b0f1a52-3ac4-4b4a-9a0e-2f7a4a3b1c55";

/// A pet with this many words, a password, and a pet whose name begins with the first one.
pub(super) fn program(words: u32) -> Program {
    Program::default()
        .with("pet", PET, json!({ "length": words, "prefix": "my" }))
        .with(
            "password",
            PASSWORD,
            json!({ "length": 24, "special": false }),
        )
        .with("name", PET, json!({ "prefix": "${pet.id}", "length": 1 }))
        .output("pet", "${pet.id}")
}

/// The resource of this name in the state.
pub(super) fn by_name(stack: &OldStack, name: &str) -> Recorded {
    let recorded = stack
        .recorded()
        .into_iter()
        .find(|resource| resource.name == name);
    recorded.unwrap_or_else(|| panic!("`{name}` is not in the state"))
}

/// The resources in the state, sorted by name. Engines with programs in YAML create independent resources in any order.
fn recorded(stack: &OldStack) -> Vec<Recorded> {
    let mut recorded = stack.recorded();
    recorded.sort_by(|one, other| one.name.cmp(&other.name));
    recorded
}

fn lives(age: Age) {
    let stack = OldStack::new(age, "random", &[]);
    stack.write(&program(2));
    stack.preview().succeeds();
    assert_eq!(stack.recorded(), [], "a preview has recorded resources");
    stack.up().succeeds();
    let pet = by_name(&stack, "pet");
    assert_eq!(pet.id.split('-').count(), 3, "{pet:?}");
    assert!(by_name(&stack, "name").id.starts_with(&pet.id));
    let (before, secret) = (recorded(&stack), by_name(&stack, "password"));
    stack.up_without_changes().succeeds();
    assert_eq!(recorded(&stack), before);
    stack.refresh().succeeds();
    assert_eq!(recorded(&stack), before);

    // Another length replaces the pet, and the resources that use its id.
    stack.write(&program(3));
    stack.preview().succeeds();
    stack.up().succeeds();
    let replaced = by_name(&stack, "pet");
    assert_eq!(replaced.id.split('-').count(), 4, "{replaced:?}");
    assert!(by_name(&stack, "name").id.starts_with(&replaced.id));
    assert_eq!(by_name(&stack, "password"), secret);
    assert_eq!(stack.recorded().len(), 3, "a replaced resource is left");

    // A password is nowhere in clear.
    let password = &secret.outputs["result"];
    assert!(
        password.is_object(),
        "the password is not encrypted: {password}"
    );

    stack.write(&program(3).with("known", UUID, json!({})).import(IMPORTED));
    stack.up().succeeds();
    assert_eq!(by_name(&stack, "known").id, IMPORTED);
    stack.write(&program(3).with("known", UUID, json!({})));
    stack.up_without_changes().succeeds();

    stack.write(&Program::default().with("bad", PET, json!({ "length": "many" })));
    stack.up().fails().says("length");
    stack.destroy().succeeds();
    assert_eq!(stack.recorded(), []);
}

/// The engine of 2019 starts plugins with one dash before `logtostderr`.
fn starts_with_logs(age: Age) {
    let stack = OldStack::new(age, "random", &[]);
    stack.write(&program(2));
    let flags = ["--logflow", "--logtostderr", "-v=9"];
    let up = ["up", "--yes", "--skip-preview"];
    stack.run(&[&up[..], &flags].concat()).succeeds();
    assert_eq!(stack.recorded().len(), 3);
    let destroy = ["destroy", "--yes", "--skip-preview"];
    stack.run(&[&destroy[..], &flags].concat()).succeeds();
}

#[test]
fn plugins_start_with_the_flags_of_v0_17_28() {
    starts_with_logs(Age::V0_17_28);
}

#[test]
#[ignore = "only with PULUMI_WASM_TEST_LONG=1"]
fn plugins_start_with_the_flags_of_v1_14_1() {
    starts_with_logs(Age::V1_14_1);
}

#[test]
#[ignore = "only with PULUMI_WASM_TEST_LONG=1"]
fn plugins_start_with_the_flags_of_v2_25_2() {
    starts_with_logs(Age::V2_25_2);
}

#[test]
#[ignore = "only with PULUMI_WASM_TEST_LONG=1"]
fn plugins_start_with_the_flags_of_v3_0_0() {
    starts_with_logs(Age::V3_0_0);
}

#[test]
#[ignore = "only with PULUMI_WASM_TEST_LONG=1"]
fn plugins_start_with_the_flags_of_v3_50_0() {
    starts_with_logs(Age::V3_50_0);
}

#[test]
#[ignore = "only with PULUMI_WASM_TEST_LONG=1"]
fn plugins_start_with_the_flags_of_v3_180_0() {
    starts_with_logs(Age::V3_180_0);
}

#[test]
#[ignore = "only with PULUMI_WASM_TEST_LONG=1"]
fn plugins_start_with_the_flags_of_v3_274_1() {
    starts_with_logs(Age::V3_274_1);
}

#[test]
fn random_lives_under_v0_17_28() {
    lives(Age::V0_17_28);
}

#[test]
#[ignore = "only with PULUMI_WASM_TEST_LONG=1"]
fn random_lives_under_v1_14_1() {
    lives(Age::V1_14_1);
}

#[test]
#[ignore = "only with PULUMI_WASM_TEST_LONG=1"]
fn random_lives_under_v2_25_2() {
    lives(Age::V2_25_2);
}

#[test]
#[ignore = "only with PULUMI_WASM_TEST_LONG=1"]
fn random_lives_under_v3_0_0() {
    lives(Age::V3_0_0);
}

#[test]
#[ignore = "only with PULUMI_WASM_TEST_LONG=1"]
fn random_lives_under_v3_50_0() {
    lives(Age::V3_50_0);
}

#[test]
#[ignore = "only with PULUMI_WASM_TEST_LONG=1"]
fn random_lives_under_v3_180_0() {
    lives(Age::V3_180_0);
}

#[test]
#[ignore = "only with PULUMI_WASM_TEST_LONG=1"]
fn random_lives_under_v3_274_1() {
    lives(Age::V3_274_1);
}
