//! Limits on bytes and counts.

use pulumi_wasm_core::value::special_values::ASSET;
use tonic::Code;

use super::{assert_names, failed_create};
use test_support::assert_says;
use test_support::fake::calls::{create_request, properties, special, string, structure};
use test_support::fake::guest::Guest;
use test_support::fake::reach::Reach;
use test_support::fake::scene::Scene;
use test_support::fake::steps::{Answer, Step};
use test_support::servers::fixed_answer;
use test_support::within;

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
    let status = failed_create(&guest, &[]).await;
    assert_eq!(status.code(), Code::Unknown);
    assert_says(status.message(), &["limit: table-elements of 1000000"]);
    assert_names(&status, "table-elements");
}

#[tokio::test]
async fn the_stack_is_limited() {
    let recurses = |times| {
        let text = format!("(drop (call $recurse (i32.const {times})))");
        creating([Step::Text(text), made()])
    };
    let status = failed_create(&recurses(200_000), &[]).await;
    assert_eq!(status.code(), Code::Unknown);
    assert_says(
        status.message(),
        &["too deep for the limit stack of 1 MiB", "at recurse"],
    );
    assert_names(&status, "stack");
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&recurses(8000), &[]).await;
    assert_eq!(plugin.create("one").await.unwrap().id, "made");
}

#[tokio::test]
async fn checkpoints_are_limited() {
    let outputs = format!("{{\"label\":\"{}\"}}", "x".repeat(4 << 20));
    let checkpoint = Step::Checkpoint {
        id: "half",
        outputs: outputs.leak(),
    };
    let guest = creating([checkpoint, made()]);
    let status = failed_create(&guest, &[]).await;
    assert_says(
        status.message(),
        &[
            "the checkpoint has 4194320 bytes",
            "checkpoint-size of 4 MiB",
        ],
    );
    assert_names(&status, "checkpoint-size");
}

#[tokio::test]
async fn what_a_call_holds_open_is_limited() {
    let open = |handle| Step::Reach(Reach::OpenAsset(handle));
    let guest = creating([open(0), open(1), made()]);
    let asset = |name| special(ASSET, &[("path", string(name))]);
    for (limit, fits) in [("host-memory=24MiB", true), ("host-memory=10MiB", false)] {
        let scene = Scene::new().await;
        scene.write("a", &vec![b'x'; 8 << 20]);
        scene.write("b", &vec![b'x'; 8 << 20]);
        let plugin = scene.launch_with(&guest, &["--limit", limit]).await;
        // Twice: the opened assets of one call do not count for the next.
        for _ in 0..2 {
            let mut request = create_request("one");
            request.properties = Some(structure(&[("a", asset("a")), ("b", asset("b"))]));
            match (fits, within(plugin.client().create(request)).await) {
                (true, Ok(_)) => {}
                (false, Err(status)) => {
                    assert_says(status.message(), &["host-memory of 10 MiB"]);
                    assert_names(&status, "host-memory");
                }
                (_, answer) => panic!("{limit}: {answer:?}"),
            }
        }
    }
}

#[tokio::test]
async fn random_bytes_are_limited() {
    let much = "(call $random.get (i32.const 1048577) (i32.const 1024)) \
                (if (i32.load8_u (i32.const 1024)) (then (return (i32.const 1024))))";
    let guest = creating([Step::Text(much.to_owned()), made()]);
    let status = failed_create(&guest, &[]).await;
    assert_says(status.message(), &["at most 1048576"]);
}

#[tokio::test]
async fn an_instance_that_grew_much_is_not_kept() {
    let grow = Step::Text("(drop (memory.grow (i32.const 2200)))".to_owned());
    let steps = [Step::WhenNameHas(4, vec![grow, made()]), Step::AnswerCount];
    let scene = Scene::new().await;
    let plugin = scene
        .launch_with(&Guest::new().does("create", steps), &[])
        .await;
    for (name, id) in [("one", "1"), ("two", "2"), ("grow", "made"), ("one", "1")] {
        assert_eq!(plugin.create(name).await.unwrap().id, id);
    }
}

#[tokio::test]
async fn http_answers_are_limited() {
    let server = fixed_answer::start(100_000).await;
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
