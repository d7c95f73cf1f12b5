//! How the process ends.

use std::process::Stdio;
use std::time::Duration;

use rustix::process::Signal;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::Command;

use test_support::fake::guest::Guest;
use test_support::fake::scene::Scene;
use test_support::fake::steps::{Answer, DEBUG, Step};
use test_support::{within, within_time};

/// A guest whose `create` reports that it has begun, and never ends.
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
        let call = tokio::spawn(test_support::fake::calls::create(plugin.client(), "one"));
        scene.engine.hears("begun").await;
        plugin.signal(signal);
        plugin.ends_within(Duration::from_secs(1)).await;
        within(call).await.unwrap().unwrap_err();
    }
}

/// A plugin whose serving thread is blocked: it writes messages to a standard error without a
/// reader.
async fn standing_still(scene: &Scene) -> std::process::Child {
    let flood = Step::Again(vec![Step::Log {
        severity: DEBUG,
        text: "again and again and again and again and again and again and again and again",
        times: 1000,
    }]);
    let says = Step::Log {
        severity: DEBUG,
        text: "once",
        times: 1,
    };
    let made = Answer::Created {
        id: "made",
        outputs: "{}",
    };
    let steps = [
        Step::WhenNameHas("flood".len(), vec![flood]),
        says,
        Step::Answer(made),
    ];
    scene.add("acme.wasm", &Guest::new().does("create", steps));
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_pulumi-resource-wasm"));
    command
        .current_dir(scene.project())
        .args([&scene.engine.address, "-v=9"])
        .env("PULUMI_HOME", scene.home())
        .env(
            "PULUMI_WASM_CACHE_DIR",
            test_support::fake::scene::shared_cache(),
        )
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut plugin = command.spawn().unwrap();
    let mut port = String::new();
    let output = plugin.stdout.as_mut().unwrap();
    std::io::BufRead::read_line(&mut std::io::BufReader::new(output), &mut port).unwrap();
    let mut client = test_support::fake::plugin::connect(port.trim().parse().unwrap()).await;
    let request = test_support::fake::calls::arguments(&["./acme.wasm"]);
    within(client.parameterize(request)).await.unwrap();
    let flood = tokio::spawn(test_support::fake::calls::create(client.clone(), "flood"));
    // While it answers, it is not blocked: the flood has separate threads, until a short call logs a message.
    within(async {
        loop {
            let call = tokio::spawn(test_support::fake::calls::create(client.clone(), "one"));
            drop(tokio::time::timeout(Duration::from_millis(100), call).await);
            let asked = client.get_plugin_info(());
            if tokio::time::timeout(Duration::from_millis(400), asked)
                .await
                .is_err()
            {
                break;
            }
        }
    })
    .await;
    flood.abort();
    plugin
}

/// Sends a signal repeatedly until a process ends: a signal that arrives before the first was handled counts
/// as the same signal.
async fn ends_when_signalled_again(process: &mut std::process::Child, time: Duration) {
    within_time(time, async {
        while process.try_wait().unwrap().is_none() {
            signal(process, Signal::INT);
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    })
    .await;
}

/// Waits for a process to end.
async fn has_ended(process: &mut std::process::Child, time: Duration) {
    within_time(time, async {
        while process.try_wait().unwrap().is_none() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    })
    .await;
}

fn signal(process: &std::process::Child, signal: Signal) {
    let number = i32::try_from(process.id()).unwrap();
    let process = rustix::process::Pid::from_raw(number).unwrap();
    rustix::process::kill_process(process, signal).unwrap();
}

#[tokio::test]
async fn signals_end_a_process_that_stands_still() {
    for kind in [Signal::INT, Signal::TERM] {
        let scene = Scene::new().await;
        let mut plugin = standing_still(&scene).await;
        signal(&plugin, kind);
        // A second, and some time for a busy machine.
        has_ended(&mut plugin, Duration::from_secs(3)).await;
    }
}

#[tokio::test]
async fn a_second_signal_ends_a_process_that_stands_still_at_once() {
    let scene = Scene::new().await;
    let mut plugin = standing_still(&scene).await;
    signal(&plugin, Signal::INT);
    ends_when_signalled_again(&mut plugin, Duration::from_secs(3)).await;
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

/// Whether a process is running, and not only its exit status is left.
fn is_running(process: &str) -> bool {
    std::fs::read_to_string(format!("/proc/{process}/stat")).is_ok_and(|line| {
        let state = line.rsplit_once(')').map(|(_, rest)| rest.trim_start());
        state.is_some_and(|state| !state.starts_with('Z'))
    })
}

/// An engine that ended reads no standard error any more.
#[tokio::test]
async fn a_failure_that_nobody_reads_is_still_an_orderly_end() {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let mut command = Command::new(env!("CARGO_BIN_EXE_pulumi-resource-wasm"));
    command
        .args(["--allow-user", "no such user", "127.0.0.1:1"])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(writer)
        .kill_on_drop(true);
    let status = within(command.status()).await.unwrap();
    // A panic is 101, and a second one within the first an abort by a signal.
    assert_eq!(status.code(), Some(1), "{status}");
}
