//! The operator's file of sources: mirrors, folders, authorities and offline, when a package is added and when a value
//! is restored.

use std::fs;
use std::sync::Arc;
use std::time::{Duration, Instant};

use pulumi_wasm_packages::Digest;
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;

use super::message;
use super::registry::{declare, generate, guest, other_build, refused, registry, value_of};
use super::web::Web;
use test_support::assert_says;
use test_support::fake::scene::Scene;
use test_support::servers::registry::Registry;
use test_support::servers::tls::Identity;

/// How long a registry may take to store a fetched component.
const KEEPING_TIME: Duration = Duration::from_secs(30);
/// More than the time for accepting a connection that was made before.
const KEPT_TIME: Duration = Duration::from_millis(200);

/// A machine with this file.
async fn operated(text: &str) -> Scene {
    let scene = Scene::new().await;
    operate(&scene, text);
    scene
}

fn operate(scene: &Scene, text: &str) {
    let folder = scene.home().join("wasm");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("sources.yaml"), text).unwrap();
}

/// The entry of a mirror for a registry.
fn mirrored(origin: &Registry, to: &str, more: &str) -> String {
    let from = origin.address();
    format!("mirrors: [{{ from: 'oci://{from}/', to: ['{to}'], {more} }}]\n")
}

/// The message of a machine that cannot restore a value.
async fn not_restored(scene: &Scene, value: &[u8]) -> String {
    let plugin = scene.launch().await;
    message(&plugin.restore("acme", value).await.unwrap_err())
}

async fn restored(scene: &Scene, value: &[u8]) {
    let plugin = scene.launch().await;
    plugin.restore("acme", value).await.unwrap();
    assert_eq!(plugin.value().await, value);
    assert_eq!(plugin.create("one").await.unwrap().id, "made");
}

#[tokio::test]
async fn a_filled_store_needs_no_file_and_an_empty_one_is_told_its_mistake() {
    let registry = registry();
    let value = value_of(&registry.reference("acme/provider:1.2.3")).await;
    let scene = Scene::new().await;
    declare(&scene, &registry.reference("acme/provider:1.2.3"));
    restored(&scene, &value).await;
    // It is not even read then.
    operate(&scene, "offline: true\nmirors: []\n");
    restored(&scene, &value).await;
    fs::remove_dir_all(scene.store()).unwrap();
    let text = not_restored(&scene, &value).await;
    assert_says(
        &text,
        &[
            "the operator's file `",
            "sources.yaml`, line 2, cannot be used: unknown field",
            "\nhint: correct the line",
        ],
    );
}

#[tokio::test]
async fn a_mirror_gives_a_recorded_component_and_counts_as_its_origin() {
    let mut origin = registry();
    let reference = origin.reference("acme/provider:1.2.3");
    let value = value_of(&reference).await;
    origin.stop();
    let mirror = Registry::start();
    mirror.publish_bytes("copies/acme/provider:other", &guest());
    let to = mirror.reference("copies/");
    let scene = operated(&mirrored(&origin, &to, "only: true")).await;
    // The policy lists the origin alone.
    let policy = format!(
        "sources: {{ allow: ['oci://{}/acme/*'] }}\n",
        origin.address()
    );
    scene.write_policy(&policy);
    restored(&scene, &value).await;
    assert_eq!(mirror.downloads(&Digest::of(&guest())), 1);
    // A later start sends nothing.
    let requests = mirror.requests();
    restored(&scene, &value).await;
    assert_eq!(mirror.requests(), requests);
}

#[tokio::test]
async fn a_mirror_in_docker_registrys_mode_of_a_proxy_keeps_what_it_fetched() {
    let origin = registry();
    let digest = Digest::of(&guest());
    let reference = origin.reference("acme/provider:1.2.3");
    let mirror = Registry::mirror_of(&origin);
    let rule = mirrored(&origin, &mirror.reference(""), "tags: true, only: true");
    let scene = operated(&rule).await;
    let plugin = scene.launch().await;
    plugin.parameterize(&[&reference]).await.unwrap();
    let value = plugin.value().await;
    let text: Value = serde_json::from_slice(&value).unwrap();
    let from = text["components"][0]["from"].as_str().unwrap().to_owned();
    assert!(from.starts_with(&format!("{reference}@sha256:")), "{from}");
    // The mirror keeps it a moment after it passed it on.
    let blob = format!("/v2/acme/provider/blobs/{digest}");
    let begun = Instant::now();
    let is_kept = || {
        let before = origin.downloads(&digest);
        mirror.ask("GET", &blob, &[], &[]);
        origin.downloads(&digest) == before
    };
    while !is_kept() {
        assert!(begun.elapsed() < KEEPING_TIME, "{}", mirror.log());
    }
    // Another machine gets it from the mirror, and the origin is not asked for it again.
    let (at_mirror, at_origin) = (mirror.downloads(&digest), origin.downloads(&digest));
    let scene = operated(&rule).await;
    restored(&scene, &value).await;
    assert_eq!(mirror.downloads(&digest), at_mirror + 1);
    assert_eq!(origin.downloads(&digest), at_origin);
}

#[tokio::test]
async fn a_mirror_answers_a_tag_only_if_the_operator_says_so() {
    let origin = registry();
    let reference = origin.reference("acme/provider:1.2.3");
    let mirror = Registry::start();
    let moved = mirror.publish_bytes("acme/provider:1.2.3", &other_build());
    let to = mirror.reference("");
    // The origin resolves the tag, and also has the component.
    let scene = operated(&mirrored(&origin, &to, "")).await;
    let plugin = scene.launch().await;
    plugin.parameterize(&[&reference]).await.unwrap();
    let value = plugin.value().await;
    let text = String::from_utf8(value.clone()).unwrap();
    assert!(text.contains(Digest::of(&guest()).hex()), "{text}");
    let requests = origin.requests();
    let scene = operated(&mirrored(&origin, &to, "only: true")).await;
    let text = refused(&scene, &reference).await;
    assert_says(
        &text,
        &[
            &format!("`{reference}`, which `only` in the operator's file `"),
            "line 1",
            "mirrors may only serve digests",
            "\nhint: write the digest",
        ],
    );
    assert_eq!(origin.requests(), requests);
    // A project that has the digest goes on with it, as `pulumi install` does.
    mirror.publish_bytes("acme/provider:kept", &guest());
    generate(&scene, &value);
    let plugin = scene.launch().await;
    plugin.parameterize(&[&reference]).await.unwrap();
    assert_eq!(plugin.value().await, value);
    let scene = operated(&mirrored(&origin, &to, "only: true, tags: true")).await;
    let plugin = scene.launch().await;
    plugin.parameterize(&[&reference]).await.unwrap();
    let text = String::from_utf8(plugin.value().await).unwrap();
    assert!(text.contains(&format!("{reference}@{moved}")), "{text}");
    assert_eq!(origin.requests(), requests);
}

#[tokio::test]
async fn each_place_is_told_with_its_reason_and_wrong_copies_are_not_taken() {
    let mut origin = registry();
    let reference = origin.reference("acme/provider:1.2.3");
    let value = value_of(&reference).await;
    let web = Web::start().await;
    let digest = Digest::of(&guest());
    let path = format!("/copies/{}.wasm", digest.hex());
    web.put(&path, other_build());
    let empty = Registry::start();
    let (first, second) = (
        empty.reference("x/"),
        format!("{}/copies/{{sha256}}.wasm", web.address),
    );
    let to = format!("{first}', '{second}");
    let scene = operated(&mirrored(&origin, &to, "")).await;
    declare(&scene, &reference);
    // The origin is the last one, and has it.
    restored(&scene, &value).await;
    let now = Digest::of(&other_build());
    assert!(!scene.store().join(now.hex()).exists());
    fs::remove_dir_all(scene.store()).unwrap();
    origin.stop();
    let text = not_restored(&scene, &value).await;
    assert_says(
        &text,
        &[
            &format!("the mirror `{first}acme/provider:1.2.3@sha256:"),
            "is not there",
            &format!("the mirror `{second}`: `{}", web.address),
            &format!("now has the digest {now}, not {digest}"),
            &origin.address(),
            "\nhint: ",
        ],
    );
    web.put(&path, guest());
    restored(&scene, &value).await;
}

/// A mirror that is addressed only by digests serves every component with the digest, regardless of its source.
#[tokio::test]
async fn a_mirror_does_not_vouch_for_a_place_unless_the_operator_lets_it_speak_for_the_origin() {
    let origin = registry();
    let reference = origin.reference("acme/provider:1.2.3");
    let value = value_of(&reference).await;
    // A component that the origin never had, which anybody could bring to the mirrors.
    let (mirror, web) = (Registry::start(), Web::start().await);
    let manifest = mirror.publish_bytes("copies/acme/provider:1.2.3", &other_build());
    let evil = Digest::of(&other_build());
    web.put(&format!("/copies/{}.wasm", evil.hex()), other_build());
    let from = format!("{reference}@{manifest}");
    let forged = serde_json::json!({
        "v": 2,
        "name": "acme",
        "version": "1.2.3",
        "components": [{ "sha256": evil.hex(), "from": from }],
    });
    let forged = forged.to_string().into_bytes();
    let policy = format!(
        "sources: {{ allow: ['oci://{}/acme/*'] }}\n",
        origin.address()
    );
    let copies = format!("{}/copies/{{sha256}}.wasm", web.address);
    for (to, speaks) in [
        (mirror.reference("copies/"), "tags: true"),
        (mirror.reference("copies/"), "only: true"),
        (copies, "only: true"),
    ] {
        let scene = operated(&mirrored(&origin, &to, "")).await;
        scene.write_policy(&policy);
        declare(&scene, &reference);
        for _ in 0..2 {
            // The first time it is fetched, and then the store has it.
            let text = not_restored(&scene, &forged).await;
            assert_says(
                &text,
                &[
                    "may not run: this machine did not fetch",
                    "so it counts as a file",
                    "the source does not confirm it",
                    "\nhint: ",
                ],
            );
        }
        // A stranger's project names the manifest.
        if !to.contains("sha256") {
            let text = refused(&scene, &from).await;
            assert_says(&text, &["so it counts as a file"]);
        }
        restored(&scene, &value).await;
        let scene = operated(&mirrored(&origin, &to, speaks)).await;
        scene.write_policy(&policy);
        declare(&scene, &reference);
        let plugin = scene.launch().await;
        plugin.restore("acme", &forged).await.unwrap();
    }
}

/// A mirror that sends wrong bytes, at each of the places where it could.
#[tokio::test]
async fn what_a_mirror_gives_is_compared_with_its_digest() {
    let origin = registry();
    let reference = origin.reference("acme/provider:1.2.3");
    let value = value_of(&reference).await;
    let text: Value = serde_json::from_slice(&value).unwrap();
    let from = text["components"][0]["from"].as_str().unwrap().to_owned();
    let manifest = from.split('@').nth(1).unwrap().to_owned();
    let blob = format!("/v2/copies/acme/provider/blobs/{}", Digest::of(&guest()));
    let evil = format!(
        "{{\"schemaVersion\":2,\"layers\":[{{\"mediaType\":\"application/wasm\",\"digest\":\"{}\",\"size\":{}}}]}}",
        Digest::of(&other_build()),
        other_build().len()
    );
    let mirror = Web::start().await;
    let host = mirror.address.trim_start_matches("http://");
    mirror.put(
        &format!("/v2/copies/acme/provider/manifests/{manifest}"),
        evil.clone().into_bytes(),
    );
    mirror.put(
        "/v2/copies/acme/provider/manifests/1.2.3",
        evil.into_bytes(),
    );
    mirror.put(&blob, other_build());
    let rule = mirrored(&origin, &format!("oci://{host}/copies/"), "");
    let scene = operated(&rule).await;
    declare(&scene, &reference);
    restored(&scene, &value).await;
    let scene = operated(&rule).await;
    let plugin = scene.launch().await;
    plugin.parameterize(&[&reference]).await.unwrap();
    assert_eq!(plugin.value().await, value);
    let evil = Digest::of(&other_build());
    assert!(!scene.store().join(evil.hex()).exists());
    assert!(mirror.requests() > 0);
}

#[tokio::test]
async fn a_mirror_that_falls_silent_leaves_time_for_the_origin() {
    let origin = registry();
    let reference = origin.reference("acme/provider:1.2.3");
    // It accepts connections, and answers nothing.
    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let to = format!("oci://{}/", silent.local_addr().unwrap());
    let scene = operated(&mirrored(&origin, &to, "tags: true")).await;
    let plugin = scene.launch().await;
    let words = [reference.as_str(), "--limit", "fetch-time=6s"];
    plugin.parameterize(&words).await.unwrap();
    let value = plugin.value().await;
    fs::remove_dir_all(scene.store()).unwrap();
    declare(&scene, &reference);
    restored(&scene, &value).await;
    // A mirror without time left is asked for nothing more, and the origin supplies the rest.
    let mut connections = 0;
    while let Ok(accepted) = tokio::time::timeout(KEPT_TIME, silent.accept()).await {
        accepted.unwrap();
        connections += 1;
    }
    assert_eq!(connections, 2, "one of each fetch");
}

#[tokio::test]
async fn folders_of_the_file_are_looked_at_before_any_server() {
    let origin = registry();
    let value = value_of(&origin.reference("acme/provider:1.2.3")).await;
    let copies = tempfile::tempdir().unwrap();
    let requests = origin.requests();
    let text = format!("folders: ['{}']\noffline: true\n", copies.path().display());
    let scene = operated(&text).await;
    let text = not_restored(&scene, &value).await;
    assert_says(
        &text,
        &[
            &format!("the folder `{}` of `", copies.path().display()),
            "sources.yaml`",
            "it is not fetched, because `offline` in the operator's file `",
            "line 2 is `true`",
        ],
    );
    let file = copies
        .path()
        .join(format!("{}.wasm", Digest::of(&guest()).hex()));
    fs::write(file, guest()).unwrap();
    restored(&scene, &value).await;
    assert_eq!(origin.requests(), requests);
}

/// A server by https with the guest at every path: its address, and its certificate.
async fn server_with_tls() -> (String, String) {
    let identity = Identity::of(&["127.0.0.1"]);
    let acceptor = TlsAcceptor::from(Arc::new(identity.server()));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let Ok(mut stream) = acceptor.accept(stream).await else {
                continue;
            };
            let mut request = [0; 4096];
            if stream.read(&mut request).await.is_ok() {
                let body = guest();
                let head = format!(
                    "HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: {}\r\n\r\n",
                    body.len()
                );
                drop(stream.write_all(&[head.as_bytes(), &body].concat()).await);
                drop(stream.shutdown().await);
            }
        }
    });
    (address.to_string(), identity.authority())
}

#[tokio::test]
async fn authorities_count_for_their_server_alone() {
    let (address, certificate) = server_with_tls().await;
    let file = format!("https://{address}/acme.wasm");
    let scene = Scene::new().await;
    let ca = scene.home().with_file_name("corp.pem");
    fs::write(&ca, certificate).unwrap();
    let trusting =
        |host: &str| format!("registries: {{ '{host}': {{ ca: '{}' }} }}\n", ca.display());
    operate(&scene, &trusting("127.0.0.1:1"));
    let text = refused(&scene, &file).await;
    assert_says(&text, &["no authority that this machine trusts issued"]);
    operate(&scene, &trusting(&address));
    let plugin = scene.launch().await;
    plugin.parameterize(&[&file]).await.unwrap();
    fs::write(&ca, "no certificate").unwrap();
    fs::remove_dir_all(scene.store()).unwrap();
    let text = refused(&scene, &file).await;
    assert_says(
        &text,
        &["line 1, cannot be used: the authorities in `", "corp.pem"],
    );
}
