//! The remains of a call, an instance or a configuration: another instance must not see them.

use std::process::Stdio;
use std::time::Duration;

use test_support::protocol::pulumirpc as pb;
use tokio::io::AsyncReadExt;
use tokio::net::TcpListener;
use tokio::process::Command;
use tonic::Code;

use test_support::fake::calls::{arguments, create, properties};
use test_support::fake::guest::Guest;
use test_support::fake::plugin::{Client, Plugin};
use test_support::fake::scene::Scene;
use test_support::fake::steps::{Answer, DEBUG, Step};
use test_support::{assert_says, within, within_time};

const SECOND: Duration = Duration::from_secs(1);

fn begun() -> Step {
    Step::Log {
        severity: DEBUG,
        text: "begun",
        times: 1,
    }
}

fn counting_but_for_four_letters(steps: impl Into<Vec<Step>>) -> Guest {
    let steps = [Step::WhenNameHas(4, steps.into()), Step::AnswerCount];
    Guest::new().does("create", steps)
}

/// A separate connection, with a separate package and configuration.
async fn configured(plugin: &Plugin, flags: &[&str]) -> Client {
    let mut client = plugin.connect().await;
    within(client.handshake(pb::ProviderHandshakeRequest::default()))
        .await
        .unwrap();
    let words = [&["acme.wasm"], flags].concat();
    within(client.parameterize(arguments(&words)))
        .await
        .unwrap();
    let request = pb::ConfigureRequest {
        args: Some(properties(&[])),
        ..pb::ConfigureRequest::default()
    };
    within(client.configure(request)).await.unwrap();
    client
}

#[tokio::test]
async fn two_configurations_of_one_process_share_nothing() {
    let server = test_support::servers::fixed_answer::start(2).await;
    let fetch = Step::Fetch {
        method: "GET",
        url: server.clone(),
    };
    let made = Step::Answer(Answer::Created {
        id: "made",
        outputs: "{}",
    });
    let scene = Scene::new().await;
    scene.add("acme.wasm", &counting_but_for_four_letters([fetch, made]));
    let plugin = scene.attach().await;
    let first = configured(&plugin, &["--allow-net", &server]).await;
    for count in ["1", "2"] {
        assert_eq!(create(first.clone(), "one").await.unwrap().id, count);
    }
    let second = configured(&plugin, &[]).await;
    assert_eq!(create(second.clone(), "one").await.unwrap().id, "1");
    assert_eq!(create(first.clone(), "one").await.unwrap().id, "3");
    // The second component does not get the grants of the first.
    assert_eq!(create(first, "four").await.unwrap().id, "made");
    let status = create(second, "four").await.unwrap_err();
    assert_eq!(status.code(), Code::PermissionDenied, "{status}");
}

#[tokio::test]
async fn an_instance_whose_call_was_cancelled_is_not_used_again() {
    let scene = Scene::new().await;
    let guest = counting_but_for_four_letters([begun(), Step::Loop]);
    let flags = ["--limit", "cancel-grace=100ms"];
    let plugin = scene.launch_with(&guest, &flags).await;
    for count in ["1", "2"] {
        assert_eq!(plugin.create("one").await.unwrap().id, count);
    }
    let call = tokio::spawn(create(plugin.client(), "loop"));
    scene.engine.hears("begun").await;
    plugin.cancel().await;
    within(call).await.unwrap().unwrap_err();
    // A new deployment in the same process.
    plugin.handshake().await;
    assert_eq!(plugin.create("one").await.unwrap().id, "1");
}

#[tokio::test]
async fn a_call_that_ended_leaves_no_request_behind() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let server = format!("http://{}", listener.local_addr().unwrap());
    let fetch = Step::Fetch {
        method: "GET",
        url: server.clone(),
    };
    let guest = Guest::new().does("create", [fetch, Step::Crash]);
    let scene = Scene::new().await;
    let flags = ["--allow-net", &server, "--limit", "call-time=300ms"];
    let plugin = scene.launch_with(&guest, &flags).await;
    let call = tokio::spawn(create(plugin.client(), "one"));
    let (mut stream, _) = within(listener.accept()).await.unwrap();
    let mut request = [0; 4096];
    assert!(within(stream.read(&mut request)).await.unwrap() > 0);
    within(call).await.unwrap().unwrap_err();
    // The connection is closed with the call, not at some later time.
    let end = within_time(5 * SECOND, stream.read(&mut request)).await;
    assert!(matches!(end, Ok(0) | Err(_)), "{end:?}");
}

#[tokio::test]
async fn a_cancel_ends_the_question_for_the_manifest() {
    let guest = Guest::new()
        .does("describe", [begun(), Step::Loop])
        .without_section();
    let scene = Scene::new().await;
    scene.add("acme.wasm", &guest);
    let plugin = scene.launch().await;
    let mut client = plugin.client();
    let asked = tokio::spawn(async move { client.parameterize(arguments(&["acme.wasm"])).await });
    scene.engine.hears("begun").await;
    plugin.cancel().await;
    let status = within_time(SECOND, asked).await.unwrap().unwrap_err();
    assert_eq!(status.code(), Code::Cancelled, "{status}");
    assert_says(status.message(), &["loading the package was cancelled"]);
}

/// Three gigabytes of addresses, while a memory alone would reserve four.
#[tokio::test]
async fn a_process_with_few_addresses_serves_as_well() {
    let scene = Scene::new().await;
    let steps = [
        Step::Text("(drop (memory.grow (i32.const 600)))".to_owned()),
        Step::AnswerCount,
    ];
    scene.add("acme.wasm", &Guest::new().does("create", steps));
    let full = scene.command();
    let full = full.as_std();
    let mut command = Command::new("sh");
    command
        .args(["-c", "ulimit -v 3000000 && exec \"$0\" \"$1\""])
        .arg(full.get_program())
        .arg(&scene.engine.address)
        .current_dir(scene.project())
        .stdin(Stdio::piped());
    for (name, value) in full.get_envs() {
        command.env(name, value.unwrap_or_default());
    }
    let plugin = Plugin::start(command).await;
    plugin.parameterize(&["acme.wasm"]).await.unwrap();
    for count in ["1", "2"] {
        assert_eq!(plugin.create("one").await.unwrap().id, count);
    }
}
