//! State can move forward: a stack of a past year continues under the current engine, with the component as a
//! parameter, and back if the old engine accepts the current engine's state.
//!
//! The state is passed on as `pulumi stack export` prints it: the current engine refuses the folders of engines before
//! 3.61.

use std::fs;
use std::path::Path;

use super::age::Age;
use super::random;
use super::stack::{OldStack, PASSPHRASE};
use test_support::pulumi::engine::Engine;
use test_support::pulumi::stack::Stack;

/// The resources of `random::program`, with this many words.
fn program(name: &str, words: u32) -> String {
    format!(
        "
name: {name}
runtime: yaml
resources:
  pet:
    type: random:RandomPet
    properties: {{length: {words}, prefix: my}}
  password:
    type: random:RandomPassword
    properties: {{length: 24, special: false}}
  name:
    type: random:RandomPet
    properties: {{prefix: '${{pet.id}}', length: 1}}
outputs:
  pet: ${{pet.id}}
  password: ${{password.result}}
"
    )
}

fn move_plugin(from: &Path, to: &Path) {
    let plugin = "resource-random-v0.1.0";
    fs::rename(from.join(plugin), to.join(plugin)).unwrap();
}

/// The project and the state of an old stack, for the engine of today.
fn of_today(old: &OldStack) -> Stack {
    let stack = Engine::stack("of-today")
        .environment("PULUMI_CONFIG_PASSPHRASE", PASSPHRASE)
        .component("random")
        .without_stack();
    let configuration = "Pulumi.dev.yaml";
    fs::copy(
        old.project().join(configuration),
        stack.project.join(configuration),
    )
    .unwrap();
    // The provider in the state is still the bundle.
    move_plugin(&old.plugins(), &stack.home().join("plugins"));
    stack.write_program(&program(old.name(), 2));
    stack.run(&["stack", "init", "dev"]).succeeds();
    stack.import_state(&old.state());
    stack.package_add(&["./random.wasm"]).succeeds();
    stack
}

/// The ids of the program's resources.
fn ids(stack: &Stack) -> Vec<String> {
    let resources = ["pet", "password", "name"].map(|name| stack.resource(name).unwrap());
    let ids = resources.iter().map(|resource| resource["id"].as_str());
    ids.map(|id| id.unwrap().to_owned()).collect()
}

/// A stack of that year, and its state afterwards.
fn moves_forward(age: Age) -> (OldStack, Stack) {
    let old = OldStack::new(age, "random", &[]);
    old.write(&random::program(2));
    old.up().succeeds();

    let new = of_today(&old);
    let before = ids(&new);
    new.preview().succeeds();
    new.up().succeeds().changes(&[]);
    assert_eq!(ids(&new), before);
    let provider = new.provider("random").unwrap();
    let parameter = &provider["inputs"]["__internal"]["parameterization"];
    assert!(parameter.is_string(), "not by a parameter: {provider}");
    new.refresh().succeeds().changes(&[]);
    new.edit("length: 2,", "length: 3,");
    new.up().succeeds().changes(&[("replaced", 2)]);
    new.up().succeeds().changes(&[]);

    (old, new)
}

/// Returns to the bundle, under the engine that made the stack.
fn moves_back(old: &OldStack, new: &Stack) {
    move_plugin(&new.home().join("plugins"), &old.plugins());
    old.import(&new.export());
    let mut of_today = ids(new);
    of_today.sort();
    old.write(&random::program(3));
    old.preview().succeeds();
    old.up_without_changes().succeeds();
    // Engines with programs in YAML create independent resources in any order.
    let recorded = old.recorded().into_iter().map(|resource| resource.id);
    let mut recorded: Vec<String> = recorded.collect();
    recorded.sort();
    assert_eq!(recorded, of_today);
    let password = random::by_name(old, "password").outputs;
    assert!(
        password["result"].is_object(),
        "not encrypted: {password:?}"
    );
    old.refresh().succeeds();
    old.destroy().succeeds();
    assert_eq!(old.recorded(), []);
}

/// Today's engine records the parameter. The engine of 2019 does not accept it, because it accepts only texts.
#[test]
fn a_stack_of_v0_17_28_goes_on_today_and_is_refused_by_that_engine_then() {
    let (old, new) = moves_forward(Age::V0_17_28);
    move_plugin(&new.home().join("plugins"), &old.plugins());
    old.import(&new.export());
    old.write(&random::program(3));
    old.up()
        .fails()
        .says("provider property values must be strings");
    new.destroy().succeeds();
}

#[test]
#[ignore = "only with PULUMI_WASM_TEST_LONG=1"]
fn a_stack_of_v1_14_1_goes_on_today_and_back() {
    let (old, new) = moves_forward(Age::V1_14_1);
    moves_back(&old, &new);
}

#[test]
#[ignore = "only with PULUMI_WASM_TEST_LONG=1"]
fn a_stack_of_v2_25_2_goes_on_today_and_back() {
    let (old, new) = moves_forward(Age::V2_25_2);
    moves_back(&old, &new);
}

#[test]
#[ignore = "only with PULUMI_WASM_TEST_LONG=1"]
fn a_stack_of_v3_0_0_goes_on_today_and_back() {
    let (old, new) = moves_forward(Age::V3_0_0);
    moves_back(&old, &new);
}

#[test]
#[ignore = "only with PULUMI_WASM_TEST_LONG=1"]
fn a_stack_of_v3_50_0_goes_on_today_and_back() {
    let (old, new) = moves_forward(Age::V3_50_0);
    moves_back(&old, &new);
}

#[test]
#[ignore = "only with PULUMI_WASM_TEST_LONG=1"]
fn a_stack_of_v3_180_0_goes_on_today_and_back() {
    let (old, new) = moves_forward(Age::V3_180_0);
    moves_back(&old, &new);
}

#[test]
#[ignore = "only with PULUMI_WASM_TEST_LONG=1"]
fn a_stack_of_v3_274_1_goes_on_today_and_back() {
    let (old, new) = moves_forward(Age::V3_274_1);
    moves_back(&old, &new);
}
