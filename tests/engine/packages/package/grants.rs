//! Grants of a package under the real engine: the files that `pulumi-wasm grants` reads, and the operator's policy.

use std::fs;

use super::stack;
use crate::examples::hello::published;
use test_support::pulumi::engine::Engine;

/// The tool reads everything that the engine writes of a package: in the project's file, the lock file and the state.
#[test]
fn grants_reads_all_that_the_engine_records() {
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
        .program(published())
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
            places.contains(&format!("{expected}/.pulumi/stacks/hello-demo/dev.json")),
            "{found}"
        );
        assert!(
            found["state"].as_str().unwrap().ends_with(expected),
            "{found}"
        );
    };
    stack.write_program(&published());
    stack.package_add(&["./hello.wasm"]).succeeds();
    assert_eq!(
        stack.grants().1["state"]
            .as_str()
            .unwrap()
            .split(':')
            .next(),
        Some("not read, because no user is logged in")
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
