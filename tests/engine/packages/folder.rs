//! A folder with `runtime: wasm`, and a Git repository of one, as packages of the real engine.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::servers::git_server::{GitServer, HOST};
use test_support::pulumi::engine::Engine;
use test_support::pulumi::stack::Stack;

const PROGRAM: &str = "
name: folder
runtime: yaml
resources:
  greeting:
    type: hello:Greeting
    properties:
      name: World
outputs:
  message: ${greeting.message}
";

/// The same machine with the plugins that `pulumi-wasm install` installs, and no other plugin.
fn have_language_host(stack: &Stack) {
    fs::remove_dir_all(stack.home().join("plugins")).unwrap();
    let mut tool = Command::new(env!("CARGO_BIN_EXE_pulumi-wasm"));
    stack.isolate(&mut tool, &stack.project);
    let output = tool.args(["install", "--json"]).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(
        report["languageHost"]
            .as_str()
            .unwrap()
            .contains("language-wasm-v")
    );
}

#[test]
fn a_folder_is_a_package_and_an_archive_of_it_a_plugin() {
    let stack = Engine::stack("folder")
        .program(PROGRAM)
        .component("hello")
        .create();
    have_language_host(&stack);
    let provider = stack.project.join("greeter");
    fs::create_dir(&provider).unwrap();
    fs::rename(
        stack.project.join("hello.wasm"),
        provider.join("hello.wasm"),
    )
    .unwrap();
    fs::write(
        provider.join("PulumiPlugin.yaml"),
        "runtime:\n  name: wasm\n  options:\n    parameters: [--limit, memory=100MiB]\n",
    )
    .unwrap();
    stack.run(&["package", "add", "./greeter"]).succeeds();
    let created = stack.up().succeeds();
    created.calls.are_without(&["Parameterize"]);
    assert_eq!(stack.output("message"), "Hello, World!");
    stack.up().succeeds().changes(&[]);
    stack.refresh().succeeds().changes(&[]);
    stack.edit("name: World", "name: Moon");
    stack.up().succeeds().changes(&[("replaced", 1)]);
    stack.destroy().succeeds();

    // The same folder, packed and installed as any plugin.
    let packed = Command::new("tar")
        .args(["czf", "greeter.tar.gz", "-C", "greeter", "."])
        .current_dir(&stack.project)
        .status();
    assert!(packed.unwrap().success());
    fs::remove_dir_all(&provider).unwrap();
    fs::remove_dir_all(stack.project.join("sdks")).unwrap();
    fs::write(stack.project.join("Pulumi.yaml"), PROGRAM).unwrap();
    stack
        .run(&[
            "plugin",
            "install",
            "resource",
            "hello",
            "0.1.0",
            "--file",
            "greeter.tar.gz",
        ])
        .succeeds();
    stack.up().succeeds();
    stack.destroy().succeeds();
}

#[test]
fn a_repository_is_a_package_on_each_machine_that_has_the_language_host() {
    let server = GitServer::start();
    let mut stack = Engine::stack("repository").program(PROGRAM).create();
    let provider = stack.path().join("greeter");
    fs::create_dir(&provider).unwrap();
    fs::copy(Engine::component("hello"), provider.join("hello.wasm")).unwrap();
    fs::write(provider.join("PulumiPlugin.yaml"), "runtime: wasm\n").unwrap();
    server.publish("acme/greeter", "v0.1.0", &provider);
    stack.set_variable("HTTPS_PROXY", Some(&server.proxy));
    stack.set_variable("SSL_CERT_FILE", server.authority().to_str());

    have_language_host(&stack);
    let package = format!("{HOST}/acme/greeter@v0.1.0");
    stack.run(&["package", "add", &package]).succeeds();
    assert!(stack.read_program().contains(&package));
    let created = stack.up().succeeds();
    created.calls.are_without(&["Parameterize"]);
    assert_eq!(stack.output("message"), "Hello, World!");

    // Another machine: Pulumi fetches the repository at that tag.
    have_language_host(&stack);
    stack.run(&["install"]).succeeds();
    stack.up().succeeds().changes(&[]);
    stack.destroy().succeeds();
}

const SHELF: &str = "
name: shelf
runtime: yaml
resources:
  shelf:
    type: workshop:Shelf
    properties: {looks: 2}
outputs:
  story: ${shelf.story}
";

/// The children that a component registers are of its folder too, whatever version the folder has.
#[test]
fn a_component_resource_in_a_folder_has_children_of_its_own_package() {
    let server = GitServer::start();
    let mut stack = Engine::stack("shelves").program(SHELF).create();
    let provider = stack.project.join("workshop");
    fs::create_dir(&provider).unwrap();
    fs::copy(
        Engine::component("workshop"),
        provider.join("workshop.wasm"),
    )
    .unwrap();
    fs::write(provider.join("PulumiPlugin.yaml"), "runtime: wasm\n").unwrap();
    have_language_host(&stack);
    stack.run(&["package", "add", "./workshop"]).succeeds();
    stack.up().succeeds();
    stack.up().succeeds().changes(&[]);
    stack.destroy().succeeds();

    // The tag of a repository counts, and not the version in the component.
    server.publish("acme/workshop", "v7.8.9", &provider);
    fs::remove_dir_all(&provider).unwrap();
    fs::remove_dir_all(stack.project.join("sdks")).ok();
    fs::write(stack.project.join("Pulumi.yaml"), SHELF).unwrap();
    stack.set_variable("HTTPS_PROXY", Some(&server.proxy));
    stack.set_variable("SSL_CERT_FILE", server.authority().to_str());
    let package = format!("{HOST}/acme/workshop@v7.8.9");
    stack.run(&["package", "add", &package]).succeeds();
    stack.up().succeeds();
    let child = stack.resource("shelf-slow").unwrap();
    let provider = child["provider"].as_str().unwrap();
    assert!(provider.contains("::default_7_8_9_git_"), "{provider}");
    stack.up().succeeds().changes(&[]);
    stack.destroy().succeeds();
}

#[test]
fn a_folder_with_the_source_of_a_provider_is_built_when_it_is_added() {
    let mut stack = Engine::stack("built").program(PROGRAM).create();
    have_language_host(&stack);
    let provider = stack.project.join("greeter");
    fs::create_dir(&provider).unwrap();
    fs::write(provider.join("PulumiPlugin.yaml"), "runtime: wasm\n").unwrap();
    fs::write(provider.join("Cargo.toml"), "[package]\nname = \"hello\"\n").unwrap();
    let programs = stack.path().join("programs");
    compiler(&programs, &provider);
    let tool = Path::new(env!("CARGO_BIN_EXE_pulumi-wasm"));
    let path = std::env::var("PATH").unwrap();
    let path = [&programs, tool.parent().unwrap()]
        .map(|folder| folder.display().to_string())
        .join(":")
        + ":"
        + &path;
    stack.set_variable("PATH", Some(&path));
    let added = stack.run(&["package", "add", "./greeter"]).succeeds();
    assert!(provider.join("hello.wasm").is_file(), "{added}");
    stack.up().succeeds();
    assert_eq!(stack.output("message"), "Hello, World!");
    stack.destroy().succeeds();
}

/// Stands in for a compiler that makes the example of this provider.
fn compiler(programs: &Path, provider: &Path) {
    fs::create_dir(programs).unwrap();
    fs::write(programs.join("libcore-0.rlib"), "").unwrap();
    let made = json!({
        "reason": "compiler-artifact",
        "manifest_path": provider.join("Cargo.toml"),
        "filenames": [Engine::component("hello")],
    });
    let sysroot = programs.display();
    for (name, script) in [
        ("cargo", format!("echo '{made}'")),
        (
            "rustc",
            format!(
                "case \"$*\" in *target-libdir*|*sysroot*) echo {sysroot} ;; *--version*) echo 'rustc 1.95.0 (x)' ;; esac"
            ),
        ),
    ] {
        let file = programs.join(name);
        fs::write(&file, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
    }
}
