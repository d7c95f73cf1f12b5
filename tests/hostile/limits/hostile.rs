//! Guests and servers that try to hold up or to confuse the host.

use std::time::Duration;

use rustix::process::Signal;
use test_support::protocol::pulumirpc as pb;
use tokio::net::TcpListener;
use tonic::Code;

use super::failed_create;
use test_support::fake::calls::{create, properties, urn};
use test_support::fake::guest::Guest;
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

#[tokio::test]
async fn many_guests_that_compute_leave_time_for_other_calls() {
    let guest = Guest::new().does("create", [begun(), Step::Loop]);
    let scene = Scene::new().await;
    let mut plugin = scene
        .launch_with(&guest, &["--limit", "cancel-grace=100ms"])
        .await;
    let calls: Vec<_> = (0..4)
        .map(|_| tokio::spawn(create(plugin.client(), "one")))
        .collect();
    scene.engine.hears("begun").await;
    within_time(3 * SECOND, plugin.check(properties(&[])))
        .await
        .unwrap();
    within_time(SECOND, plugin.cancel()).await;
    for call in calls {
        within_time(2 * SECOND, call).await.unwrap().unwrap_err();
    }
    plugin.signal(Signal::INT);
    plugin.ends_within(SECOND).await;
}

#[tokio::test]
async fn an_answer_that_nests_without_end_is_refused() {
    let nested = format!("{{\"label\":{}{}}}", "[".repeat(50_000), "]".repeat(50_000));
    let made = Answer::Created {
        id: "made",
        outputs: nested.leak(),
    };
    let guest = Guest::new().does("create", [Step::Answer(made)]);
    let status = failed_create(&guest, &[]).await;
    assert_says(
        status.message(),
        &["answer cannot be used", "`label`: it nests deeper than"],
    );
}

fn nested(depth: usize) -> String {
    format!("{}1{}", "{\"label\":".repeat(depth), "}".repeat(depth))
}

#[tokio::test]
async fn an_answer_that_nests_too_deeply_is_refused() {
    let made = Answer::Created {
        id: "made",
        outputs: nested(110).leak(),
    };
    let guest = Guest::new().does("create", [Step::Answer(made)]);
    let status = failed_create(&guest, &[]).await;
    assert_says(
        status.message(),
        &["its outputs", "nests deeper than 100 levels"],
    );
}

#[tokio::test]
async fn an_answer_that_nests_deeply_can_be_deleted_again() {
    let nested = nested(90);
    let made = Answer::Created {
        id: "made",
        outputs: nested.leak(),
    };
    let guest = Guest::new()
        .does("create", [Step::Answer(made)])
        .does("delete", [Step::Answer(Answer::Done)]);
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&guest, &[]).await;
    let created = plugin.create("one").await.unwrap();
    let request = pb::DeleteRequest {
        id: created.id,
        urn: urn("one"),
        properties: created.properties,
        ..pb::DeleteRequest::default()
    };
    within(plugin.client().delete(request)).await.unwrap();
}

#[tokio::test]
async fn a_server_that_never_answers_ends_with_the_call() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let server = format!("http://{}", listener.local_addr().unwrap());
    let silent = tokio::spawn(async move {
        let mut open = Vec::new();
        while let Ok((stream, _)) = listener.accept().await {
            open.push(stream);
        }
    });
    let fetch = Step::Fetch {
        method: "POST",
        url: server.clone(),
    };
    let guest = Guest::new().does("create", [begun(), fetch, Step::Crash]);
    let flags = ["--allow-net", &server, "--limit", "call-time=500ms"];
    let status = failed_create(&guest, &flags).await;
    assert_eq!(status.code(), Code::Unknown);
    assert_says(status.message(), &["had not answered after 500 ms"]);

    // A request that was sent already has the grace of a cancelled call.
    let scene = Scene::new().await;
    let flags = ["--allow-net", &server, "--limit", "cancel-grace=300ms"];
    let plugin = scene.launch_with(&guest, &flags).await;
    let call = tokio::spawn(create(plugin.client(), "one"));
    scene.engine.hears("begun").await;
    plugin.cancel().await;
    let status = within_time(2 * SECOND, call).await.unwrap().unwrap_err();
    assert_says(status.message(), &["cancelled"]);
    silent.abort();
}

#[tokio::test]
async fn a_request_after_the_cancel_is_not_sent() {
    let server = test_support::servers::fixed_answer::start(2).await;
    let fetch = Step::Fetch {
        method: "POST",
        url: server.clone(),
    };
    let steps = [begun(), Step::Doze(3_600_000), fetch, Step::Crash];
    let guest = Guest::new().does("create", steps);
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&guest, &["--allow-net", &server]).await;
    let call = tokio::spawn(create(plugin.client(), "one"));
    scene.engine.hears("begun").await;
    plugin.cancel().await;
    let status = within(call).await.unwrap().unwrap_err();
    assert_eq!(status.code(), Code::Cancelled, "{status}");
}

#[tokio::test]
async fn a_cancel_ends_what_waits_for_an_instance_at_once() {
    let steps = [begun(), Step::Loop];
    let guest = Guest::new().does("create", steps);
    let scene = Scene::new().await;
    let flags = ["--limit", "instances=1", "--limit", "cancel-grace=2s"];
    let plugin = scene.launch_with(&guest, &flags).await;
    let running = tokio::spawn(create(plugin.client(), "one"));
    scene.engine.hears("begun").await;
    let waiting = tokio::spawn(create(plugin.client(), "two"));
    // It must have arrived: a further call on the same connection is answered after it.
    plugin.check(properties(&[])).await.unwrap();
    plugin.cancel().await;
    let status = within_time(SECOND, waiting).await.unwrap().unwrap_err();
    assert_eq!(status.code(), Code::Cancelled, "{status}");
    assert!(!running.is_finished());
    within(running).await.unwrap().unwrap_err();
}

#[tokio::test]
async fn a_huge_message_is_shortened() {
    let text: &'static str = "ä".repeat(500_000).leak();
    let says = Step::Log {
        severity: DEBUG,
        text,
        times: 1,
    };
    let made = Answer::Created {
        id: "made",
        outputs: "{}",
    };
    let guest = Guest::new().does("create", [says, Step::Answer(made)]);
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&guest, &[]).await;
    plugin.create("one").await.unwrap();
    let heard = scene.engine.hears("(1000000 bytes in all)").await;
    assert!(heard.message.len() < 100_000);
}
