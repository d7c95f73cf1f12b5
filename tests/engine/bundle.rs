//! A component as an ordinary plugin under the real engine: bundled, installed, and used without a parameter.

use std::fs;
use std::process::Command;

use serde_json::Value;

use super::hello::published;
use crate::support::engine::Engine;
use crate::support::stack::Stack;

/// A stack whose home has the plugin `hello`, as `pulumi plugin install` puts it there, and not the plugin `wasm`.
fn bundled(name: &str) -> Stack {
    let stack = Engine::stack(name)
        .program(published())
        .component("hello")
        .create();
    fs::remove_dir_all(stack.home().join("plugins")).unwrap();
    let mut tool = Command::new(env!("CARGO_BIN_EXE_pulumi-wasm"));
    stack.isolate(&mut tool, &stack.project);
    tool.args(["bundle", "hello.wasm", "--json", "-o", "dist"])
        .args(["--plugin-download-url", "https://example.com/v${VERSION}"]);
    let output = tool.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let made: Value = serde_json::from_slice(&output.stdout).unwrap();
    let archives = made["archives"].as_object().unwrap();
    let archive = archives.values().next().unwrap()["file"].as_str().unwrap();
    stack
        .run(&[
            "plugin", "install", "resource", "hello", "0.1.0", "--file", archive,
        ])
        .succeeds();
    fs::remove_file(stack.project.join("hello.wasm")).unwrap();
    stack
}

#[test]
fn a_bundled_plugin_lives_without_a_parameter_and_moves_to_the_parameterized_one() {
    let stack = bundled("bundle-life");
    let schema = stack.run(&["package", "get-schema", "hello"]).succeeds();
    let schema: Value = serde_json::from_str(&schema.stdout).unwrap();
    assert_eq!(
        schema["pluginDownloadURL"],
        "https://example.com/v${VERSION}"
    );
    stack.preview().succeeds();
    let created = stack.up().succeeds();
    created.calls.are_without(&["Parameterize"]);
    assert_eq!(stack.outputs()["message"], "Hello, World!");
    stack.up().succeeds().changes(&[]);
    stack.refresh().succeeds().changes(&[]);
    stack.edit("name: World", "name: Moon");
    stack.up().succeeds().changes(&[("replaced", 1)]);

    // The same types, from a parameter: nothing is replaced.
    let bundle = stack.home().join("plugins");
    let kept = stack.home().join("bundled");
    fs::rename(&bundle, &kept).unwrap();
    stack.install_plugin();
    for entry in fs::read_dir(&kept).unwrap() {
        let entry = entry.unwrap();
        fs::rename(entry.path(), bundle.join(entry.file_name())).unwrap();
    }
    stack.copy_component("hello", "hello.wasm");
    stack.package_add(&["./hello.wasm"]).succeeds();
    stack.up().succeeds().changes(&[]);
    stack.destroy().succeeds();
}
