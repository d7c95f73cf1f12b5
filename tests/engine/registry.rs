//! Packages of a registry under the real engine, on the machine that added them and on others.

use std::fs;

use pulumi_wasm_packages::Digest;

use super::hello::published;
use crate::support::engine::Engine;
use crate::support::registry::Registry;
use crate::support::stack::Stack;

/// The version of the example `hello`.
const NAME: &str = "acme/hello:0.1.0";

fn stack(name: &str) -> Stack {
    Engine::stack(name).program(published()).create()
}

/// The same on another machine.
fn forget(stack: &Stack) {
    fs::remove_dir_all(stack.home().join("wasm")).unwrap();
    fs::remove_dir_all(stack.home().join("schemas")).ok();
}

fn greets(stack: &Stack) {
    stack.up().succeeds();
    assert_eq!(stack.outputs()["message"], "Hello, World!");
}

#[test]
fn a_package_of_a_registry_runs_on_each_machine_and_is_destroyed_there() {
    let mut registry = Registry::start();
    let digest = Digest::of(&fs::read(Engine::component("hello")).unwrap());
    registry.publish(NAME, &Engine::component("hello"));
    let reference = registry.reference(NAME);
    let stack = stack("registry");
    stack.package_add(&[&reference]).succeeds();
    let program = stack.read_program();
    assert!(program.contains(&reference), "{program}");
    greets(&stack);
    assert_eq!(registry.downloads(&digest), 1);

    // A job of a CI system has the project, and nothing else.
    forget(&stack);
    stack.run(&["install"]).succeeds();
    stack.up().succeeds().changes(&[]);
    forget(&stack);
    stack.refresh().succeeds();
    assert_eq!(registry.downloads(&digest), 3);

    // With a filled store the registry is not needed any more.
    registry.stop();
    stack.up().succeeds().changes(&[]);
    stack.destroy().succeeds();
}

#[test]
fn a_component_that_is_gone_everywhere_is_told_with_what_helps() {
    let mut registry = Registry::start();
    registry.publish(NAME, &Engine::component("hello"));
    let stack = stack("registry-gone");
    stack.package_add(&[&registry.reference(NAME)]).succeeds();
    greets(&stack);
    forget(&stack);
    registry.stop();
    let digest = Digest::of(&fs::read(Engine::component("hello")).unwrap());
    stack
        .destroy()
        .fails()
        .says(&digest.to_string())
        .says("acme/hello:0.1.0@sha256:")
        .says("pulumi-wasm cache add");
    stack.copy_component("hello", "wasm-components/hello.wasm");
    stack.destroy().succeeds();
}

#[test]
fn a_moved_tag_stops_an_install_and_not_what_runs() {
    let registry = Registry::start();
    let before = registry.publish(NAME, &Engine::component("hello"));
    let stack = stack("registry-moved");
    stack.package_add(&[&registry.reference(NAME)]).succeeds();
    let mut other = fs::read(Engine::component("hello")).unwrap();
    other.extend([0, 6, 4, b'n', b'o', b't', b'e', b'!']);
    let after = registry.publish_bytes(NAME, &other);
    stack
        .run(&["install"])
        .fails()
        .says("was moved")
        .says(&before.to_string())
        .says(&after.to_string());
    greets(&stack);
    stack.destroy().succeeds();
}
