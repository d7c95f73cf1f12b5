//! Requests without content, and those that may not have any, by either interface.

use std::sync::{Arc, Mutex};

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use test_support::assert_says;
use test_support::fake::guest::Guest;
use test_support::fake::module::World;
use test_support::fake::scene::Scene;
use test_support::fake::steps::{Answer, Asked, Exchange, Sent, Step};
use test_support::fake::wasi_http::{GET, Left, POST, WORLD, WasiRequest};

const PUT: u32 = 3;
const PATCH: u32 = 8;

/// A server that answers requests without a body in this order, and remembers them. The last answer stays.
async fn answering(answers: &[&str]) -> (String, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let mut answers: Vec<String> = answers
        .iter()
        .rev()
        .map(|answer| (*answer).to_owned())
        .collect();
    let heard: Arc<Mutex<Vec<String>>> = Arc::default();
    let kept = Arc::clone(&heard);
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut read = Vec::new();
            while !read.ends_with(b"\r\n\r\n")
                && stream.read_buf(&mut read).await.is_ok_and(|read| read > 0)
            {}
            let head = String::from_utf8_lossy(&read).to_ascii_lowercase();
            kept.lock().expect("texts").push(head);
            let answer = match answers.len() {
                1 => answers[0].clone(),
                _ => answers.pop().expect("an answer"),
            };
            let answer =
                format!("HTTP/1.1 {answer}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
            // A client that has had enough hangs up.
            drop(stream.write_all(answer.as_bytes()).await);
        }
    });
    (format!("http://{address}"), heard)
}

fn made() -> Step {
    Step::Answer(Answer::Created {
        id: "made",
        outputs: "{}",
    })
}

fn with_body(method: &'static str, server: &str, body: Option<Sent>) -> Asked {
    Asked {
        body,
        ..Asked::new(method, format!("{server}/x"))
    }
}

/// Requests without content, in every form that they have.
fn without_content(server: &str) -> Vec<(World, Vec<Step>)> {
    let written = |length| {
        let asked = with_body("PUT", server, Some(Sent::Written(length)));
        [Exchange::Open(asked), Exchange::Answer]
            .map(Step::Exchange)
            .to_vec()
    };
    let wasi = |method, length: Option<&'static str>, body| {
        let request = WasiRequest {
            headers: length
                .map(|length| ("content-length", length))
                .into_iter()
                .collect(),
            body,
            ..WasiRequest::new(method, server, "/x")
        };
        vec![request.step()]
    };
    let finished = Some(("", Left::Finished));
    let own = [
        vec![Step::Ask(with_body("PUT", server, None))],
        vec![Step::Ask(with_body("POST", server, None))],
        vec![Step::Ask(with_body("PATCH", server, Some(Sent::Text(""))))],
        written(None),
        written(Some(0.0)),
    ];
    let by_wasi = [
        wasi(PUT, None, None),
        wasi(POST, Some("0"), None),
        wasi(PATCH, None, finished),
        wasi(PUT, Some("0"), finished),
    ];
    let own = own.map(|steps| (World::default(), steps));
    own.into_iter()
        .chain(by_wasi.map(|steps| (World::Wider(WORLD), steps)))
        .collect()
}

#[tokio::test]
async fn a_request_without_content_has_a_length() {
    let (server, heard) = answering(&["200 OK"]).await;
    for (world, steps) in without_content(&server) {
        let described = format!("{steps:?}");
        let steps: Vec<Step> = steps.into_iter().chain([made()]).collect();
        let guest = Guest::new().in_world(world).does("create", steps);
        let scene = Scene::new().await;
        let plugin = scene.launch_with(&guest, &["--allow-net", &server]).await;
        plugin.create("one").await.expect(&described);
        let heads = std::mem::take(&mut *heard.lock().unwrap());
        let [head] = heads.as_slice() else {
            panic!("{described}: {heads:?}");
        };
        let lengths = head.matches("\r\ncontent-length: 0\r\n").count();
        assert_eq!(lengths, 1, "{described}: {head}");
        assert!(!head.contains("transfer-encoding"), "{described}: {head}");
    }
}

#[tokio::test]
async fn a_request_without_content_has_a_length_after_a_redirect_and_in_each_attempt() {
    let (server, heard) = answering(&[
        "503 Busy\r\nretry-after: 0",
        "307 Moved\r\nlocation: /there",
        "303 See other\r\nlocation: /seen",
        "200 OK",
    ])
    .await;
    let asked = Asked {
        redirects: 3,
        backoff: Some([3, 1, 1000]),
        ..with_body("PUT", &server, Some(Sent::Text("")))
    };
    let guest = Guest::new().does("create", [Step::Ask(asked), made()]);
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&guest, &["--allow-net", &server]).await;
    plugin.create("one").await.unwrap();
    let heads = heard.lock().unwrap();
    let found: Vec<(&str, bool)> = heads
        .iter()
        .map(|head| {
            (
                head.lines().next().unwrap_or_default(),
                head.contains("content-length: 0"),
            )
        })
        .collect();
    let expected = [
        ("put /x http/1.1", true),
        ("put /x http/1.1", true),
        ("put /there http/1.1", true),
        ("get /seen http/1.1", false),
    ];
    assert_eq!(found, expected);
}

/// A guest whose function runs these steps, with a resource that a preview does not enter.
fn invoked(world: World, steps: Vec<Step>) -> Guest {
    let answered = Step::Answer(Answer::Result("{}"));
    let steps: Vec<Step> = steps.into_iter().chain([answered]).collect();
    Guest::new().in_world(world).does("invoke", steps)
}

/// The end of a request by the host's own interface in a preview: the status of the call.
async fn refusal(asked: Asked, server: &str) -> String {
    let reads = vec![Step::Ask(asked)];
    let guest = invoked(World::default(), reads).manifest(|manifest| {
        manifest["permissions"] =
            json!({ "net": [{ "host": server, "safeRequests": ["POST /search"] }] });
    });
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&guest, &["--allow-net", server]).await;
    let status = plugin.invoke(true).await.unwrap_err();
    assert_eq!(status.code(), tonic::Code::PermissionDenied, "{status}");
    status.message().to_owned()
}

const SMUGGLED: &str = "DELETE /thing/1 HTTP/1.1\r\nhost: x\r\n\r\n";

#[tokio::test]
async fn a_preview_sends_no_second_request_and_no_other_method() {
    let (server, heard) = answering(&["200 OK"]).await;
    let asset = |method| with_body(method, &server, Some(Sent::Text(SMUGGLED)));
    let message = refusal(asset("GET"), &server).await;
    assert_says(
        &message,
        &["GET", "nothing may change during a preview", "hint: "],
    );
    let overridden = Asked {
        headers: vec![("X-HTTP-Method-Override".to_owned(), "DELETE".to_owned())],
        ..with_body("GET", &server, None)
    };
    let message = refusal(overridden, &server).await;
    assert_says(
        &message,
        &["header `X-HTTP-Method-Override`", "another method"],
    );
    let form = Asked {
        body: Some(Sent::Text("q=1&_method=DELETE")),
        ..Asked::new("POST", format!("{server}/search"))
    };
    let message = refusal(form, &server).await;
    assert_says(&message, &["field `_method`", "another method"]);
    assert!(heard.lock().unwrap().is_empty());
}

#[tokio::test]
async fn a_preview_sends_no_second_request_and_no_other_method_by_wasi_http() {
    const DENIED: &str = "code 15";
    let (server, heard) = answering(&["200 OK"]).await;
    let request = |headers, body| WasiRequest {
        headers,
        body,
        ..WasiRequest::new(GET, &server, "/x")
    };
    for (request, is_sent) in [
        (request(vec![], Some((SMUGGLED, Left::Finished))), false),
        (
            request(
                vec![("content-length", "37")],
                Some((SMUGGLED, Left::Finished)),
            ),
            false,
        ),
        (request(vec![("x-http-method", "DELETE")], None), false),
        (WasiRequest::new(GET, &server, "/x?_method=DELETE"), false),
        (request(vec![], None), true),
        (request(vec![], Some(("", Left::Finished))), true),
    ] {
        let guest = invoked(World::Wider(WORLD), vec![request.step()]);
        let scene = Scene::new().await;
        let plugin = scene.launch_with(&guest, &["--allow-net", &server]).await;
        plugin.invoke(true).await.unwrap();
        if !is_sent {
            scene.engine.hears(DENIED).await;
        }
        let heads = std::mem::take(&mut *heard.lock().unwrap());
        assert_eq!(heads.len(), usize::from(is_sent), "{heads:?}");
        let has_body =
            |head: &String| head.contains("transfer-encoding") || head.contains("content-length");
        assert!(!heads.iter().any(has_body), "{heads:?}");
    }
}
