//! Components of a registry: added by a tag, found again by digests, and never taken for something else.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use futures_util::future::join_all;
use pulumi_wasm_packages::Digest;
use serde_json::{Value, json};
use test_support::protocol::pulumirpc::LogSeverity;
use tonic::Code;

use super::message;
use test_support::fake::guest::Guest;
use test_support::fake::plugin::Plugin;
use test_support::fake::scene::Scene;
use test_support::servers::registry::Registry;
use test_support::{assert_says, within};

/// The guest that is published, as version 1.2.3.
pub(super) fn guest() -> Vec<u8> {
    Guest::new().build()
}

/// Another build of it.
pub(super) fn other_build() -> Vec<u8> {
    let guest = Guest::new().manifest(|manifest| manifest["sdk"] = json!({ "name": "another" }));
    guest.build()
}

/// A registry that has it.
pub(super) fn registry() -> Registry {
    let registry = Registry::start();
    registry.publish_bytes("acme/provider:1.2.3", &guest());
    registry
}

/// The value that a plugin makes of a reference in a separate project.
pub(super) async fn value_of(reference: &str) -> Vec<u8> {
    let scene = Scene::new().await;
    let plugin = scene.launch().await;
    plugin.parameterize(&[reference]).await.unwrap();
    plugin.value().await
}

/// Lets the project's file name the component, as `pulumi package add` does.
pub(super) fn declare(scene: &Scene, reference: &str) {
    let text = format!(
        "name: shop\nruntime: yaml\npackages:\n  acme:\n    source: wasm\n    version: 0.1.0\n    parameters: ['{reference}']\n"
    );
    scene.write("Pulumi.yaml", text.as_bytes());
}

/// Writes a value into an SDK of the project.
pub(super) fn generate(scene: &Scene, value: &[u8]) {
    std::fs::create_dir_all(scene.project().join("sdks/acme")).unwrap();
    let text = json!({ "pulumi": { "parameterization": {
        "name": "acme", "version": "1.2.3", "value": STANDARD.encode(value),
    } } });
    scene.write("sdks/acme/package.json", text.to_string().as_bytes());
}

/// A plugin with a variable in its environment.
pub(super) async fn launch_with(scene: &Scene, name: &str, value: &str) -> Plugin {
    let mut command = scene.command();
    command.env(name, value).arg(&scene.engine.address);
    Plugin::start(command).await
}

pub(super) async fn refused(scene: &Scene, reference: &str) -> String {
    let plugin = scene.launch().await;
    message(&plugin.parameterize(&[reference]).await.unwrap_err())
}

#[tokio::test]
async fn a_component_is_added_by_its_tag_and_recorded_by_its_digests() {
    let registry = Registry::start();
    let manifest = registry.publish_bytes("acme/provider:1.2.3", &guest());
    let reference = registry.reference("acme/provider:1.2.3");
    let scene = Scene::new().await;
    let plugin = scene.launch().await;
    plugin.parameterize(&[&reference]).await.unwrap();
    assert_eq!(plugin.create("one").await.unwrap().id, "made");
    let value = plugin.value().await;
    let expected = json!({
        "v": 2,
        "name": "acme",
        "version": "1.2.3",
        "components": [{
            "sha256": Digest::of(&guest()).hex(),
            "from": format!("{reference}@{manifest}"),
        }],
    });
    assert_eq!(serde_json::from_slice::<Value>(&value).unwrap(), expected);
    assert!(value.len() < 400, "{}", value.len());
}

#[tokio::test]
async fn the_value_of_a_file_has_the_first_format() {
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&Guest::new(), &[]).await;
    let digest = Digest::of(&guest());
    let expected = format!(
        "{{\"v\":1,\"name\":\"acme\",\"version\":\"1.2.3\",\"components\":[{{\"sha256\":\"{}\",\"path\":\"acme.wasm\"}}]}}",
        digest.hex()
    );
    assert_eq!(String::from_utf8(plugin.value().await).unwrap(), expected);
}

#[tokio::test]
async fn a_machine_that_never_saw_it_fetches_it_by_its_digests_though_the_tag_moved() {
    let registry = registry();
    let reference = registry.reference("acme/provider:1.2.3");
    let value = value_of(&reference).await;
    registry.publish_bytes("acme/provider:1.2.3", &other_build());
    let scene = Scene::new().await;
    declare(&scene, &reference);
    let plugin = scene.launch().await;
    plugin.restore("acme", &value).await.unwrap();
    assert_eq!(plugin.value().await, value);
}

#[tokio::test]
async fn a_recorded_component_is_fetched_though_its_manifest_was_removed() {
    let registry = Registry::start();
    let manifest = registry.publish_bytes("acme/provider:1.2.3", &guest());
    let reference = registry.reference("acme/provider:1.2.3");
    let value = value_of(&reference).await;
    let path = format!("/v2/acme/provider/manifests/{manifest}");
    let removed = registry.ask("DELETE", &path, &[], &[]);
    assert_eq!(removed.status, 202, "{}", registry.log());
    let scene = Scene::new().await;
    declare(&scene, &reference);
    let plugin = scene.launch().await;
    plugin.restore("acme", &value).await.unwrap();
    assert_eq!(plugin.value().await, value);
    // A tag then has no meaning.
    let scene = Scene::new().await;
    assert_says(&refused(&scene, &reference).await, &["is not there"]);
}

#[tokio::test]
async fn nothing_is_sent_where_the_store_has_it() {
    let mut registry = registry();
    let reference = registry.reference("acme/provider:1.2.3");
    let scene = Scene::new().await;
    let plugin = scene.launch().await;
    plugin.parameterize(&[&reference]).await.unwrap();
    let value = plugin.value().await;
    let requests = registry.requests();
    // A file of credentials that cannot be read would be an error if it were looked at.
    let plugin = launch_with(&scene, "PULUMI_WASM_REGISTRY_AUTH", "/no/such/file").await;
    plugin.restore("acme", &value).await.unwrap();
    assert_eq!(plugin.create("one").await.unwrap().id, "made");
    assert_eq!(registry.requests(), requests);
    registry.stop();
    let plugin = scene.launch().await;
    plugin.restore("acme", &value).await.unwrap();
}

#[tokio::test]
async fn a_component_that_is_nowhere_is_told_with_each_place_and_its_reason() {
    let mut registry = registry();
    let reference = registry.reference("acme/provider:1.2.3");
    let value = value_of(&reference).await;
    registry.stop();
    let scene = Scene::new().await;
    declare(&scene, &reference);
    let plugin = scene.launch().await;
    let text = message(&plugin.restore("acme", &value).await.unwrap_err());
    let digest = Digest::of(&guest()).to_string();
    assert_says(
        &text,
        &[&digest, "the store", &reference, "attempt 5", "\nhint: "],
    );
}

#[tokio::test]
async fn a_registry_inside_is_not_asked_for_a_value_that_anybody_may_have_written() {
    let registry = registry();
    let value = value_of(&registry.reference("acme/provider:1.2.3")).await;
    let requests = registry.requests();
    let scene = Scene::new().await;
    let plugin = scene.launch().await;
    let text = message(&plugin.restore("acme", &value).await.unwrap_err());
    assert_says(&text, &["not public, and only a recorded value names it"]);
    assert_eq!(registry.requests(), requests);
}

#[tokio::test]
async fn offline_nothing_is_sent() {
    let registry = registry();
    let reference = registry.reference("acme/provider:1.2.3");
    let value = value_of(&reference).await;
    let requests = registry.requests();
    let scene = Scene::new().await;
    declare(&scene, &reference);
    let plugin = launch_with(&scene, "PULUMI_WASM_OFFLINE", "1").await;
    let text = message(&plugin.restore("acme", &value).await.unwrap_err());
    assert_says(
        &text,
        &["`PULUMI_WASM_OFFLINE` is set", "pulumi-wasm cache add"],
    );
    let text = message(&plugin.parameterize(&[&reference]).await.unwrap_err());
    assert_says(
        &text,
        &["is not fetched: `PULUMI_WASM_OFFLINE` is set", "\nhint: "],
    );
    assert_eq!(registry.requests(), requests);
}

#[tokio::test]
async fn a_tag_that_moved_is_an_error_with_both_digests() {
    let registry = Registry::start();
    let before = registry.publish_bytes("acme/provider:1.2.3", &guest());
    let reference = registry.reference("acme/provider:1.2.3");
    let scene = Scene::new().await;
    let plugin = scene.launch().await;
    plugin.parameterize(&[&reference]).await.unwrap();
    let value = plugin.value().await;
    generate(&scene, &value);
    let after = registry.publish_bytes("acme/provider:1.2.3", &other_build());
    let text = refused(&scene, &reference).await;
    let (before, after) = (before.to_string(), after.to_string());
    assert_says(
        &text,
        &[
            "was moved",
            &before,
            &after,
            &format!("{reference}@{before}"),
        ],
    );
    // The added build stays usable, and each build can be requested.
    let plugin = scene.launch().await;
    plugin.restore("acme", &value).await.unwrap();
    for digest in [&before, &after] {
        let plugin = scene.launch().await;
        plugin
            .parameterize(&[&format!("{reference}@{digest}")])
            .await
            .unwrap();
    }
}

#[tokio::test]
async fn a_tag_that_is_no_version_stays_at_what_the_project_has() {
    let registry = Registry::start();
    registry.publish_bytes("acme/provider:latest", &guest());
    let reference = registry.reference("acme/provider:latest");
    let scene = Scene::new().await;
    let plugin = scene.launch().await;
    plugin.parameterize(&[&reference]).await.unwrap();
    let value = plugin.value().await;
    generate(&scene, &value);
    registry.publish_bytes("acme/provider:latest", &other_build());
    let plugin = scene.launch().await;
    plugin.parameterize(&[&reference]).await.unwrap();
    assert_eq!(plugin.value().await, value);
    let warning = scene.engine.hears("its tag is not a version").await;
    assert_eq!(warning.severity, LogSeverity::Warning as i32);
}

#[tokio::test]
async fn what_the_project_has_is_used_where_the_registry_is_gone() {
    let mut registry = registry();
    let reference = registry.reference("acme/provider:1.2.3");
    let scene = Scene::new().await;
    let plugin = scene.launch().await;
    plugin.parameterize(&[&reference]).await.unwrap();
    let value = plugin.value().await;
    generate(&scene, &value);
    registry.stop();
    let plugin = scene.launch().await;
    plugin.parameterize(&[&reference]).await.unwrap();
    assert_eq!(plugin.value().await, value);
    scene.engine.hears("cannot check whether").await;
}

#[tokio::test]
async fn a_tag_that_is_another_version_than_the_component_is_refused() {
    let registry = Registry::start();
    registry.publish_bytes("acme/provider:1.3.0", &guest());
    registry.publish_bytes("acme/provider:v1.2.3", &guest());
    let scene = Scene::new().await;
    let text = refused(&scene, &registry.reference("acme/provider:1.3.0")).await;
    assert_says(
        &text,
        &["says version 1.3.0", "is version 1.2.3", "\nhint: "],
    );
    let plugin = scene.launch().await;
    let reference = registry.reference("acme/provider:v1.2.3");
    plugin.parameterize(&[&reference]).await.unwrap();
}

#[tokio::test]
async fn a_pin_holds_before_a_byte_is_fetched() {
    let registry = registry();
    let reference = registry.reference("acme/provider:1.2.3");
    let digest = Digest::of(&guest());
    let scene = Scene::new().await;
    let plugin = scene.launch().await;
    let other = format!("--sha256={}", "ab".repeat(32));
    let text = message(
        &plugin
            .parameterize(&[&reference, &other])
            .await
            .unwrap_err(),
    );
    assert_says(
        &text,
        &[&digest.to_string(), "`--sha256` asks for sha256:abab"],
    );
    assert_eq!(registry.downloads(&digest), 0);
    let same = format!("--sha256={}", digest.hex());
    plugin.parameterize(&[&reference, &same]).await.unwrap();
    assert_eq!(registry.downloads(&digest), 1);
}

#[tokio::test]
async fn what_is_no_component_is_never_in_the_store() {
    let registry = Registry::start();
    registry.publish_bytes("acme/provider:1.0.0", b"#!/bin/sh\n");
    let scene = Scene::new().await;
    let text = refused(&scene, &registry.reference("acme/provider:1.0.0")).await;
    assert_says(&text, &["not a WebAssembly file"]);
    assert!(!scene.store().exists());
    let text = refused(&scene, &registry.reference("acme/provider:2.0.0")).await;
    assert_says(&text, &["2.0.0` is not there (MANIFEST_UNKNOWN)"]);
    let text = refused(&scene, &registry.reference("acme/provider")).await;
    assert_says(&text, &["names no version", "add a tag or a digest"]);
    let text = refused(&scene, "oci://GHCR.io/acme:1").await;
    assert_says(&text, &["is not a host"]);
    let text = refused(&scene, "docker://ghcr.io/acme:1").await;
    assert_says(&text, &["not from `docker://`"]);
}

#[tokio::test]
async fn credentials_are_those_of_docker() {
    let registry = Registry::for_alice();
    registry.publish_bytes("acme/provider:1.2.3", &guest());
    let reference = registry.reference("acme/provider:1.2.3");
    let scene = Scene::new().await;
    let docker = scene.home().join("docker");
    std::fs::create_dir(&docker).unwrap();
    let log_in = |password: &str| {
        let auth = STANDARD.encode(format!("alice:{password}"));
        let text = json!({ "auths": { registry.address(): { "auth": auth } } });
        std::fs::write(docker.join("config.json"), text.to_string()).unwrap();
    };
    let docker_config = docker.display().to_string();
    let plugin = launch_with(&scene, "DOCKER_CONFIG", &docker_config).await;
    let text = message(&plugin.parameterize(&[&reference]).await.unwrap_err());
    assert_says(&text, &["asks for credentials", "docker login"]);
    log_in("wrong-password");
    let text = message(&plugin.parameterize(&[&reference]).await.unwrap_err());
    assert_says(
        &text,
        &["refuses the credentials of `alice`", "config.json"],
    );
    assert!(!text.contains("wrong-password"), "{text}");
    log_in("secret");
    plugin.parameterize(&[&reference]).await.unwrap();
    let value = String::from_utf8(plugin.value().await).unwrap();
    assert!(
        !value.contains("alice") && !value.contains("secret"),
        "{value}"
    );
}

#[tokio::test]
async fn many_processes_fetch_it_once() {
    let registry = registry();
    let reference = registry.reference("acme/provider:1.2.3");
    let value = value_of(&reference).await;
    let digest = Digest::of(&guest());
    assert_eq!(registry.downloads(&digest), 1);
    let scene = Scene::new().await;
    declare(&scene, &reference);
    let mut plugins = Vec::new();
    for _ in 0..20 {
        plugins.push(scene.launch().await);
    }
    let restored = plugins.iter().map(|plugin| plugin.restore("acme", &value));
    for restored in join_all(restored).await {
        restored.unwrap();
    }
    assert_eq!(registry.downloads(&digest), 2);
    let left = std::fs::read_dir(scene.home().join("wasm/fetching")).unwrap();
    assert_eq!(left.count(), 0);
}

#[tokio::test]
async fn a_cancel_ends_a_fetch_at_once() {
    let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = silent.local_addr().unwrap();
    let scene = Scene::new().await;
    let plugin = scene.launch().await;
    let reference = format!("oci://{address}/acme/provider:1.2.3");
    let words = [reference.as_str()];
    let fetching = plugin.parameterize(&words);
    let cancelling = async {
        let asked = within(silent.accept()).await.unwrap();
        plugin.cancel().await;
        asked
    };
    // The registry would be waited for for a minute, which is longer than the test waits.
    let (fetched, _connection) = within(async { tokio::join!(fetching, cancelling) }).await;
    assert_eq!(fetched.unwrap_err().code(), Code::Cancelled);
}

#[tokio::test]
async fn another_digest_behind_sha256_counts_unless_the_tag_is_a_version() {
    let registry = registry();
    let pin = format!("--sha256={}", Digest::of(&other_build()).hex());
    registry.publish_bytes("acme/provider:latest", &guest());
    for tag in ["latest", "1.2.3"] {
        let reference = registry.reference(&format!("acme/provider:{tag}"));
        let value = value_of(&reference).await;
        let moved = registry.publish_bytes(&format!("acme/provider:{tag}"), &other_build());
        let scene = Scene::new().await;
        generate(&scene, &value);
        let plugin = scene.launch().await;
        let added = plugin.parameterize(&[&reference, &pin]).await;
        if tag == "latest" {
            added.unwrap();
        } else {
            // A version means one build, whatever is pinned.
            let text = message(&added.unwrap_err());
            assert_says(
                &text,
                &["was moved", &moved.to_string(), "the project's SDK has"],
            );
            let plugin = scene.launch().await;
            let named = format!("{reference}@{moved}");
            plugin.parameterize(&[&named, &pin]).await.unwrap();
        }
    }
}
