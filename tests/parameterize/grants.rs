//! Arguments, and what a component may reach.

use serde_json::{Value, json};
use tonic::Code;

use crate::fake::assert_says;
use crate::fake::guest::Guest;
use crate::fake::scene::Scene;
use crate::fake::steps::{Answer, Step};
use crate::refused;

/// A guest that cannot do without a host and a variable.
fn demanding() -> Guest {
    let made = Answer::Created {
        id: "made",
        outputs: "{}",
    };
    Guest::new()
        .does("create", [Step::Variable("ACME_TOKEN"), Step::Answer(made)])
        .manifest(|manifest| {
            manifest["wants"] = json!({
                "net": [
                    { "host": "api.acme.com", "required": true, "reason": "where things are made" },
                    { "host": "*.cdn.acme.com", "required": true },
                    { "host": "metrics.acme.com" },
                ],
                "env": [{ "name": "ACME_TOKEN", "required": true, "reason": "who you are" }],
            });
        })
}

#[tokio::test]
async fn help_is_worth_reading() {
    let scene = Scene::new().await;
    let text = refused(&scene, &["--help"]).await;
    assert_says(
        &text,
        &[
            "pulumi package add wasm COMPONENT... [-- FLAGS]",
            "--allow-net",
            "--allow-env",
            "Examples:",
            "memory",
            "1 GiB",
            "call-time",
        ],
    );
}

#[tokio::test]
async fn wrong_arguments_are_said() {
    let scene = Scene::new().await;
    scene.add("acme.wasm", &Guest::new());
    for (words, expected) in [
        (&[][..], "no component was given"),
        (&["./acme.wasm", "--alow-net", "x"], "--allow-net"),
        (
            &["./acme.wasm", "--allow-net", "*"],
            "no host that can be granted",
        ),
        (
            &["./acme.wasm", "--limit", "speed=1"],
            "there is no limit `speed`",
        ),
        (&["./acme.wasm", "--limit", "memory=much"], "512MiB"),
        (
            &["./acme.wasm", "--allow-env", "A=B"],
            "give the name alone",
        ),
    ] {
        assert_says(&refused(&scene, words).await, &[expected]);
    }
}

#[tokio::test]
async fn a_missing_required_grant_gives_the_whole_command() {
    let scene = Scene::new().await;
    scene.add("acme.wasm", &demanding());
    let words = [
        "./acme.wasm",
        "--allow-net",
        "api.acme.com",
        "--limit",
        "memory=2GiB",
    ];
    let text = refused(&scene, &words).await;
    assert_says(
        &text,
        &[
            "--allow-env ACME_TOKEN   who you are",
            "`pulumi package add wasm ./acme.wasm -- --allow-net api.acme.com --allow-net '*.cdn.acme.com' \
             --allow-env ACME_TOKEN --limit memory=2GiB`",
        ],
    );
    assert!(!text.contains("where things are made"), "{text}");
    assert!(!text.contains("metrics.acme.com"), "{text}");
}

#[tokio::test]
async fn a_value_with_a_missing_grant_is_a_package_whose_call_fails() {
    let scene = Scene::new().await;
    let flags = [
        "--allow-net",
        "api.acme.com",
        "--allow-net",
        "*.cdn.acme.com",
        "--allow-env",
        "ACME_TOKEN",
    ];
    let plugin = scene.launch_with(&demanding(), &flags).await;
    assert_eq!(plugin.create("one").await.unwrap().id, "made");

    let mut value: Value = serde_json::from_slice(&plugin.value().await).unwrap();
    value["grants"] = json!({});
    let restored = scene.launch().await;
    let bytes = value.to_string();
    restored.restore("acme", bytes.as_bytes()).await.unwrap();
    let status = restored.create("one").await.unwrap_err();
    assert_eq!(status.code(), Code::PermissionDenied);
    assert_says(
        status.message(),
        &["`ACME_TOKEN` is not granted", "--allow-env ACME_TOKEN"],
    );
}

#[tokio::test]
async fn an_address_in_the_configuration_needs_no_flag() {
    let scene = Scene::new().await;
    let guest = Guest::new().manifest(|manifest| {
        manifest["schema"]["provider"] =
            json!({ "inputProperties": { "server": { "type": "string" } } });
        manifest["wants"]["net"] = json!([{ "host": "config:server", "required": true }]);
    });
    scene.launch_with(&guest, &[]).await;
}
