//! A component as an ordinary plugin under the real engine: bundled, installed, and used without a parameter.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use super::archives::archive;
use crate::examples::hello::published;
use crate::servers::file_server::FileServer;
use test_support::pulumi::engine::Engine;
use test_support::pulumi::stack::Stack;

/// A stack without any plugin, and the archive of the plugin `hello` in its project's folder `dist`.
fn with_archive(name: &str) -> (Stack, PathBuf) {
    let stack = Engine::stack(name)
        .program(published())
        .component("hello")
        .create();
    fs::remove_dir_all(stack.home().join("plugins")).unwrap();
    let options = [
        "--json",
        "--plugin-download-url",
        "https://example.com/v${VERSION}",
    ];
    let told = archive(&stack, "hello", &options);
    let made: Value = serde_json::from_str(&told).unwrap();
    let archives = made["archives"].as_object().unwrap();
    let archive = archives.values().next().unwrap()["file"].as_str().unwrap();
    fs::remove_file(stack.project.join("hello.wasm")).unwrap();
    let archive = stack.project.join(archive);
    (stack, archive)
}

/// A stack whose home has the plugin `hello`, as `pulumi plugin install` puts it there, and not the plugin `wasm`.
pub(super) fn bundled(name: &str) -> Stack {
    let (stack, archive) = with_archive(name);
    stack
        .run(&[
            "plugin",
            "install",
            "resource",
            "hello",
            "0.1.0",
            "--file",
            archive.to_str().unwrap(),
        ])
        .succeeds();
    stack
}

#[test]
fn the_engine_installs_a_bundled_plugin_from_a_server() {
    let (stack, archive) = with_archive("bundle-server");
    let server = FileServer::start(archive.parent().unwrap());
    let install = [
        "plugin", "install", "resource", "hello", "0.1.0", "--server",
    ];
    let missing = format!("{}/nowhere", server.address);
    stack.run(&[&install[..], &[&missing]].concat()).fails();
    let installed = [&install[..], &[&server.address]].concat();
    stack.run(&installed).succeeds();
    stack.up().succeeds();
    assert_eq!(stack.output("message"), "Hello, World!");
    stack.destroy().succeeds();
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
    assert_eq!(stack.output("message"), "Hello, World!");
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
    let before = stack.read_program();
    stack.package_add(&["./hello.wasm"]).succeeds();
    stack.up().succeeds().changes(&[]);
    let provider = stack.provider("hello").unwrap();
    assert!(
        provider["inputs"]["__internal"]["parameterization"].is_string(),
        "{provider}"
    );

    // And back: without the parameter, the bundle is meant again.
    stack.write_program(&before);
    fs::remove_dir_all(stack.project.join("sdks")).ok();
    let returned = stack.up().succeeds().changes(&[]);
    returned.calls.are_without(&["Create", "Delete"]);
    let provider = stack.provider("hello").unwrap();
    assert_eq!(
        provider["inputs"]["__internal"].get("parameterization"),
        None,
        "{provider}"
    );
    stack.refresh().succeeds().changes(&[]);
    stack.destroy().succeeds();
}
