//! Cancel, and the state that outlives connections.

use std::time::{Duration, Instant};

use tonic::Code;

use test_support::fake::calls::{arguments, create, properties};
use test_support::fake::guest::Guest;
use test_support::fake::scene::Scene;
use test_support::fake::steps::{Answer, DEBUG, Step};
use test_support::servers::fixed_answer;
use test_support::{assert_says, within, within_time};

/// A guest whose `create` never ends for names of four letters, and creates everything else.
fn often_endless() -> Guest {
    let begun = Step::Log {
        severity: DEBUG,
        text: "begun",
        times: 1,
    };
    let made = Answer::Created {
        id: "made",
        outputs: "{}",
    };
    Guest::new().does(
        "create",
        [
            Step::WhenNameHas(4, vec![begun, Step::Loop]),
            Step::Answer(made),
        ],
    )
}

#[tokio::test]
async fn cancel_is_answered_at_once_ends_what_runs_and_is_survived() {
    let scene = Scene::new().await;
    let plugin = scene
        .launch_with(&often_endless(), &["--limit", "cancel-grace=500ms"])
        .await;
    let call = tokio::spawn(create(plugin.client(), "long"));
    scene.engine.hears("begun").await;

    let cancelled = Instant::now();
    within_time(Duration::from_millis(400), plugin.cancel()).await;
    // It may come twice.
    plugin.cancel().await;
    let status = within_time(Duration::from_secs(2), call)
        .await
        .unwrap()
        .unwrap_err();
    assert!(cancelled.elapsed() >= Duration::from_millis(400));
    assert_eq!(status.code(), Code::Unknown);
    assert_says(status.message(), &["the call was cancelled", "`long`"]);

    plugin.handshake().await;
    assert_eq!(plugin.create("one").await.unwrap().id, "made");
}

#[tokio::test]
async fn a_cancelled_wait_of_a_guest_ends_at_once() {
    let begun = Step::Log {
        severity: DEBUG,
        text: "begun",
        times: 1,
    };
    let guest = Guest::new().does("create", [begun, Step::Sleep(3_600_000)]);
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&guest, &[]).await;
    let call = tokio::spawn(create(plugin.client(), "one"));
    scene.engine.hears("begun").await;
    plugin.cancel().await;
    let status = within_time(Duration::from_secs(2), call)
        .await
        .unwrap()
        .unwrap_err();
    assert_eq!(status.code(), Code::Cancelled);
}

#[tokio::test]
async fn a_call_that_ends_within_the_grace_has_its_answer_kept() {
    let begun = Step::Log {
        severity: DEBUG,
        text: "begun",
        times: 1,
    };
    let made = Answer::Created {
        id: "made",
        outputs: "{}",
    };
    // The wait ends with the cancel, and the guest finishes its work nevertheless.
    let guest = Guest::new().does("create", [begun, Step::Doze(3_600_000), Step::Answer(made)]);
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&guest, &[]).await;
    let call = tokio::spawn(create(plugin.client(), "one"));
    scene.engine.hears("begun").await;
    plugin.cancel().await;
    let created = within_time(Duration::from_secs(2), call).await.unwrap();
    assert_eq!(created.unwrap().id, "made");
}

#[tokio::test]
async fn a_launched_process_keeps_its_state_when_the_connection_is_closed() {
    let server = fixed_answer::start(2).await;
    let fetch = Step::Fetch {
        method: "POST",
        url: format!("{server}/things"),
    };
    let made = Answer::Created {
        id: "made",
        outputs: "{}",
    };
    let guest = Guest::new()
        .does("create", [fetch, Step::Answer(made)])
        .manifest(|manifest| {
            manifest["schema"]["provider"] = serde_json::json!({
                "inputProperties": { "server": { "type": "string" } },
                "requiredInputs": ["server"],
            });
            manifest["permissions"]["net"] =
                serde_json::json!([{ "host": "config:server", "required": true }]);
        });
    let scene = Scene::new().await;
    let mut plugin = scene.launch_with(&guest, &[]).await;
    plugin.handshake().await;
    plugin.configure(&[("server", &server)]).await.unwrap();

    plugin.reconnect().await;
    // Still the package `acme`, and still configured: the address is a grant.
    within(plugin.check(properties(&[("label", "x")])))
        .await
        .unwrap();
    assert_eq!(plugin.create("one").await.unwrap().id, "made");
}

#[tokio::test]
async fn a_process_is_one_package_only() {
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&Guest::new(), &[]).await;
    let status = plugin.parameterize(&["./acme.wasm"]).await.unwrap_err();
    assert_says(
        status.message(),
        &["already serves the package `acme`", "one process"],
    );
}

#[tokio::test]
async fn of_two_parameters_at_once_one_is_refused() {
    let mut manifest = serde_json::Value::Null;
    let guest = Guest::new().manifest(|known| manifest = known.clone());
    let answer = Step::Answer(Answer::Text(manifest.to_string()));
    let guest = guest
        .without_section()
        .does("describe", [Step::Sleep(300), answer]);
    let scene = Scene::new().await;
    scene.add("acme.wasm", &guest);
    let plugin = scene.launch().await;
    let mut clients = (plugin.client(), plugin.client());
    let request = || arguments(&["./acme.wasm"]);
    let (first, second) = tokio::join!(
        within(clients.0.parameterize(request())),
        within(clients.1.parameterize(request())),
    );
    let refused = match (first, second) {
        (Ok(_), Err(refused)) | (Err(refused), Ok(_)) => refused,
        other => panic!("one is to be refused: {other:?}"),
    };
    assert_says(refused.message(), &["already serves the package `acme`"]);
}
