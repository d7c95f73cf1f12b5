//! Packages of a registry under the real engine, on the machine that added them and on others.

use std::fs;
use std::net::TcpListener;
use std::process::Command;
use std::time::{Duration, Instant};

use pulumi_wasm_packages::Digest;
use rcgen::{KeyPair, PKCS_ECDSA_P256_SHA256};
use rustix::process::Signal;

use crate::examples::hello::published;
use crate::resources::kill::running::{Running, plugins};
use test_support::pulumi::engine::{Engine, VERSION};
use test_support::pulumi::inline::{Inline, Language, Step};
use test_support::pulumi::stack::Stack;
use test_support::servers::guarded_registry::GuardedRegistry;
use test_support::servers::registry::Registry;

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
    assert_eq!(stack.output("message"), "Hello, World!");
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

/// The tool in the project, as its user runs it.
#[track_caller]
fn tool(stack: &Stack, words: &[&str]) {
    let mut tool = Command::new(env!("CARGO_BIN_EXE_pulumi-wasm"));
    stack.isolate(&mut tool, &stack.project);
    let output = tool.args(words).output().unwrap();
    assert!(output.status.success(), "{output:?}");
}

#[test]
fn a_later_policy_stops_an_unsigned_package_until_its_signature_is_fetched() {
    let registry = Registry::start();
    registry.publish(NAME, &Engine::component("hello"));
    let reference = registry.reference(NAME);
    let stack = stack("registry-policy");
    stack.package_add(&[&reference]).succeeds();
    greets(&stack);

    let key = KeyPair::generate_for(&PKCS_ECDSA_P256_SHA256).unwrap();
    let folder = stack.home().join("wasm");
    fs::write(folder.join("acme.pub"), key.public_key_pem()).unwrap();
    fs::write(stack.project.join("acme.key"), key.serialize_pem()).unwrap();
    fs::write(
        folder.join("policy.yaml"),
        "signers:\n  acme: [{key: acme.pub}]\npackages:\n  hello: {signed-by: [acme]}\n",
    )
    .unwrap();
    let advice = "pulumi-wasm verify --fetch";
    stack
        .up()
        .fails()
        .says("`packages.hello.signed-by`")
        .says(advice);
    stack.destroy().fails().says(advice);
    tool(&stack, &["sign", &reference, "--key", "acme.key"]);
    tool(&stack, &["verify", "--fetch", &reference]);
    stack.up().succeeds().changes(&[]);
    stack.destroy().succeeds();
}

#[test]
fn nothing_is_sent_offline_and_a_filled_store_is_enough() {
    let registry = Registry::start();
    registry.publish(NAME, &Engine::component("hello"));
    let mut stack = stack("registry-offline");
    stack.package_add(&[&registry.reference(NAME)]).succeeds();
    let digest = Digest::of(&fs::read(Engine::component("hello")).unwrap());
    let offline = "PULUMI_WASM_OFFLINE";
    stack.set_variable(offline, Some("1"));
    greets(&stack);
    stack.up().succeeds().changes(&[]);
    assert_eq!(registry.downloads(&digest), 1);
    forget(&stack);
    stack.up().fails().says(offline).says(&digest.to_string());
    assert_eq!(registry.downloads(&digest), 1);
    stack.set_variable(offline, None);
    stack.destroy().succeeds();
    assert_eq!(registry.downloads(&digest), 2);
}

#[test]
fn a_registry_with_tokens_and_storage_serves_each_machine_of_who_may_read_it() {
    let guarded = GuardedRegistry::start();
    let reference = guarded.reference(NAME);
    let mut stack = stack("registry-tokens");
    let hello = stack.copy_component("hello", "hello.wasm");
    let variable = "PULUMI_WASM_REGISTRY_AUTH";
    stack.set_variable(variable, guarded.credentials_of("alice").to_str());
    tool(&stack, &["push", &reference, hello.to_str().unwrap()]);
    fs::remove_file(&hello).unwrap();
    stack.set_variable(variable, None);
    stack
        .package_add(&[&reference])
        .fails()
        .says("asks for credentials")
        .says("pulumi-wasm login");
    stack.set_variable(variable, guarded.credentials_of("bob").to_str());
    stack.package_add(&[&reference]).succeeds();
    greets(&stack);
    forget(&stack);
    stack.run(&["install"]).succeeds();
    stack.up().succeeds().changes(&[]);
    let digest = Digest::of(&fs::read(Engine::component("hello")).unwrap());
    let asked = guarded.asked_for_bytes();
    let of_component = asked.iter().filter(|ask| ask.path.contains(digest.hex()));
    assert!(of_component.count() >= 2);
    assert!(
        asked
            .iter()
            .all(|ask| ask.header("authorization").is_none())
    );
    stack.set_variable(variable, None);
    stack.destroy().succeeds();
}

#[test]
fn a_node_js_program_with_a_package_of_a_registry_runs_on_another_machine() {
    let registry = Registry::start();
    let component = Engine::component("random");
    let digest = Digest::of(&fs::read(&component).unwrap());
    registry.publish("acme/random:0.1.0", &component);
    let reference = registry.reference("acme/random:0.1.0");
    let stack = Engine::stack("registry-nodejs").without_stack();
    let parameters = [reference.clone()];
    let inline = Inline::of_packages(stack, Language::TypeScript, "random", &parameters);
    let asked = registry.downloads(&digest);
    assert_eq!(asked, 1);
    let project = format!(
        "name: life\nruntime: nodejs\npackages:\n  random:\n    source: wasm\n    version: {VERSION}\n    parameters: ['{reference}']\n"
    );
    inline.stack.write_program(&project);
    forget(&inline.stack);
    let outcomes = inline.takes(&[
        Step::Set("edition", "one"),
        Step::Up,
        Step::Up,
        Step::Destroy,
    ]);
    outcomes[0].changes(&[("create", 5)]);
    outcomes[1].changes(&[]);
    outcomes[2].changes(&[("delete", 5)]);
    assert_eq!(registry.downloads(&digest), asked + 1);
}

/// The registry accepts the connection and sends nothing. The fetch would wait longer than this test.
#[test]
fn an_update_that_is_interrupted_while_it_fetches_ends_and_leaves_no_process() {
    let mut registry = Registry::start();
    registry.publish(NAME, &Engine::component("hello"));
    let stack = stack("registry-interrupted");
    stack.package_add(&[&registry.reference(NAME)]).succeeds();
    greets(&stack);
    forget(&stack);
    let address = registry.address();
    registry.stop();
    let silent = TcpListener::bind(address).unwrap();
    silent.set_nonblocking(true).unwrap();
    let mut update = Running::up(&stack);
    let mut connection = None;
    let is_asked = update.reaches(|| {
        connection = silent.accept().ok();
        connection.is_some()
    });
    let began = Instant::now();
    update.signal(Signal::INT);
    let ended = update.ends();
    assert!(is_asked && !ended.succeeded, "{}", ended.said);
    assert!(began.elapsed() < Duration::from_secs(45), "{}", ended.said);
    while !plugins(&stack).is_empty() {
        assert!(
            began.elapsed() < Duration::from_secs(45),
            "a plugin is left"
        );
        std::thread::sleep(Duration::from_millis(10));
    }
}
