//! `pulumi-wasm login` and `logout`: credentials that the registry takes, in a file of this user.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::Stdio;

use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;

use super::{Ran, command, tool};
use crate::fake::guest::Guest;
use crate::fake::scene::Scene;
use crate::fake::{assert_says, within};
use crate::registry::Registry;

/// Logs in with this on standard input.
async fn log_in(scene: &Scene, words: &[&str], input: &str) -> Ran {
    let mut all = vec!["login"];
    all.extend(words);
    let mut command = command(scene, &all);
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // A command that refuses its arguments does not read.
    drop(stdin.write_all(input.as_bytes()).await);
    drop(stdin);
    let output = within(child.wait_with_output()).await.unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Ran {
        status: output.status.code().unwrap_or(-1),
        output: text(output.stdout),
        errors: text(output.stderr),
    }
}

fn kept(scene: &Scene) -> PathBuf {
    scene.home().join("wasm/registry-auth.json")
}

/// The words behind `login`.
fn as_alice(host: &str) -> Vec<&str> {
    vec![host, "--username", "alice", "--password-stdin"]
}

#[tokio::test]
async fn a_login_is_kept_for_this_user_alone_and_used() {
    let registry = Registry::for_alice();
    registry.publish_bytes("acme/provider:1.2.3", &Guest::new().build());
    let reference = registry.reference("acme/provider:1.2.3");
    let scene = Scene::new().await;
    let host = registry.address();
    let ran = tool(&scene, &["pull", &reference]).await;
    assert_eq!(ran.status, 1);
    assert_says(&ran.errors, &["wants credentials", "`pulumi-wasm login"]);
    let words = as_alice(&host);
    let ran = log_in(&scene, &words, "secret\n").await;
    assert_eq!(ran.status, 0, "{}", ran.errors);
    assert_says(&ran.output, &["logged in to", "as alice"]);
    let mode = fs::metadata(kept(&scene)).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let ran = tool(&scene, &["pull", &reference]).await;
    assert_eq!(ran.status, 0, "{}", ran.errors);
    let plugin = scene.launch().await;
    plugin.parameterize(&[&reference]).await.unwrap();
    let ran = tool(&scene, &["logout", &host]).await;
    assert_eq!(ran.status, 0, "{}", ran.errors);
    assert_says(&ran.output, &["removed the credentials"]);
    let text: Value = serde_json::from_slice(&fs::read(kept(&scene)).unwrap()).unwrap();
    assert_eq!(text, json!({ "auths": {} }));
    let ran = tool(&scene, &["logout", &host]).await;
    assert_eq!(ran.status, 0, "{}", ran.errors);
    assert_says(&ran.output, &["has no credentials for"]);
    let tags = tool(&scene, &["tags", &registry.reference("acme/provider")]).await;
    assert_says(&tags.errors, &["wants credentials"]);
}

#[tokio::test]
async fn what_the_registry_refuses_is_not_kept_and_not_shown() {
    let registry = Registry::for_alice();
    let scene = Scene::new().await;
    let (host, open) = (registry.address(), Registry::start());
    let words = as_alice(&host);
    let ran = log_in(&scene, &words, "wrong-password").await;
    assert_eq!(ran.status, 1);
    let expected = ["refuses the credentials of `alice` from standard input"];
    assert_says(&ran.errors, &expected);
    assert!(!ran.errors.contains("wrong-password"), "{}", ran.errors);
    let ran = log_in(&scene, &words, "\n").await;
    assert_says(&ran.errors, &["standard input has no password", "hint: "]);
    let host = open.address();
    let words = as_alice(&host);
    let ran = log_in(&scene, &words, "secret").await;
    assert_says(&ran.errors, &["does not ask for credentials"]);
    let ran = log_in(
        &scene,
        &["https://ghcr.io/x", "-u", "a", "--password-stdin"],
        "",
    )
    .await;
    assert_says(&ran.errors, &["the host of the registry alone"]);
    let ran = log_in(&scene, &["ghcr.io", "-u", "alice"], "secret").await;
    assert_says(&ran.errors, &["--password-stdin"]);
    assert!(!kept(&scene).exists());
}

#[tokio::test]
async fn the_named_file_is_written_and_one_that_is_not_understood_stays() {
    let registry = Registry::for_alice();
    let scene = Scene::new().await;
    let named = scene.home().join("auth.json");
    fs::write(&named, r#"{"auths":{"ghcr.io":{"auth":"YTpi"}},"other":1}"#).unwrap();
    let host = registry.address();
    let mut words = vec!["login"];
    words.extend(as_alice(&host));
    let log_in = async || {
        let mut command = command(&scene, &words);
        command.env("PULUMI_WASM_REGISTRY_AUTH", &named);
        let password = scene.home().join("password");
        fs::write(&password, "secret\n").unwrap();
        command.stdin(fs::File::open(&password).unwrap());
        within(command.output()).await.unwrap()
    };
    let output = log_in().await;
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{errors}");
    let text: Value = serde_json::from_slice(&fs::read(&named).unwrap()).unwrap();
    assert_eq!(text["auths"]["ghcr.io"]["auth"], "YTpi");
    assert_eq!(text["other"], 1);
    assert_eq!(
        text["auths"][registry.address()]["auth"],
        "YWxpY2U6c2VjcmV0"
    );
    assert!(!kept(&scene).exists());
    fs::write(&named, "{ broken").unwrap();
    let output = log_in().await;
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success());
    assert_says(&errors, &["cannot be changed", "auth.json", "hint: "]);
    assert_eq!(fs::read(&named).unwrap(), b"{ broken");
}
