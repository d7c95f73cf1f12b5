//! Adding a package under the real engine: the sources, the arguments, and the later use.

use std::fs;
use std::path::Path;

use pulumi_wasm_packages::Digest;

use crate::support::engine::Engine;
use crate::support::stack::Stack;

const PROGRAM: &str = "
name: package
runtime: yaml
resources:
  greeting:
    type: hello:Greeting
    properties:
      name: World
outputs:
  message: ${greeting.message}
";

fn stack(name: &str) -> Stack {
    Engine::stack(name).program(PROGRAM).create()
}

fn lives(stack: &Stack) {
    stack.up().succeeds();
    assert_eq!(stack.outputs()["message"], "Hello, World!");
    stack.destroy().succeeds();
}

/// Appends a custom section that means nothing: the same component with another digest.
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
fn install_tells_of_another_build_and_takes_none_where_a_digest_is_pinned() {
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
fn what_is_not_a_component_is_refused_with_the_way_out() {
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

/// The tool reads everything that the engine writes of a package: in the project's file, the lock file and the state.
#[test]
fn what_the_engine_records_is_what_grants_reads() {
    let stack = stack("package-grants");
    stack.copy_component("hello", "hello.wasm");
    stack
        .package_add(&[
            "./hello.wasm",
            "--",
            "--allow-net",
            "*.example.com",
            "--limit",
            "memory=2GiB",
        ])
        .succeeds()
        .says("granted more than it asks for: `--allow-net '*.example.com'`");
    stack.up().succeeds();
    let (content, found) = stack.grants();
    assert!(content, "{found}");
    let [package] = found["packages"].as_array().unwrap().as_slice() else {
        panic!("{found}");
    };
    assert_eq!(package["net"], serde_json::json!(["*.example.com"]));
    let places = package["foundIn"].as_array().unwrap();
    let is_in = |name: &str| {
        let names = |place: &&serde_json::Value| place["file"].as_str().unwrap().contains(name);
        places.iter().filter(names).count()
    };
    assert_eq!(
        (is_in("sdks/"), is_in("state/.pulumi/stacks/")),
        (1, 1),
        "{found}"
    );

    stack.edit("'*.example.com'", "api.example.com");
    let (content, found) = stack.grants();
    assert!(!content);
    let beyond = &found["packages"][0]["beyondProject"];
    assert_eq!(*beyond, serde_json::json!(["--allow-net '*.example.com'"]));
    stack.up().succeeds().says("may reach more than");
    stack.destroy().succeeds();
}

/// Without a variable of the environment, the state is at the place that the project names, or else where the user
/// logged in.
#[test]
fn grants_finds_the_state_where_the_engine_keeps_it() {
    let stack = Engine::stack("package-login")
        .program(PROGRAM)
        .environment("PULUMI_BACKEND_URL", "")
        .without_stack();
    let folder = |name: &str| {
        let folder = stack.path().join(name);
        fs::create_dir(&folder).unwrap();
        format!("file://{}", folder.display())
    };
    stack.copy_component("hello", "hello.wasm");
    let found_in = |expected: &str| {
        let (content, found) = stack.grants();
        assert!(content, "{found}");
        let places = found["packages"][0]["foundIn"].to_string();
        assert!(
            places.contains(&format!("{expected}/.pulumi/stacks/package/dev.json")),
            "{found}"
        );
        assert!(
            found["state"].as_str().unwrap().ends_with(expected),
            "{found}"
        );
    };
    stack.write_program(PROGRAM);
    stack.package_add(&["./hello.wasm"]).succeeds();
    assert_eq!(
        stack.grants().1["state"]
            .as_str()
            .unwrap()
            .split(':')
            .next(),
        Some("not read, as no user is logged in")
    );
    stack.run(&["login", &folder("logged-in")]).succeeds();
    stack.run(&["stack", "init", "dev"]).succeeds();
    stack.up().succeeds();
    found_in("logged-in");

    let program = stack.read_program();
    stack.write_program(&format!(
        "{program}backend:\n  url: {}\n",
        folder("of-project")
    ));
    stack.run(&["stack", "init", "dev"]).succeeds();
    stack.up().succeeds();
    found_in("of-project");
    assert!(!stack.grants().1.to_string().contains("logged-in"));
}

#[test]
fn an_operators_policy_is_kept_under_the_engine() {
    let stack = stack("package-policy");
    stack.copy_component("hello", "hello.wasm");
    fs::create_dir_all(stack.home().join("wasm")).unwrap();
    let policy = stack.home().join("wasm/policy.yaml");
    fs::write(&policy, "network:\n  allow: [api.example.com]\n").unwrap();
    stack
        .package_add(&[
            "./hello.wasm",
            "--",
            "--allow-net",
            "*.example.com",
            "--allow-net",
            "x.org",
        ])
        .fails()
        .says("`--allow-net x.org`: `network.allow` in the operator's policy")
        .says("policy.yaml`, line 2");
    stack
        .package_add(&["./hello.wasm", "--", "--allow-net", "*.example.com"])
        .succeeds()
        .says("covers only a part of it");
    fs::write(&policy, "components:\n  only-pinned: true\n").unwrap();
    stack
        .up()
        .fails()
        .says("may not run as the package `hello`");
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
