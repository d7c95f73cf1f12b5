//! `pulumi-wasm cache`, as a person types it.

use std::process::Output;

use serde_json::Value;
use tokio::process::Command;

use super::compiling::command;
use test_support::fake::guest::Guest;
use test_support::fake::plugin::Plugin;
use test_support::fake::scene::Scene;
use test_support::{assert_says, within};

async fn run(scene: &Scene, words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pulumi-wasm"));
    command
        .arg("cache")
        .args(words)
        .env("PULUMI_HOME", scene.home())
        .env_remove("PULUMI_WASM_CACHE_DIR")
        .env_remove("PULUMI_WASM_CACHE_SIZE")
        .stdin(std::process::Stdio::null());
    within(command.output()).await.unwrap()
}

fn text(output: &Output) -> String {
    let both = [output.stdout.as_slice(), &output.stderr].concat();
    String::from_utf8(both).unwrap()
}

async fn json(scene: &Scene, words: &[&str]) -> Value {
    let output = run(scene, words).await;
    serde_json::from_slice(&output.stdout).unwrap()
}

/// A home with one component and its compiled code; the component's digest.
async fn home() -> (Scene, String) {
    let scene = Scene::new().await;
    scene.add("acme.wasm", &Guest::new());
    let plugin = Plugin::start(command(&scene)).await;
    plugin.parameterize(&["./acme.wasm"]).await.unwrap();
    plugin.create("one").await.unwrap();
    let digest = std::fs::read_dir(scene.store()).unwrap().next().unwrap();
    let digest = digest.unwrap().file_name().into_string().unwrap();
    (scene, digest)
}

#[tokio::test]
async fn both_folders_are_shown() {
    let (scene, digest) = home().await;
    let output = run(&scene, &[]).await;
    assert!(output.status.success());
    assert_says(
        &text(&output),
        &[&digest, "acme 1.2.3", "used within the hour", "of 2.0 GiB"],
    );
    let shown = json(&scene, &["show", "--json"]).await;
    let stored = &shown["store"]["components"][0];
    assert_eq!(stored["digest"], format!("sha256:{digest}"));
    assert_eq!(
        (&stored["name"], &stored["version"]),
        (&"acme".into(), &"1.2.3".into())
    );
    let compiled = &shown["cache"]["compiled"][0];
    assert_eq!(compiled["digest"], format!("sha256:{digest}"));
    assert_eq!(compiled["fingerprint"], shown["cache"]["fingerprint"]);
    assert!(
        compiled["bytes"].as_u64() > Some(1000) && compiled["lastUsed"].as_u64() > Some(1 << 30)
    );
}

#[tokio::test]
async fn an_empty_cache_shows_nothing_and_creates_nothing() {
    let scene = Scene::new().await;
    for words in [&["show"][..], &["verify"], &["clean"]] {
        let output = run(&scene, words).await;
        assert!(output.status.success(), "{}", text(&output));
    }
    assert!(!scene.home().join("wasm").exists());
}

#[tokio::test]
async fn damage_is_found() {
    let (scene, digest) = home().await;
    let output = run(&scene, &["verify"]).await;
    assert!(output.status.success(), "{}", text(&output));

    let shown = json(&scene, &["show", "--json"]).await;
    let fingerprint = shown["cache"]["fingerprint"].as_str().unwrap();
    let entry = scene.home().join("wasm/cache").join(fingerprint);
    let entry = entry.join(format!("{digest}.cwasm"));
    let mut code = std::fs::read(&entry).unwrap();
    let middle = code.len() / 2;
    code[middle] ^= 1;
    std::fs::write(&entry, code).unwrap();
    let output = run(&scene, &["verify"]).await;
    assert!(!output.status.success());
    assert_says(
        &text(&output),
        &["its bytes have changed", "hint: ", "made again"],
    );

    let component = scene.store().join(&digest).join("component.wasm");
    std::fs::write(component, "something else").unwrap();
    let output = run(&scene, &["verify"]).await;
    assert!(!output.status.success());
    let expected = [
        "1 of 1 components",
        "bytes have changed",
        "hint: add the package again",
    ];
    assert_says(&text(&output), &expected);
    let found = json(&scene, &["verify", "--json"]).await;
    let damages = found.as_array().unwrap().iter();
    assert_eq!(
        damages.filter(|found| !found["damage"].is_null()).count(),
        2
    );
}

#[tokio::test]
async fn cleaning_removes_code_and_named_components_alone() {
    let (scene, digest) = home().await;
    let code = || json_count(&scene, "/cache/compiled");
    let components = || json_count(&scene, "/store/components");

    let output = run(&scene, &["clean", "--dry-run"]).await;
    assert_says(&text(&output), &["code", &digest, "acme 1.2.3", "in all"]);
    assert_eq!((code().await, components().await), (1, 1));
    assert!(run(&scene, &["clean"]).await.status.success());
    assert_eq!((code().await, components().await), (0, 1));

    for (words, said) in [
        (&["clean", "--store", &digest][..], "hint: add `--yes`"),
        (&["clean", "--yes", "--store", "abc"], "too short"),
        (
            &["clean", "--yes", "--store", "0123456789"],
            "there is no component",
        ),
    ] {
        let output = run(&scene, words).await;
        assert!(!output.status.success());
        assert_says(&text(&output), &[said, "hint: "]);
    }
    assert_eq!(components().await, 1);
    let beginning = format!("sha256:{}", &digest[..12]);
    let output = run(&scene, &["clean", "--yes", "--store", &beginning]).await;
    assert!(output.status.success(), "{}", text(&output));
    assert_says(&text(&output), &["component", &digest]);
    assert_eq!(components().await, 0);
}

async fn json_count(scene: &Scene, pointer: &str) -> usize {
    let shown = json(scene, &["show", "--json"]).await;
    shown.pointer(pointer).unwrap().as_array().unwrap().len()
}
