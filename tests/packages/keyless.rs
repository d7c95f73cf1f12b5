//! The operator's policy about signers without a lasting key: the identity in a certificate, by the operator's trust root.

use std::fs;

use pulumi_wasm_packages::Digest;
use serde_json::{Value, json};

use super::message;
use super::registry::{guest, refused, registry};
use test_support::assert_says;
use test_support::authority::{Authority, Signing};
use test_support::fake::guest::Guest;
use test_support::fake::scene::Scene;
use test_support::fake::tool::tool;

const ISSUER: &str = "https://token.actions.githubusercontent.com";
const RELEASE: &str =
    "https://github.com/acme/provider/.github/workflows/release.yml@refs/tags/v1.2.3";
const TAGS: &str = "https://github.com/acme/provider/.github/workflows/release.yml@refs/tags/*";

/// A policy that asks for this identity, by the root in the folder of the policy.
fn policy(identity: &str) -> String {
    format!(
        "signers:\n  acme: [{{keyless: {{root: roots/root.json, issuer: '{ISSUER}', {identity}}}}}]\npackages:\n  acme: {{signed-by: [acme]}}\n"
    )
}

fn govern(scene: &Scene, root: &Value, policy: &str) {
    let folder = scene.home().join("wasm");
    fs::create_dir_all(folder.join("roots")).unwrap();
    fs::write(folder.join("roots/root.json"), root.to_string()).unwrap();
    fs::write(folder.join("policy.yaml"), policy).unwrap();
}

/// A machine with a component's file, under a policy.
async fn governed(authority: &Authority, policy: &str) -> Scene {
    let scene = Scene::new().await;
    govern(&scene, &authority.root(), policy);
    scene.add("acme.wasm", &Guest::new());
    scene
}

/// Puts a bundle beside the component's file.
fn put(scene: &Scene, bundle: &Value) {
    scene.write("acme.wasm.sigstore.json", bundle.to_string().as_bytes());
}

fn digest() -> String {
    Digest::of(&guest()).hex().to_owned()
}

async fn added(scene: &Scene) -> Vec<u8> {
    // Otherwise the plugin would use the bundles of an earlier call.
    let evidence = scene.home().join("wasm/evidence");
    drop(fs::remove_dir_all(evidence));
    let plugin = scene.launch().await;
    plugin.parameterize(&["./acme.wasm"]).await.unwrap();
    plugin.value().await
}

#[tokio::test]
async fn a_component_of_a_certified_identity_is_added_and_runs_without_a_network() {
    let authority = Authority::new();
    let signing = Signing::now(RELEASE, ISSUER);
    let bundle = authority.release(&signing, &digest());
    for identity in [
        format!("identity: '{RELEASE}'"),
        format!("identity: '{TAGS}'"),
        "repository: 'https://github.com/acme/provider'".to_owned(),
        "repository: 'https://github.com/acme/provider', workflow: .github/workflows/release.yml, ref: 'refs/tags/*'".to_owned(),
    ] {
        let scene = governed(&authority, &policy(&identity)).await;
        let text = refused(&scene, "./acme.wasm").await;
        assert_says(&text, &["no signature of it"]);
        put(&scene, &bundle);
        let value = added(&scene).await;
        fs::remove_file(scene.project().join("acme.wasm.sigstore.json")).unwrap();
        let plugin = scene.launch().await;
        plugin.restore("acme", &value).await.unwrap();
        assert_eq!(plugin.create("one").await.unwrap().id, "made");
        // Another root at the next start.
        govern(&scene, &Authority::new().root(), &policy(&identity));
        let plugin = scene.launch().await;
        let text = message(&plugin.restore("acme", &value).await.unwrap_err());
        assert_says(&text, &["the trust root does not know the log"]);
    }
}

#[tokio::test]
async fn nobody_else_is_taken_for_the_identity() {
    let authority = Authority::new();
    let scene = governed(&authority, &policy(&format!("identity: '{TAGS}'"))).await;
    let good = Signing::now(RELEASE, ISSUER);
    let evil = RELEASE.replace("acme/provider", "acme/provider-evil");
    let expired = Signing {
        certificate: (good.at - 900, good.at - 300),
        ..good.clone()
    };
    let unwitnessed = Signing {
        with_log: false,
        ..good.clone()
    };
    let digest = digest();
    let mut altered = authority.release(&good, &digest);
    altered["verificationMaterial"]["tlogEntries"][0]["integratedTime"] =
        json!((good.at - 1).to_string());
    for (bundle, expected) in [
        (
            authority.release(&Signing::now(&evil, ISSUER), &digest),
            "it is by `https://github.com/acme/provider-evil/",
        ),
        (
            authority.release(&Signing::now(RELEASE, "https://issuer.example"), &digest),
            "its issuer is `https://issuer.example`, and not",
        ),
        (
            authority.release(&expired, &digest),
            "certificate chain is invalid",
        ),
        (altered, "inclusion promise"),
        (authority.release(&unwitnessed, &digest), "inclusion proof"),
        (
            authority.release(&good, &"0".repeat(64)),
            "and not about this component",
        ),
        (
            Authority::new().release(&good, &digest),
            "does not know the log",
        ),
        (json!({ "verificationMaterial": {} }), "it is not a bundle"),
    ] {
        drop(fs::remove_dir_all(scene.home().join("wasm/evidence")));
        put(&scene, &bundle);
        let text = refused(&scene, "./acme.wasm").await;
        assert_says(&text, &["\n  the bundle sha256:", expected, "\nhint: "]);
    }
    put(&scene, &authority.release(&good, &digest));
    added(&scene).await;
}

#[tokio::test]
async fn a_policy_whose_root_or_identity_is_of_no_use_allows_nothing() {
    let authority = Authority::new();
    let scene = governed(&authority, "").await;
    let with = |from: &str, to: &str| policy(&format!("identity: '{TAGS}'")).replace(from, to);
    for (policy, expected) in [
        (
            with("root.json", "other.json"),
            "the trust root `roots/other.json`: there is no file",
        ),
        (with("root: roots/root.json, ", ""), "missing field"),
        (
            with(TAGS, "https://github.com/acme/*"),
            "could stand for the workflows of others",
        ),
        (
            with("identity: ", "repository: x, identity: "),
            "either `identity`, or `repository`",
        ),
        (
            with("keyless: ", "key: keys/acme.pub, keyless: "),
            "either `key` or `keyless`",
        ),
        (with(ISSUER, "https://*.example"), "is not an issuer"),
        (
            super::keyless::policy("repository: 'https://github.com/acme'"),
            "is not a repository",
        ),
    ] {
        scene.write_policy(&policy);
        let text = refused(&scene, "./acme.wasm").await;
        assert_says(
            &text,
            &["policy.yaml`", "cannot be used: ", expected, "\nhint: "],
        );
    }
    govern(&scene, &json!({}), &policy(&format!("identity: '{TAGS}'")));
    let text = refused(&scene, "./acme.wasm").await;
    assert_says(
        &text,
        &[
            "not a trust root",
            "hint: take what `gh attestation trusted-root`",
        ],
    );
}

#[tokio::test]
async fn a_bundle_of_another_program_is_attached_and_verified_by_the_tool() {
    let authority = Authority::new();
    let registry = registry();
    let reference = registry.reference("acme/provider:1.2.3");
    let scene = Scene::new().await;
    govern(
        &scene,
        &authority.root(),
        &policy(&format!("identity: '{TAGS}'")),
    );
    let bundle = authority.release(&Signing::now(RELEASE, ISSUER), &digest());
    scene.write("bundle.json", bundle.to_string().as_bytes());
    scene.write("root.json", authority.root().to_string().as_bytes());
    let ran = tool(&scene, &["sign", &reference, "--bundle", "bundle.json"]).await;
    assert_eq!(ran.status, 0, "{}", ran.errors);
    let by = |identity: &'static str| {
        let words = [
            "--identity",
            identity,
            "--issuer",
            ISSUER,
            "--root",
            "root.json",
        ];
        [&["verify", &reference][..], &words].concat()
    };
    let ran = tool(&scene, &by(TAGS)).await;
    assert_eq!(ran.status, 0, "{}{}", ran.output, ran.errors);
    assert_says(
        &ran.output,
        &[
            "`--identity`:\n  accepted: the bundle sha256:",
            &format!("which says that it is by `{RELEASE}` (issuer `{ISSUER}`)"),
            "\nsigned\n",
        ],
    );
    let ran = tool(&scene, &by("release@acme.com")).await;
    assert_eq!(ran.status, 1);
    assert_says(
        &ran.output,
        &["refused: ", "it is by `https://github.com/acme/provider/"],
    );
    for words in [
        vec!["verify", &reference, "--identity", TAGS],
        vec!["verify", &reference, "--issuer", ISSUER],
    ] {
        let ran = tool(&scene, &words).await;
        assert_eq!(ran.status, 2);
    }
    let plugin = scene.launch().await;
    plugin.parameterize(&[&reference]).await.unwrap();
    assert_eq!(plugin.create("one").await.unwrap().id, "made");
    let ran = tool(&scene, &["verify", &reference]).await;
    assert_eq!(ran.status, 0, "{}{}", ran.output, ran.errors);
    let ran = tool(&scene, &["cache", "show"]).await;
    assert_says(&ran.output, &["acme 1.2.3  1 signature\n"]);
}
