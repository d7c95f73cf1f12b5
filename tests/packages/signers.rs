//! The operator's policy about signers: when a package is added, when it is fetched, when it is loaded, and at each
//! start.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use pulumi_wasm_packages::Digest;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, BufReader};

use super::message;
use super::registry::{declare, guest, refused, registry, value_of};
use test_support::fake::guest::Guest;
use test_support::fake::scene::Scene;
use test_support::fake::tool::{command, tool};
use test_support::servers::registry::Registry;
use test_support::signing_keys::Keys;
use test_support::{assert_says, within};

pub(super) const POLICY: &str = "signers:\n  acme: [{key: keys/acme.pub}]\n  corp: [{key: keys/corp.pub}]\npackages:\n  acme: {signed-by: [acme]}\n";

/// Keys of the publisher, and of the operator's own people.
pub(super) struct Signers {
    pub(super) acme: Keys,
    pub(super) corp: Keys,
}

impl Signers {
    pub(super) fn new() -> Self {
        Self {
            acme: Keys::new(),
            corp: Keys::ed25519(),
        }
    }

    /// Sets a machine's policy with these signers.
    pub(super) fn govern(&self, scene: &Scene, policy: &str) {
        let folder = scene.home().join("wasm");
        fs::create_dir_all(folder.join("keys")).unwrap();
        fs::write(folder.join("keys/acme.pub"), &self.acme.public).unwrap();
        fs::write(folder.join("keys/corp.pub"), &self.corp.public).unwrap();
        fs::write(folder.join("policy.yaml"), policy).unwrap();
    }

    pub(super) async fn governed(&self, policy: &str) -> Scene {
        let scene = Scene::new().await;
        self.govern(&scene, policy);
        scene
    }
}

/// Signs the artifact of a reference, on a machine without a policy.
async fn sign(source: &str, key: &Keys) {
    let scene = Scene::new().await;
    scene.write("signer.key", key.private.as_bytes());
    let ran = tool(&scene, &["sign", source, "--key", "signer.key"]).await;
    assert_eq!(ran.status, 0, "{}", ran.errors);
}

async fn restored(scene: &Scene, value: &[u8]) {
    let plugin = scene.launch().await;
    plugin.restore("acme", value).await.unwrap();
    assert_eq!(plugin.create("one").await.unwrap().id, "made");
}

async fn not_restored(scene: &Scene, value: &[u8]) -> String {
    let plugin = scene.launch().await;
    message(&plugin.restore("acme", value).await.unwrap_err())
}

/// A registry with the guest, signed by its publisher; and the reference.
async fn signed(signers: &Signers) -> (Registry, String) {
    let registry = registry();
    let reference = registry.reference("acme/provider:1.2.3");
    sign(&reference, &signers.acme).await;
    (registry, reference)
}

#[tokio::test]
async fn a_signed_component_is_added_and_runs_later_without_the_registry() {
    let signers = Signers::new();
    let (mut registry, reference) = signed(&signers).await;
    let scene = signers.governed(POLICY).await;
    let plugin = scene.launch().await;
    plugin.parameterize(&[&reference]).await.unwrap();
    let value = plugin.value().await;
    let requests = registry.requests();
    restored(&scene, &value).await;
    assert_eq!(registry.requests(), requests, "a start sends nothing");
    registry.stop();
    restored(&scene, &value).await;
    // On another machine, the recorded component is fetched with its signatures.
    assert_says(
        &String::from_utf8(value).unwrap(),
        &["\"from\":\"oci://127.0.0.1:"],
    );
}

#[tokio::test]
async fn a_machine_that_never_saw_it_fetches_the_signatures_too() {
    let signers = Signers::new();
    let (registry, reference) = signed(&signers).await;
    let value = value_of(&reference).await;
    let scene = signers.governed(POLICY).await;
    declare(&scene, &reference);
    restored(&scene, &value).await;
    drop(registry);
    restored(&scene, &value).await;
}

#[tokio::test]
async fn an_unsigned_component_and_one_of_another_signer_do_not_run() {
    let signers = Signers::new();
    let registry = registry();
    let reference = registry.reference("acme/provider:1.2.3");
    let value = value_of(&reference).await;
    let scene = signers.governed(POLICY).await;
    declare(&scene, &reference);
    for text in [
        refused(&scene, &reference).await,
        not_restored(&scene, &value).await,
    ] {
        assert_says(
            &text,
            &[
                "may not run as the package `acme`: `packages.acme.signed-by`",
                "line 5 asks for a signature by `acme`",
                "this machine has no signature of it",
                "\nhint: `pulumi-wasm verify --fetch ",
            ],
        );
    }
    sign(&reference, &signers.corp).await;
    for text in [
        refused(&scene, &reference).await,
        not_restored(&scene, &value).await,
    ] {
        assert_says(
            &text,
            &[
                "\n  the bundle sha256:",
                "which says that it is by the holder of the key",
                "`acme` (key `keys/acme.pub`): its signature is not by the key sha256:",
            ],
        );
    }
    // A valid signature beside an invalid one is enough.
    sign(&reference, &signers.acme).await;
    restored(&scene, &value).await;
}

#[tokio::test]
async fn a_policy_holds_for_packages_that_were_added_before_it_and_evidence_can_be_brought() {
    let signers = Signers::new();
    let (registry, reference) = signed(&signers).await;
    let scene = Scene::new().await;
    let plugin = scene.launch().await;
    plugin.parameterize(&[&reference]).await.unwrap();
    let value = plugin.value().await;
    assert!(
        !scene.home().join("wasm/evidence").exists(),
        "without signers, nothing is kept"
    );
    signers.govern(&scene, POLICY);
    let text = not_restored(&scene, &value).await;
    let command = text.split("`pulumi-wasm ").nth(1).unwrap();
    let words: Vec<&str> = command.split('`').next().unwrap().split(' ').collect();
    assert_eq!(words[..2], ["verify", "--fetch"]);
    let ran = tool(&scene, &words).await;
    assert_eq!(ran.status, 0, "{}{}", ran.output, ran.errors);
    assert_says(&ran.output, &["accepted: ", "\nsigned\n"]);
    drop(registry);
    restored(&scene, &value).await;
}

#[tokio::test]
async fn evidence_is_never_trusted() {
    let signers = Signers::new();
    let (registry, reference) = signed(&signers).await;
    let scene = signers.governed(POLICY).await;
    let plugin = scene.launch().await;
    plugin.parameterize(&[&reference]).await.unwrap();
    let value = plugin.value().await;
    drop(registry);
    let evidence = scene.home().join("wasm/evidence");
    let folder = fs::read_dir(&evidence)
        .unwrap()
        .next()
        .unwrap()
        .unwrap()
        .path();
    let files: Vec<_> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    assert_eq!(files.len(), 2, "{files:?}");
    // Whichever file is changed: the signature is about the manifest, and the manifest names the component.
    for file in &files {
        let good = fs::read(file).unwrap();
        let text = String::from_utf8_lossy(&good).into_owned();
        let bad = if text.contains("dsseEnvelope") {
            text.replacen("\"payload\":\"e", "\"payload\":\"f", 1)
        } else {
            text.replacen("\"schemaVersion\"", " \"schemaVersion\"", 1)
        };
        assert_ne!(bad, text);
        fs::write(file, bad).unwrap();
        not_restored(&scene, &value).await;
        fs::write(file, good).unwrap();
        restored(&scene, &value).await;
    }
    // Another key in the policy, at the next start.
    fs::write(
        scene.home().join("wasm/keys/acme.pub"),
        &signers.corp.public,
    )
    .unwrap();
    not_restored(&scene, &value).await;
}

#[tokio::test]
async fn a_file_is_signed_by_the_bundle_beside_it() {
    let signers = Signers::new();
    let scene = signers.governed(POLICY).await;
    scene.add("acme.wasm", &Guest::new());
    let text = refused(&scene, "./acme.wasm").await;
    assert_says(&text, &["no signature of it", "as `FILE.sigstore.json`"]);
    let file = scene.project().join("acme.wasm");
    sign(file.to_str().unwrap(), &signers.acme).await;
    let plugin = scene.launch().await;
    plugin.parameterize(&["./acme.wasm"]).await.unwrap();
    let value = plugin.value().await;
    fs::remove_file(scene.project().join("acme.wasm.sigstore.json")).unwrap();
    restored(&scene, &value).await;
    // A later build needs a new signature.
    let other = Guest::new().manifest(|manifest| manifest["sdk"] = json!({ "name": "x" }));
    scene.add("acme.wasm", &other);
    let text = refused(&scene, "./acme.wasm").await;
    assert_says(&text, &["no signature of it"]);
}

#[tokio::test]
async fn a_layout_is_loaded_where_its_signatures_are_good() {
    let signers = Signers::new();
    let (registry, reference) = signed(&signers).await;
    let value = value_of(&reference).await;
    let connected = Scene::new().await;
    let lay_out = ["pull", &reference, "--layout", "acme.tar"];
    let ran = tool(&connected, &lay_out).await;
    assert_eq!(ran.status, 0, "{}", ran.errors);
    drop(registry);
    let archive = connected.project().join("acme.tar");
    let load = ["load", archive.to_str().unwrap()];
    let scene = signers
        .governed(&POLICY.replace("signed-by: [acme]", "signed-by: [corp]"))
        .await;
    let ran = tool(&scene, &load).await;
    assert_eq!(ran.status, 1);
    assert_says(&ran.errors, &["asks for a signature by `corp`"]);
    let scene = signers.governed(POLICY).await;
    let ran = tool(&scene, &load).await;
    assert_eq!(ran.status, 0, "{}", ran.errors);
    restored(&scene, &value).await;
}

/// Unpacks layouts into one folder, whose index names everything in all of them.
fn unpack(archives: &[PathBuf], folder: &Path) {
    fs::create_dir_all(folder).unwrap();
    let file = folder.join("index.json");
    let mut entries = Vec::new();
    for archive in archives {
        let mut tar = Command::new("tar");
        tar.arg("-xf").arg(archive).arg("-C").arg(folder);
        assert!(tar.status().unwrap().success());
        let index: Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
        entries.extend(index["manifests"].as_array().unwrap().clone());
    }
    let index = json!({ "schemaVersion": 2, "manifests": entries });
    fs::write(file, index.to_string()).unwrap();
}

/// Lays a reference out into a scene.
async fn lay_out(scene: &Scene, reference: &str, file: &str) -> PathBuf {
    let ran = tool(scene, &["pull", reference, "--layout", file]).await;
    assert_eq!(ran.status, 0, "{}", ran.errors);
    scene.project().join(file)
}

#[tokio::test]
async fn a_layout_with_several_manifests_of_a_component_has_the_signatures_of_each() {
    let signers = Signers::new();
    let registry = registry();
    let connected = Scene::new().await;
    connected.add("acme.wasm", &Guest::new());
    let pushed = registry.reference("acme/pushed:1.2.3");
    let ran = tool(&connected, &["push", &pushed, "acme.wasm"]).await;
    assert_eq!(ran.status, 0, "{}", ran.errors);
    sign(&pushed, &signers.acme).await;
    let unsigned = registry.reference("acme/provider:1.2.3");
    let archives = [
        lay_out(&connected, &unsigned, "first.tar").await,
        lay_out(&connected, &pushed, "second.tar").await,
    ];
    let folder = connected.project().join("layout");
    unpack(&archives, &folder);
    let scene = signers.governed(POLICY).await;
    let ran = tool(&scene, &["load", folder.to_str().unwrap()]).await;
    assert_eq!(ran.status, 0, "{}", ran.errors);
    let digest = Digest::of(&guest());
    let evidence = scene.home().join("wasm/evidence").join(digest.hex());
    let files = fs::read_dir(evidence).unwrap();
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    let manifests = names.filter(|name| name.ends_with(".manifest.json"));
    assert_eq!(manifests.count(), 2);
}

#[tokio::test]
async fn a_folder_of_copies_that_is_a_layout_has_the_signatures_of_its_components() {
    let signers = Signers::new();
    let (registry, reference) = signed(&signers).await;
    let value = value_of(&reference).await;
    let connected = Scene::new().await;
    let archive = lay_out(&connected, &reference, "acme.tar").await;
    drop(registry);
    let copies = connected.project().join("copies");
    unpack(&[archive], &copies);
    let scene = signers.governed(POLICY).await;
    let text = format!("folders: ['{}']\noffline: true\n", copies.display());
    fs::write(scene.home().join("wasm/sources.yaml"), text).unwrap();
    restored(&scene, &value).await;
    // An index that cannot be read is reported, and the stored signatures are enough.
    fs::write(copies.join("index.json"), "{").unwrap();
    fs::remove_dir_all(scene.store()).unwrap();
    restored(&scene, &value).await;
    scene.engine.hears("ignored a signature: ").await;
    fs::remove_dir_all(scene.store()).unwrap();
    fs::remove_dir_all(scene.home().join("wasm/evidence")).unwrap();
    let text = not_restored(&scene, &value).await;
    assert_says(&text, &["this machine has no signature of it"]);
}

#[tokio::test]
async fn signatures_of_no_use_keep_no_good_one_out_however_many_there_are() {
    let signers = Signers::new();
    let (_registry, reference) = signed(&signers).await;
    let scene = signers.governed(POLICY).await;
    let digest = Digest::of(&guest());
    let evidence = scene.home().join("wasm/evidence").join(digest.hex());
    fs::create_dir_all(&evidence).unwrap();
    for number in 0..200 {
        fs::write(evidence.join(format!("{number:03}.sigstore.json")), "{}").unwrap();
    }
    let plugin = scene.launch().await;
    plugin.parameterize(&[&reference]).await.unwrap();
    let value = plugin.value().await;
    restored(&scene, &value).await;
}

#[tokio::test]
async fn any_listed_signer_is_enough_and_each_policy_has_to_be_satisfied() {
    let signers = Signers::new();
    let (_registry, reference) = signed(&signers).await;
    for (rule, expected) in [
        ("acme: {signed-by: [corp, acme]}", None),
        ("'*': {signed-by: [acme]}", None),
        ("'*': {signed-by: [corp]}", Some("`packages.*.signed-by`")),
        // The rule for the package's name replaces the rule for `*`.
        ("'*': {signed-by: [corp]}\n  acme: {}", None),
        ("acme: {signed-by: []}", Some("lists no signer")),
        ("other: {signed-by: [corp]}", None),
    ] {
        let policy = POLICY.replace("acme: {signed-by: [acme]}", rule);
        let scene = signers.governed(&policy).await;
        let plugin = scene.launch().await;
        let added = plugin.parameterize(&[&reference]).await;
        match expected {
            None => drop(added.expect(rule)),
            Some(expected) => assert_says(&message(&added.unwrap_err()), &[expected]),
        }
    }
    let predicates = "[{key: keys/acme.pub, predicates: ['https://slsa.dev/provenance/v1']}]";
    let policy = POLICY.replace("[{key: keys/acme.pub}]", predicates);
    let scene = signers.governed(&policy).await;
    let text = refused(&scene, &reference).await;
    let said = "its predicate type is `https://sigstore.dev/cosign/sign/v1`, which does not permit running";
    assert_says(&text, &[said]);
}

#[tokio::test]
async fn a_denied_digest_does_not_run_however_well_it_is_signed() {
    let signers = Signers::new();
    let (_registry, reference) = signed(&signers).await;
    let digest = Digest::of(&guest());
    let scene = signers
        .governed(&format!("{POLICY}components: {{deny: ['{digest}']}}\n"))
        .await;
    assert_says(&refused(&scene, &reference).await, &["denies it"]);
}

#[tokio::test]
async fn a_policy_with_a_key_that_is_of_no_use_allows_nothing() {
    let signers = Signers::new();
    let scene = signers.governed(POLICY).await;
    scene.add("acme.wasm", &Guest::new());
    let keys = scene.home().join("wasm/keys");
    let file = keys.join("corp.pub");
    let mode = |path: &std::path::Path, mode| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    };
    let says = async |expected: &str| {
        let text = refused(&scene, "./acme.wasm").await;
        let place = "cannot be used: the key `keys/";
        assert_says(&text, &["policy.yaml`, line ", place, expected, "\nhint: "]);
    };
    mode(&file, 0o666);
    says("write").await;
    mode(&file, 0o644);
    mode(&keys, 0o777);
    says("its folder").await;
    mode(&keys, 0o755);
    fs::write(&file, "x").unwrap();
    says("no section `PUBLIC KEY`").await;
    fs::remove_file(&file).unwrap();
    says("there is no file").await;
    for (policy, expected) in [
        ("signers: {acme: []}", "the signer `acme` has no key"),
        (
            "packages: {acme: {signed-by: [acme]}}",
            "there is no signer `acme`; `signers` of this file lists none",
        ),
        (
            "signers: {acme: [{key: keys/acme.pub, issuer: x}]}",
            "unknown field",
        ),
        ("packages: {acme: {signed-by: acme}}", "line 1"),
    ] {
        signers.govern(&scene, policy);
        assert_says(&refused(&scene, "./acme.wasm").await, &[expected]);
    }
}

#[tokio::test]
async fn a_component_without_a_manifest_inside_is_not_asked_for_it_unless_somebody_signed_it() {
    let signers = Signers::new();
    let policy = POLICY.replace("acme: {signed-by", "'*': {signed-by");
    let scene = signers.governed(&policy).await;
    scene.write("acme.wasm", &Guest::new().without_section().build());
    let text = refused(&scene, "./acme.wasm").await;
    assert_says(
        &text,
        &["may not run under any name: `packages.*.signed-by`"],
    );
    let file = scene.project().join("acme.wasm");
    sign(file.to_str().unwrap(), &signers.acme).await;
    let plugin = scene.launch().await;
    tokio::time::timeout(
        Duration::from_secs(60),
        plugin.parameterize(&["./acme.wasm"]),
    )
    .await
    .unwrap()
    .unwrap();
}

#[tokio::test]
async fn a_build_under_development_is_judged_before_any_call_is_for_it() {
    let scene = Signers::new().governed(POLICY).await;
    scene.add("acme.wasm", &Guest::new());
    let mut child = command(&scene, &["dev", "acme.wasm"])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let mut heard = String::new();
    while let Some(line) = within(lines.next_line()).await.unwrap() {
        heard.push_str(&line);
        if line.contains("waiting for a change") || line.contains("let Pulumi attach") {
            break;
        }
    }
    assert_says(&heard, &["may not run as the package `acme`", "waiting"]);
}
