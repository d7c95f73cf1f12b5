//! Signatures from strangers: they cost no more than a limit, delay no other call, and every client can read their
//! refusal.

use std::fs;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use pulumi_wasm_packages::Digest;
use pulumi_wasm_signature::{PrivateKey, sign};
use serde_json::json;

use super::message;
use super::registry::guest;
use super::signers::{POLICY, Signers};
use test_support::assert_says;
use test_support::fake::guest::Guest;
use test_support::fake::scene::Scene;
use test_support::signing_keys::Keys;

/// The maximum size of headers that every kind of client accepts.
const MAX_HEADER_BYTES: usize = 16 << 10;

/// A bundle about the guest with an invalid signature. It has about this number of bytes, and other bytes for each
/// number.
fn forged(number: usize, bytes: usize) -> Vec<u8> {
    let statement = json!({
        "_type": "https://in-toto.io/Statement/v1",
        "subject": [{ "digest": { "sha256": Digest::of(&guest()).hex() } }],
        "predicateType": "https://sigstore.dev/cosign/sign/v1",
        "predicate": { "number": number, "padding": "x".repeat(bytes * 3 / 4) },
    });
    let bundle = json!({
        "mediaType": "application/vnd.dev.sigstore.bundle.v0.3+json",
        "verificationMaterial": { "publicKey": { "hint": "acme" } },
        "dsseEnvelope": {
            "payload": STANDARD.encode(statement.to_string()),
            "payloadType": "application/vnd.in-toto+json",
            "signatures": [{ "sig": STANDARD.encode("a signature") }],
        },
    });
    bundle.to_string().into_bytes()
}

/// Keeps bundles of the guest on a machine, as a registry or a layout brings them.
fn keep(scene: &Scene, bundles: impl Iterator<Item = Vec<u8>>) {
    let evidence = scene.home().join("wasm/evidence");
    let evidence = evidence.join(Digest::of(&guest()).hex());
    fs::create_dir_all(&evidence).unwrap();
    for bundle in bundles {
        let name = format!("{}.sigstore.json", Digest::of(&bundle).hex());
        fs::write(evidence.join(name), bundle).unwrap();
    }
}

fn good(key: &Keys) -> Vec<u8> {
    let key = PrivateKey::from_pem(key.private.as_bytes()).unwrap();
    sign(&key, Digest::of(&guest()).hex()).unwrap()
}

/// The value of the guest's file, which was added with these flags before there was a policy.
async fn added(scene: &Scene, flags: &[&str]) -> Vec<u8> {
    scene.add("acme.wasm", &Guest::new());
    let plugin = scene.launch().await;
    let words: Vec<&str> = ["./acme.wasm"].iter().chain(flags).copied().collect();
    plugin.parameterize(&words).await.unwrap();
    plugin.value().await
}

#[tokio::test]
async fn forged_signatures_cost_no_more_than_a_limit_that_is_named_and_hide_no_good_one() {
    let signers = Signers::new();
    let scene = Scene::new().await;
    let value = added(&scene, &[]).await;
    signers.govern(&scene, POLICY);
    keep(&scene, (0..40).map(|number| forged(number, 1000 << 10)));
    let plugin = scene.launch().await;
    let text = message(&plugin.restore("acme", &value).await.unwrap_err());
    assert_says(
        &text,
        &[
            "its signature is not by the key sha256:",
            "of them were not fully compared, because of the limit signature-work of 64 MiB",
            "\nhint: ",
            "remove the signatures that do not belong to the component",
        ],
    );
    // Small bundles are verified first.
    keep(&scene, std::iter::once(good(&signers.acme)));
    let plugin = scene.launch().await;
    plugin.restore("acme", &value).await.unwrap();
}

#[tokio::test]
async fn other_requests_are_answered_while_forged_signatures_are_judged() {
    let signers = Signers::new();
    let scene = Scene::new().await;
    let value = added(&scene, &[]).await;
    signers.govern(&scene, POLICY);
    keep(&scene, (0..40).map(|number| forged(number, 700 << 10)));
    let plugin = scene.launch().await;
    let judged = plugin.restore("acme", &value);
    tokio::pin!(judged);
    let mut answered = 0;
    let judged = loop {
        tokio::select! {
            biased;
            judged = &mut judged => break judged,
            () = plugin.handshake() => answered += 1,
        }
    };
    judged.unwrap_err();
    assert!(answered >= 10, "{answered} answers");
}

#[tokio::test]
async fn a_refusal_by_many_signers_is_read_by_clients_that_take_short_headers() {
    let scene = Scene::new().await;
    let value = added(&scene, &[]).await;
    let signers = Signers::new();
    let names: Vec<String> = (0..30).map(|number| format!("signer-{number}")).collect();
    let listed = names
        .iter()
        .map(|name| format!("  {name}: [{{key: keys/acme.pub}}]\n"));
    let policy = format!(
        "signers:\n{}packages:\n  acme: {{signed-by: [{}]}}\n",
        listed.collect::<String>(),
        names.join(", ")
    );
    signers.govern(&scene, &policy);
    keep(&scene, (0..60).map(|number| forged(number, 1)));
    let plugin = scene.launch().await;
    let status = plugin.restore("acme", &value).await.unwrap_err();
    assert_says(
        &message(&status),
        &[
            "`signer-0` (key `keys/acme.pub`): its signature is not by",
            "and 27 more reasons",
            "and 52 more",
            "\nhint: put the bundle beside the file",
        ],
    );
    let headers = status.into_http::<()>();
    let headers = headers.headers().iter();
    let bytes: usize = headers
        .map(|(name, value)| name.as_str().len() + value.len() + 32)
        .sum();
    assert!(bytes < MAX_HEADER_BYTES, "{bytes}");
}
