//! What guests say.

use pulumi_wasm_host::rpc::proto::pulumirpc::LogSeverity;

use crate::fake::assert_says;
use crate::fake::calls::urn;
use crate::fake::guest::Guest;
use crate::fake::scene::Scene;
use crate::fake::steps::{Answer, DEBUG, Step, WARNING};

/// What the preview showed, so that the host has nothing to say about it.
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
async fn a_flood_of_messages_holds_nobody_up() {
    let flood = Step::Log {
        severity: DEBUG,
        text: "again",
        times: 200_000,
    };
    let quiet = vec![made()];
    let guest = Guest::new().does("create", [Step::WhenNameHas(3, quiet), flood, made()]);
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&guest, &[]).await;
    let flooding = tokio::spawn(crate::fake::calls::create(plugin.client(), "loud"));
    assert_eq!(plugin.create("one").await.unwrap().id, "made");
    assert_eq!(
        crate::fake::within(flooding).await.unwrap().unwrap().id,
        "made"
    );
    // What did not fit is counted, not forgotten.
    plugin.create("loud").await.unwrap();
    let left_out = scene.engine.hears("messages were left out").await;
    assert_says(&left_out.message, &["too fast"]);
}

#[tokio::test]
async fn an_engine_that_is_gone_holds_nobody_up() {
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
    let plugin = crate::fake::plugin::Plugin::start(command).await;
    plugin.parameterize(&["./acme.wasm"]).await.unwrap();
    assert_eq!(plugin.create("one").await.unwrap().id, "made");
}
