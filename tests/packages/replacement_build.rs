//! A component that the state names and the machine lacks: where it is found, and which newer build manages its
//! resources.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;
use test_support::protocol::pulumirpc as pb;
use test_support::protocol::pulumirpc::LogSeverity;
use tokio::process::Command;
use tonic::Code;

use super::message;
use test_support::fake::calls::urn;
use test_support::fake::guest::Guest;
use test_support::fake::plugin::Plugin;
use test_support::fake::scene::Scene;
use test_support::fake::steps::{Answer, Step};
use test_support::{assert_says, within};

/// A build of a version that can delete.
fn build(version: &'static str) -> Guest {
    let guest = Guest::new().does("delete", [Step::Answer(Answer::Done)]);
    guest.manifest(move |manifest| manifest["schema"]["version"] = version.into())
}

/// The value of a build that was added on another machine.
async fn value_of(version: &'static str) -> Vec<u8> {
    let scene = Scene::new().await;
    scene.launch_with(&build(version), &[]).await.value().await
}

/// A fresh machine with a project whose SDK names a build of this version.
async fn fresh(version: &'static str) -> Scene {
    let scene = Scene::new().await;
    scene.add("acme.wasm", &build(version));
    name(&scene, "acme", &value_of(version).await);
    scene
}

/// Writes a value into an SDK of the project.
fn name(scene: &Scene, sdk: &str, value: &[u8]) {
    std::fs::create_dir_all(scene.project().join("sdks").join(sdk)).unwrap();
    let text = json!({ "pulumi": { "parameterization": {
        "name": "acme", "version": "0.0.0", "value": STANDARD.encode(value),
    } } });
    scene.write(
        &format!("sdks/{sdk}/package.json"),
        text.to_string().as_bytes(),
    );
}

async fn delete(plugin: &Plugin) -> Result<(), tonic::Status> {
    let request = pb::DeleteRequest {
        id: "made".to_owned(),
        urn: urn("one"),
        ..pb::DeleteRequest::default()
    };
    within(plugin.client().delete(request)).await.map(drop)
}

async fn refused(scene: &Scene, value: &[u8]) -> String {
    let plugin = scene.launch().await;
    message(&plugin.restore("acme", value).await.unwrap_err())
}

#[tokio::test]
async fn the_build_that_the_sdk_names_reads_and_deletes_and_makes_nothing() {
    let old = value_of("1.2.3").await;
    let scene = fresh("1.3.0").await;
    let plugin = scene.launch().await;
    plugin.restore("acme", &old).await.unwrap();
    delete(&plugin).await.unwrap();
    let read = pb::ReadRequest {
        id: "made".to_owned(),
        urn: urn("one"),
        properties: Some(prost_types::Struct::default()),
        ..pb::ReadRequest::default()
    };
    assert_eq!(
        within(plugin.client().read(read))
            .await
            .unwrap()
            .into_inner()
            .id,
        "made"
    );

    let status = plugin.create("one").await.unwrap_err();
    assert_eq!(status.code(), Code::FailedPrecondition);
    let says = [
        "is not on this machine",
        "only reads and deletes",
        "pulumi-wasm cache add",
    ];
    assert_says(status.message(), &says);
    let warning = scene.engine.hears("that deployed the stack").await;
    assert_eq!(warning.severity(), LogSeverity::Warning);
    assert_says(&warning.message, &["1.2.3", "1.3.0", "cache add"]);
}

#[tokio::test]
async fn a_type_that_the_newer_build_no_longer_has_is_told_with_what_helps() {
    let old = value_of("1.2.3").await;
    let scene = fresh("1.3.0").await;
    let plugin = scene.launch().await;
    plugin.restore("acme", &old).await.unwrap();
    let request = pb::DeleteRequest {
        id: "made".to_owned(),
        urn: urn("one").replace(":Thing", ":Former"),
        ..pb::DeleteRequest::default()
    };
    let status = within(plugin.client().delete(request)).await.unwrap_err();
    assert_eq!(status.code(), Code::FailedPrecondition);
    let says = [
        "is not on this machine",
        "does not have the type",
        ":Former",
        "hint: ",
        "pulumi-wasm cache add",
    ];
    assert_says(status.message(), &says);
}

#[tokio::test]
async fn only_a_newer_build_that_the_sdk_names_stands_in() {
    let old = value_of("1.2.3").await;
    // Older, not named, and not to be chosen from.
    let older = fresh("1.2.2").await;
    let unnamed = Scene::new().await;
    unnamed.add("acme.wasm", &build("1.3.0"));
    let two = fresh("1.3.0").await;
    let other = build("1.3.0").does("update", [Step::Answer(Answer::Done)]);
    let elsewhere = Scene::new().await;
    let value = elsewhere.launch_with(&other, &[]).await.value().await;
    name(&two, "other", &value);
    for scene in [older, unnamed, two] {
        let text = refused(&scene, &old).await;
        assert_says(
            &text,
            &[
                "is not on this machine",
                "cache add FILE",
                "wasm-components",
            ],
        );
    }
}

#[tokio::test]
async fn an_operator_may_forbid_it() {
    let old = value_of("1.2.3").await;
    let scene = fresh("1.3.0").await;
    std::fs::create_dir_all(scene.home().join("wasm")).unwrap();
    let policy = scene.home().join("wasm/policy.yaml");
    std::fs::write(&policy, "components:\n  stand-ins: false\n").unwrap();
    let text = refused(&scene, &old).await;
    assert_says(
        &text,
        &["is not on this machine", "`components.stand-ins`", "line 2"],
    );
    std::fs::write(&policy, "components:\n  stand-ins: true\n").unwrap();
    scene.launch().await.restore("acme", &old).await.unwrap();
}

#[tokio::test]
async fn what_the_project_carries_or_was_added_to_the_store_is_found() {
    let old = value_of("1.2.3").await;
    let carried = fresh("1.3.0").await;
    std::fs::create_dir(carried.project().join("wasm-components")).unwrap();
    carried.add("wasm-components/acme-1.2.3.wasm", &build("1.2.3"));
    carried.add("wasm-components/other.wasm", &build("1.0.0"));
    let added = fresh("1.3.0").await;
    let file = added.project().join("from-a-build.wasm");
    added.add("from-a-build.wasm", &build("1.2.3"));
    let output = Command::new(env!("CARGO_BIN_EXE_pulumi-wasm"))
        .args(["cache", "add"])
        .arg(&file)
        .env("PULUMI_HOME", added.home())
        .output();
    let output = output.await.unwrap();
    assert!(output.status.success(), "{output:?}");
    assert_says(
        &String::from_utf8_lossy(&output.stdout),
        &["sha256:", "acme 1.2.3"],
    );
    std::fs::remove_file(file).unwrap();
    for scene in [carried, added] {
        let plugin = scene.launch().await;
        plugin.restore("acme", &old).await.unwrap();
        // It is the same component, not a replacement.
        assert_eq!(plugin.create("one").await.unwrap().id, "made");
    }
}

#[tokio::test]
async fn a_file_that_is_not_a_component_is_not_added_to_the_store() {
    let scene = Scene::new().await;
    scene.write("text.wasm", b"text");
    let output = Command::new(env!("CARGO_BIN_EXE_pulumi-wasm"))
        .args(["cache", "add", "text.wasm"])
        .current_dir(scene.project())
        .env("PULUMI_HOME", scene.home())
        .output();
    let output = output.await.unwrap();
    assert!(!output.status.success(), "{output:?}");
    assert_says(
        &String::from_utf8_lossy(&output.stderr),
        &["text.wasm", "hint: "],
    );
    assert!(!scene.store().exists());
}
