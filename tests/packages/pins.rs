//! Which build is used: the build that `--sha256` names, or a build other than the SDK's, with a warning.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use pulumi_wasm_packages::Digest;
use test_support::protocol::pulumirpc::LogSeverity;

use super::refused;
use test_support::assert_says;
use test_support::fake::guest::Guest;
use test_support::fake::scene::Scene;
use test_support::fake::steps::{Answer, Step};
use test_support::fake::tool::tool;

fn build(version: &'static str) -> Guest {
    Guest::new().manifest(move |manifest| manifest["schema"]["version"] = version.into())
}

#[tokio::test]
async fn a_pinned_package_takes_no_other_build() {
    let scene = Scene::new().await;
    let meant = Digest::of(&build("1.0.0").build());
    scene.add("acme.wasm", &build("1.1.0"));
    let now = Digest::of(&build("1.1.0").build());
    let text = refused(&scene, &["./acme.wasm", "--sha256", meant.hex()]).await;
    assert_says(
        &text,
        &[
            "./acme.wasm",
            meant.hex(),
            now.hex(),
            "hint: ",
            "Pulumi.yaml",
        ],
    );
    assert!(!scene.store().exists(), "nothing of it was taken");

    // Every notation of a digest is accepted.
    let plugin = scene.launch().await;
    let pin = now.to_string().to_uppercase().replace("SHA256", "sha256");
    let words = ["./acme.wasm", "--sha256", meant.hex(), "--sha256", &pin];
    plugin.parameterize(&words).await.unwrap();
}

#[tokio::test]
async fn another_build_than_the_sdk_has_is_told() {
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&build("1.0.0"), &[]).await;
    let value = plugin.value().await;
    std::fs::create_dir_all(scene.project().join("sdks/acme")).unwrap();
    let lock = format!(
        "packageDeclarationVersion: 1\nname: wasm\nversion: 0.1.0\nparameterization:\n    name: acme\n    version: 1.0.0\n    value: {}\n",
        STANDARD.encode(value)
    );
    scene.write("sdks/acme/acme-1.0.0.yaml", lock.as_bytes());

    // The same build causes no message.
    scene.launch_with(&build("1.0.0"), &[]).await;
    scene.launch_with(&build("1.1.0"), &[]).await;
    let told = scene.engine.hears("the SDK in `sdks` has").await;
    // An upgrade says by its number that it is meant.
    assert_eq!(told.severity(), LogSeverity::Info);
    let [old, new] = ["1.0.0", "1.1.0"].map(|version| Digest::of(&build(version).build()));
    assert_says(
        &told.message,
        &[
            "acme.wasm",
            old.hex(),
            new.hex(),
            "1.0.0",
            "1.1.0",
            "--sha256",
        ],
    );
    let all = scene.engine.messages();
    let warnings = all
        .iter()
        .filter(|message| message.message.contains("the SDK in `sdks` has"));
    assert_eq!(warnings.count(), 1);

    // Of two builds of one version, a program uses the one that was generated last.
    let other = build("1.0.0").does("update", [Step::Answer(Answer::Done)]);
    scene.add("other.wasm", &other);
    let plugin = scene.launch().await;
    plugin.parameterize(&["./other.wasm"]).await.unwrap();
    let told = scene.engine.hears("`other.wasm` is sha256:").await;
    assert_eq!(told.severity(), LogSeverity::Warning);
    assert_says(&told.message, &[old.hex(), "1.0.0"]);
}

/// Writes a value into an SDK of the project.
fn lock(scene: &Scene, sdk: &str, value: &[u8]) {
    std::fs::create_dir_all(scene.project().join("sdks").join(sdk)).unwrap();
    let lock = format!(
        "packageDeclarationVersion: 1\nname: wasm\nversion: 0.1.0\nparameterization:\n    name: acme\n    version: 1.0.0\n    value: {}\n",
        STANDARD.encode(value)
    );
    scene.write(&format!("sdks/{sdk}/acme-1.0.0.yaml"), lock.as_bytes());
}

#[tokio::test]
async fn two_builds_of_one_version_in_one_program_are_told() {
    let scene = Scene::new().await;
    let one = scene.launch_with(&build("1.0.0"), &[]).await.value().await;
    lock(&scene, "acme", &one);
    let elsewhere = Scene::new().await;
    let other = build("1.0.0").does("update", [Step::Answer(Answer::Done)]);
    let other = elsewhere.launch_with(&other, &[]).await.value().await;

    // A component that only the state names is not a part of the program.
    let alone = scene.launch().await;
    alone.restore("acme", &one).await.unwrap();
    alone.configure(&[]).await.unwrap();
    alone.create("one").await.unwrap();
    let warns = |message: &str| message.contains("two builds of `acme` 1.0.0");
    let all = scene.engine.messages();
    assert!(all.iter().all(|message| !warns(&message.message)));

    // A compiled SDK may be older than its sources.
    std::fs::create_dir_all(scene.project().join("sdks/another")).unwrap();
    lock(&scene, "acme/bin", &other);
    let compiled = scene.launch().await;
    compiled.restore("acme", &one).await.unwrap();
    compiled.configure(&[]).await.unwrap();
    compiled.create("one").await.unwrap();
    let ran = tool(&scene, &["grants"]).await;
    assert_says(&ran.errors, &["`pulumi install` renews it from `sdks`"]);
    let all = scene.engine.messages();
    assert!(all.iter().all(|message| !warns(&message.message)));

    lock(&scene, "also-acme", &other);
    let plugin = scene.launch().await;
    plugin.restore("acme", &one).await.unwrap();
    plugin.configure(&[]).await.unwrap();
    let told = scene.engine.hears("two builds of `acme` 1.0.0").await;
    assert_eq!(told.severity(), LogSeverity::Warning);
    let digests = [&one, &other].map(|value| {
        let value: serde_json::Value = serde_json::from_slice(value).unwrap();
        value["components"][0]["sha256"]
            .as_str()
            .unwrap()
            .to_owned()
    });
    assert_says(
        &told.message,
        &[
            &digests[0],
            &digests[1],
            "also-acme",
            "hint: ",
            "another version",
        ],
    );
}

#[tokio::test]
async fn a_command_in_a_hint_keeps_the_pin() {
    let scene = Scene::new().await;
    let value = scene.launch_with(&build("1.0.0"), &[]).await.value().await;
    let pin = Digest::of(&build("1.0.0").build());
    let project = format!(
        "name: x\nruntime: yaml\npackages:\n  acme:\n    source: wasm\n    version: 0.1.0\n    parameters: [./acme.wasm, --sha256, {}]\n",
        pin.hex()
    );
    scene.write("Pulumi.yaml", project.as_bytes());
    let plugin = scene.launch().await;
    let status = plugin.restore("other", &value).await.unwrap_err();
    let command = format!(
        "pulumi package add wasm ./acme.wasm -- --sha256 {}",
        pin.hex()
    );
    assert_says(status.message(), &[&command]);
}
