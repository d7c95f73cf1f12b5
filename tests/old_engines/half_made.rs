//! A create that fails half-way: the resource that it made stays, and the next update makes it whole.

use std::fs;

use serde_json::json;

use super::age::Age;
use super::program::Program;
use super::stack::OldStack;
use test_support::fake::guest::{Guest, THING};
use test_support::fake::steps::{Answer, Step};

fn keeps(age: Age) {
    let half = Answer::Partial {
        id: "made",
        outputs: "{\"label\":\"x\"}",
        reason: "it is not whole",
    };
    let whole = Answer::Updated {
        outputs: "{\"label\":\"x\"}",
    };
    let guest = Guest::new()
        .does("create", [Step::Answer(half)])
        .does("update", [Step::Answer(whole)])
        .does("delete", [Step::Answer(Answer::Done)]);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("acme.wasm");
    fs::write(&file, guest.build()).unwrap();

    let stack = OldStack::of(age, "acme", &file, &[]);
    stack.write(&Program::default().with("thing", THING, json!({ "label": "x" })));
    stack.up().fails().says("it is not whole");
    let made = stack.recorded();
    assert_eq!(made.len(), 1, "{:#}", stack.state());
    assert_eq!(made[0].id, "made");
    // A second create would fail half-way again.
    stack.up().succeeds();
    assert_eq!(stack.recorded()[0].id, "made");
    stack.up_without_changes().succeeds();
    stack.destroy().succeeds();
    assert_eq!(stack.recorded(), []);
}

#[test]
fn a_half_made_resource_is_kept_under_v0_17_28() {
    keeps(Age::V0_17_28);
}

#[test]
#[ignore = "only with PULUMI_WASM_TEST_LONG=1"]
fn a_half_made_resource_is_kept_under_v1_14_1() {
    keeps(Age::V1_14_1);
}

#[test]
#[ignore = "only with PULUMI_WASM_TEST_LONG=1"]
fn a_half_made_resource_is_kept_under_v2_25_2() {
    keeps(Age::V2_25_2);
}

#[test]
#[ignore = "only with PULUMI_WASM_TEST_LONG=1"]
fn a_half_made_resource_is_kept_under_v3_0_0() {
    keeps(Age::V3_0_0);
}

#[test]
#[ignore = "only with PULUMI_WASM_TEST_LONG=1"]
fn a_half_made_resource_is_kept_under_v3_50_0() {
    keeps(Age::V3_50_0);
}

#[test]
#[ignore = "only with PULUMI_WASM_TEST_LONG=1"]
fn a_half_made_resource_is_kept_under_v3_180_0() {
    keeps(Age::V3_180_0);
}

#[test]
#[ignore = "only with PULUMI_WASM_TEST_LONG=1"]
fn a_half_made_resource_is_kept_under_v3_274_1() {
    keeps(Age::V3_274_1);
}
