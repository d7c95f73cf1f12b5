//! Two builds of one version in one program: the engine runs only one of them.

use std::fs;

use pulumi_wasm_packages::Digest;

use test_support::pulumi::engine::Engine;

const PROGRAM: &str = "
name: builds
runtime: yaml
resources:
  greeting:
    type: hello:Greeting
    properties:
      name: World
";

#[test]
fn two_builds_of_one_version_in_one_program_are_told() {
    let stack = Engine::stack("builds").program(PROGRAM).create();
    let component = stack.copy_component("hello", "hello.wasm");
    let first = fs::read(&component).unwrap();
    // A custom section without a meaning: another digest.
    let second = [first.as_slice(), &[0, 6, 4, b'n', b'o', b't', b'e', b'!']].concat();
    stack.package_add(&["./hello.wasm"]).succeeds();
    let sdks = stack.project.join("sdks");
    fs::rename(sdks.join("hello"), sdks.join("another-hello")).unwrap();
    fs::write(&component, &second).unwrap();
    stack.package_add(&["./hello.wasm"]).succeeds();

    stack
        .up()
        .succeeds()
        .says("SDKs of two builds of `hello` 0.1.0")
        .says("another-hello")
        .says(Digest::of(&first).hex())
        .says(Digest::of(&second).hex());
    let (content, found) = stack.grants();
    assert!(!content, "{found}");

    fs::remove_dir_all(sdks.join("another-hello")).unwrap();
    stack.up().succeeds().lacks("two builds");
    assert!(stack.grants().0);
    stack.destroy().succeeds();
}
