//! The plugin itself from the archive of a release, which the real engine downloads.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use pulumi_wasm_archive::{PLUGIN, Platform, Release, archive_name};
use pulumi_wasm_packages::{DOWNLOAD_URL, Digest};

use crate::documentation::start;
use crate::examples::hello::published;
use crate::servers::file_server::FileServer;
use crate::servers::http2_server::Http2Server;
use test_support::programs::without_symbols;
use test_support::pulumi::engine::{Engine, VERSION};
use test_support::pulumi::stack::Stack;
use test_support::servers::registry::Registry;

/// A server that has the archive of this very plugin.
fn release(stack: &Stack) -> FileServer {
    FileServer::start(&assets(stack))
}

/// A folder with the archive of this very plugin, as `cargo xtask release` packs it.
fn assets(stack: &Stack) -> PathBuf {
    static ARCHIVE: OnceLock<Vec<u8>> = OnceLock::new();
    let platform = Platform::here().unwrap();
    let archive = ARCHIVE.get_or_init(|| {
        let release = Release {
            platform,
            time: 1_800_000_000,
            license: include_bytes!("../../../LICENSE"),
            readme: include_bytes!("../../../README.md"),
        };
        let plugin = without_symbols(Engine::plugin());
        release.plugin(&fs::read(plugin).unwrap()).unwrap()
    });
    let assets = stack.path().join("assets");
    fs::create_dir(&assets).unwrap();
    fs::write(
        assets.join(archive_name(PLUGIN, VERSION, platform)),
        archive,
    )
    .unwrap();
    assets
}

/// A project on a machine that has never seen a plugin.
fn stack(name: &str) -> Stack {
    let stack = Engine::stack(name).program(published()).create();
    forget(&stack);
    stack
}

/// The same on another machine, which has only the project's files.
fn forget(stack: &Stack) {
    for entry in ["plugins", "wasm", "schemas"] {
        fs::remove_dir_all(stack.home().join(entry)).ok();
    }
}

fn greets(stack: &Stack) {
    stack.up().succeeds();
    assert_eq!(stack.output("message"), "Hello, World!");
}

fn installed(home: &Path) -> Vec<String> {
    let folder = home.join(format!("plugins/resource-wasm-v{VERSION}"));
    let entries = fs::read_dir(folder).unwrap();
    let name = |entry: Result<fs::DirEntry, _>| entry.unwrap().file_name().into_string();
    let mut names: Vec<String> = entries.map(|entry| name(entry).unwrap()).collect();
    names.sort();
    names
}

#[test]
fn the_engine_installs_the_plugin_from_the_server_of_a_release() {
    let stack = stack("releases-server");
    let server = release(&stack);
    stack.copy_component("hello", "hello.wasm");
    stack.package_add(&["./hello.wasm"]).fails();
    let install = ["plugin", "install", "resource", "wasm"];
    let from = ["--server", server.address.as_str()];
    stack
        .run(&[&install[..], &["9.9.9"], &from].concat())
        .fails();
    stack
        .run(&[&install[..], &[VERSION], &from].concat())
        .succeeds();
    let expected = ["LICENSE", "README.md", "pulumi-resource-wasm"];
    assert_eq!(installed(&stack.home()), expected);
    stack.package_add(&["./hello.wasm"]).succeeds();
    greets(&stack);
    stack.destroy().succeeds();
}

#[test]
fn the_engine_installs_the_plugin_over_http_2() {
    let mut stack = stack("releases-http2");
    let assets = assets(&stack);
    let server = Http2Server::start(&assets);
    let archive = archive_name(PLUGIN, VERSION, Platform::here().unwrap());
    let digest = Digest::of(&fs::read(assets.join(archive)).unwrap());
    let authority = server.authority();
    stack.set_variable("SSL_CERT_FILE", authority.to_str());
    let install = ["plugin", "install", "resource", "wasm", VERSION];
    let from = ["--server", server.address.as_str()];
    let other = Digest::of(b"another archive");
    let refused = [&install[..], &from, &["--checksum", other.hex()]].concat();
    stack.run(&refused).fails();
    // The checksum of a release's page. Over HTTP/1.1 the engine computes another checksum.
    let taken = [&install[..], &from, &["--checksum", digest.hex()]].concat();
    stack.run(&taken).succeeds();
    let expected = ["LICENSE", "README.md", "pulumi-resource-wasm"];
    assert_eq!(installed(&stack.home()), expected);
    assert_eq!(server.answers(), 2);
}

/// The command of the page, on a machine whose operator replaced the address by a mirror.
#[test]
fn the_command_of_the_page_adds_a_package_and_its_plugin_by_a_mirror() {
    let page = start::page();
    let commands = start::blocks(&page, "sh").concat();
    let command = commands.lines().next().unwrap();
    let words: Vec<&str> = command
        .split(' ')
        .skip(1)
        .map(|word| word.trim_matches('\''))
        .collect();
    let mut stack = stack("releases-mirror");
    let server = release(&stack);
    let address = format!("^github://api.github.com/pulumi-wasm/.*={}", server.address);
    stack.set_variable("PULUMI_PLUGIN_DOWNLOAD_URL_OVERRIDES", Some(&address));
    stack.copy_component("hello", "hello.wasm");
    stack.run(&words).succeeds();
    let program = stack.read_program();
    assert!(program.contains(DOWNLOAD_URL), "{program}");
    greets(&stack);
    forget(&stack);
    fs::remove_dir_all(stack.project.join("sdks")).unwrap();
    stack.run(&["install"]).succeeds();
    stack.up().succeeds().changes(&[]);
    stack.destroy().succeeds();
}

#[test]
fn a_machine_that_has_only_the_project_gets_plugin_and_provider_by_one_command() {
    let mut registry = Registry::start();
    registry.publish("acme/hello:0.1.0", &Engine::component("hello"));
    let reference = registry.reference("acme/hello:0.1.0");
    let stack = stack("releases-project");
    let server = release(&stack);
    let versioned = format!("wasm@{VERSION}");
    let from = ["package", "add", "--server", &server.address];
    stack
        .run(&[&from[..], &[&versioned, &reference]].concat())
        .succeeds();
    let program = stack.read_program();
    for part in [&reference, &server.address] {
        assert!(program.contains(part), "{program}");
    }
    greets(&stack);

    forget(&stack);
    stack.run(&["install"]).succeeds();
    assert!(installed(&stack.home()).contains(&PLUGIN.to_owned()));
    // Everything is stored: neither server is needed any longer.
    let digest = Digest::of(&fs::read(Engine::component("hello")).unwrap());
    assert_eq!(registry.downloads(&digest), 2);
    registry.stop();
    drop(server);
    stack.up().succeeds().changes(&[]);
    stack.destroy().succeeds();
}
