//! How the process ends.

use std::process::Stdio;
use std::time::Duration;

use rustix::process::Signal;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::Command;

use crate::fake::guest::Guest;
use crate::fake::scene::Scene;
use crate::fake::steps::{DEBUG, Step};
use crate::fake::{within, within_time};

/// A guest whose `create` says that it has begun, and never ends.
fn endless() -> Guest {
    let begun = Step::Log {
        severity: DEBUG,
        text: "begun",
        times: 1,
    };
    Guest::new().does("create", [begun, Step::Loop])
}

#[tokio::test]
async fn signals_end_an_idle_process_within_a_second() {
    for signal in [Signal::INT, Signal::TERM] {
        let scene = Scene::new().await;
        let mut plugin = scene.launch().await;
        plugin.handshake().await;
        plugin.signal(signal);
        plugin.ends_within(Duration::from_secs(1)).await;
    }
}

#[tokio::test]
async fn signals_end_it_in_the_middle_of_an_endless_loop() {
    for signal in [Signal::INT, Signal::TERM] {
        let scene = Scene::new().await;
        let mut plugin = scene.launch_with(&endless(), &[]).await;
        let call = tokio::spawn(crate::fake::calls::create(plugin.client(), "one"));
        scene.engine.hears("begun").await;
        plugin.signal(signal);
        plugin.ends_within(Duration::from_secs(1)).await;
        within(call).await.unwrap().unwrap_err();
    }
}

#[tokio::test]
async fn the_end_of_the_parent_is_noticed() {
    let scene = Scene::new().await;
    let mut command = Command::new("sh");
    command
        .args(["-c", "\"$0\" \"$1\" & echo $! >&2; wait"])
        .arg(env!("CARGO_BIN_EXE_pulumi-resource-wasm"))
        .arg(&scene.engine.address)
        .env("PULUMI_HOME", scene.home())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true);
    let mut parent = command.spawn().unwrap();
    let mut process = String::new();
    let mut errors = BufReader::new(parent.stderr.take().unwrap());
    within(errors.read_line(&mut process)).await.unwrap();
    let mut port = String::new();
    let mut output = BufReader::new(parent.stdout.take().unwrap());
    within(output.read_line(&mut port)).await.unwrap();
    assert!(is_running(process.trim()));

    within(parent.kill()).await.unwrap();
    within_time(Duration::from_secs(3), async {
        while is_running(process.trim()) {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    })
    .await;
}

/// Whether a process is there and not only its exit status.
fn is_running(process: &str) -> bool {
    std::fs::read_to_string(format!("/proc/{process}/stat")).is_ok_and(|line| {
        let state = line.rsplit_once(')').map(|(_, rest)| rest.trim_start());
        state.is_some_and(|state| !state.starts_with('Z'))
    })
}
