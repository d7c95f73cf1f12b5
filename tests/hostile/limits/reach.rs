//! The access of a guest.

use prost_types::Struct;
use test_support::protocol::pulumirpc as pb;
use tonic::{Code, Status};

use super::failed_create;
use test_support::fake::calls::urn;
use test_support::fake::guest::{Guest, THING};
use test_support::fake::plugin::Plugin;
use test_support::fake::scene::Scene;
use test_support::fake::steps::{Answer, Step};
use test_support::servers::fixed_answer;
use test_support::{assert_says, within};

fn fetch(method: &'static str, server: &str) -> Step {
    Step::Fetch {
        method,
        url: format!("{server}/things?token=hidden"),
    }
}

fn made() -> Step {
    Step::Answer(Answer::Created {
        id: "made",
        outputs: "{}",
    })
}

/// A guest that sends a request in its function and when it reads.
fn requesting(method: &'static str, server: &str) -> Guest {
    Guest::new()
        .does(
            "invoke",
            [fetch(method, server), Step::Answer(Answer::Result("{}"))],
        )
        .does(
            "read",
            [
                fetch(method, server),
                Step::Answer(Answer::Found { outputs: "{}" }),
            ],
        )
}

async fn read(plugin: &Plugin) -> Result<(), Status> {
    let request = pb::ReadRequest {
        id: "made".to_owned(),
        urn: urn("one"),
        name: "one".to_owned(),
        r#type: THING.to_owned(),
        properties: Some(Struct::default()),
        inputs: Some(Struct::default()),
        ..pb::ReadRequest::default()
    };
    within(plugin.client().read(request)).await.map(drop)
}

#[tokio::test]
async fn nothing_is_reached_without_a_grant() {
    let server = fixed_answer::start(2).await;
    let guest = Guest::new().does("create", [fetch("GET", &server), made()]);
    let status = failed_create(&guest, &[]).await;
    assert_eq!(status.code(), Code::PermissionDenied);
    assert_says(
        status.message(),
        &[
            "may not reach",
            &server,
            "hint: `127.0.0.1` is not a public address",
            "`--allow-net`",
            "`pulumi package add`",
        ],
    );
    assert!(!status.message().contains("hidden"), "{status}");
    // Another port is another place.
    let other = fixed_answer::start(2).await;
    let status = failed_create(&guest, &["--allow-net", &other]).await;
    assert_eq!(status.code(), Code::PermissionDenied);
}

#[tokio::test]
async fn a_preview_may_look_and_not_change() {
    let server = fixed_answer::start(2).await;
    for method in ["POST", "PUT", "PATCH", "DELETE", "get", "BREW"] {
        let scene = Scene::new().await;
        let flags = ["--allow-net", &server];
        let plugin = scene
            .launch_with(&requesting(method, &server), &flags)
            .await;
        // An older engine does not say that a function is called in a preview.
        for (preview, during) in [(true, "during a preview"), (false, "during invoke")] {
            let status = plugin.invoke(preview).await.unwrap_err();
            assert_eq!(status.code(), Code::PermissionDenied);
            assert_says(status.message(), &[method, "nothing may change", during]);
        }
        plugin.handshake().await;
        let status = plugin.invoke(true).await.unwrap_err();
        assert_eq!(status.code(), Code::PermissionDenied);
        plugin.invoke(false).await.unwrap();
    }
    let scene = Scene::new().await;
    let flags = ["--allow-net", &server];
    let plugin = scene.launch_with(&requesting("GET", &server), &flags).await;
    plugin.invoke(true).await.unwrap();
}

#[tokio::test]
async fn a_read_may_look_and_not_change() {
    let server = fixed_answer::start(2).await;
    let scene = Scene::new().await;
    let flags = ["--allow-net", &server];
    let plugin = scene
        .launch_with(&requesting("DELETE", &server), &flags)
        .await;
    let status = read(&plugin).await.unwrap_err();
    assert_eq!(status.code(), Code::PermissionDenied);
    assert_says(status.message(), &["nothing may change during read"]);
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&requesting("GET", &server), &flags).await;
    read(&plugin).await.unwrap();
}

#[tokio::test]
async fn variables_are_read_only_where_granted() {
    // It is set, and it exists nowhere else.
    let guest = Guest::new().does("create", [Step::Variable("PULUMI_HOME"), made()]);
    let status = failed_create(&guest, &[]).await;
    assert_eq!(status.code(), Code::PermissionDenied);
    assert_says(
        status.message(),
        &["`PULUMI_HOME` is not granted", "`--allow-env PULUMI_HOME`"],
    );
    let scene = Scene::new().await;
    let flags = ["--allow-env", "PULUMI_HOME"];
    let plugin = scene.launch_with(&guest, &flags).await;
    assert_eq!(plugin.create("one").await.unwrap().id, "made");
}

#[tokio::test]
async fn checkpoints_are_for_changes_only() {
    let checkpoint = Step::Checkpoint {
        id: "half",
        outputs: "{}",
    };
    let answer = Step::Answer(Answer::Result("{}"));
    let guest = Guest::new().does("invoke", [checkpoint, answer]);
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&guest, &[]).await;
    let status = plugin.invoke(false).await.unwrap_err();
    assert_says(status.message(), &["in create and update only"]);
}
