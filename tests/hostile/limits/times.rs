//! Limits on time, and on concurrent work.

use std::time::{Duration, Instant};

use tonic::Code;

use super::{assert_names, failed_create};
use test_support::fake::calls::{create, create_request, properties};
use test_support::fake::guest::Guest;
use test_support::fake::scene::Scene;
use test_support::fake::steps::{Answer, DEBUG, Step};
use test_support::{assert_says, within, within_time};

fn says(text: &'static str) -> Step {
    Step::Log {
        severity: DEBUG,
        text,
        times: 1,
    }
}

fn made() -> Step {
    Step::Answer(Answer::Created {
        id: "made",
        outputs: "{}",
    })
}

#[tokio::test]
async fn calls_are_ended_after_their_time() {
    for endless in [Step::Loop, Step::Sleep(3_600_000)] {
        let guest = Guest::new().does("create", [endless]);
        let status = failed_create(&guest, &["--limit", "call-time=300ms"]).await;
        assert_eq!(status.code(), Code::Unknown);
        assert_says(
            status.message(),
            &[
                "`one`",
                "had not answered after 300 ms",
                "may have been created",
            ],
        );
        assert_names(&status, "call-time");
    }
}

#[tokio::test]
async fn the_timeout_of_a_request_goes_before_the_limit() {
    let guest = Guest::new().does("create", [Step::Loop]);
    let scene = Scene::new().await;
    let plugin = scene
        .launch_with(&guest, &["--limit", "call-time=1ms"])
        .await;
    let mut request = create_request("one");
    request.timeout = 0.4;
    let started = Instant::now();
    let status = within(plugin.client().create(request)).await.unwrap_err();
    assert!(started.elapsed() >= Duration::from_millis(400));
    assert_eq!(status.code(), Code::Unknown);
    assert_says(
        status.message(),
        &["after 400 ms", "the resource option `customTimeouts`"],
    );
}

#[tokio::test]
async fn checks_are_ended_after_their_time() {
    let guest = Guest::new().does("check", [Step::Loop]);
    let scene = Scene::new().await;
    let plugin = scene
        .launch_with(&guest, &["--limit", "check-time=300ms"])
        .await;
    let status = plugin.check(properties(&[])).await.unwrap_err();
    assert_eq!(status.code(), Code::DeadlineExceeded);
    assert_says(status.message(), &["check of", "after 300 ms"]);
    assert_names(&status, "check-time");
}

#[tokio::test]
async fn computing_is_limited_and_waiting_is_not_counted() {
    let flags = ["--limit", "compute-time=200ms"];
    let guest = Guest::new().does("create", [Step::Loop]);
    let status = failed_create(&guest, &flags).await;
    assert_eq!(status.code(), Code::Unknown);
    assert_says(status.message(), &["`one`", "compute-time of 200 ms"]);
    assert_names(&status, "compute-time");

    let guest = Guest::new().does("create", [Step::Sleep(500), made()]);
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&guest, &flags).await;
    assert_eq!(plugin.create("one").await.unwrap().id, "made");
}

#[tokio::test]
async fn computing_with_waits_in_between_is_counted_together() {
    let compute = Step::Text(
        "(global.set $times (i32.const 300000)) (loop $on (global.set $times (i32.sub (global.get $times) \
         (i32.const 1))) (br_if $on (global.get $times)))"
            .to_owned(),
    );
    let steps = [Step::Again(vec![compute, Step::Sleep(1)])];
    let guest = Guest::new().does("create", steps);
    let status = failed_create(&guest, &["--limit", "compute-time=100ms"]).await;
    assert_names(&status, "compute-time");
}

#[tokio::test]
async fn starting_an_instance_is_computing() {
    let guest = Guest::new().starts_with([Step::Loop]);
    let status = failed_create(&guest, &["--limit", "compute-time=200ms"]).await;
    assert_eq!(status.code(), Code::FailedPrecondition, "{status}");
    assert_names(&status, "compute-time");
}

#[tokio::test]
async fn a_check_of_the_configuration_is_ended_after_its_time() {
    for guest in [
        Guest::new().does("check-config", [Step::Loop]),
        // The same if only the start never ends.
        Guest::new()
            .does("check-config", [Step::Crash])
            .starts_with([Step::Loop]),
    ] {
        let scene = Scene::new().await;
        let plugin = scene
            .launch_with(&guest, &["--limit", "check-time=300ms"])
            .await;
        let mut client = plugin.client();
        let request = test_support::fake::calls::check_request("", properties(&[]));
        let status = within_time(Duration::from_secs(20), client.check_config(request))
            .await
            .unwrap_err();
        assert_names(&status, "check-time");
    }
}

#[tokio::test]
async fn configuring_an_instance_has_the_time_of_a_check() {
    let guest = Guest::new().does("configure", [Step::Loop]);
    let scene = Scene::new().await;
    let plugin = scene
        .launch_with(&guest, &["--limit", "check-time=300ms"])
        .await;
    plugin.configure(&[]).await.unwrap();
    let work = plugin.create("one");
    let status = within_time(Duration::from_secs(20), work)
        .await
        .unwrap_err();
    // The create itself was not begun: it failed cleanly.
    assert_eq!(status.code(), Code::FailedPrecondition);
    assert!(
        !status.message().contains("may have been created"),
        "{status}"
    );
    assert_names(&status, "check-time");
}

#[tokio::test]
async fn a_cancelled_call_has_its_grace_and_no_more() {
    let guest = Guest::new().does("create", [says("begun"), Step::Loop]);
    for grace in [100, 700] {
        let scene = Scene::new().await;
        let flag = format!("cancel-grace={grace}ms");
        let plugin = scene.launch_with(&guest, &["--limit", &flag]).await;
        let call = tokio::spawn(create(plugin.client(), "one"));
        scene.engine.hears("begun").await;
        let cancelled = Instant::now();
        plugin.cancel().await;
        within(call).await.unwrap().unwrap_err();
        let took = cancelled.elapsed();
        let grace = Duration::from_millis(grace);
        assert!(took >= grace && took < grace + Duration::from_secs(5));
    }
}

#[tokio::test]
async fn calls_wait_for_an_instance_where_no_more_may_run() {
    for (flags, expected) in [
        (
            &["--limit", "instances=1"][..],
            ["begun", "done", "begun", "done"],
        ),
        (&[], ["begun", "begun", "done", "done"]),
    ] {
        let steps = [says("begun"), Step::Sleep(300), says("done"), made()];
        let guest = Guest::new().does("create", steps);
        let scene = Scene::new().await;
        let plugin = scene.launch_with(&guest, flags).await;
        let calls = ["one", "two"].map(|name| tokio::spawn(create(plugin.client(), name)));
        for call in calls {
            within(call).await.unwrap().unwrap();
        }
        let heard: Vec<String> = scene
            .engine
            .messages()
            .into_iter()
            .map(|message| message.message)
            .filter(|message| expected.contains(&message.as_str()))
            .collect();
        assert_eq!(heard, expected);
    }
}

#[tokio::test]
async fn a_call_that_waits_for_an_instance_in_vain_changed_nothing() {
    let guest = Guest::new().does("create", [says("begun"), Step::Sleep(600_000)]);
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&guest, &["--limit", "instances=1"]).await;
    let first = tokio::spawn(create(plugin.client(), "one"));
    scene.engine.hears("begun").await;
    let mut request = create_request("two");
    request.timeout = 0.2;
    let status = within(plugin.client().create(request)).await.unwrap_err();
    assert_eq!(status.code(), Code::FailedPrecondition, "{status}");
    first.abort();
}
