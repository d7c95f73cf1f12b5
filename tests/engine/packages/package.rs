//! Adding a package under the real engine: the sources, the arguments, and the later use.

mod grants;

use std::fs;
use std::path::Path;

use pulumi_wasm_packages::Digest;

use crate::examples::hello::published;
use test_support::pulumi::engine::Engine;
use test_support::pulumi::stack::Stack;

fn stack(name: &str) -> Stack {
    Engine::stack(name).program(published()).create()
}

fn lives(stack: &Stack) {
    stack.up().succeeds();
    assert_eq!(stack.output("message"), "Hello, World!");
    stack.destroy().succeeds();
}

/// Appends a custom section without a meaning: the same component with another digest.
fn rebuild(component: &Path) {
    let mut bytes = fs::read(component).unwrap();
    bytes.extend([0, 6, 4, b'n', b'o', b't', b'e', b'!']);
    fs::write(component, bytes).unwrap();
}

#[test]
fn a_component_in_the_project_is_found_by_its_path_there() {
    let stack = stack("package-beside");
    stack.copy_component("hello", "components/hello.wasm");
    stack.package_add(&["./components/hello.wasm"]).succeeds();
    let program = stack.read_program();
    assert!(program.contains("./components/hello.wasm"), "{program}");
    lives(&stack);
}

#[test]
fn a_package_may_be_added_from_a_sub_directory() {
    let stack = stack("package-below");
    stack.copy_component("hello", "components/hello.wasm");
    let below = stack.project.join("components");
    stack
        .run_in(&below, &["package", "add", "wasm", "./hello.wasm"])
        .succeeds();
    lives(&stack);
}

/// The engine writes the path into Pulumi.yaml as it was typed below, and gives it to us at the root.
#[test]
fn install_at_the_root_says_where_it_looked_for_what_was_added_below() {
    let stack = stack("package-typed-below");
    stack.copy_component("hello", "components/hello.wasm");
    let below = stack.project.join("components");
    stack
        .run_in(&below, &["package", "add", "wasm", "./hello.wasm"])
        .succeeds();
    stack.run(&["install"]).succeeds();

    fs::remove_dir_all(stack.project.join("sdks")).unwrap();
    stack
        .run(&["install"])
        .fails()
        .says("there is no file `./hello.wasm`")
        .says("project/hello.wasm");

    stack.edit("./hello.wasm", "./components/hello.wasm");
    stack.run(&["install"]).succeeds();
    lives(&stack);
}

#[test]
fn install_at_the_root_brings_back_what_was_added_there() {
    let stack = stack("package-install");
    stack.copy_component("hello", "components/hello.wasm");
    stack.package_add(&["./components/hello.wasm"]).succeeds();
    fs::remove_dir_all(stack.project.join("sdks")).unwrap();
    stack.run(&["install"]).succeeds();
    assert!(stack.project.join("sdks").is_dir());
    lives(&stack);
}

#[test]
fn a_rebuilt_component_runs_only_after_it_was_added_again() {
    let stack = stack("package-rebuilt");
    let component = stack.copy_component("hello", "hello.wasm");
    stack.package_add(&["./hello.wasm"]).succeeds();
    stack.up().succeeds().lacks("warning");
    let pinned = pinned_value(&stack);

    rebuild(&component);
    let warned = stack.up().succeeds().changes(&[]);
    assert!(
        warned
            .stdout
            .contains("pulumi package add wasm ./hello.wasm")
            || warned
                .stderr
                .contains("pulumi package add wasm ./hello.wasm"),
        "what would take the new bytes into use?\n{warned}"
    );
    assert_eq!(pinned_value(&stack), pinned, "the pinned component changed");

    stack.package_add(&["./hello.wasm"]).succeeds();
    stack.up().succeeds().lacks("package add");
    assert_ne!(
        pinned_value(&stack),
        pinned,
        "the new component is not in use"
    );
    stack.destroy().succeeds();
}

#[test]
fn install_warns_of_another_build_and_refuses_it_if_a_digest_is_pinned() {
    let stack = stack("package-pinned");
    let component = stack.copy_component("hello", "hello.wasm");
    stack.package_add(&["./hello.wasm"]).succeeds();
    rebuild(&component);
    stack
        .run(&["install"])
        .succeeds()
        .says("the SDK in `sdks` has")
        .says("--sha256");

    let digest = Digest::of(&fs::read(&component).unwrap());
    stack
        .package_add(&["./hello.wasm", "--", "--sha256", digest.hex()])
        .succeeds();
    let program = stack.read_program();
    assert!(program.contains(digest.hex()), "{program}");
    stack
        .run(&["install"])
        .succeeds()
        .lacks("the SDK in `sdks`");
    rebuild(&component);
    stack
        .run(&["install"])
        .fails()
        .says("`--sha256` asks for")
        .says(digest.hex());
}

#[test]
fn a_component_that_was_moved_or_deleted_is_kept_in_the_store() {
    let stack = stack("package-deleted");
    let component = stack.copy_component("hello", "hello.wasm");
    stack.package_add(&["./hello.wasm"]).succeeds();
    stack.up().succeeds();

    fs::rename(&component, stack.project.join("elsewhere.wasm")).unwrap();
    stack.up().succeeds().changes(&[]);
    stack.edit("name: World", "name: Moon");
    stack.up().succeeds().changes(&[("replaced", 1)]);

    fs::remove_file(stack.project.join("elsewhere.wasm")).unwrap();
    stack.refresh().succeeds();
    stack.destroy().succeeds();
}

#[test]
fn an_emptied_store_is_filled_from_the_recorded_path() {
    let stack = stack("package-emptied");
    stack.copy_component("hello", "hello.wasm");
    stack.package_add(&["./hello.wasm"]).succeeds();
    fs::remove_dir_all(stack.home().join("wasm/store")).unwrap();
    lives(&stack);
}

#[test]
fn a_component_that_is_nowhere_is_asked_for_by_its_digest() {
    let stack = stack("package-nowhere");
    let component = stack.copy_component("hello", "hello.wasm");
    stack.package_add(&["./hello.wasm"]).succeeds();
    stack.up().succeeds();
    fs::remove_file(&component).unwrap();
    fs::remove_dir_all(stack.home().join("wasm/store")).unwrap();
    fs::remove_dir_all(stack.home().join("schemas")).ok();

    stack
        .destroy()
        .fails()
        .says("sha256:")
        .says("hello.wasm")
        .says("wasm/store");

    stack.copy_component("hello", "hello.wasm");
    stack.destroy().succeeds();
}

#[test]
fn another_component_at_the_recorded_path_is_not_taken_for_the_pinned_one() {
    let stack = stack("package-other");
    let component = stack.copy_component("hello", "hello.wasm");
    stack.package_add(&["./hello.wasm"]).succeeds();
    stack.up().succeeds();
    rebuild(&component);
    fs::remove_dir_all(stack.home().join("wasm/store")).unwrap();
    stack.destroy().fails().says("sha256:").says("digest");
}

#[test]
fn a_file_that_is_not_a_component_is_refused_with_a_hint() {
    let stack = stack("package-bad");
    fs::write(stack.project.join("text.wasm"), "this is not Wasm").unwrap();
    stack
        .package_add(&["./text.wasm"])
        .fails()
        .says("text.wasm");
    fs::write(stack.project.join("module.wasm"), b"\0asm\x01\0\0\0").unwrap();
    stack
        .package_add(&["./module.wasm"])
        .fails()
        .says("core WebAssembly module")
        .says("pulumi-wasm wrap");
    stack
        .package_add(&["./absent.wasm"])
        .fails()
        .says("absent.wasm");

    let whole = stack.copy_component("hello", "cut.wasm");
    let bytes = fs::read(&whole).unwrap();
    fs::write(&whole, &bytes[..bytes.len() / 2]).unwrap();
    stack.package_add(&["./cut.wasm"]).fails().says("cut.wasm");
    let program = stack.read_program();
    stack
        .package_add(&[])
        .fails()
        .says("was given no component")
        .says("pulumi package add wasm ./acme.wasm");
    assert_eq!(stack.read_program(), program);
    assert!(!stack.project.join("sdks/wasm").exists());
    stack
        .package_add(&["--", "--help"])
        .fails()
        .says("--allow-net");
}

#[test]
fn two_components_that_claim_one_token_are_both_named() {
    let stack = stack("package-twice");
    stack.copy_component("hello", "one.wasm");
    let two = stack.copy_component("hello", "two.wasm");
    rebuild(&two);
    stack
        .package_add(&["./one.wasm", "./two.wasm"])
        .fails()
        .says("one.wasm")
        .says("two.wasm")
        .says("hello:index:Greeting");
}

#[test]
fn components_of_two_packages_are_both_named() {
    let stack = stack("package-names");
    stack.copy_component("hello", "hello.wasm");
    stack.copy_component("random", "random.wasm");
    stack
        .package_add(&["./hello.wasm", "./random.wasm"])
        .fails()
        .says("hello.wasm")
        .says("random.wasm");
}

/// The parameter value that the state pins the provider to.
fn pinned_value(stack: &Stack) -> String {
    let provider = stack.provider("hello").expect("a provider in the state");
    let value = &provider["inputs"]["__internal"]["parameterization"];
    value
        .as_str()
        .unwrap_or_else(|| panic!("{provider}"))
        .to_owned()
}
