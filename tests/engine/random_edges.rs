//! The example `random` where values are there already, or cannot be made.

use crate::support::engine::Engine;
use crate::support::guest::guest;
use crate::support::provider::Provider;
use crate::support::stack::Stack;

fn stack(name: &str, program: &str) -> Stack {
    let stack = Engine::stack(name)
        .program(program)
        .component("random")
        .create();
    stack.package_add(&["./random.wasm"]).succeeds();
    stack
}

const IMPORTS: &str = "
name: random-import
runtime: yaml
resources:
  text:
    type: random:RandomString
    properties: {length: 12}
    options: {VIA import: 'Text4import!'}
  password:
    type: random:RandomPassword
    properties: {length: 12}
    options: {VIA import: 'securePass1!'}
  number:
    type: random:RandomInteger
    properties: {min: 1, max: 50000}
    options: {VIA import: '15390,1,50000'}
  identity:
    type: random:RandomUuid
    options: {VIA import: 'aabbccdd-eeff-0011-2233-445566778899'}
  identifier:
    type: random:RandomId
    properties: {byteLength: 4, prefix: 'p-'}
    options: {VIA import: 'p-,p-9hUg'}
outputs:
  text: ${text.result}
  password: ${password.result}
  number: ${number.result}
  identity: ${identity.result}
";

#[test]
fn values_that_exist_are_imported() {
    imports(Provider::Default);
}

#[test]
fn an_explicit_provider_imports_them_too() {
    imports(Provider::Explicit);
}

fn imports(provider: Provider) {
    let stack = stack("random-import", &provider.complete(IMPORTS, "random", ""));
    let imported = stack.up().succeeds();
    imported.calls.are_without(&["Create", "Update", "Delete"]);
    assert_eq!(imported.summary()["imported"], 5, "{imported}");
    let outputs = stack.outputs();
    assert_eq!(outputs["text"], "Text4import!");
    assert_eq!(outputs["password"], "securePass1!");
    assert_eq!(outputs["number"], 15390);
    assert_eq!(outputs["identity"], "aabbccdd-eeff-0011-2233-445566778899");
    // The engine itself keeps the id that was imported by in clear, so only the outputs are looked at.
    let password = stack.resource("password").unwrap();
    assert_eq!(password["id"], "none", "{password}");
    assert!(!password["outputs"].to_string().contains("securePass1!"));

    // The import is done: the option may go, and nothing changes.
    stack.forget_imports();
    let unchanged = stack.up().succeeds().changes(&[]);
    unchanged
        .calls
        .are_without(&["Create", "Update", "Delete", "Read"]);
}

#[test]
fn the_import_command_takes_a_value_into_the_state() {
    let stack = stack(
        "random-import-command",
        "
name: random-import-command
runtime: yaml
resources:
  identity:
    type: random:RandomUuid
",
    );
    stack.up().succeeds();
    stack
        .import_resource(
            "random:index/randomString:RandomString",
            "found",
            "found-value",
        )
        .succeeds();
    let found = stack.resource("found").unwrap();
    assert_eq!(found["outputs"]["result"], "found-value", "{found}");
    assert_eq!(found["inputs"]["length"], 11, "{found}");
}

#[test]
fn minimums_that_cannot_be_met_fail_before_anything_is_made() {
    fails(Provider::Default);
}

#[test]
fn they_fail_with_an_explicit_provider_too() {
    fails(Provider::Explicit);
}

fn fails(provider: Provider) {
    const IMPOSSIBLE: &str = "
name: random-impossible
runtime: yaml
resources:
  password:
    type: random:RandomPassword
    properties: {length: 4, minUpper: 3, minNumeric: 3}
    options: {VIA}
";
    let program = provider.complete(IMPOSSIBLE, "random", "");
    let stack = stack("random-impossible", &program);
    stack.preview().fails().says("length");
    let failed = stack.up().fails().says("length");
    failed.calls.are_without(&["Delete", "Update"]);
    assert!(stack.resource("password").is_none(), "{failed}");

    stack.edit("length: 4", "length: 8");
    stack.up().succeeds();
    assert!(stack.resource("password").is_some());
    stack.destroy().succeeds();
}

guest!(
    python,
    Python,
    [
        values_that_exist_are_imported,
        minimums_that_cannot_be_met_fail_before_anything_is_made,
    ]
);

guest!(
    typescript,
    TypeScript,
    [
        values_that_exist_are_imported,
        minimums_that_cannot_be_met_fail_before_anything_is_made,
    ]
);
