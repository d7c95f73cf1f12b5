//! Files that are not components of ours, or do not fit together.

use super::refused;
use test_support::assert_says;
use test_support::fake::guest::{Guest, THING};
use test_support::fake::scene::Scene;

/// The message about a file with these bytes.
async fn said_of(bytes: &[u8]) -> String {
    let scene = Scene::new().await;
    scene.write("acme.wasm", bytes);
    let text = refused(&scene, &["./acme.wasm"]).await;
    let file = scene.project().join("acme.wasm").display().to_string();
    assert_says(&text, &[&file, "\nhint: "]);
    assert!(!scene.store().exists(), "nothing bad is kept");
    text
}

fn assembled(text: &str) -> Vec<u8> {
    wat::parse_str(text).unwrap()
}

#[tokio::test]
async fn a_file_that_is_not_wasm_is_told() {
    let text = said_of(b"#!/bin/sh\necho hello\n").await;
    assert_says(&text, &["not a WebAssembly file", "`.wasm` component file"]);
    assert_says(&said_of(b"").await, &["it is empty"]);
}

#[tokio::test]
async fn a_core_module_gets_the_command_that_wraps_it() {
    let text = said_of(&assembled("(module)")).await;
    assert_says(&text, &["core WebAssembly module", "`pulumi-wasm wrap "]);
}

#[tokio::test]
async fn a_component_of_another_world_is_said() {
    let text = said_of(&assembled("(component (core module))")).await;
    assert_says(&text, &["not a Pulumi provider", "provider SDKs"]);
}

#[tokio::test]
async fn a_newer_interface_version_is_said() {
    let text = said_of(&assembled(
        "(component (component $c) (instance $i (instantiate $c)) \
         (export \"pulumi-wasm:provider/lifecycle@0.2.0\" (instance $i)))",
    ))
    .await;
    assert_says(
        &text,
        &[
            "version 0.2.0",
            "0.1.0",
            "newer version of the `wasm` plugin",
        ],
    );
}

#[tokio::test]
async fn a_component_that_only_claims_to_be_one_is_said() {
    let mut bytes = assembled(
        "(component (component $c) (instance $i (instantiate $c)) \
         (export \"pulumi-wasm:provider/lifecycle@0.1.0\" (instance $i)))",
    );
    let scene = Scene::new().await;
    scene.write("acme.wasm", &bytes);
    let text = refused(&scene, &["./acme.wasm"]).await;
    assert_says(&text, &["`./acme.wasm`", "does not fit this host"]);
    // If there is a manifest, the component is not read before the first call.
    let manifest = serde_json::json!({
        "manifest": 1,
        "schema": { "name": "acme", "version": "1.0.0", "resources": { THING: {} } },
        "resources": { THING: { "hooks": ["create"] } },
    });
    pulumi_wasm_packages::manifest_section::append(&mut bytes, &manifest.to_string());
    scene.write("acme.wasm", &bytes);
    let plugin = scene.launch().await;
    plugin.parameterize(&["./acme.wasm"]).await.unwrap();
    let status = plugin.create("one").await.unwrap_err();
    assert_eq!(status.code(), tonic::Code::FailedPrecondition);
    assert_says(status.message(), &["does not fit this host", "acme.wasm"]);
}

#[tokio::test]
async fn a_truncated_file_is_said() {
    let whole = Guest::new().build();
    for length in [whole.len() - 10, whole.len() / 2, 100] {
        let text = said_of(&whole[..length]).await;
        assert_says(&text, &["damaged or cut off", "build or download it again"]);
    }
}

#[tokio::test]
async fn a_file_that_is_not_there_is_said_with_where_it_was_looked_for() {
    let scene = Scene::new().await;
    let text = refused(&scene, &["./gone.wasm"]).await;
    let looked = scene.project().join("gone.wasm");
    assert_says(
        &text,
        &["`./gone.wasm`", &looked.display().to_string(), "hint: "],
    );
    std::fs::create_dir(scene.project().join("folder.wasm")).unwrap();
    let text = refused(&scene, &["./folder.wasm"]).await;
    assert_says(&text, &["is a folder", "hint: "]);
}

#[tokio::test]
async fn two_components_with_one_token_are_both_named() {
    let scene = Scene::new().await;
    scene.add("first.wasm", &Guest::new());
    let other = Guest::new().manifest(|manifest| manifest["sdk"]["name"] = "another".into());
    scene.add("second.wasm", &other);
    let text = refused(&scene, &["./first.wasm", "./second.wasm"]).await;
    assert_says(&text, &["`./first.wasm`", "`./second.wasm`", THING]);
}

#[tokio::test]
async fn two_components_with_two_names_are_both_named() {
    let scene = Scene::new().await;
    scene.add("first.wasm", &Guest::new());
    let other = Guest::new().manifest(|manifest| {
        manifest["schema"]["name"] = "other".into();
        manifest["schema"]["resources"] = serde_json::json!({ "other:index:Thing": {} });
        manifest["resources"] = serde_json::json!({ "other:index:Thing": { "hooks": ["create"] } });
    });
    scene.add("second.wasm", &other);
    let text = refused(&scene, &["./first.wasm", "./second.wasm"]).await;
    assert_says(
        &text,
        &[
            "`./first.wasm` is package `acme`",
            "`./second.wasm` is package `other`",
        ],
    );
}

#[tokio::test]
async fn one_component_given_twice_is_said() {
    let scene = Scene::new().await;
    scene.add("first.wasm", &Guest::new());
    scene.add("copy.wasm", &Guest::new());
    let text = refused(&scene, &["./first.wasm", "./copy.wasm"]).await;
    assert_says(&text, &["`./copy.wasm` was given twice"]);
}
