//! `pulumi-wasm push`, `pull` and `tags`, against a real registry and with other tools.

use std::path::Path;

use pulumi_wasm_packages::Digest;
use serde_json::Value;
use tokio::process::Command;

use test_support::fake::guest::Guest;
use test_support::fake::scene::Scene;
use test_support::fake::tool::{Ran, command, tool};
use test_support::servers::registry::Registry;
use test_support::{assert_says, within};

/// A project with a component.
async fn scene() -> Scene {
    let scene = Scene::new().await;
    let guest = Guest::new().manifest(|manifest| {
        manifest["schema"]["description"] = "Things of Acme".into();
        manifest["schema"]["license"] = "MIT".into();
        manifest["schema"]["repository"] = "https://example.com/acme".into();
    });
    scene.add("acme.wasm", &guest);
    scene
}

async fn push(scene: &Scene, reference: &str, words: &[&str]) -> Ran {
    let mut all = vec!["push", reference, "acme.wasm"];
    all.extend(words);
    tool(scene, &all).await
}

fn digest_of(registry: &Registry, tag: &str) -> Digest {
    let path = format!("/v2/acme/provider/manifests/{tag}");
    let accept = "accept: application/vnd.oci.image.manifest.v1+json";
    let answer = registry.ask("GET", &path, &[accept], &[]);
    assert_eq!(answer.status, 200, "{}", registry.log());
    Digest::of(&answer.body)
}

/// Runs `skopeo`, without the credentials of the user who runs the tests.
async fn skopeo(words: &[&str]) -> Value {
    let mut command = Command::new("skopeo");
    command.args(words).kill_on_drop(true);
    let output = within(command.output()).await;
    let output = output.expect("skopeo (Debian package skopeo)");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    serde_json::from_slice(&output.stdout).unwrap_or(Value::Null)
}

#[tokio::test]
async fn a_component_is_pushed_under_its_version_and_added_from_there() {
    let (registry, scene) = (Registry::start(), scene().await);
    let reference = registry.reference("acme/provider");
    let ran = push(&scene, &reference, &[]).await;
    assert_eq!(ran.status, 0, "{}", ran.errors);
    let digest = digest_of(&registry, "1.2.3");
    assert_says(
        &ran.output,
        &[
            &format!("{reference}:1.2.3@{digest}"),
            &format!("pulumi package add wasm {reference}:1.2.3"),
        ],
    );
    let plugin = scene.launch().await;
    plugin
        .parameterize(&[&format!("{reference}:1.2.3")])
        .await
        .unwrap();
    assert_eq!(plugin.create("one").await.unwrap().id, "made");
}

#[tokio::test]
async fn the_component_may_stand_before_the_reference() {
    let (registry, scene) = (Registry::start(), scene().await);
    let reference = registry.reference("acme/provider");
    let ran = tool(&scene, &["push", "acme.wasm", &reference, "--json"]).await;
    assert_eq!(ran.status, 0, "{}", ran.errors);
    let command = format!("pulumi package add wasm {reference}:1.2.3");
    assert_eq!(ran.json()["command"], command);
    for (words, expected) in [
        (["push", &reference, &reference], "are two places"),
        (
            ["push", "acme.wasm", "other.wasm"],
            "`acme.wasm` is not a place in a registry",
        ),
    ] {
        let ran = tool(&scene, &words).await;
        assert_eq!(ran.status, 1);
        assert_says(&ran.errors, &[expected, "\nhint: "]);
    }
}

#[tokio::test]
async fn the_same_component_gives_the_same_manifest_anywhere() {
    let (one, other) = (Registry::start(), Registry::start());
    let mut digests = Vec::new();
    for registry in [&one, &other] {
        let scene = scene().await;
        for _ in 0..2 {
            let ran = push(&scene, &registry.reference("acme/provider"), &["--json"]).await;
            assert_eq!(ran.status, 0, "{}", ran.errors);
            digests.push((ran.json()["digest"].clone(), ran.json()["pushed"].clone()));
        }
    }
    let first = digests[0].0.clone();
    let expected = [true, false, true, false].map(|pushed| (first.clone(), pushed.into()));
    assert_eq!(digests, expected);
}

#[tokio::test]
async fn a_version_that_is_there_stays() {
    let (registry, scene) = (Registry::start(), scene().await);
    let reference = registry.reference("acme/provider");
    push(&scene, &reference, &[]).await;
    let before = digest_of(&registry, "1.2.3");
    scene.add("acme.wasm", &Guest::new());
    let ran = push(&scene, &reference, &[]).await;
    assert_eq!(ran.status, 1);
    assert_says(
        &ran.errors,
        &[
            "is another build",
            &before.to_string(),
            "\nhint: ",
            "`--replace`",
        ],
    );
    assert_eq!(digest_of(&registry, "1.2.3"), before);
    let ran = push(&scene, &reference, &["--replace"]).await;
    assert_eq!(ran.status, 0, "{}", ran.errors);
    assert_ne!(digest_of(&registry, "1.2.3"), before);
}

#[tokio::test]
async fn a_tag_that_says_another_version_is_refused_before_anything_is_sent() {
    let (registry, scene) = (Registry::start(), scene().await);
    let requests = registry.requests();
    for (name, expected) in [
        ("acme/provider:2.0.0", "the component is version 1.2.3"),
        ("acme/provider@sha256:0000", "64 hexadecimal digits"),
    ] {
        let ran = push(&scene, &registry.reference(name), &[]).await;
        assert_ne!(ran.status, 0);
        assert_says(&ran.errors, &[expected]);
    }
    assert_eq!(registry.requests(), requests);
    let ran = push(&scene, &registry.reference("acme/provider:latest"), &[]).await;
    assert_eq!(ran.status, 0, "{}", ran.errors);
}

#[tokio::test]
async fn other_tools_read_what_is_pushed_and_copies_of_theirs_are_read() {
    let (registry, scene) = (Registry::start(), scene().await);
    push(&scene, &registry.reference("acme/provider"), &[]).await;
    let from = format!("docker://{}/acme/provider:1.2.3", registry.address());
    let raw = skopeo(&["inspect", "--tls-verify=false", "--raw", &from]).await;
    let digest = Digest::of(&std::fs::read(scene.project().join("acme.wasm")).unwrap());
    assert_eq!(
        raw["config"]["mediaType"],
        "application/vnd.wasm.config.v0+json"
    );
    assert_eq!(raw["layers"].as_array().unwrap().len(), 1);
    assert_eq!(raw["layers"][0]["mediaType"], "application/wasm");
    assert_eq!(raw["layers"][0]["digest"], digest.to_string());
    let annotations = &raw["annotations"];
    assert_eq!(annotations["org.opencontainers.image.version"], "1.2.3");
    assert_eq!(annotations["org.opencontainers.image.licenses"], "MIT");
    assert_eq!(
        annotations["org.opencontainers.image.source"],
        "https://example.com/acme"
    );
    let config = raw["config"]["digest"].as_str().unwrap();
    let config = registry.ask(
        "GET",
        &format!("/v2/acme/provider/blobs/{config}"),
        &[],
        &[],
    );
    let config: Value = serde_json::from_slice(&config.body).unwrap();
    assert_eq!(config["layerDigests"][0], digest.to_string());
    assert_eq!(config["os"], "wasip2");
    let exports = config["component"]["exports"].as_array().unwrap();
    let is_lifecycle = |name: &Value| {
        name.as_str()
            .unwrap()
            .contains("pulumi-wasm:provider/lifecycle@")
    };
    assert!(exports.iter().any(is_lifecycle), "{exports:?}");

    // A copy has the same digest, and is as good.
    let other = Registry::start();
    let to = format!("docker://{}/mirror/acme:1.2.3", other.address());
    let tls = ["--src-tls-verify=false", "--dest-tls-verify=false"];
    skopeo(&["copy", "--quiet", tls[0], tls[1], &from, &to]).await;
    let plugin = scene.launch().await;
    plugin
        .parameterize(&[&other.reference("mirror/acme:1.2.3")])
        .await
        .unwrap();
}

#[tokio::test]
async fn a_component_is_pulled_to_a_file_and_tags_are_listed() {
    let (registry, scene) = (Registry::start(), scene().await);
    let reference = registry.reference("acme/provider");
    for tag in ["1.2.3", "latest"] {
        push(&scene, &format!("{reference}:{tag}"), &[]).await;
    }
    let other = Guest::new().manifest(|manifest| manifest["schema"]["version"] = "1.10.0".into());
    scene.add("other.wasm", &other);
    tool(&scene, &["push", &reference, "other.wasm"]).await;
    let ran = tool(&scene, &["tags", &reference]).await;
    assert_eq!(ran.output, "1.10.0\n1.2.3\nlatest\n", "{}", ran.errors);
    let ran = tool(&scene, &["tags", &reference, "--json"]).await;
    assert_eq!(ran.json()["tags"][0], "1.10.0");

    let away = Scene::new().await;
    let words = ["pull", &format!("{reference}:1.2.3"), "-o", "got.wasm"];
    let ran = tool(&away, &words).await;
    assert_eq!(ran.status, 0, "{}", ran.errors);
    let read = |scene: &Scene, name: &str| std::fs::read(scene.project().join(name)).unwrap();
    assert_eq!(read(&away, "got.wasm"), read(&scene, "acme.wasm"));
    let stored = Path::new(&away.store()).join(Digest::of(&read(&scene, "acme.wasm")).hex());
    assert!(stored.is_dir());
    let ran = tool(&away, &["pull", &format!("{reference}:9.9.9")]).await;
    assert_eq!(ran.status, 1);
    let hint = format!("`pulumi-wasm tags {reference}` lists");
    assert_says(&ran.errors, &["is not there (MANIFEST_UNKNOWN)", &hint]);
    let ran = tool(&away, &["tags", &registry.reference("acme/none")]).await;
    assert_says(&ran.errors, &["is not there (NAME_UNKNOWN)"]);
}

#[tokio::test]
async fn a_registry_that_wants_credentials_is_told_with_the_commands() {
    let (registry, scene) = (Registry::for_alice(), scene().await);
    let ran = push(&scene, &registry.reference("acme/provider"), &[]).await;
    assert_eq!(ran.status, 1);
    assert_says(
        &ran.errors,
        &[
            "asks for credentials",
            "docker login",
            "PULUMI_WASM_REGISTRY_AUTH",
        ],
    );
    let text =
        serde_json::json!({ "auths": { registry.address(): { "auth": "YWxpY2U6c2VjcmV0" } } });
    scene.write("auth.json", text.to_string().as_bytes());
    let words = ["push", &registry.reference("acme/provider"), "acme.wasm"];
    let mut command = command(&scene, &words);
    command.env(
        "PULUMI_WASM_REGISTRY_AUTH",
        scene.project().join("auth.json"),
    );
    let output = within(command.output()).await.unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

/// Servers on this machine are asked over plain HTTP, unless the operator's file says that this one has TLS.
#[tokio::test]
async fn a_registry_on_this_machine_may_have_tls() {
    let (registry, scene) = (Registry::with_tls(), Scene::new().await);
    scene.add("acme.wasm", &Guest::new());
    let reference = registry.reference("acme/provider:1.2.3");
    let refused = tool(&scene, &["push", &reference, "acme.wasm"]).await;
    assert_eq!(refused.status, 1, "{}", refused.output);
    let ca = registry.authority().display().to_string();
    let sources = format!(
        "registries:\n  '{}': {{ ca: '{ca}' }}\n",
        registry.address()
    );
    std::fs::create_dir_all(scene.home().join("wasm")).unwrap();
    std::fs::write(scene.home().join("wasm/sources.yaml"), sources).unwrap();
    for words in [
        &["push", &reference, "acme.wasm"][..],
        &["pull", &reference, "-o", "pulled.wasm"],
    ] {
        let ran = tool(&scene, words).await;
        assert_eq!(ran.status, 0, "{words:?}: {}", ran.errors);
    }
    let pulled = std::fs::read(scene.project().join("pulled.wasm")).unwrap();
    assert_eq!(pulled, Guest::new().build());
}
