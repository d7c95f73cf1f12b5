//! Machines without a network: components that are carried there, and folders with copies.

use std::fs;

use pulumi_wasm_packages::Digest;
use tokio::process::Command;

use crate::update::project;
use test_support::fake::guest::Guest;
use test_support::fake::plugin::Plugin;
use test_support::fake::scene::Scene;
use test_support::fake::tool::{Ran, command, ran, tool};
use test_support::servers::registry::Registry;
use test_support::signing_keys::Keys;
use test_support::{assert_says, within};

fn guest() -> Vec<u8> {
    Guest::new().build()
}

/// A registry with the guest, and the value of a package that was added from there.
async fn published() -> (Registry, String, Vec<u8>) {
    let registry = Registry::start();
    registry.publish_bytes("acme/provider:1.2.3", &guest());
    let reference = registry.reference("acme/provider:1.2.3");
    let scene = Scene::new().await;
    let plugin = scene.launch().await;
    plugin.parameterize(&[&reference]).await.unwrap();
    let value = plugin.value().await;
    (registry, reference, value)
}

/// Writes the layout of a reference into a scene.
async fn lay_out(scene: &Scene, reference: &str) -> Ran {
    tool(scene, &["pull", reference, "--layout", "acme.tar"]).await
}

/// Runs `skopeo`, without the credentials of the user who runs the tests.
async fn skopeo(words: &[&str]) {
    let mut command = Command::new("skopeo");
    command.args(words).kill_on_drop(true);
    let output = within(command.output()).await;
    let output = output.expect("skopeo (Debian package skopeo)");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
}

#[tokio::test]
async fn a_component_that_was_carried_runs_without_its_registry() {
    let (mut registry, reference, value) = published().await;
    let connected = Scene::new().await;
    let ran = lay_out(&connected, &reference).await;
    assert_eq!(ran.status, 0, "{}", ran.errors);
    registry.stop();
    let scene = Scene::new().await;
    let archive = connected.project().join("acme.tar");
    let plugin = scene.launch().await;
    plugin.restore("acme", &value).await.unwrap_err();
    let ran = tool(&scene, &["load", archive.to_str().unwrap()]).await;
    assert_eq!(ran.status, 0, "{}", ran.errors);
    let digest = Digest::of(&guest());
    assert_eq!(ran.output, format!("{digest}  acme 1.2.3\n"));
    let plugin = scene.launch().await;
    plugin.restore("acme", &value).await.unwrap();
    assert_eq!(plugin.create("one").await.unwrap().id, "made");
}

#[tokio::test]
async fn layouts_are_those_of_other_tools() {
    let (registry, reference, _) = published().await;
    let scene = Scene::new().await;
    // With a signature, the layout has two manifests, and other tools need the name of the component's.
    scene.write("acme.key", Keys::new().private.as_bytes());
    let ran = tool(&scene, &["sign", &reference, "--key", "acme.key"]).await;
    assert_eq!(ran.status, 0, "{}", ran.errors);
    lay_out(&scene, &reference).await;
    // Our component goes into another registry with the same digest.
    let other = Registry::start();
    let name = reference.strip_prefix("oci://").unwrap();
    let archive = format!("oci-archive:{}/acme.tar:{name}", scene.project().display());
    let to = format!("docker://{}/mirror/acme:1.2.3", other.address());
    skopeo(&["copy", "--quiet", "--dest-tls-verify=false", &archive, &to]).await;
    let manifest = |registry: &Registry, path: &str| {
        let accept = "accept: application/vnd.oci.image.manifest.v1+json";
        let answer = registry.ask(
            "GET",
            &format!("/v2/{path}/manifests/1.2.3"),
            &[accept],
            &[],
        );
        Digest::of(&answer.body)
    };
    assert_eq!(
        manifest(&other, "mirror/acme"),
        manifest(&registry, "acme/provider")
    );
    // Archives and folders of skopeo can be read, too.
    let from = format!("docker://{}/acme/provider:1.2.3", registry.address());
    let folder = scene.project().display().to_string();
    for (to, path) in [
        (format!("oci-archive:{folder}/theirs.tar:x"), "theirs.tar"),
        (format!("oci:{folder}/theirs:x"), "theirs"),
    ] {
        skopeo(&["copy", "--quiet", "--src-tls-verify=false", &from, &to]).await;
        let away = Scene::new().await;
        let path = scene.project().join(path);
        let ran = tool(&away, &["load", path.to_str().unwrap(), "--json"]).await;
        assert_eq!(ran.status, 0, "{}", ran.errors);
        let found = &ran.json()["components"][0];
        assert_eq!(found["component"], Digest::of(&guest()).to_string());
        assert_eq!(found["name"], "acme");
    }
}

#[tokio::test]
async fn what_was_changed_on_its_way_is_not_loaded() {
    let (_registry, reference, _) = published().await;
    let scene = Scene::new().await;
    lay_out(&scene, &reference).await;
    fs::remove_dir_all(scene.store()).unwrap();
    let archive = scene.project().join("acme.tar");
    let mut bytes = fs::read(&archive).unwrap();
    let end = bytes.len() - 2048;
    bytes[end] ^= 1;
    fs::write(&archive, &bytes).unwrap();
    let ran = tool(&scene, &["load", "acme.tar"]).await;
    assert_eq!(ran.status, 1);
    assert_says(&ran.errors, &["its bytes for sha256:", "hint: "]);
    scene.add("acme.wasm", &Guest::new());
    let ran = tool(&scene, &["load", "acme.wasm"]).await;
    assert_eq!(ran.status, 1);
    assert!(!scene.store().exists());
    let policy = format!("components: {{ deny: ['{}'] }}", Digest::of(&guest()));
    fs::create_dir_all(scene.home().join("wasm")).unwrap();
    scene.write_policy(&policy);
    bytes[end] ^= 1;
    fs::write(&archive, &bytes).unwrap();
    let ran = tool(&scene, &["load", "acme.tar"]).await;
    assert_says(&ran.errors, &["may not run", "`components.deny`"]);
    assert!(!scene.store().exists());
}

#[tokio::test]
async fn a_component_is_found_in_a_folder_of_copies_by_its_digest() {
    let (mut registry, reference, value) = published().await;
    registry.stop();
    let digest = Digest::of(&guest());
    let copies = Scene::new().await;
    let folder = copies.project();
    let blobs = folder.join("blobs/sha256");
    fs::create_dir_all(&blobs).unwrap();
    for file in [
        folder.join(format!("{}.wasm", digest.hex())),
        blobs.join(digest.hex()),
    ] {
        let scene = Scene::new().await;
        let launch = async || {
            let mut command = scene.command();
            command
                .env("PULUMI_WASM_FOLDERS", &folder)
                .env("PULUMI_WASM_OFFLINE", "1")
                .arg(&scene.engine.address);
            Plugin::start(command).await
        };
        fs::write(&file, b"\0asm").unwrap();
        let status = launch().await.restore("acme", &value).await.unwrap_err();
        assert_says(
            status.message(),
            &[
                "the folder `",
                "`PULUMI_WASM_FOLDERS`, which has a file of that name with other bytes",
                &reference,
            ],
        );
        fs::write(&file, guest()).unwrap();
        let plugin = launch().await;
        plugin.restore("acme", &value).await.unwrap();
        assert_eq!(plugin.create("one").await.unwrap().id, "made");
        fs::remove_file(&file).unwrap();
    }
}

#[tokio::test]
async fn a_carried_component_is_held_to_the_maximum_of_the_policy() {
    let (_registry, reference, _) = published().await;
    let scene = Scene::new().await;
    lay_out(&scene, &reference).await;
    fs::remove_dir_all(scene.store()).unwrap();
    let policy = "limits: { component-size: 1KiB }\n";
    scene.write_policy(policy);
    for words in [
        ["load", "acme.tar"].as_slice(),
        &["load", "acme.tar", "--limit", "component-size=1GiB"],
    ] {
        let ran = tool(&scene, words).await;
        assert_eq!(ran.status, 1);
        let expected = ["the limit component-size", "hint: raise it with a higher"];
        assert_says(&ran.errors, &expected);
    }
    assert!(!scene.store().exists());
}

#[tokio::test]
async fn nothing_is_sent_where_it_is_forbidden() {
    let (registry, reference, _) = published().await;
    let scene = project(&reference).await;
    scene.add("acme.wasm", &Guest::new());
    let (host, repository) = (registry.address(), registry.reference("acme/provider"));
    let other = registry.reference("acme/other");
    let layout = ["pull", &reference, "--layout", "acme.tar"];
    let reads = [
        layout.as_slice(),
        &["tags", &repository],
        &["update", "acme"],
    ];
    let login = ["login", &host, "--username", "alice", "--password-stdin"];
    let push = ["push", &other, "acme.wasm"];
    let before = registry.requests();
    for words in reads.iter().copied().chain([push.as_slice(), &login]) {
        let mut command = command(&scene, words);
        command.env("PULUMI_WASM_OFFLINE", "1");
        let ran = ran(command).await;
        assert_eq!(ran.status, 1, "{words:?}: {}", ran.output);
        assert_says(
            &ran.errors,
            &["`PULUMI_WASM_OFFLINE` is set", "hint: unset it"],
        );
    }
    let policy = "sources: { fetch: false }\n";
    scene.write_policy(policy);
    for words in reads {
        let ran = tool(&scene, words).await;
        assert_eq!(ran.status, 1, "{words:?}: {}", ran.output);
        assert_says(&ran.errors, &["cannot look up `", "hint: "]);
    }
    assert_eq!(registry.requests(), before);
    assert!(!scene.project().join("acme.tar").exists());
    // That rule applies to components that arrive here.
    let ran = tool(&scene, &push).await;
    assert_eq!(ran.status, 0, "{}", ran.errors);
}

#[tokio::test]
async fn a_relative_folder_of_copies_is_told_to_be_passed_over() {
    let (mut registry, _, value) = published().await;
    registry.stop();
    let scene = Scene::new().await;
    let digest = Digest::of(&guest());
    let copies = scene.project().join("copies");
    fs::create_dir(&copies).unwrap();
    fs::write(copies.join(format!("{}.wasm", digest.hex())), guest()).unwrap();
    let launch = async |folders: &str| {
        let mut command = scene.command();
        command
            .env("PULUMI_WASM_FOLDERS", folders)
            .env("PULUMI_WASM_OFFLINE", "1")
            .arg(&scene.engine.address);
        Plugin::start(command).await
    };
    let plugin = launch("copies").await;
    let status = plugin.restore("acme", &value).await.unwrap_err();
    assert_says(
        status.message(),
        &[
            "the folder `copies` of `PULUMI_WASM_FOLDERS`, which is ignored, because it is not an absolute path",
        ],
    );
    // The others count.
    let plugin = launch(&format!("copies:{}", copies.display())).await;
    plugin.restore("acme", &value).await.unwrap();
}
