//! Bundles beside files: on web servers, in releases, on mirrors and in the operator's folders.

use std::fs;

use pulumi_wasm_packages::Digest;
use pulumi_wasm_signature::{PrivateKey, sign};
use serde_json::json;

use super::message;
use super::registry::{declare, guest, refused, registry, value_of};
use super::signers::{POLICY, Signers};
use super::web::Web;
use test_support::assert_says;
use test_support::fake::scene::Scene;
use test_support::fake::tool::tool;
use test_support::signing_keys::Keys;

/// The bundle of the guest by a key.
fn bundle(key: &Keys) -> Vec<u8> {
    let key = PrivateKey::from_pem(key.private.as_bytes()).unwrap();
    sign(&key, Digest::of(&guest()).hex()).unwrap()
}

async fn added(scene: &Scene, source: &str) -> Vec<u8> {
    let plugin = scene.launch().await;
    plugin.parameterize(&[source]).await.unwrap();
    assert_eq!(plugin.create("one").await.unwrap().id, "made");
    plugin.value().await
}

async fn restored(scene: &Scene, value: &[u8]) {
    let plugin = scene.launch().await;
    plugin.restore("acme", value).await.unwrap();
    assert_eq!(plugin.create("one").await.unwrap().id, "made");
}

/// Whether a bundle was requested.
fn asked(web: &Web) -> bool {
    let heads = web.heads();
    heads.iter().any(|head| head.contains(".sigstore.json"))
}

#[tokio::test]
async fn a_web_servers_bundle_is_fetched_if_the_policy_asks_for_signatures_and_not_otherwise() {
    let signers = Signers::new();
    let web = Web::start().await;
    let source = format!("{}/acme.wasm", web.address);
    let value = added(&Scene::new().await, &source).await;
    assert!(!asked(&web), "nobody asks for signatures");
    let scene = signers.governed(POLICY).await;
    let text = refused(&scene, &source).await;
    assert_says(
        &text,
        &["no signature of it", "`pulumi-wasm verify --fetch "],
    );
    assert!(asked(&web));
    web.put("/acme.wasm.sigstore.json", bundle(&signers.corp));
    let text = refused(&scene, &source).await;
    assert_says(&text, &["its signature is not by the key"]);
    web.put("/acme.wasm.sigstore.json", bundle(&signers.acme));
    assert_eq!(added(&scene, &source).await, value);
    // A start sends nothing, and another machine fetches both.
    let requests = web.requests();
    restored(&scene, &value).await;
    assert_eq!(web.requests(), requests);
    let other = signers.governed(POLICY).await;
    declare(&other, &source);
    restored(&other, &value).await;
}

#[tokio::test]
async fn a_bundle_that_is_too_long_or_not_to_be_had_ends_nothing() {
    let signers = Signers::new();
    let web = Web::start().await;
    let source = format!("{}/acme.wasm", web.address);
    web.put("/acme.wasm.sigstore.json", vec![b' '; (1 << 20) + 1]);
    let scene = signers.governed(POLICY).await;
    let plugin = scene.launch().await;
    let error = plugin.parameterize(&[&source]).await.unwrap_err();
    assert_says(&message(&error), &["no signature of it"]);
    web.remove("/acme.wasm.sigstore.json");
    // A redirect without a target.
    web.redirect("/acme.wasm.sigstore.json", "http://127.0.0.1:1/x");
    assert_says(&refused(&scene, &source).await, &["no signature of it"]);
    // Without the package in its policy, it does not matter.
    let scene = signers
        .governed(&POLICY.replace("  acme: {signed-by", "  other: {signed-by"))
        .await;
    added(&scene, &source).await;
}

#[tokio::test]
async fn a_release_has_the_bundle_among_its_assets() {
    let signers = Signers::new();
    let web = Web::start().await;
    let host = web.address.trim_start_matches("http://").to_owned();
    let github = "/repos/acme/pulumi-acme/releases";
    let assets = |names: &[(u8, &str)]| {
        let assets = names
            .iter()
            .map(|(id, name)| json!({ "id": id, "name": name }));
        json!({ "assets": assets.collect::<Vec<_>>() }).to_string()
    };
    let without = assets(&[(7, "acme.wasm")]);
    let with = assets(&[(8, "acme.wasm.sigstore.json"), (7, "acme.wasm")]);
    let tag = format!("{github}/tags/v1.2.3");
    web.put(&tag, without.into_bytes());
    web.put(&format!("{github}/assets/7"), guest());
    web.put(&format!("{github}/assets/8"), bundle(&signers.acme));
    let gitlab = "/api/v4/projects/1234/releases/v1.2.3/downloads/acme.wasm";
    web.put(gitlab, guest());
    let on_github = format!("github://{host}/acme/pulumi-acme@1.2.3");
    let on_gitlab = format!("gitlab://{host}/1234@1.2.3/acme.wasm");
    for source in [&on_github, &on_gitlab] {
        let scene = signers.governed(POLICY).await;
        assert_says(&refused(&scene, source).await, &["no signature of it"]);
    }
    web.put(&tag, with.into_bytes());
    web.put(&format!("{gitlab}.sigstore.json"), bundle(&signers.acme));
    for source in [&on_github, &on_gitlab] {
        let scene = signers.governed(POLICY).await;
        let value = added(&scene, source).await;
        let other = signers.governed(POLICY).await;
        declare(&other, source);
        restored(&other, &value).await;
    }
}

#[tokio::test]
async fn a_mirror_of_copies_and_a_folder_have_bundles_beside_them() {
    let signers = Signers::new();
    let registry = registry();
    let reference = registry.reference("acme/provider:1.2.3");
    let value = value_of(&reference).await;
    let digest = Digest::of(&guest());
    let web = Web::start().await;
    let copy = format!("/copies/{}.wasm", digest.hex());
    web.put(&copy, guest());
    web.put(&format!("{copy}.sigstore.json"), bundle(&signers.acme));
    let sources = format!(
        "mirrors: [{{ from: 'oci://{}/', to: ['{}/copies/{{sha256}}.wasm'], only: true }}]\n",
        registry.address(),
        web.address
    );
    let scene = signers.governed(POLICY).await;
    fs::write(scene.home().join("wasm/sources.yaml"), &sources).unwrap();
    restored(&scene, &value).await;
    assert!(asked(&web));
    // The folder has it too, without a server.
    let copies = tempfile::tempdir().unwrap();
    let file = copies.path().join(format!("{}.wasm", digest.hex()));
    fs::write(&file, guest()).unwrap();
    let sources = format!("folders: ['{}']\noffline: true\n", copies.path().display());
    let scene = signers.governed(POLICY).await;
    fs::write(scene.home().join("wasm/sources.yaml"), &sources).unwrap();
    let plugin = scene.launch().await;
    let text = message(&plugin.restore("acme", &value).await.unwrap_err());
    assert_says(&text, &["no signature of it"]);
    let beside = copies
        .path()
        .join(format!("{}.wasm.sigstore.json", digest.hex()));
    fs::write(beside, bundle(&signers.acme)).unwrap();
    restored(&scene, &value).await;
}

#[tokio::test]
async fn the_tool_brings_what_lies_beside_a_file_and_takes_a_packages_name() {
    let signers = Signers::new();
    let web = Web::start().await;
    let source = format!("{}/acme.wasm", web.address);
    let scene = Scene::new().await;
    let value = added(&scene, &source).await;
    signers.govern(&scene, POLICY);
    web.put("/acme.wasm.sigstore.json", bundle(&signers.acme));
    let plugin = scene.launch().await;
    let text = message(&plugin.restore("acme", &value).await.unwrap_err());
    let command = text.split("`pulumi-wasm ").nth(1).unwrap();
    let command = command.split('`').next().unwrap().replace('\'', "");
    let words: Vec<&str> = command.split(' ').collect();
    assert_eq!(words[..2], ["verify", "--fetch"]);
    let ran = tool(
        &scene,
        &words[..1]
            .iter()
            .chain(&words[2..])
            .copied()
            .collect::<Vec<_>>(),
    )
    .await;
    assert_eq!(ran.status, 0, "{}{}", ran.output, ran.errors);
    let plugin = scene.launch().await;
    plugin.restore("acme", &value).await.unwrap_err();
    let ran = tool(&scene, &["verify", "acme"]).await;
    assert_eq!(ran.status, 1);
    assert_says(&ran.errors, &["neither a file nor a package", "\nhint: "]);
    declare(&scene, &source);
    let ran = tool(&scene, &["verify", "--fetch", "acme"]).await;
    assert_eq!(ran.status, 0, "{}{}", ran.output, ran.errors);
    assert_says(&ran.output, &["accepted: ", "\nsigned\n"]);
    web.remove("/acme.wasm.sigstore.json");
    restored(&scene, &value).await;
    let ran = tool(&scene, &["verify", "acme", "--json"]).await;
    assert_eq!(ran.status, 0, "{}{}", ran.output, ran.errors);
    assert_says(
        &ran.output,
        &["\"package\": \"acme\"", "\"accepted\": true"],
    );
}
