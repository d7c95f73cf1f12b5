//! The promise of a preview, and the update that follows.

use serde_json::Value;

use test_support::pulumi::engine::Engine;
use test_support::pulumi::output::Output;
use test_support::pulumi::powerdns_stack::{self, program};
use test_support::pulumi::provider::Provider;
use test_support::pulumi::stack::Stack;
use test_support::servers::powerdns::PowerDns;

/// The mark of a value that is not known yet.
const UNKNOWN: &str = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/// Asserts that the update gives every value that the preview gave as known.
#[track_caller]
fn is_kept(previewed: &Output, updated: &Output) {
    let mut promises = 0;
    for method in ["Create", "Update"] {
        for promised in previewed.calls.of(method) {
            let same = |call: &&&test_support::pulumi::calls::Call| {
                call.request["urn"] == promised.request["urn"]
            };
            let calls = updated.calls.of(method);
            let done = calls.iter().find(same);
            let done = done.unwrap_or_else(|| panic!("{method} was previewed only\n{updated}"));
            let (promised, done) = (promised.answer(), done.answer());
            agree(&promised["properties"], &done["properties"], "");
            promises += 1;
        }
    }
    assert!(promises > 0, "nothing was promised\n{previewed}");
}

#[track_caller]
fn agree(promised: &Value, done: &Value, place: &str) {
    match (promised, done) {
        (Value::String(text), _) if text == UNKNOWN => {}
        (Value::Object(promised), Value::Object(done)) => {
            for (key, value) in promised {
                let found = done.get(key).unwrap_or(&Value::Null);
                agree(value, found, &format!("{place}.{key}"));
            }
        }
        (Value::Array(promised), Value::Array(done)) => {
            assert_eq!(promised.len(), done.len(), "{place}");
            for (index, (promised, done)) in promised.iter().zip(done).enumerate() {
                agree(promised, done, &format!("{place}[{index}]"));
            }
        }
        _ => assert_eq!(promised, done, "{place}"),
    }
}

#[track_caller]
fn foreseen(stack: &Stack) {
    let previewed = stack.preview().succeeds();
    let updated = stack.up().succeeds();
    is_kept(&previewed, &updated);
    let promised = previewed.summary();
    let done = updated.summary();
    for (to, did) in [
        ("to create", "created"),
        ("to update", "updated"),
        ("to replace", "replaced"),
    ] {
        assert_eq!(promised.get(to), done.get(did), "{previewed}\n{updated}");
    }
    stack.preview().succeeds().changes(&[]);
    updated.lacks("warning");
}

#[test]
fn previews_of_zones_and_records_come_true() {
    let server = PowerDns::start();
    let stack = powerdns_stack::stack(&server, Provider::Default, program(Provider::Default));
    foreseen(&stack);
    stack.edit("ttl: 300", "ttl: 600");
    stack.edit(
        "nameservers: [ns1.example.test]",
        "nameservers: [ns1.example.test]\n      account: others",
    );
    foreseen(&stack);
    stack.edit("name: www.example.test", "name: web.example.test");
    foreseen(&stack);
}

#[test]
fn previews_of_random_values_come_true() {
    let program = Engine::example("random/Pulumi.yaml");
    let stack = Engine::stack("foreseen")
        .program(program)
        .component("random")
        .create();
    stack.package_add(&["./random.wasm"]).succeeds();
    foreseen(&stack);
}
