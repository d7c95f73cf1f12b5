//! From the command line to the first answers.

use std::time::{Duration, Instant};

use rustix::process::Signal;
use test_support::protocol::pulumirpc as pb;
use tonic_health::pb::health_check_response::ServingStatus;
use tonic_health::pb::health_client::HealthClient;
use tonic_health::pb::{HealthCheckRequest, HealthCheckResponse};

use test_support::fake::guest::Guest;
use test_support::fake::plugin::{self, Plugin};
use test_support::fake::scene::Scene;
use test_support::{assert_says, within};

#[tokio::test]
async fn the_port_is_all_that_is_printed() {
    let scene = Scene::new().await;
    let mut plugin = scene.launch().await;
    plugin.handshake().await;
    plugin.signal(Signal::TERM);
    let (output, errors) = plugin.ends_within(Duration::from_secs(5)).await;
    assert_eq!((output.as_str(), errors.as_str()), ("", ""));
}

#[tokio::test]
async fn flags_of_the_engine_come_before_its_address() {
    let scene = Scene::new().await;
    let mut command = scene.command();
    command.args(["--logtostderr", "-v=9", "--tracing", "tcp://127.0.0.1:1"]);
    command.arg(&scene.engine.address);
    let plugin = Plugin::start(command).await;
    scene.add("acme.wasm", &Guest::new());
    let more = ["./acme.wasm", "--allow-net", "api.example.com"];
    plugin.parameterize(&more).await.unwrap();
    // The address was understood: the engine hears us.
    scene.engine.hears("granted more than it asks for").await;
}

#[tokio::test]
async fn a_handshake_needs_nothing_on_disk_and_leaves_nothing() {
    let scene = Scene::new().await;
    std::fs::remove_dir(scene.home()).unwrap();
    let started = Instant::now();
    let plugin = scene.launch().await;
    let request = pb::ProviderHandshakeRequest::default();
    let answer = within(plugin.client().handshake(request)).await.unwrap();
    let answer = answer.into_inner();
    assert!(started.elapsed() < Duration::from_secs(2));
    assert!(answer.accept_secrets && answer.accept_resources && answer.accept_outputs);
    assert!(!scene.home().exists());
}

#[tokio::test]
async fn the_plugin_says_its_version() {
    let scene = Scene::new().await;
    let plugin = scene.launch().await;
    let answer = within(plugin.client().get_plugin_info(())).await.unwrap();
    assert_eq!(answer.into_inner().version, env!("CARGO_PKG_VERSION"));
}

#[tokio::test]
async fn the_health_service_says_that_it_serves() {
    let scene = Scene::new().await;
    let plugin = scene.launch().await;
    let mut client = HealthClient::new(plugin::channel(plugin.port).await);
    let answer = within(client.check(HealthCheckRequest::default())).await;
    assert_eq!(
        answer.unwrap().into_inner(),
        HealthCheckResponse {
            status: ServingStatus::Serving.into()
        }
    );
}

#[tokio::test]
async fn version_and_help_explain_the_plugin() {
    let scene = Scene::new().await;
    let version = within(scene.command().arg("--version").output())
        .await
        .unwrap();
    let expected = format!("pulumi-resource-wasm {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(String::from_utf8_lossy(&version.stdout), expected);
    let help = within(scene.command().arg("--help").output())
        .await
        .unwrap();
    assert!(help.status.success());
    let text = String::from_utf8_lossy(&help.stdout).into_owned();
    assert_says(
        &text,
        &["pulumi package add wasm ./acme.wasm", "--attach", "plugin"],
    );
    assert!(!text.contains("compile-component"), "{text}");
}

#[tokio::test]
async fn an_unknown_flag_is_an_error_and_no_port() {
    let scene = Scene::new().await;
    let output = within(scene.command().arg("--no-such-flag").output())
        .await
        .unwrap();
    assert!(!output.status.success());
    assert!(output.stdout.is_empty());
    assert_says(
        &String::from_utf8_lossy(&output.stderr),
        &["--no-such-flag"],
    );
}

#[tokio::test]
async fn a_start_from_a_terminal_explains_the_plugin() {
    // `script` gives it a terminal.
    let output = tokio::process::Command::new("script")
        .args([
            "-qec",
            env!("CARGO_BIN_EXE_pulumi-resource-wasm"),
            "/dev/null",
        ])
        .stdin(std::process::Stdio::null())
        .output();
    let output = within(output)
        .await
        .expect("`script`, of the package bsdutils");
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_says(
        &text,
        &["the Pulumi engine starts it", "hint: ", "--attach"],
    );
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn the_process_has_all_descriptors_that_the_system_allows_it() {
    let scene = Scene::new().await;
    let plugin = scene.launch().await;
    let process = plugin.process().as_raw_nonzero();
    let limits = std::fs::read_to_string(format!("/proc/{process}/limits")).unwrap();
    let line = limits
        .lines()
        .find_map(|line| line.strip_prefix("Max open files"))
        .unwrap();
    let values: Vec<&str> = line.split_whitespace().collect();
    assert_eq!(values[0], values[1], "{line}");
}
