//! The messages of guests.

use test_support::protocol::pulumirpc::LogSeverity;

use test_support::assert_says;
use test_support::fake::calls::urn;
use test_support::fake::guest::Guest;
use test_support::fake::scene::Scene;
use test_support::fake::steps::{Answer, DEBUG, Step, WARNING};

/// The outputs that the preview showed, so that the host has nothing to report.
fn made() -> Step {
    Step::Answer(Answer::Created {
        id: "made",
        outputs: "{\"label\":\"x\"}",
    })
}

#[tokio::test]
async fn messages_arrive_before_the_answer_on_their_resource() {
    let says = |severity, text| Step::Log {
        severity,
        text,
        times: 1,
    };
    let guest = Guest::new().does(
        "create",
        [says(DEBUG, "first"), says(WARNING, "second"), made()],
    );
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&guest, &[]).await;
    plugin.create("one").await.unwrap();
    let heard: Vec<(i32, String, String)> = scene
        .engine
        .messages()
        .into_iter()
        .filter(|message| !message.urn.is_empty())
        .map(|message| (message.severity, message.urn, message.message))
        .collect();
    let expected = [
        (LogSeverity::Debug, "first"),
        (LogSeverity::Warning, "second"),
    ]
    .map(|(severity, text)| (severity as i32, urn("one"), text.to_owned()));
    assert_eq!(heard, expected);
}

#[tokio::test]
async fn a_flood_of_messages_does_not_delay_other_calls() {
    let flood = Step::Log {
        severity: DEBUG,
        text: "again",
        times: 9000,
    };
    let quiet = vec![made()];
    let guest = Guest::new().does("create", [Step::WhenNameHas(3, quiet), flood, made()]);
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&guest, &[]).await;
    let flooding = tokio::spawn(test_support::fake::calls::create(plugin.client(), "loud"));
    assert_eq!(plugin.create("one").await.unwrap().id, "made");
    assert_eq!(
        test_support::within(flooding).await.unwrap().unwrap().id,
        "made"
    );
    // The excess is counted, not forgotten.
    plugin.create("loud").await.unwrap();
    let left_out = scene.engine.hears("messages were left out").await;
    assert_says(&left_out.message, &["too fast"]);
}

#[tokio::test]
async fn what_a_call_says_is_limited() {
    let long: &str = "x".repeat(1 << 20).leak();
    let says = Step::Log {
        severity: WARNING,
        text: long,
        times: 21,
    };
    let guest = Guest::new().does("create", [says, made()]);
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&guest, &[]).await;
    for _ in 0..2 {
        assert_eq!(plugin.create("one").await.unwrap().id, "made");
    }
    let heard: Vec<String> = scene
        .engine
        .messages()
        .into_iter()
        .filter(|message| message.urn == urn("one"))
        .map(|message| message.message)
        .collect();
    // Each call has a separate count.
    assert_eq!(heard.len(), 34);
    let words = [
        "5 further messages of this call were left out",
        "the limit log-size of 16 MiB",
        "\nhint: ",
    ];
    assert_says(&heard[16], &words);
    assert_eq!(heard[..17], heard[17..]);
}

#[tokio::test]
async fn the_last_words_of_a_guest_that_said_too_much_are_kept() {
    let says = Step::Log {
        severity: DEBUG,
        text: "again",
        times: 10_001,
    };
    let panics = Step::Text(emit("it broke", "{\"panic\":true}"));
    let guest = Guest::new().does("create", [says, panics, Step::Crash]);
    let status = super::failed_create(&guest, &[]).await;
    assert_says(status.message(), &["crashed: it broke"]);
}

/// Says something with an `extra` field, from bytes that it writes into memory first.
fn emit(message: &str, extra: &str) -> String {
    let mut text = String::new();
    let at = 2048;
    for (index, byte) in message.bytes().chain(extra.bytes()).enumerate() {
        text.push_str(&format!(
            "(i32.store8 (i32.const {}) (i32.const {byte}))",
            at + index
        ));
    }
    let (middle, end) = (message.len(), extra.len());
    text + &format!(
        "(call $log.emit (i32.const {DEBUG}) (i32.const {at}) (i32.const {middle}) (i32.const 0) (i32.const {}) (i32.const {end}))",
        at + middle
    )
}

#[tokio::test]
async fn an_engine_that_is_gone_does_not_delay_other_calls() {
    let says = Step::Log {
        severity: DEBUG,
        text: "hello",
        times: 1,
    };
    let guest = Guest::new().does("create", [says, made()]);
    let scene = Scene::new().await;
    scene.add("acme.wasm", &guest);
    let mut command = scene.command();
    command.arg("127.0.0.1:9");
    let plugin = test_support::fake::plugin::Plugin::start(command).await;
    plugin.parameterize(&["./acme.wasm"]).await.unwrap();
    assert_eq!(plugin.create("one").await.unwrap().id, "made");
}
