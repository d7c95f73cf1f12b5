//! The example `random` under the real engine: each resource through a whole life.

use serde_json::Value;

use test_support::pulumi::calls::is_secret;
use test_support::pulumi::engine::Engine;
use test_support::pulumi::guest::guest;
use test_support::pulumi::provider::Provider;
use test_support::pulumi::stack::Stack;

/// A template with one resource of each type.
const PROGRAM: &str = "
name: random-life
runtime: yaml
resources:
  text:
    type: random:RandomString
    properties: {length: 20, special: false, keepers: {generation: one}}
    options: {VIA}
  password:
    type: random:RandomPassword
    properties: {length: 24, minUpper: 3, minSpecial: 2, overrideSpecial: '!_'}
    options: {VIA}
  pet:
    type: random:RandomPet
    properties: {length: 3, prefix: my}
    options: {VIA}
  number:
    type: random:RandomInteger
    properties: {min: 5, max: 9}
    options: {VIA}
  identity:
    type: random:RandomUuid
    options: {VIA}
  identifier:
    type: random:RandomId
    properties: {byteLength: 8}
    options: {VIA}
  bytes:
    type: random:RandomBytes
    properties: {length: 16}
    options: {VIA}
  order:
    type: random:RandomShuffle
    properties: {inputs: [a, b, c, d], resultCount: 2}
    options: {VIA}
outputs:
  text: ${text.result}
  password: ${password.result}
  hash: ${password.bcryptHash}
  bytes: ${bytes.hex}
  pet: ${pet.id}
  number: ${number.result}
  identity: ${identity.result}
  identifier: ${identifier.hex}
  order: ${order.results}
";

/// The number of the program's resources of the package.
const RESOURCES: u64 = 8;

fn stack(provider: Provider) -> Stack {
    let stack = Engine::stack("random")
        .program(provider.complete(PROGRAM, "random", ""))
        .component("random")
        .create();
    stack.package_add(&["./random.wasm"]).succeeds();
    stack
}

#[test]
fn every_resource_lives_with_the_default_provider() {
    // The engine does not count a default provider; the stack it does.
    life(&stack(Provider::Default), RESOURCES + 1);
}

#[test]
fn every_resource_lives_with_an_explicit_provider() {
    life(&stack(Provider::Explicit), RESOURCES + 2);
}

fn life(stack: &Stack, counted: u64) {
    let previewed = stack.preview().succeeds();
    assert!(
        previewed
            .calls
            .of("Create")
            .iter()
            .all(|call| call.request["preview"] == true)
    );

    let created = stack.up().succeeds();
    assert_eq!(created.summary()["created"], counted, "{created}");
    created.calls.are_in_order(&[
        "Handshake",
        "GetPluginInfo",
        "Parameterize",
        "CheckConfig",
        "Configure",
        "Check",
        "Create",
    ]);
    created
        .calls
        .are_without(&["Diff", "Read", "Update", "Delete", "Invoke"]);
    let password = created.calls.about("password");
    let outputs = &password.only("Create").answer()["properties"];
    assert!(
        is_secret(&outputs["result"]) && is_secret(&outputs["bcryptHash"]),
        "{created}"
    );
    let first = stack.outputs();
    values_are_as_asked(&first);
    nothing_secret_is_in_clear(stack, &first);

    let unchanged = stack.up().succeeds().changes(&[]);
    unchanged.calls.are_idle(RESOURCES as usize);
    assert_eq!(stack.outputs(), first);

    let refreshed = stack.refresh().succeeds().changes(&[]);
    refreshed
        .calls
        .are_without(&["CheckConfig", "Create", "Update", "Delete"]);
    assert_eq!(stack.outputs(), first);

    stack.edit("generation: one", "generation: two");
    let previewed = stack.preview().succeeds().changes(&[("to replace", 1)]);
    previewed.calls.are_without(&["Update", "Delete"]);
    let replaced = stack.up().succeeds().changes(&[("replaced", 1)]);
    replaced
        .calls
        .about("text")
        .are_in_order(&["Check", "Diff", "Check", "Create", "Delete"]);
    replaced.calls.are_without(&["Update", "Read"]);
    let second = stack.outputs();
    assert_ne!(second["text"], first["text"]);
    assert_eq!(second["password"], first["password"]);

    let destroyed = stack.destroy().succeeds();
    assert_eq!(destroyed.summary()["deleted"], counted, "{destroyed}");
    nothing_secret_is_in_clear(stack, &first);
}

fn values_are_as_asked(outputs: &Value) {
    let text = |name: &str| {
        outputs[name]
            .as_str()
            .unwrap_or_else(|| panic!("{name}: {outputs}"))
    };
    assert_eq!(text("text").len(), 20);
    assert!(
        text("text")
            .chars()
            .all(|character| character.is_ascii_alphanumeric())
    );

    let password = text("password");
    let count = |wanted: fn(&char) -> bool| password.chars().filter(wanted).count();
    assert_eq!(password.len(), 24);
    assert!(count(char::is_ascii_uppercase) >= 3, "{password}");
    assert!(
        count(|character| "!_".contains(*character)) >= 2,
        "{password}"
    );
    assert!(count(char::is_ascii_punctuation) == count(|character| "!_".contains(*character)));
    assert!(text("hash").starts_with("$2"), "{outputs}");

    assert_eq!(text("bytes").len(), 32);
    assert_eq!(text("pet").split('-').count(), 4, "{outputs}");
    assert!(text("pet").starts_with("my-"), "{outputs}");
    assert!(
        (5..=9).contains(&outputs["number"].as_i64().unwrap()),
        "{outputs}"
    );
    assert_eq!(text("identity").len(), 36);
    assert_eq!(text("identifier").len(), 16);
    let order = outputs["order"].as_array().unwrap();
    assert_eq!(order.len(), 2);
    assert_ne!(order[0], order[1]);
}

fn nothing_secret_is_in_clear(stack: &Stack, outputs: &Value) {
    for name in ["password", "hash", "bytes"] {
        stack.keeps_secret(outputs[name].as_str().unwrap());
    }
}

guest!(
    python,
    Python,
    [],
    [every_resource_lives_with_the_default_provider,]
);

guest!(
    typescript,
    TypeScript,
    [],
    [every_resource_lives_with_the_default_provider,]
);

guest!(zig, Zig, [every_resource_lives_with_the_default_provider,]);
