//! Components of a web server: added by an address, and found again by their digests.

use std::collections::HashMap;
use std::sync::Arc;

use futures_util::future::join_all;
use parking_lot::Mutex;
use pulumi_wasm_packages::Digest;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use super::message;
use super::registry::{declare, generate, guest, launch_with, other_build, refused};
use test_support::assert_says;
use test_support::fake::guest::Guest;
use test_support::fake::scene::Scene;

/// A web server with files by their paths.
pub(super) struct Web {
    pub(super) address: String,
    files: Arc<Mutex<HashMap<String, Vec<u8>>>>,
    /// The folder with the files of other paths.
    redirects: Arc<Mutex<HashMap<String, String>>>,
    heads: Arc<Mutex<Vec<String>>>,
}

impl Web {
    /// A server with the guest as `/acme.wasm`.
    pub(super) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let web = Self {
            address: format!("http://{}", listener.local_addr().unwrap()),
            files: Arc::default(),
            redirects: Arc::default(),
            heads: Arc::default(),
        };
        web.put("/acme.wasm", guest());
        let (files, heads) = (Arc::clone(&web.files), Arc::clone(&web.heads));
        let redirects = Arc::clone(&web.redirects);
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
                heads.lock().push(head.clone());
                let path = head.split(' ').nth(1).unwrap_or_default();
                let body = files.lock().get(path).cloned();
                let location = redirects.lock().get(path).cloned();
                let status = match (&body, location) {
                    (_, Some(location)) => format!("302 Found\r\nlocation: {location}"),
                    (Some(_), None) => "200 OK".to_owned(),
                    (None, None) => "404 Not Found".to_owned(),
                };
                let body = body.unwrap_or_default();
                let head = format!(
                    "HTTP/1.1 {status}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
                    body.len()
                );
                // The client closes the connection when it has read enough.
                drop(stream.write_all(&[head.as_bytes(), &body].concat()).await);
            }
        });
        web
    }

    pub(super) fn put(&self, path: &str, bytes: Vec<u8>) {
        self.files.lock().insert(path.to_owned(), bytes);
    }

    pub(super) fn remove(&self, path: &str) {
        self.files.lock().remove(path);
    }

    pub(super) fn redirect(&self, path: &str, location: &str) {
        let mut redirects = self.redirects.lock();
        redirects.insert(path.to_owned(), location.to_owned());
    }

    pub(super) fn requests(&self) -> usize {
        self.heads.lock().len()
    }

    /// The requests, with their headers.
    pub(super) fn heads(&self) -> Vec<String> {
        self.heads.lock().clone()
    }

    /// The address of the guest.
    fn guest(&self) -> String {
        format!("{}/acme.wasm", self.address)
    }
}

/// The value that a plugin makes of an address in a separate project.
async fn value_of(address: &str) -> Vec<u8> {
    let scene = Scene::new().await;
    let plugin = scene.launch().await;
    plugin.parameterize(&[address]).await.unwrap();
    plugin.value().await
}

#[tokio::test]
async fn a_component_is_added_by_an_address_and_recorded_by_its_digest() {
    let web = Web::start().await;
    let scene = Scene::new().await;
    let plugin = scene.launch().await;
    plugin.parameterize(&[&web.guest()]).await.unwrap();
    assert_eq!(plugin.create("one").await.unwrap().id, "made");
    let value = plugin.value().await;
    let expected = json!({
        "v": 2,
        "name": "acme",
        "version": "1.2.3",
        "components": [{ "sha256": Digest::of(&guest()).hex(), "from": web.guest() }],
    });
    assert_eq!(serde_json::from_slice::<Value>(&value).unwrap(), expected);
    // A later start sends nothing.
    let requests = web.requests();
    let plugin = scene.launch().await;
    plugin.restore("acme", &value).await.unwrap();
    assert_eq!(plugin.create("one").await.unwrap().id, "made");
    assert_eq!(web.requests(), requests);
}

#[tokio::test]
async fn a_machine_that_never_saw_it_fetches_the_recorded_bytes_or_none() {
    let web = Web::start().await;
    let value = value_of(&web.guest()).await;
    let scene = Scene::new().await;
    let plugin = scene.launch().await;
    let text = message(&plugin.restore("acme", &value).await.unwrap_err());
    assert_says(&text, &["not public, and only a recorded value names it"]);
    declare(&scene, &web.guest());
    let plugin = launch_with(&scene, "PULUMI_WASM_OFFLINE", "1").await;
    let text = message(&plugin.restore("acme", &value).await.unwrap_err());
    assert_says(&text, &["`PULUMI_WASM_OFFLINE` is set"]);
    web.put("/acme.wasm", other_build());
    let plugin = scene.launch().await;
    let text = message(&plugin.restore("acme", &value).await.unwrap_err());
    let (before, now) = (Digest::of(&guest()), Digest::of(&other_build()));
    assert_says(
        &text,
        &[
            &format!("now has the digest {now}, not {before}"),
            "\nhint: ",
        ],
    );
    assert!(!scene.store().join(now.hex()).exists());
    web.put("/acme.wasm", guest());
    let plugin = scene.launch().await;
    plugin.restore("acme", &value).await.unwrap();
    assert_eq!(plugin.value().await, value);
}

#[tokio::test]
async fn a_file_that_was_replaced_is_an_error_with_both_digests() {
    let web = Web::start().await;
    let value = value_of(&web.guest()).await;
    web.put("/acme.wasm", other_build());
    let scene = Scene::new().await;
    generate(&scene, &value);
    let text = refused(&scene, &web.guest()).await;
    let (before, now) = (Digest::of(&guest()), Digest::of(&other_build()));
    assert_says(
        &text,
        &[
            &before.to_string(),
            &now.to_string(),
            "the project's SDK has",
            "the file was replaced",
            "\nhint: ",
        ],
    );
    // Either build can be requested, if it exists.
    let plugin = scene.launch().await;
    let pinned = format!("{}#{now}", web.guest());
    plugin.parameterize(&[&pinned]).await.unwrap();
    let text = refused(&scene, &format!("{}#{before}", web.guest())).await;
    assert_says(&text, &[&format!("now has the digest {now}, not {before}")]);
}

#[tokio::test]
async fn what_the_project_has_is_used_without_a_request() {
    let web = Web::start().await;
    let scene = Scene::new().await;
    let plugin = scene.launch().await;
    plugin.parameterize(&[&web.guest()]).await.unwrap();
    let value = plugin.value().await;
    generate(&scene, &value);
    web.remove("/acme.wasm");
    let requests = web.requests();
    let plugin = scene.launch().await;
    plugin.parameterize(&[&web.guest()]).await.unwrap();
    assert_eq!(plugin.value().await, value);
    assert_eq!(web.requests(), requests);
}

#[tokio::test]
async fn many_processes_fetch_what_has_a_digest_once() {
    let web = Web::start().await;
    let scene = Scene::new().await;
    let mut plugins = Vec::new();
    for _ in 0..20 {
        plugins.push(scene.launch().await);
    }
    let pinned = format!("{}#{}", web.guest(), Digest::of(&guest()));
    let words = [pinned.as_str()];
    let added = plugins.iter().map(|plugin| plugin.parameterize(&words));
    for added in join_all(added).await {
        added.unwrap();
    }
    assert_eq!(web.requests(), 1);
    let left = std::fs::read_dir(scene.home().join("wasm/fetching")).unwrap();
    assert_eq!(left.count(), 0);
}

#[tokio::test]
async fn mistakes_are_told_before_anything_is_sent() {
    let web = Web::start().await;
    let scene = Scene::new().await;
    for (address, expected) in [
        (web.address.clone(), "ends in `.wasm`"),
        (format!("{}?token=x", web.guest()), "often has a secret"),
        (
            "http://acme.example/acme.wasm".to_owned(),
            "write `https://`",
        ),
        (format!("{}#sha256:12", web.guest()), "after `#` comes"),
    ] {
        assert_says(&refused(&scene, &address).await, &[expected]);
    }
    let other = format!("--sha256={}", "ab".repeat(32));
    let plugin = scene.launch().await;
    let pinned = format!("{}#{}", web.guest(), Digest::of(&guest()));
    let text = message(&plugin.parameterize(&[&pinned, &other]).await.unwrap_err());
    assert_says(&text, &["`--sha256` asks for sha256:abab"]);
    assert_eq!(web.requests(), 0);
    let text = message(
        &plugin
            .parameterize(&[&web.guest(), &other])
            .await
            .unwrap_err(),
    );
    assert_says(&text, &["`--sha256` asks for sha256:abab"]);
    web.put("/page.wasm", b"<html>".to_vec());
    let page = format!("{}/page.wasm", web.address);
    assert_says(&refused(&scene, &page).await, &["not a WebAssembly file"]);
    let gone = format!("{}/gone.wasm", web.address);
    assert_says(
        &refused(&scene, &gone).await,
        &["is not there (status 404)"],
    );
    assert!(!scene.store().exists());
}

#[tokio::test]
async fn a_policy_lists_web_servers_too() {
    let web = Web::start().await;
    let value = value_of(&web.guest()).await;
    let scene = Scene::new().await;
    declare(&scene, &web.guest());
    std::fs::create_dir(scene.home().join("wasm")).unwrap();
    let govern = |policy: &str| {
        scene.write_policy(policy);
    };
    govern("sources: { allow: ['https://acme.com/**'] }");
    let requests = web.requests();
    let text = refused(&scene, &web.guest()).await;
    assert_says(&text, &["may not run: `sources.allow`"]);
    assert_eq!(web.requests(), requests);
    govern(&format!("sources: {{ allow: ['{}/*'] }}", web.address));
    // Another component at that address is refused, even if the store has it.
    let text = String::from_utf8(value.clone()).unwrap();
    let (published, other) = (Digest::of(&guest()), Digest::of(&other_build()));
    let forged = text.replacen(published.hex(), other.hex(), 1);
    std::fs::create_dir(scene.project().join("wasm-components")).unwrap();
    scene.write("wasm-components/acme.wasm", &other_build());
    let plugin = scene.launch().await;
    let text = message(&plugin.restore("acme", forged.as_bytes()).await.unwrap_err());
    assert_says(&text, &["counts as a file", "`sources.allow`"]);
    let plugin = scene.launch().await;
    plugin.restore("acme", &value).await.unwrap();
}

#[tokio::test]
async fn a_policy_against_a_version_is_told_when_the_component_is_fetched_too() {
    let web = Web::start().await;
    let value = value_of(&web.guest()).await;
    let newer = Guest::new().manifest(|manifest| manifest["schema"]["version"] = "2.0.0".into());
    web.put("/newer.wasm", newer.build());
    let newer = value_of(&format!("{}/newer.wasm", web.address)).await;
    let scene = Scene::new().await;
    declare(&scene, &web.guest());
    // It may run, but must not replace an existing one.
    generate(&scene, &newer);
    std::fs::create_dir(scene.home().join("wasm")).unwrap();
    std::fs::write(
        scene.home().join("wasm/policy.yaml"),
        "packages: { acme: { at-least: 2.0.0 } }",
    )
    .unwrap();
    for _ in 0..2 {
        let plugin = scene.launch().await;
        let text = message(&plugin.restore("acme", &value).await.unwrap_err());
        assert_says(&text, &["asks for version 2.0.0"]);
        assert!(!text.contains("is not on this machine"), "{text}");
    }
    let plugin = scene.launch().await;
    plugin.restore("acme", &newer).await.unwrap();
}

#[tokio::test]
async fn another_digest_behind_sha256_counts_and_not_that_of_the_sdk() {
    let web = Web::start().await;
    let value = value_of(&web.guest()).await;
    web.put("/acme.wasm", other_build());
    let (before, now) = (Digest::of(&guest()), Digest::of(&other_build()));
    let scene = Scene::new().await;
    generate(&scene, &value);
    let plugin = scene.launch().await;
    let pin = format!("--sha256={}", now.hex());
    plugin.parameterize(&[&web.guest(), &pin]).await.unwrap();
    let taken = String::from_utf8(plugin.value().await).unwrap();
    assert!(taken.contains(now.hex()), "{taken}");
    // An unknown digest is reported together with the current digest.
    let third = format!("--sha256={}", "ab".repeat(32));
    let plugin = scene.launch().await;
    let refused = plugin.parameterize(&[&web.guest(), &third]).await;
    let text = message(&refused.unwrap_err());
    assert_says(&text, &[now.hex(), "`--sha256` asks for sha256:abab"]);
    assert!(!text.contains(before.hex()), "{text}");
    // The SDK's own component keeps its digest.
    let pin = format!("--sha256={}", before.hex());
    let plugin = scene.launch().await;
    let refused = plugin.parameterize(&[&web.guest(), &pin]).await;
    let text = message(&refused.unwrap_err());
    assert_says(&text, &["the project's SDK has", before.hex(), now.hex()]);
}
