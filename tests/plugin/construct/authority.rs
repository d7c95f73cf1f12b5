//! Components that would choose native programs, or grant something to themselves or to others.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use pulumi_wasm_packages::Digest;
use serde_json::{Value as Json, json};

use super::{pets, request, used, with_a_pet};
use test_support::assert_says;
use test_support::fake::declare::Declare;
use test_support::fake::guest::Guest;
use test_support::fake::monitor::FakeMonitor;
use test_support::fake::scene::Scene;
use test_support::fake::steps::{Answer, Step};

/// A guest with a child of the package `random`, which its manifest names like this.
fn using(used: &Json) -> Guest {
    with_a_pet().manifest(|manifest| manifest["packages"]["random"] = used.clone())
}

/// The package `random` as another component, with these members in its parameter.
fn by_parameter(plugin: &str, more: &Json) -> Json {
    let mut value = json!({
        "v": 1, "name": "random", "version": "0.1.0",
        "components": [{ "sha256": "ab".repeat(32), "path": "random.wasm" }],
    });
    let members = more.as_object().unwrap().clone();
    value.as_object_mut().unwrap().extend(members);
    let value = BASE64_STANDARD.encode(value.to_string());
    json!({ "version": "0.1.0", "parameter": { "plugin": plugin, "version": "9.9.9", "value": value } })
}

#[tokio::test]
async fn no_manifest_says_where_a_plugin_comes_from() {
    let mut with_parameter = by_parameter("wasm", &json!({}));
    with_parameter["downloadUrl"] = "http://127.0.0.1:1".into();
    for used in [
        json!({ "version": "4.18.0", "downloadUrl": "http://127.0.0.1:1/random" }),
        json!({ "downloadUrl": "git://example.com/random" }),
        with_parameter,
    ] {
        for guest in [using(&used), using(&used).without_section()] {
            let scene = Scene::new().await;
            scene.add("acme.wasm", &guest);
            let plugin = scene.launch().await;
            let status = plugin.parameterize(&["./acme.wasm"]).await.unwrap_err();
            assert_says(
                status.message(),
                &["/packages/random", "`downloadUrl` is refused", "hint: "],
            );
        }
    }
}

/// Parameters that would give a helper the user's value, or make it run a program of another plugin.
#[tokio::test]
async fn a_parameter_in_uses_neither_grants_anything_nor_names_another_plugin() {
    for (used, reason) in [
        (
            by_parameter(
                "wasm",
                &json!({ "grants": { "net": ["http://127.0.0.1:1"], "env": ["TOKEN"] } }),
            ),
            "--allow-net http://127.0.0.1:1 --allow-env TOKEN",
        ),
        (
            by_parameter(
                "wasm",
                &json!({ "grants": { "insecureTls": ["a.example"] } }),
            ),
            "--allow-insecure-tls a.example",
        ),
        (
            by_parameter("wasm", &json!({ "limits": { "call-time": 86_400_000 } })),
            "--limit call-time=",
        ),
        (
            by_parameter("terraform-provider", &json!({})),
            "plugin `terraform-provider`",
        ),
        (
            by_parameter("wasm", &json!({ "name": "other" })),
            "names `other`",
        ),
        (by_parameter("wasm", &json!({ "v": 9 })), "cannot be used"),
    ] {
        let scene = Scene::new().await;
        let guest = using(&used);
        scene.add("acme.wasm", &guest);
        let plugin = scene.launch().await;
        let status = plugin.parameterize(&["./acme.wasm"]).await.unwrap_err();
        assert_says(status.message(), &["`random`", reason, "hint: "]);

        // A value that was recorded before or written by hand: the component cannot be constructed, and all other calls
        // work.
        let monitor = FakeMonitor::start();
        let digest = Digest::of(&guest.build());
        let value = json!({
            "v": 1, "name": "acme", "version": "1.2.3",
            "components": [{ "sha256": digest.hex(), "path": "acme.wasm" }],
        });
        let plugin = scene.launch().await;
        plugin
            .restore("acme", value.to_string().as_bytes())
            .await
            .unwrap();
        scene
            .engine
            .hears("components that use some packages cannot be created")
            .await;
        plugin.configure(&[]).await.unwrap();
        plugin.create("one").await.unwrap();
        let refused = plugin.construct(request(&monitor, "s", &json!({}))).await;
        let status = refused.unwrap_err();
        assert_says(
            status.message(),
            &["may not register `random:index:Pet`", reason],
        );
        assert_eq!(monitor.names(), ["s"]);
        assert!(monitor.packages().is_empty());
    }
}

#[tokio::test]
async fn the_plugin_of_a_used_component_is_this_host_in_its_version_and_from_its_source() {
    let monitor = FakeMonitor::start();
    let scene = Scene::new().await;
    let random = pets(&json!({}));
    scene.add("random.wasm", &random);
    let guest = using(&used("random", "0.1.0", &random.build()));
    let plugin = scene.launch_with(&guest, &[]).await;
    plugin.configure(&[]).await.unwrap();
    plugin
        .construct(request(&monitor, "s", &json!({})))
        .await
        .unwrap();
    let [package] = &monitor.packages()[..] else {
        panic!("one package");
    };
    assert_eq!(
        (
            package.name.as_str(),
            package.version.as_str(),
            package.download_url.as_str()
        ),
        (
            "wasm",
            env!("CARGO_PKG_VERSION"),
            pulumi_wasm_packages::DOWNLOAD_URL
        )
    );
    assert!(package.checksums.is_empty());
}

/// The engine downloads and starts a program of the component's choice otherwise, already in a preview.
#[tokio::test]
async fn a_component_writes_no_input_by_which_the_engine_chooses_a_plugin() {
    let address = "http://127.0.0.1:1";
    for inputs in [
        json!({ "__internal": { "pluginDownloadURL": address } }),
        json!({ "pluginDownloadURL": address }),
        json!({ "version": "0.0.1" }),
        json!({ "name": "other" }),
        json!({ "parameterization": "e30=" }),
        json!({ "envVarMappings": { "MINE": "AWS_PROFILE" } }),
    ] {
        let scene = Scene::new().await;
        for token in ["pulumi:providers:random", "pulumi:providers:acme"] {
            let monitor = FakeMonitor::start();
            let provider = Declare::resource(token, "provider-", inputs.to_string());
            let guest = Guest::new().does(
                "construct",
                [
                    Step::Declare(provider),
                    Step::Answer(Answer::Outputs("{}".to_owned())),
                ],
            );
            let plugin = scene.launch_with(&guest, &[]).await;
            plugin.configure(&[]).await.unwrap();
            let preview = test_support::protocol::pulumirpc::ConstructRequest {
                dry_run: true,
                ..request(&monitor, "s", &json!({}))
            };
            let status = plugin.construct(preview).await.unwrap_err();
            // The reason is in the detail about the input.
            let detail = String::from_utf8_lossy(status.details());
            assert_says(&detail, &["is read by the engine itself"]);
            assert_eq!(monitor.names(), ["s"]);
        }
    }
}
