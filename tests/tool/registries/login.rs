//! `pulumi-wasm login` and `logout`: credentials that the registry takes, in a file of this user.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::Stdio;

use futures_util::future::join_all;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use test_support::fake::guest::Guest;
use test_support::fake::scene::Scene;
use test_support::fake::tool::{Ran, command, ran, tool};
use test_support::servers::registry::Registry;
use test_support::{assert_says, within};

/// Logs in with this on standard input.
pub(super) async fn log_in(scene: &Scene, words: &[&str], input: &str) -> Ran {
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

/// The arguments of `login`.
fn as_alice(host: &str) -> Vec<&str> {
    as_user(host, "alice")
}

/// The same for another user.
pub(super) fn as_user<'a>(host: &'a str, user: &'a str) -> Vec<&'a str> {
    vec![host, "--username", user, "--password-stdin"]
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
    assert_says(&ran.errors, &["asks for credentials", "`pulumi-wasm login"]);
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
    assert_says(&tags.errors, &["asks for credentials"]);
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

/// A registry that accepts any password, and calls this function before its first answer. Returns its host.
async fn registry_that_first(act: impl FnOnce() + Send + 'static) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let host = listener.local_addr().unwrap().to_string();
    let mut act = Some(act);
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut head = Vec::new();
            while !head.ends_with(b"\r\n\r\n") {
                match stream.read_u8().await {
                    Ok(byte) => head.push(byte),
                    Err(_) => break,
                }
            }
            if let Some(act) = act.take() {
                act();
            }
            let head = String::from_utf8_lossy(&head).to_lowercase();
            let answer = if head.contains("authorization: basic") {
                "200 OK\r\n"
            } else {
                "401 Unauthorized\r\nwww-authenticate: Basic realm=\"x\"\r\n"
            };
            let answer = format!("HTTP/1.1 {answer}content-length: 0\r\nconnection: close\r\n\r\n");
            // A client that has had enough hangs up.
            drop(stream.write_all(answer.as_bytes()).await);
        }
    });
    host
}

fn kept_hosts(scene: &Scene) -> Vec<String> {
    let text: Value = serde_json::from_slice(&fs::read(kept(scene)).unwrap()).unwrap();
    let auths = text["auths"].as_object().unwrap();
    auths.keys().cloned().collect()
}

#[tokio::test]
async fn what_another_program_writes_while_the_registry_is_asked_stays() {
    let scene = Scene::new().await;
    let file = kept(&scene);
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    let host = registry_that_first(move || {
        fs::write(file, r#"{"auths":{"ghcr.io":{"auth":"YTpi"}},"other":1}"#).unwrap();
    })
    .await;
    let ran = log_in(&scene, &as_alice(&host), "secret").await;
    assert_eq!(ran.status, 0, "{}", ran.errors);
    assert_eq!(kept_hosts(&scene), ["ghcr.io", host.as_str()]);
    let ran = tool(&scene, &["logout", &host]).await;
    assert_eq!(ran.status, 0, "{}", ran.errors);
    assert_eq!(kept_hosts(&scene), ["ghcr.io"]);
    let text: Value = serde_json::from_slice(&fs::read(kept(&scene)).unwrap()).unwrap();
    assert_eq!(text["other"], 1);
    // No other file is left beside it.
    let beside = fs::read_dir(kept(&scene).parent().unwrap()).unwrap();
    assert_eq!(beside.count(), 1);
}

#[tokio::test]
async fn logins_at_one_time_are_all_kept() {
    let scene = Scene::new().await;
    let mut hosts = Vec::new();
    for _ in 0..6 {
        hosts.push(registry_that_first(|| {}).await);
    }
    let scene = &scene;
    let logins = hosts.iter().map(|host| async move {
        let ran = log_in(scene, &as_alice(host), "secret").await;
        assert_eq!(ran.status, 0, "{}", ran.errors);
    });
    join_all(logins).await;
    hosts.sort();
    let mut found = kept_hosts(scene);
    found.sort();
    assert_eq!(found, hosts);
}

#[tokio::test]
async fn a_pipe_in_the_place_of_the_file_is_not_waited_for() {
    let scene = Scene::new().await;
    let pipe = scene.home().join("pipe");
    let mode = rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR;
    rustix::fs::mkfifoat(rustix::fs::CWD, &pipe, mode).unwrap();
    let mut login = vec!["login"];
    login.extend(as_alice("ghcr.io"));
    for words in [login, vec!["logout", "ghcr.io"]] {
        let mut command = command(&scene, &words);
        command.env("PULUMI_WASM_REGISTRY_AUTH", &pipe);
        let ran = ran(command).await;
        assert_eq!(ran.status, 1);
        assert_says(&ran.errors, &["it is not a regular file", "hint: "]);
    }
}
