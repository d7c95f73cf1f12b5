//! A machine that sees a project for the first time, as a job of a CI system does.

use std::fs;

use test_support::pulumi::engine::Engine;
use test_support::pulumi::stack::Stack;

const PROGRAM: &str = "
name: fresh
runtime: yaml
resources:
  entry:
    type: ledger:Entry
    properties: {label: first, size: 5 GB}
  gone:
    type: ledger:Entry
    properties: {label: second, size: 6 GB}
";

const HELLO: &str = "
name: fresh
runtime: yaml
resources:
  greeting:
    type: hello:Greeting
    properties: {name: World}
";

const GONE: &str = "  gone:
    type: ledger:Entry
    properties: {label: second, size: 6 GB}
";

/// A project that was deployed with the first version, and whose next commit has the second version and one resource
/// less.
fn upgraded() -> Stack {
    let stack = Engine::stack("fresh").program(PROGRAM).create();
    stack.copy_component("ledger-1", "ledger.wasm");
    stack.package_add(&["./ledger.wasm"]).succeeds();
    stack.up().succeeds();
    stack.copy_component("ledger-2", "ledger.wasm");
    stack.package_add(&["./ledger.wasm"]).succeeds();
    stack.edit(GONE, "");
    stack.edit("size: 5 GB", "gigabytes: 5");
    stack
}

/// The same on another machine.
fn forget(stack: &Stack) {
    fs::remove_dir_all(stack.home().join("wasm")).unwrap();
    fs::remove_dir_all(stack.home().join("schemas")).ok();
}

#[test]
fn an_upgrade_that_removes_a_resource_works_on_a_machine_that_never_saw_the_old_component() {
    let stack = upgraded();
    forget(&stack);
    let done = stack
        .up()
        .succeeds()
        .changes(&[("updated", 1), ("deleted", 1)]);
    done.says("from the project's SDK reads and deletes its resources");
    assert!(stack.resource("gone").is_none());
    // From here on the state names the new component alone.
    stack.up().succeeds().changes(&[]).lacks("warning");
    stack.destroy().succeeds();
}

#[test]
fn resources_of_the_old_component_are_destroyed_by_the_component_in_the_sdk() {
    let stack = upgraded();
    forget(&stack);
    stack.refresh().succeeds().says("reads and deletes");
    stack.destroy().succeeds();
}

#[test]
fn the_project_may_carry_the_old_component() {
    let stack = upgraded();
    forget(&stack);
    stack.copy_component("ledger-1", "wasm-components/ledger-1.wasm");
    let done = stack
        .up()
        .succeeds()
        .changes(&[("updated", 1), ("deleted", 1)]);
    done.lacks("reads and deletes");
}

#[test]
fn a_component_outside_of_the_project_is_found_where_the_project_file_has_it() {
    let stack = Engine::stack("fresh-outside").program(HELLO).create();
    let shared = stack.path().join("shared");
    fs::create_dir(&shared).unwrap();
    let file = shared.join("hello.wasm");
    fs::copy(Engine::component("hello"), &file).unwrap();
    stack.package_add(&[file.to_str().unwrap()]).succeeds();
    forget(&stack);
    stack.up().succeeds();

    // Without it, the user can repair this.
    forget(&stack);
    let away = shared.join("away.wasm");
    fs::rename(&file, &away).unwrap();
    stack
        .destroy()
        .fails()
        .says("from `Pulumi.yaml`, which is missing")
        .says("pulumi install")
        .lacks("./hello.wasm");
    fs::rename(&away, &file).unwrap();
    stack.run(&["install"]).succeeds();
    stack.destroy().succeeds();
}
