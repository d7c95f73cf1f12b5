//! Other users of the machine: they may not connect.

use std::process::Stdio;
use std::time::Duration;

use rustix::process::Signal;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::Command;

use test_support::fake::plugin::Plugin;
use test_support::fake::scene::Scene;
use test_support::fake::tool;
use test_support::{assert_says, within};

/// A user that exists on no machine.
const STRANGER: u32 = 54_321;

/// Opens a connection with HTTP/2 as an engine would, and prints the number of received bytes. A server that accepts the
/// user answers with a frame of at least 9 bytes.
const KNOCK: &str = r#"
exec 3<>"/dev/tcp/127.0.0.1/$1" || exit 0
printf 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0' >&3
head -c 9 <&3 2>/dev/null | wc -c
"#;

/// Whether a process of a user is served at a port; by default, this process's user.
async fn is_served(port: u16, user: Option<u32>) -> bool {
    let mut command = Command::new("bash");
    command
        .args(["-c", KNOCK, "bash", &port.to_string()])
        .current_dir("/")
        .stdin(Stdio::null())
        .kill_on_drop(true);
    if let Some(user) = user {
        command.uid(user);
    }
    let output = within(command.output()).await.unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    match text.trim() {
        "9" => true,
        "0" | "" => false,
        other => panic!("{other}"),
    }
}

/// `pulumi-wasm dev` with a component, and its port.
async fn dev(scene: &Scene, words: &[&str]) -> (tokio::process::Child, u16) {
    scene.add("acme.wasm", &test_support::fake::guest::Guest::new());
    let words = [&["dev", "acme.wasm"], words].concat();
    let mut child = tool::command(scene, &words)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap()).lines();
    let line = within(output.next_line()).await.unwrap().unwrap();
    let port = line.trim_start_matches("PULUMI_DEBUG_PROVIDERS=wasm:");
    let port = port.trim_end_matches(" pulumi up").parse().unwrap();
    (child, port)
}

#[tokio::test]
async fn processes_of_the_own_user_are_served() {
    let scene = Scene::new().await;
    let launched = scene.launch().await;
    let attached = scene.attach().await;
    assert!(is_served(launched.port, None).await);
    assert!(is_served(attached.port, None).await);
    let (_child, port) = dev(&scene, &[]).await;
    assert!(is_served(port, None).await);
}

#[tokio::test]
#[ignore = "needs root; `cargo xtask test` runs it there"]
async fn a_foreign_user_is_not_served_as_another_user() {
    let scene = Scene::new().await;
    let mut launched = scene.launch().await;
    let attached = scene.attach().await;
    let (_child, port) = dev(&scene, &[]).await;
    for port in [launched.port, attached.port, port] {
        assert!(!is_served(port, Some(STRANGER)).await);
        assert!(is_served(port, None).await);
    }
    // A refused user that connects repeatedly is reported a few times, and does not block other users.
    for _ in 0..20 {
        assert!(!is_served(launched.port, Some(STRANGER)).await);
    }
    launched.handshake().await;
    launched.signal(Signal::TERM);
    let (_, errors) = launched.ends_within(Duration::from_secs(5)).await;
    assert_says(
        &errors,
        &[
            "a connection is refused: its other end belongs to user 54321",
            "hint: ",
            "`PULUMI_WASM_ALLOW_USERS`",
            "not shown",
        ],
    );
    assert_eq!(errors.matches("is refused").count(), 8, "{errors}");
}

#[tokio::test]
#[ignore = "needs root; `cargo xtask test` runs it there"]
async fn a_user_that_is_named_is_served_as_another_user() {
    let scene = Scene::new().await;
    let mut launched = scene.command();
    launched
        .arg(&scene.engine.address)
        .env("PULUMI_WASM_ALLOW_USERS", "7, 54321");
    let launched = Plugin::start(launched).await;
    let mut attached = scene.command();
    attached.args(["--attach", "--allow-user", "54321"]);
    let attached = Plugin::start(attached).await;
    let (_child, port) = dev(&scene, &["--allow-user", "*"]).await;
    for port in [launched.port, attached.port, port] {
        assert!(is_served(port, Some(STRANGER)).await);
    }
    assert!(!is_served(attached.port, Some(STRANGER + 1)).await);
}

#[tokio::test]
async fn a_user_that_is_not_known_is_an_error_and_no_port() {
    let scene = Scene::new().await;
    let words = ["--attach", "--allow-user", "no-such-user"];
    let output = within(scene.command().args(words).output()).await.unwrap();
    assert!(!output.status.success() && output.stdout.is_empty());
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_says(
        &errors,
        &["there is no user `no-such-user`", "hint: ", "id -u"],
    );
}
