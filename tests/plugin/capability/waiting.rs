//! Waiting with pauses that grow.

use std::time::{Duration, Instant};

use test_support::protocol::pulumirpc as pb;
use tonic::Code;

use test_support::fake::calls::{create, create_request, saved, text};
use test_support::fake::guest::Guest;
use test_support::fake::reach::Reach;
use test_support::fake::scene::Scene;
use test_support::fake::steps::{Answer, Step};
use test_support::{assert_says, within};

fn pause(look: u32, first: u32, factor: f64) -> Step {
    Step::Reach(Reach::Pause {
        first,
        factor,
        longest: 60_000,
        timeout: 0,
        look,
        status: "1 of 2 is ready",
    })
}

fn made() -> Step {
    Step::Answer(Answer::Created {
        id: "made",
        outputs: "{}",
    })
}

#[tokio::test]
async fn a_guest_waits_and_says_how_things_stand() {
    let steps = [pause(1, 100, 2.0), pause(2, 100, 2.0), made()];
    let guest = Guest::new().does("create", steps);
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&guest, &[]).await;
    plugin.create("other").await.unwrap();
    let started = Instant::now();
    plugin.create("one").await.unwrap();
    let took = started.elapsed();
    assert!(
        (Duration::from_millis(300)..Duration::from_secs(10)).contains(&took),
        "{took:?}"
    );
    let heard = scene.engine.hears("1 of 2 is ready").await;
    assert!(heard.ephemeral, "{heard:?}");
}

#[tokio::test]
async fn a_wait_that_takes_too_long_leaves_time_to_say_what_is_known() {
    let checkpoint = Step::Checkpoint {
        id: "half",
        outputs: "{\"label\":\"half\"}",
    };
    let steps = [
        checkpoint,
        pause(1, 60_000, 1.0),
        pause(2, 60_000, 1.0),
        made(),
    ];
    let guest = Guest::new().does("create", steps);
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&guest, &[]).await;
    // So that compiling does not use up the time.
    let mut request = create_request("one");
    request.preview = true;
    within(plugin.client().create(request.clone()))
        .await
        .unwrap();
    request.preview = false;
    request.timeout = 3.0;
    let status = within(plugin.client().create(request)).await.unwrap_err();
    // The guest itself ended the call: the deadline would have said so.
    assert_says(
        status.message(),
        &["still not ready after", "`customTimeouts`"],
    );
    let saved = saved(&status).expect("what is known");
    assert_eq!(saved.id, "half");
    assert_eq!(
        text(saved.properties.as_ref(), "label").as_deref(),
        Some("half")
    );
}

#[tokio::test]
async fn a_cancelled_deployment_ends_a_wait_at_once() {
    let guest = Guest::new().does("create", [pause(1, 60_000, 1.0), made()]);
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&guest, &[]).await;
    let call = tokio::spawn(create(plugin.client(), "one"));
    scene.engine.hears("1 of 2 is ready").await;
    let cancelled = Instant::now();
    plugin.cancel().await;
    let status = within(call).await.unwrap().unwrap_err();
    assert_says(status.message(), &["cancelled"]);
    assert!(cancelled.elapsed() < Duration::from_secs(5));
}

#[tokio::test]
async fn nothing_is_waited_for_in_a_preview() {
    let guest = Guest::new().does("preview-create", [pause(1, 60_000, 1.0), Step::Crash]);
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&guest, &[]).await;
    let request = pb::CreateRequest {
        preview: true,
        ..create_request("one")
    };
    let status = within(plugin.client().create(request)).await.unwrap_err();
    assert_eq!(status.code(), Code::PermissionDenied, "{status}");
    assert_says(
        status.message(),
        &["waiting is not allowed during a preview"],
    );
}

#[tokio::test]
async fn a_schedule_that_makes_no_sense_is_the_components_mistake() {
    let guest = Guest::new().does("create", [pause(1, 0, f64::NAN), made()]);
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&guest, &[]).await;
    let status = plugin.create("one").await.unwrap_err();
    assert_says(
        status.message(),
        &["`backoff.first-delay-ms`", "`backoff.factor`"],
    );
}
