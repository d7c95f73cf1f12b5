//! The operator's policy about sources: when a package is added, when it is fetched, and at each start.

use std::fs;

use pulumi_wasm_packages::Digest;
use serde_json::json;

use super::message;
use super::registry::{declare, guest, launch_with, other_build, refused, registry, value_of};
use test_support::assert_says;
use test_support::fake::guest::Guest;
use test_support::fake::scene::Scene;

/// A machine with a policy.
async fn governed(policy: &str) -> Scene {
    let scene = Scene::new().await;
    govern(&scene, policy);
    scene
}

fn govern(scene: &Scene, policy: &str) {
    fs::create_dir_all(scene.home().join("wasm")).unwrap();
    scene.write_policy(policy);
}

/// The message for a recorded value.
async fn not_restored(scene: &Scene, value: &[u8]) -> String {
    let plugin = scene.launch().await;
    message(&plugin.restore("acme", value).await.unwrap_err())
}

#[tokio::test]
async fn a_component_comes_from_a_listed_source_or_does_not_run() {
    let registry = registry();
    let reference = registry.reference("acme/provider:1.2.3");
    let value = value_of(&reference).await;
    let requests = registry.requests();
    for policy in [
        "sources: { allow: [oci://ghcr.io/acme/*] }",
        "sources: { allow: [file] }",
        "sources: { allow: [] }",
    ] {
        let scene = governed(policy).await;
        declare(&scene, &reference);
        for text in [
            refused(&scene, &reference).await,
            not_restored(&scene, &value).await,
        ] {
            let expected = [
                "may not run: `sources.allow`",
                "line 1 does not list its source",
                "\nhint: take it from a source that is listed",
            ];
            assert_says(&text, &expected);
        }
    }
    assert_eq!(registry.requests(), requests, "nothing was sent");
    let allowed = format!(
        "sources: {{ allow: ['oci://{}/acme/*'] }}",
        registry.address()
    );
    let scene = governed(&allowed).await;
    declare(&scene, &reference);
    let plugin = scene.launch().await;
    plugin.parameterize(&[&reference]).await.unwrap();
    let plugin = scene.launch().await;
    plugin.restore("acme", &value).await.unwrap();
    scene.add("acme.wasm", &Guest::new());
    let text = refused(&scene, "./acme.wasm").await;
    assert_says(&text, &["`acme.wasm` may not run: `sources.allow`"]);
}

#[tokio::test]
async fn a_file_runs_where_files_are_listed() {
    let scene = governed("sources: { allow: [file] }").await;
    let plugin = scene.launch_with(&Guest::new(), &[]).await;
    let value = plugin.value().await;
    let plugin = scene.launch().await;
    plugin.restore("acme", &value).await.unwrap();
    govern(&scene, "sources: { allow: [] }");
    let text = not_restored(&scene, &value).await;
    assert_says(&text, &["`acme.wasm` may not run: `sources.allow`"]);
}

#[tokio::test]
async fn a_package_is_bound_to_its_source_and_its_lowest_version() {
    let registry = registry();
    let reference = registry.reference("acme/provider:1.2.3");
    let value = value_of(&reference).await;
    for (rules, expected) in [
        (
            "acme: { from: ['oci://ghcr.io/acme/provider'] }",
            "`packages.acme.from`",
        ),
        ("acme: { at-least: 1.2.4 }", "asks for version 1.2.4"),
        ("'*': { at-least: 2.0.0 }", "`packages.*.at-least`"),
    ] {
        let scene = governed(&format!("packages: {{ {rules} }}")).await;
        declare(&scene, &reference);
        for text in [
            refused(&scene, &reference).await,
            not_restored(&scene, &value).await,
        ] {
            assert_says(
                &text,
                &["as the package `acme` 1.2.3", expected, "\nhint: "],
            );
        }
    }
    let from = format!("oci://{}/acme/provider", registry.address());
    let rules = format!("packages: {{ acme: {{ from: ['{from}'], at-least: 1.2.3 }} }}");
    let scene = governed(&rules).await;
    declare(&scene, &reference);
    let plugin = scene.launch().await;
    plugin.parameterize(&[&reference]).await.unwrap();
    // A file of the same name is not that package.
    scene.add("acme.wasm", &Guest::new());
    let text = refused(&scene, "./acme.wasm").await;
    assert_says(&text, &["`packages.acme.from`"]);
}

#[tokio::test]
async fn a_denied_digest_is_not_fetched_and_never_runs() {
    let registry = registry();
    let reference = registry.reference("acme/provider:1.2.3");
    let digest = Digest::of(&guest());
    let scene = Scene::new().await;
    let plugin = scene.launch().await;
    plugin.parameterize(&[&reference]).await.unwrap();
    let value = plugin.value().await;
    let denied = format!(
        "components: {{ deny: ['{digest}'], allow: ['{digest}'], pins: {{ acme: ['{digest}'] }} }}"
    );
    govern(&scene, &denied);
    for text in [
        refused(&scene, &reference).await,
        not_restored(&scene, &value).await,
    ] {
        assert_says(
            &text,
            &[
                "`components.deny`",
                "denies it",
                "\nhint: take another version",
            ],
        );
    }
    let downloads = registry.downloads(&digest);
    let scene = governed(&denied).await;
    refused(&scene, &reference).await;
    assert_eq!(registry.downloads(&digest), downloads);
}

#[tokio::test]
async fn nothing_is_fetched_where_the_policy_forbids_it() {
    let registry = registry();
    let reference = registry.reference("acme/provider:1.2.3");
    let value = value_of(&reference).await;
    let requests = registry.requests();
    let scene = governed("sources: { fetch: false }").await;
    declare(&scene, &reference);
    let text = refused(&scene, &reference).await;
    assert_says(
        &text,
        &[
            "is not fetched: `sources.fetch`",
            "forbids it",
            "\nhint: ask the owner",
        ],
    );
    let text = not_restored(&scene, &value).await;
    assert_says(&text, &["it is not fetched, because `sources.fetch`"]);
    assert_eq!(registry.requests(), requests);
    // Components on the machine still run.
    fs::create_dir(scene.project().join("wasm-components")).unwrap();
    scene.write("wasm-components/acme.wasm", &guest());
    let plugin = scene.launch().await;
    plugin.restore("acme", &value).await.unwrap();
}

#[tokio::test]
async fn a_record_of_a_listed_source_is_not_believed_without_the_registry() {
    let mut registry = registry();
    let reference = registry.reference("acme/provider:1.2.3");
    let value = value_of(&reference).await;
    let allowed = format!(
        "sources: {{ allow: ['oci://{}/acme/*'] }}",
        registry.address()
    );
    // A component that was never in the registry, under an existing reference.
    let text = String::from_utf8(value.clone()).unwrap();
    let (published, other) = (Digest::of(&guest()), Digest::of(&other_build()));
    let forged = text.replacen(published.hex(), other.hex(), 1);
    let scene = governed(&allowed).await;
    declare(&scene, &reference);
    fs::create_dir(scene.project().join("wasm-components")).unwrap();
    scene.write("wasm-components/acme.wasm", &other_build());
    let text = not_restored(&scene, forged.as_bytes()).await;
    assert_says(
        &text,
        &[
            "counts as a file",
            "`sources.allow`",
            &format!("its manifest names the component {published}"),
            "\nhint: ",
        ],
    );
    // The right component in the same folder runs after the registry was asked once, and then without it.
    scene.write("wasm-components/acme.wasm", &guest());
    let plugin = scene.launch().await;
    plugin.restore("acme", &value).await.unwrap();
    let requests = registry.requests();
    let plugin = scene.launch().await;
    plugin.restore("acme", &value).await.unwrap();
    assert_eq!(registry.requests(), requests);
    registry.stop();
    let plugin = scene.launch().await;
    plugin.restore("acme", &value).await.unwrap();
    // Another machine never contacted the registry.
    let scene = governed(&allowed).await;
    declare(&scene, &reference);
    fs::create_dir(scene.project().join("wasm-components")).unwrap();
    scene.write("wasm-components/acme.wasm", &guest());
    let plugin = launch_with(&scene, "PULUMI_WASM_OFFLINE", "1").await;
    let text = message(&plugin.restore("acme", &value).await.unwrap_err());
    assert_says(&text, &["counts as a file", "`PULUMI_WASM_OFFLINE` is set"]);
}

#[tokio::test]
async fn a_policy_that_is_made_after_the_fetch_asks_no_registry() {
    let mut registry = registry();
    let reference = registry.reference("acme/provider:1.2.3");
    let scene = Scene::new().await;
    let plugin = scene.launch().await;
    plugin.parameterize(&[&reference]).await.unwrap();
    let value = plugin.value().await;
    registry.stop();
    let from = format!("oci://{}/acme/provider", registry.address());
    govern(
        &scene,
        &format!("packages: {{ acme: {{ from: ['{from}'] }} }}"),
    );
    let plugin = scene.launch().await;
    plugin.restore("acme", &value).await.unwrap();
    assert_eq!(plugin.create("one").await.unwrap().id, "made");
    let mut lowered = serde_json::from_slice::<serde_json::Value>(&value).unwrap();
    lowered["version"] = json!("9.9.9");
    govern(&scene, "packages: { acme: { at-least: 2.0.0 } }");
    let text = not_restored(&scene, lowered.to_string().as_bytes()).await;
    assert_says(
        &text,
        &["as the package `acme` 1.2.3", "asks for version 2.0.0"],
    );
}
