//! List: a stream of existing resources.

use serde_json::json;
use test_support::protocol::pulumirpc as pb;
use test_support::protocol::pulumirpc::list_response::Response;
use tokio_stream::StreamExt as _;
use tonic::{Code, Status};

use test_support::fake::guest::{Guest, THING};
use test_support::fake::plugin::Plugin;
use test_support::fake::scene::Scene;
use test_support::fake::steps::{Answer, Step};
use test_support::fake::value::properties;
use test_support::{assert_says, within};

fn guest(answer: Answer) -> Guest {
    Guest::new()
        .does("list", [Step::Answer(answer)])
        .manifest(|manifest| {
            manifest["schema"]["resources"][THING]["listInputs"] = json!({
                "type": "object", "properties": { "zone": { "type": "string" } }
            });
        })
}

fn request() -> pb::ListRequest {
    pb::ListRequest {
        token: THING.to_owned(),
        ..pb::ListRequest::default()
    }
}

/// All responses in short: an id, `>` and a continuation, or `?`.
async fn list(plugin: &Plugin, request: pb::ListRequest) -> Result<Vec<String>, Status> {
    let mut stream = within(plugin.client().list(request)).await?.into_inner();
    let mut said = Vec::new();
    while let Some(answer) = within(stream.next()).await {
        said.push(match answer?.response.unwrap() {
            Response::Computed(_) => "?".to_owned(),
            Response::Result(found) => {
                assert_eq!(found.id, found.name);
                found.id
            }
            Response::Continuation(more) => format!(">{}", more.continuation_token),
        });
    }
    Ok(said)
}

#[tokio::test]
async fn what_is_found_is_streamed_up_to_the_limit_and_page_by_page() {
    let listed = Answer::Listed {
        ids: &["a", "b", "c"],
        continuation: "",
    };
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&guest(listed), &[]).await;
    assert_eq!(list(&plugin, request()).await.unwrap(), ["a", "b", "c"]);
    let limited = pb::ListRequest {
        limit: 2,
        ..request()
    };
    assert_eq!(list(&plugin, limited).await.unwrap(), ["a", "b"]);
    let mut paged = pb::ListRequest {
        page_size: 2,
        ..request()
    };
    let mut first = list(&plugin, paged.clone()).await.unwrap();
    let continuation = first.pop().unwrap();
    assert_eq!(first, ["a", "b"]);
    paged.continuation_token = continuation.strip_prefix('>').unwrap().to_owned();
    assert_eq!(list(&plugin, paged).await.unwrap(), ["c"]);
}

#[tokio::test]
async fn a_query_that_is_not_known_yet_is_computed_and_a_wrong_one_refused() {
    let listed = Answer::Listed {
        ids: &["a"],
        continuation: "",
    };
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&guest(listed), &[]).await;
    let query = |query: serde_json::Value| pb::ListRequest {
        query: Some(properties(&query)),
        ..request()
    };
    let unknown = json!({ "zone": "04da6b54-80e4-46f7-96ec-b56ff0331ba9" });
    assert_eq!(list(&plugin, query(unknown)).await.unwrap(), ["?"]);
    let status = list(&plugin, query(json!({ "zoen": "x" })))
        .await
        .unwrap_err();
    assert_eq!(status.code(), Code::InvalidArgument);
    assert_says(status.message(), &["`zoen`", "`zone`"]);
}

#[tokio::test]
async fn a_guest_that_lists_in_circles_is_stopped() {
    let listed = Answer::Listed {
        ids: &["a"],
        continuation: "again",
    };
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&guest(listed), &[]).await;
    let status = list(&plugin, request()).await.unwrap_err();
    assert_eq!(status.code(), Code::Aborted);
    assert_says(
        status.message(),
        &["returned the same continuation token again", "its author"],
    );
}

#[tokio::test]
async fn a_type_without_the_hook_cannot_be_listed() {
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&Guest::new(), &[]).await;
    let status = list(&plugin, request()).await.unwrap_err();
    assert_eq!(status.code(), Code::FailedPrecondition);
    assert_says(status.message(), &[THING, "no `list`"]);
}
