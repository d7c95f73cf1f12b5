//! Limits on bytes and counts.

use tonic::Code;

use crate::fake::assert_says;
use crate::fake::calls::{create_request, properties};
use crate::fake::guest::Guest;
use crate::fake::scene::Scene;
use crate::fake::steps::{Answer, Step};
use crate::fake::{http_server, within};
use crate::{assert_names, failed_create};

fn creating(steps: impl Into<Vec<Step>>) -> Guest {
    Guest::new().does("create", steps)
}

fn made() -> Step {
    Step::Answer(Answer::Created {
        id: "made",
        outputs: "{}",
    })
}

#[tokio::test]
async fn memory_is_limited() {
    let guest = creating([Step::GrowMemory]);
    let status = failed_create(&guest, &["--limit", "memory=8MiB"]).await;
    assert_eq!(status.code(), Code::Unknown);
    assert_says(status.message(), &["limit: memory of 8 MiB", "`one`"]);
    assert_names(&status, "memory");
}

#[tokio::test]
async fn a_component_that_starts_with_too_much_memory_made_nothing() {
    let status = failed_create(&creating([made()]), &["--limit", "memory=64KiB"]).await;
    assert_eq!(status.code(), Code::FailedPrecondition);
    assert_says(status.message(), &["limit: memory of 64 KiB"]);
    assert_names(&status, "memory");
    assert!(!status.message().contains("nobody knows"), "{status}");
}

#[tokio::test]
async fn memory_for_a_large_request_is_limited() {
    let scene = Scene::new().await;
    let flags = ["--limit", "memory=8MiB"];
    let plugin = scene.launch_with(&creating([made()]), &flags).await;
    let mut request = create_request("one");
    request.properties = Some(properties(&[("label", &"x".repeat(9 << 20))]));
    let status = within(plugin.client().create(request)).await.unwrap_err();
    assert_names(&status, "memory");
    assert_eq!(plugin.create("one").await.unwrap().id, "made");
}

#[tokio::test]
async fn table_elements_are_limited() {
    let guest = creating([Step::GrowTable]);
    let status = failed_create(&guest, &["--limit", "table-elements=5000"]).await;
    assert_eq!(status.code(), Code::Unknown);
    assert_says(status.message(), &["limit: table-elements of 5000"]);
    assert_names(&status, "table-elements");
}

#[tokio::test]
async fn what_a_component_hands_over_is_limited() {
    let guest = creating([Step::Answer(Answer::Huge(1 << 20))]);
    let status = failed_create(&guest, &["--limit", "transfer=512KiB"]).await;
    assert_eq!(status.code(), Code::Unknown);
    assert_says(status.message(), &["limit: transfer"]);
    assert_names(&status, "transfer");
}

#[tokio::test]
async fn http_answers_are_limited() {
    let server = http_server::start(100_000).await;
    let fetch = Step::Fetch {
        method: "GET",
        url: server.clone(),
    };
    let guest = creating([fetch, made()]);
    let flags = ["--allow-net", &server, "--limit", "response-size=64KiB"];
    let status = failed_create(&guest, &flags).await;
    assert_says(status.message(), &["64 KiB"]);
    assert_names(&status, "response-size");

    let scene = Scene::new().await;
    let plugin = scene.launch_with(&guest, &["--allow-net", &server]).await;
    assert_eq!(plugin.create("one").await.unwrap().id, "made");
}

#[tokio::test]
async fn component_files_are_limited() {
    let scene = Scene::new().await;
    scene.add("acme.wasm", &Guest::new());
    let plugin = scene.launch().await;
    let words = ["./acme.wasm", "--limit", "component-size=4KiB"];
    let status = plugin.parameterize(&words).await.unwrap_err();
    assert_says(status.message(), &["acme.wasm`", "component-size of 4 KiB"]);
    assert_names(&status, "component-size");
}
