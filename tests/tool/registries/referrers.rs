//! Signatures and documents in a registry with the API for referrers, and copied between registries with and without
//! it.

use serde_json::json;

use test_support::fake::guest::Guest;
use test_support::fake::scene::Scene;
use test_support::fake::tool::{Ran, tool};
use test_support::servers::fault_proxy::{FAULTS, FaultProxy, at_first};
use test_support::servers::referrers_registry::ReferrersRegistry;
use test_support::servers::registry::Registry;
use test_support::signing_keys::Keys;

async fn done(scene: &Scene, words: &[&str]) -> Ran {
    let ran = tool(scene, words).await;
    assert_eq!(ran.status, 0, "{words:?}: {}{}", ran.output, ran.errors);
    ran
}

/// A project with a component, a list of its parts, and a key.
async fn scene() -> Scene {
    let scene = Scene::new().await;
    scene.add("acme.wasm", &Guest::new());
    scene.write("acme.spdx.json", br#"{"spdxVersion":"SPDX-2.3"}"#);
    scene.write("acme.cdx.json", br#"{"bomFormat":"CycloneDX"}"#);
    let keys = Keys::new();
    scene.write("acme.key", keys.private.as_bytes());
    scene.write("acme.pub", keys.public.as_bytes());
    scene
}

/// Asserts that a reference is signed twice, and has both documents.
async fn has_all(scene: &Scene, reference: &str) {
    let words = [
        "verify", reference, "--fetch", "--key", "acme.pub", "--json",
    ];
    let said = done(scene, &words).await.json();
    assert_eq!(said["accepted"], true, "{said}");
    assert_eq!(said["found"], 2, "{said}");
    assert_eq!(said["skipped"], json!([]), "{said}");
    assert_eq!(said["documents"].as_array().unwrap().len(), 2, "{said}");
}

async fn publish(scene: &Scene, reference: &str) {
    let documents = ["--sbom", "acme.spdx.json", "--sbom", "acme.cdx.json"];
    done(
        scene,
        &[&["push", reference, "acme.wasm"], &documents[..]].concat(),
    )
    .await;
    for _ in 0..2 {
        done(scene, &["sign", reference, "--key", "acme.key"]).await;
    }
}

#[tokio::test]
async fn what_is_attached_is_found_by_the_api_and_without_a_tag() {
    let (registry, scene) = (ReferrersRegistry::start(), scene().await);
    let reference = registry.reference("acme/provider:1.2.3");
    publish(&scene, &reference).await;
    has_all(&scene, &reference).await;
    assert_eq!(registry.tags("acme/provider"), ["1.2.3"]);
    let tags = ["tags", &registry.reference("acme/provider")];
    assert_eq!(done(&scene, &tags).await.output, "1.2.3\n");
    done(&scene, &["pull", &reference, "-o", "got.wasm"]).await;
    let got = std::fs::read(scene.project().join("got.wasm")).unwrap();
    assert_eq!(got, Guest::new().build());
}

#[tokio::test]
async fn what_is_attached_goes_to_a_registry_without_the_api_and_back() {
    let (first, last) = (ReferrersRegistry::start(), ReferrersRegistry::start());
    let (between, scene) = (Registry::start(), scene().await);
    let from = first.reference("acme/provider:1.2.3");
    publish(&scene, &from).await;
    let on_the_way = between.reference("mirror/acme:1.2.3");
    let to = last.reference("inner/acme:1.2.3");
    for (from, to) in [(&from, &on_the_way), (&on_the_way, &to)] {
        // A second time adds nothing.
        for _ in 0..2 {
            done(&scene, &["mirror", from, to]).await;
        }
        has_all(&scene, to).await;
    }
    assert_eq!(last.tags("inner/acme"), ["1.2.3"]);
    let carried = Scene::new().await;
    done(&carried, &["pull", &to, "--layout", "acme.tar"]).await;
    let loaded = done(&carried, &["load", "acme.tar", "--json"]).await.json();
    let documents = loaded["components"][0]["documents"].as_array().unwrap();
    assert_eq!(documents.len(), 2, "{loaded}");
}

#[tokio::test]
async fn faults_hide_nothing_that_is_attached() {
    let (registry, scene) = (ReferrersRegistry::start(), scene().await);
    publish(&scene, &registry.reference("acme/provider:1.2.3")).await;
    for fault in FAULTS {
        let proxy = FaultProxy::start(&registry.address(), at_first(fault));
        has_all(&scene, &proxy.reference("acme/provider:1.2.3")).await;
    }
}
