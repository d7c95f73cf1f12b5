//! `pulumi-wasm sign`, `verify` and `mirror`, with a real registry, and the signatures in a layout.

use std::fs;

use pulumi_wasm_packages::Digest;
use serde_json::{Value, json};

use crate::update::project;
use test_support::assert_says;
use test_support::fake::guest::Guest;
use test_support::fake::scene::Scene;
use test_support::fake::tool::{Ran, tool};
use test_support::servers::registry::Registry;
use test_support::signing_keys::Keys;

/// A project with a component and the keys of its publisher and of somebody else; the registry has the component.
struct Published {
    registry: Registry,
    scene: Scene,
    reference: String,
}

impl Published {
    async fn new() -> Self {
        let (registry, scene) = (Registry::start(), Scene::new().await);
        scene.add("acme.wasm", &Guest::new());
        for (name, keys) in [
            ("acme", Keys::new()),
            ("other", Keys::new()),
            ("edwards", Keys::ed25519()),
        ] {
            scene.write(&format!("{name}.key"), keys.private.as_bytes());
            scene.write(&format!("{name}.pub"), keys.public.as_bytes());
        }
        let reference = registry.reference("acme/provider:1.2.3");
        registry.publish("acme/provider:1.2.3", &scene.project().join("acme.wasm"));
        Self {
            registry,
            scene,
            reference,
        }
    }

    async fn tool(&self, words: &[&str]) -> Ran {
        tool(&self.scene, words).await
    }

    async fn done(&self, words: &[&str]) -> Ran {
        let ran = self.tool(words).await;
        assert_eq!(ran.status, 0, "{words:?}: {}{}", ran.output, ran.errors);
        ran
    }

    async fn sign(&self, key: &str) -> Ran {
        self.done(&["sign", &self.reference, "--key", key]).await
    }

    /// Whether a reference is signed by a key, and the output.
    async fn verify(&self, source: &str, key: &str) -> (bool, String) {
        let ran = self.tool(&["verify", source, "--key", key]).await;
        assert!([0, 1].contains(&ran.status), "{}", ran.errors);
        (ran.status == 0, format!("{}{}", ran.output, ran.errors))
    }
}

fn component() -> Digest {
    Digest::of(&Guest::new().build())
}

#[tokio::test]
async fn a_component_in_a_registry_is_signed_and_verified_by_its_key_alone() {
    let published = Published::new().await;
    let (is_signed, text) = published.verify(&published.reference, "acme.pub").await;
    assert!(!is_signed);
    assert_says(
        &text,
        &["there is no signature", "not signed by a required signer"],
    );
    for (key, public) in [("acme.key", "acme.pub"), ("edwards.key", "edwards.pub")] {
        let ran = published.sign(key).await;
        let pinned = ran.output.lines().next().unwrap();
        assert_says(
            &ran.output,
            &["@sha256:", "the registry has the bundle sha256:"],
        );
        for source in [published.reference.as_str(), pinned] {
            let (is_signed, text) = published.verify(source, public).await;
            assert!(is_signed, "{text}");
            assert_says(
                &text,
                &[
                    &component().to_string(),
                    "accepted: the bundle sha256:",
                    "(key `",
                ],
            );
        }
    }
    let (is_signed, text) = published.verify(&published.reference, "other.pub").await;
    assert!(!is_signed);
    assert_eq!(
        text.matches("refused: the bundle sha256:").count(),
        2,
        "{text}"
    );
    assert_says(&text, &["its signature is not by the key sha256:"]);
    let words = [
        "verify",
        &published.reference,
        "--key",
        "other.pub",
        "--key",
        "acme.pub",
        "--json",
    ];
    let said = published.done(&words).await.json();
    assert_eq!(said["accepted"], true);
    assert_eq!(said["component"], component().to_string());
    assert_eq!(said["asked"][0]["signatures"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn signatures_of_many_signers_are_all_kept() {
    let published = Published::new().await;
    for _ in 0..3 {
        published.sign("acme.key").await;
    }
    published.sign("other.key").await;
    let words = [
        "verify",
        &published.reference,
        "--key",
        "acme.pub",
        "--json",
    ];
    let said = published.done(&words).await.json();
    assert_eq!(said["found"], 4);
    let (is_signed, _) = published.verify(&published.reference, "other.pub").await;
    assert!(is_signed);
}

#[tokio::test]
async fn a_file_has_its_bundle_beside_it() {
    let published = Published::new().await;
    let (is_signed, text) = published.verify("acme.wasm", "acme.pub").await;
    assert!(!is_signed, "{text}");
    let ran = published
        .done(&["sign", "acme.wasm", "--key", "acme.key"])
        .await;
    assert_says(&ran.output, &["signed: `acme.wasm.sigstore.json`"]);
    let (is_signed, text) = published.verify("acme.wasm", "acme.pub").await;
    assert!(is_signed, "{text}");
    // The signature does not cover other bytes.
    let other = Guest::new().manifest(|manifest| manifest["sdk"] = json!({ "name": "x" }));
    published.scene.add("acme.wasm", &other);
    let (is_signed, text) = published.verify("acme.wasm", "acme.pub").await;
    assert!(!is_signed);
    assert_says(&text, &["and not about this component"]);
    fs::write(
        published.scene.project().join("acme.wasm.sigstore.json"),
        "{",
    )
    .unwrap();
    let (is_signed, text) = published.verify("acme.wasm", "acme.pub").await;
    assert!(!is_signed);
    assert_says(&text, &["it is not a bundle"]);
}

#[tokio::test]
async fn a_bundle_of_another_program_is_attached_if_it_is_about_the_component() {
    let published = Published::new().await;
    published
        .done(&["sign", "acme.wasm", "--key", "acme.key"])
        .await;
    let attach = [
        "sign",
        &published.reference,
        "--bundle",
        "acme.wasm.sigstore.json",
    ];
    published.done(&attach).await;
    let (is_signed, text) = published.verify(&published.reference, "acme.pub").await;
    assert!(is_signed, "{text}");
    let other = Guest::new().manifest(|manifest| manifest["sdk"] = json!({ "name": "x" }));
    published.scene.add("other.wasm", &other);
    published
        .done(&["sign", "other.wasm", "--key", "acme.key"])
        .await;
    let ran = published
        .tool(&[
            "sign",
            &published.reference,
            "--bundle",
            "other.wasm.sigstore.json",
        ])
        .await;
    assert_eq!(ran.status, 1);
    assert_says(
        &ran.errors,
        &["`other.wasm.sigstore.json`: it is about sha256:"],
    );
}

#[tokio::test]
async fn a_copy_in_another_registry_has_the_signatures() {
    let published = Published::new().await;
    published.sign("acme.key").await;
    let other = Registry::start();
    let to = other.reference("mirror/acme");
    for _ in 0..2 {
        let ran = published
            .done(&["mirror", &published.reference, &to, "--json"])
            .await;
        assert_eq!(ran.json()["signatures"], 1);
    }
    let (is_signed, text) = published.verify(&format!("{to}:1.2.3"), "acme.pub").await;
    assert!(is_signed, "{text}");
    let manifest = |registry: &Registry, path: &str| {
        let accept = "accept: application/vnd.oci.image.manifest.v1+json";
        let path = format!("/v2/{path}/manifests/1.2.3");
        Digest::of(&registry.ask("GET", &path, &[accept], &[]).body)
    };
    assert_eq!(
        manifest(&other, "mirror/acme"),
        manifest(&published.registry, "acme/provider")
    );
}

#[tokio::test]
async fn a_layout_carries_signatures_to_a_machine_and_to_a_registry() {
    let published = Published::new().await;
    published.sign("acme.key").await;
    published
        .done(&["pull", &published.reference, "--layout", "acme.tar"])
        .await;
    let other = Registry::start();
    let to = other.reference("inner/acme");
    let ran = published.done(&["push", "acme.tar", &to, "--json"]).await;
    assert_eq!(ran.json()["signatures"], 1);
    let (is_signed, text) = published.verify(&format!("{to}:1.2.3"), "acme.pub").await;
    assert!(is_signed, "{text}");
    let archive = published.scene.project().join("acme.tar");
    let apart = Scene::new().await;
    fs::write(apart.project().join("acme.pub"), public(&published)).unwrap();
    apart.add("acme.wasm", &Guest::new());
    let ran = tool(&apart, &["load", archive.to_str().unwrap()]).await;
    assert_eq!(ran.status, 0, "{}", ran.errors);
    // The signature is about the manifest, which came with it.
    let ran = tool(&apart, &["verify", "acme.wasm", "--key", "acme.pub"]).await;
    assert_eq!(ran.status, 0, "{}{}", ran.output, ran.errors);
}

fn public(published: &Published) -> Vec<u8> {
    fs::read(published.scene.project().join("acme.pub")).unwrap()
}

#[tokio::test]
async fn a_package_is_judged_by_what_its_sdk_has_though_the_tag_moved() {
    let published = Published::new().await;
    published.sign("acme.key").await;
    let scene = project(&published.reference).await;
    scene.write("acme.pub", &public(&published));
    let other = Guest::new().manifest(|manifest| manifest["sdk"] = json!({ "name": "x" }));
    let registry = &published.registry;
    registry.publish_bytes("acme/provider:1.2.3", &other.build());
    let words = ["verify", "--fetch", "acme", "--key", "acme.pub"];
    let ran = tool(&scene, &words).await;
    assert_eq!(ran.status, 0, "{}{}", ran.output, ran.errors);
    let judged = format!("judged: {}@sha256:", published.reference);
    assert_says(
        &ran.output,
        &[&component().to_string(), &judged, "the project's SDK has"],
    );
    let ran = tool(&scene, &[&words[..], &["--json"]].concat()).await;
    assert_eq!(ran.json()["recorded"], true);
    // Without an SDK, it is the current component of the tag.
    fs::remove_dir_all(scene.project().join("sdks")).unwrap();
    let ran = tool(&scene, &words).await;
    assert_eq!(ran.status, 1, "{}{}", ran.output, ran.errors);
    assert_says(&ran.output, &[&Digest::of(&other.build()).to_string()]);
}

#[tokio::test]
async fn mistakes_are_told_with_the_next_step() {
    let published = Published::new().await;
    let reference = published.reference.as_str();
    published.scene.write("bad.key", b"-----BEGIN ENCRYPTED SIGSTORE PRIVATE KEY-----\nAA==\n-----END ENCRYPTED SIGSTORE PRIVATE KEY-----\n");
    for (words, expected) in [
        (&["sign", reference, "--key", "acme.pub"][..], "private key"),
        (&["sign", reference, "--key", "bad.key"], "is encrypted"),
        (
            &["sign", reference, "--key", "gone.key"],
            "cannot read `gone.key`",
        ),
        (
            &["sign", "https://acme.com/acme.wasm", "--key", "acme.key"],
            "takes no signatures",
        ),
        (&["verify", reference, "--key", "acme.key"], "PUBLIC KEY"),
        (&["verify", reference], "no signer is known"),
        (&["verify", "acme"], "neither a file nor a package"),
        (
            &["sign", "oci://127.0.0.1:1/acme", "--key", "acme.key"],
            "names no version",
        ),
    ] {
        let ran = published.tool(words).await;
        assert_eq!(ran.status, 1, "{words:?}");
        assert_says(&ran.errors, &[expected]);
        assert!(
            ran.errors.contains("\nhint: ") || expected.contains("cannot read"),
            "{}",
            ran.errors
        );
    }
    let ran = published
        .done(&["verify", reference, "--fetch", "--json"])
        .await;
    let none: Value = json!([]);
    assert_eq!(ran.json()["asked"], none);
}
