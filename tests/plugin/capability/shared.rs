//! The values that the instances of a component share.

use std::time::{Duration, Instant};

use test_support::protocol::pulumirpc::LogRequest;

use test_support::fake::calls::create;
use test_support::fake::guest::Guest;
use test_support::fake::scene::Scene;
use test_support::fake::share::{Making, Share};
use test_support::fake::steps::{Answer, INFO, Step};
use test_support::{assert_says, within};

const TOKEN: &str = "s3cret-of-the-server";

fn value(takes: u32, making: Making) -> Step {
    Step::Share(Share::Value {
        key: "token",
        value: TOKEN,
        takes,
        making,
    })
}

/// A guest whose creates run these steps.
fn creates(steps: impl IntoIterator<Item = Step>) -> Guest {
    let made = Step::Answer(Answer::Created {
        id: "made",
        outputs: "{}",
    });
    let steps: Vec<Step> = steps.into_iter().chain([made]).collect();
    Guest::new().does("create", steps)
}

/// The guest's messages in all calls, in order.
fn said(scene: &Scene) -> Vec<String> {
    let messages = scene.engine.messages().into_iter();
    let texts = messages.map(|message| message.message);
    let own = |text: &String| ["making", "made", "[secret]", TOKEN].contains(&text.as_str());
    texts.filter(own).collect()
}

#[tokio::test]
async fn instances_wait_for_a_shared_value_and_no_message_shows_it() {
    let scene = Scene::new().await;
    let guest = creates([value(500, Making::Kept(60_000))]);
    let plugin = scene.launch_with(&guest, &[]).await;
    let names = ["one", "two", "three", "four"];
    let calls = names.map(|name| tokio::spawn(create(plugin.client(), name)));
    for call in calls {
        within(call).await.unwrap().unwrap();
    }
    within(create(plugin.client(), "five")).await.unwrap();
    let mut said = said(&scene);
    said.sort();
    let hidden = ["[secret]"; 4];
    assert_eq!(said, [&hidden[..], &["made", "making"]].concat());
}

#[tokio::test]
async fn if_the_maker_crashes_or_ends_the_next_instance_makes_the_value() {
    let scene = Scene::new().await;
    let failing = |name: usize, making| Step::WhenNameHas(name, vec![value(300, making)]);
    let guest = creates([
        failing("crashes".len(), Making::Crash),
        failing("late".len(), Making::Endless),
        value(0, Making::Kept(60_000)),
    ]);
    let plugin = scene
        .launch_with(&guest, &["--limit", "compute-time=500ms"])
        .await;
    let crashed = tokio::spawn(create(plugin.client(), "crashes"));
    scene.engine.hears("making").await;
    let (late, after) = (
        tokio::spawn(create(plugin.client(), "late")),
        create(plugin.client(), "it"),
    );
    within(crashed).await.unwrap().expect_err("it crashed");
    // In either order: an instance that takes too long no longer makes the value.
    within(after).await.expect("a value");
    drop(within(late).await.unwrap());
    assert!(said(&scene).contains(&"made".to_owned()));
}

#[tokio::test]
async fn a_cancel_ends_the_wait_for_a_value() {
    let scene = Scene::new().await;
    let wants = Step::Log {
        severity: INFO,
        text: "wanting",
        times: 1,
    };
    let guest = creates([wants, value(60_000, Making::Kept(60_000))]);
    let plugin = scene.launch_with(&guest, &[]).await;
    let maker = tokio::spawn(create(plugin.client(), "one"));
    scene.engine.hears("making").await;
    let before = scene.engine.messages().len();
    let waits = tokio::spawn(create(plugin.client(), "two"));
    let is_it = |message: &LogRequest| message.message == "wanting";
    scene.engine.hears_since(before, is_it).await;
    let cancelled = Instant::now();
    plugin.cancel().await;
    for call in [maker, waits] {
        let status = within(call).await.unwrap().unwrap_err();
        assert_says(status.message(), &["cancelled"]);
    }
    assert!(cancelled.elapsed() < Duration::from_secs(5));
}

#[tokio::test]
async fn all_instances_together_keep_a_rate() {
    let scene = Scene::new().await;
    let turn = Step::Share(Share::Acquire {
        name: "makes",
        per_second: 5.0,
    });
    let plugin = scene.launch_with(&creates([turn]), &[]).await;
    within(create(plugin.client(), "zero")).await.unwrap();
    let began = Instant::now();
    let names = ["one", "two", "three", "four"];
    let calls = names.map(|name| tokio::spawn(create(plugin.client(), name)));
    for call in calls {
        within(call).await.unwrap().unwrap();
    }
    let took = began.elapsed();
    assert!(took >= Duration::from_millis(600), "{took:?}");
}

#[tokio::test]
async fn a_limit_on_what_is_shared_is_named() {
    let scene = Scene::new().await;
    let guest = creates([Step::Share(Share::Value {
        key: "token",
        value: "x".repeat(64 << 10).leak(),
        takes: 0,
        making: Making::Kept(60_000),
    })]);
    let plugin = scene.launch_with(&guest, &[]).await;
    let status = plugin.create("one").await.unwrap_err();
    assert_says(
        status.message(),
        &["`token`", "65541 bytes", "shared-value-size of 64 KiB"],
    );
}
