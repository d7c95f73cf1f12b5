//! `pulumi-wasm update`: a project gets the current versions from its sources when its user says so.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use pulumi_wasm_packages::Digest;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use test_support::assert_says;
use test_support::fake::guest::Guest;
use test_support::fake::scene::Scene;
use test_support::fake::tool::tool;
use test_support::servers::registry::Registry;

/// A build of a version.
fn build(version: &str) -> Vec<u8> {
    let guest = Guest::new().manifest(|manifest| manifest["schema"]["version"] = version.into());
    guest.build()
}

fn publish(registry: &Registry, tag: &str, version: &str) -> Digest {
    registry.publish_bytes(&format!("acme/provider:{tag}"), &build(version))
}

/// A project that has added the reference, with its SDK.
pub(super) async fn project(reference: &str) -> Scene {
    let scene = Scene::new().await;
    let text = format!(
        "name: shop # the shop\nruntime: yaml\npackages:\n  acme:\n    source: wasm\n    version: 0.1.0\n    parameters:\n      - {reference}\n"
    );
    scene.write("Pulumi.yaml", text.as_bytes());
    let plugin = scene.launch().await;
    plugin.parameterize(&[reference]).await.unwrap();
    let value = plugin.value().await;
    fs::create_dir_all(scene.project().join("sdks/acme")).unwrap();
    let sdk = json!({ "pulumi": { "parameterization": {
        "name": "acme", "version": "1.2.3", "value": STANDARD.encode(value),
    } } });
    scene.write("sdks/acme/package.json", sdk.to_string().as_bytes());
    scene
}

fn file(scene: &Scene) -> String {
    fs::read_to_string(scene.project().join("Pulumi.yaml")).unwrap()
}

/// The reference in the project's file.
fn word(scene: &Scene) -> String {
    let text = file(scene);
    let last = text.lines().last().unwrap();
    last.trim_start_matches([' ', '-']).to_owned()
}

#[tokio::test]
async fn a_version_goes_on_to_the_newest_or_to_the_one_that_is_given() {
    let registry = Registry::start();
    let reference = registry.reference("acme/provider:1.2.3");
    for version in ["1.2.3", "1.2.4", "1.10.0", "2.0.0-rc.1"] {
        publish(&registry, version, version);
    }
    let scene = project(&reference).await;
    let before = file(&scene);
    let ran = tool(&scene, &["update", "acme"]).await;
    assert_eq!(ran.status, 0, "{}", ran.errors);
    let newest = registry.reference("acme/provider:1.10.0");
    let said = format!("{reference} is now {newest}: 1.10.0 sha256:");
    assert_says(&ran.output, &[&said, "`pulumi install`"]);
    assert_eq!(file(&scene), before.replace(&reference, &newest));
    // The written file can be added at once, and needs nothing more from the registry.
    let requests = registry.downloads(&Digest::of(&build("1.10.0")));
    let plugin = scene.launch().await;
    plugin.parameterize(&[&newest]).await.unwrap();
    let again = registry.downloads(&Digest::of(&build("1.10.0")));
    assert_eq!(again, requests);
    let ran = tool(&scene, &["update", "acme", "--json"]).await;
    assert_eq!(ran.json()["changed"], false, "{}", ran.errors);
    let ran = tool(&scene, &["update", "acme", "1.2.4"]).await;
    assert_eq!(ran.status, 0, "{}", ran.errors);
    assert_eq!(word(&scene), registry.reference("acme/provider:1.2.4"));
    let ran = tool(&scene, &["update", "acme", "3.0.0"]).await;
    assert_eq!(ran.status, 1);
    assert_says(&ran.errors, &["has no version 3.0.0", "pulumi-wasm tags"]);
    let ran = tool(&scene, &["update", "acme", "2.0.0-rc.1"]).await;
    assert_eq!(ran.status, 0, "{}", ran.errors);
    assert_eq!(word(&scene), registry.reference("acme/provider:2.0.0-rc.1"));
}

#[tokio::test]
async fn a_version_that_was_moved_is_an_error_with_both_digests() {
    let registry = Registry::start();
    let reference = registry.reference("acme/provider:1.2.3");
    let before = publish(&registry, "1.2.3", "1.2.3");
    let scene = project(&reference).await;
    let text = file(&scene);
    let other = Guest::new().manifest(|manifest| manifest["sdk"] = json!({ "name": "another" }));
    let after = registry.publish_bytes("acme/provider:1.2.3", &other.build());
    publish(&registry, "1.3.0", "1.3.0");
    let ran = tool(&scene, &["update", "acme"]).await;
    assert_eq!(ran.status, 1);
    let (before, after) = (before.to_string(), after.to_string());
    assert_says(&ran.errors, &["was moved", &before, &after, "hint: "]);
    assert_eq!(file(&scene), text);
}

#[tokio::test]
async fn a_tag_that_is_no_version_gets_the_digest_of_what_it_stands_for_now() {
    let registry = Registry::start();
    let reference = registry.reference("acme/provider:latest");
    publish(&registry, "latest", "1.2.3");
    let scene = project(&reference).await;
    let after = publish(&registry, "latest", "1.3.0");
    let ran = tool(&scene, &["update", "acme"]).await;
    assert_eq!(ran.status, 0, "{}", ran.errors);
    assert_eq!(word(&scene), format!("{reference}@{after}"));
    let plugin = scene.launch().await;
    plugin.parameterize(&[&word(&scene)]).await.unwrap();
    let value = String::from_utf8(plugin.value().await).unwrap();
    assert!(value.contains(&after.to_string()), "{value}");
    // And on from there.
    let last = publish(&registry, "latest", "1.4.0");
    let ran = tool(&scene, &["update", "acme"]).await;
    assert_eq!(ran.status, 0, "{}", ran.errors);
    assert_eq!(word(&scene), format!("{reference}@{last}"));
}

#[tokio::test]
async fn what_cannot_go_on_is_told_and_changes_nothing() {
    let registry = Registry::start();
    let reference = registry.reference("acme/provider:1.2.3");
    publish(&registry, "1.2.3", "1.2.3");
    // A newer tag with an older component.
    publish(&registry, "1.3.0", "1.2.3");
    let scene = project(&reference).await;
    let text = file(&scene);
    let ran = tool(&scene, &["update", "acme"]).await;
    assert_says(&ran.errors, &["says version 1.3.0", "is version 1.2.3"]);
    let ran = tool(&scene, &["update", "other"]).await;
    assert_says(
        &ran.errors,
        &["does not name the package `other`", "hint: "],
    );
    let policy = "sources: { fetch: false }\n";
    scene.write_policy(policy);
    let ran = tool(&scene, &["update", "acme"]).await;
    assert_says(&ran.errors, &["cannot look up `"]);
    assert_eq!(file(&scene), text);
    fs::remove_file(scene.home().join("wasm/policy.yaml")).unwrap();
    let pin = format!("{text}      - --sha256={}\n", "ab".repeat(32));
    publish(&registry, "1.4.0", "1.4.0");
    scene.write("Pulumi.yaml", pin.as_bytes());
    let ran = tool(&scene, &["update", "acme"]).await;
    assert_says(&ran.errors, &["`--sha256` in", "asks for another one"]);
    assert_eq!(file(&scene), pin);
    let of_file = text.replace(&reference, "./acme.wasm");
    scene.write("Pulumi.yaml", of_file.as_bytes());
    let ran = tool(&scene, &["update", "acme"]).await;
    assert_says(
        &ran.errors,
        &["a component in a registry or on a web server"],
    );
}

#[tokio::test]
async fn a_linked_file_is_changed_where_it_lies_and_keeps_its_permissions() {
    let registry = Registry::start();
    let reference = registry.reference("acme/provider:1.2.3");
    publish(&registry, "1.2.3", "1.2.3");
    publish(&registry, "1.3.0", "1.3.0");
    let scene = project(&reference).await;
    let (link, target) = (
        scene.project().join("Pulumi.yaml"),
        scene.home().join("shop.yaml"),
    );
    fs::rename(&link, &target).unwrap();
    fs::set_permissions(&target, fs::Permissions::from_mode(0o640)).unwrap();
    std::os::unix::fs::symlink(&target, &link).unwrap();
    let ran = tool(&scene, &["update", "acme"]).await;
    assert_eq!(ran.status, 0, "{}", ran.errors);
    assert_eq!(word(&scene), registry.reference("acme/provider:1.3.0"));
    assert!(link.symlink_metadata().unwrap().is_symlink());
    let mode = target.metadata().unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o640);
}

/// Another address of a registry, where only the tag `1.2.3` is listed. Returns `HOST:PORT`.
async fn listing_little(registry: Arc<Registry>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let host = listener.local_addr().unwrap().to_string();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut head = Vec::new();
            while !head.ends_with(b"\r\n\r\n") {
                match stream.read_u8().await {
                    Ok(byte) => head.push(byte),
                    Err(_) => break,
                }
            }
            let head = String::from_utf8_lossy(&head).into_owned();
            let path = head.split(' ').nth(1).unwrap_or_default();
            let (status, kind, body) = if path.contains("/tags/list") {
                let list = br#"{"name":"acme/provider","tags":["1.2.3"]}"#;
                (200, "application/json".to_owned(), list.to_vec())
            } else {
                let accept = "accept: application/vnd.oci.image.manifest.v1+json";
                let answer = registry.ask("GET", path, &[accept], &[]);
                let kind = answer.header("content-type").unwrap_or_default().to_owned();
                (answer.status, kind, answer.body)
            };
            let head = format!(
                "HTTP/1.1 {status} x\r\ncontent-type: {kind}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
                body.len()
            );
            // A client that has had enough hangs up.
            drop(stream.write_all(&[head.as_bytes(), &body].concat()).await);
        }
    });
    host
}

#[tokio::test]
async fn a_version_that_is_not_listed_is_found_by_its_tag() {
    let registry = Arc::new(Registry::start());
    publish(&registry, "1.2.3", "1.2.3");
    publish(&registry, "1.2.4", "1.2.4");
    publish(&registry, "v1.2.5", "1.2.5");
    let host = listing_little(Arc::clone(&registry)).await;
    let reference = |tag: &str| format!("oci://{host}/acme/provider:{tag}");
    let scene = project(&reference("1.2.3")).await;
    for (version, tag) in [("1.2.4", "1.2.4"), ("1.2.5", "v1.2.5")] {
        let ran = tool(&scene, &["update", "acme", version]).await;
        assert_eq!(ran.status, 0, "{}", ran.errors);
        assert_eq!(word(&scene), reference(tag));
    }
    for version in ["9.9.9", "1.2.3+build"] {
        let ran = tool(&scene, &["update", "acme", version]).await;
        assert_eq!(ran.status, 1);
        let expected = format!("has no version {version}");
        assert_says(&ran.errors, &[&expected, "pulumi-wasm tags"]);
    }
}
