//! HTTP as guests of other toolchains ask for it: by `wasi:http`.

use std::sync::{Arc, Mutex};

use test_support::protocol::pulumirpc as pb;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use test_support::fake::calls::structure;
use test_support::fake::guest::{Guest, THING};
use test_support::fake::scene::Scene;
use test_support::fake::steps::{Answer, Step};
use test_support::fake::wasi_http::{GET, Left, POST, WasiRequest};
use test_support::servers::fixed_answer;
use test_support::{assert_says, within};

/// The guest's results, by the numbers of the error codes.
const DENIED: &str = "code 15";
const UNAVAILABLE: &str = "code 03";
const NO_ANSWER: &str = "code 09";
const FAILED: &str = "code 38";

fn made() -> Step {
    Step::Answer(Answer::Created {
        id: "made",
        outputs: "{}",
    })
}

/// A server that answers at once, and records what it receives until its client closes the connection.
async fn scripted(answer: &str) -> (String, Arc<Mutex<String>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let heard: Arc<Mutex<String>> = Arc::default();
    let (kept, answer) = (Arc::clone(&heard), answer.to_owned());
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut read = [0; 4096];
            let mut answered = false;
            while let Ok(length) = stream.read(&mut read).await
                && length > 0
            {
                let text = String::from_utf8_lossy(&read[..length]).into_owned();
                kept.lock().expect("a text").push_str(&text);
                if !answered {
                    answered = stream.write_all(answer.as_bytes()).await.is_ok();
                }
            }
        }
    });
    (format!("http://{address}"), heard)
}

/// Launches a guest that sends this when it creates, and creates.
async fn sends(request: &WasiRequest, server: &str, flags: &[&str]) -> Scene {
    let guest = Guest::new()
        .with_wasi_http()
        .does("create", [request.step(), made()]);
    let scene = Scene::new().await;
    let flags = [&["--allow-net", server], flags].concat();
    let plugin = scene.launch_with(&guest, &flags).await;
    plugin.create("one").await.unwrap();
    scene
}

const OK: &str = "HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nanswer";

#[tokio::test]
async fn a_body_is_sent_as_it_was_announced_and_ended() {
    let announced = |length: &'static str| vec![("content-length", length)];
    // The server's answer, the announced length, the end of the body, and the guest's result.
    for (answer, headers, left, told) in [
        (OK, vec![], Left::Finished, "answer"),
        (OK, announced("7"), Left::Finished, "answer"),
        ("", announced("20"), Left::Finished, FAILED),
        ("", announced("3"), Left::Finished, FAILED),
        ("", vec![], Left::Dropped, FAILED),
        ("", vec![], Left::WithTrailers, FAILED),
    ] {
        let (server, heard) = scripted(answer).await;
        let length = headers.first().map(|(_, length)| *length);
        let request = WasiRequest {
            headers,
            body: Some(("content", left)),
            ..WasiRequest::new(POST, &server, "/")
        };
        let scene = sends(&request, &server, &[]).await;
        scene.engine.hears(told).await;
        let heard = heard.lock().unwrap();
        // No server takes an incomplete body for a complete one.
        let is_whole = match length {
            None => heard.ends_with("7\r\ncontent\r\n0\r\n\r\n"),
            Some("7") => heard.ends_with("\r\n\r\ncontent"),
            Some(_) => heard.contains("tent\r\n") || heard.ends_with("con"),
        };
        assert_eq!(is_whole, !answer.is_empty(), "{heard}");
    }
}

#[tokio::test]
async fn a_body_that_is_never_ended_ends_with_its_call() {
    let (server, heard) = scripted("").await;
    let request = WasiRequest {
        body: Some(("content", Left::Open)),
        is_awaited: false,
        ..WasiRequest::new(POST, &server, "/")
    };
    sends(&request, &server, &[]).await;
    let heard = heard.lock().unwrap();
    assert!(!heard.ends_with("\r\n0\r\n\r\n"), "{heard}");
}

#[tokio::test]
async fn a_guest_waits_no_longer_than_it_wants() {
    let stalling = "HTTP/1.1 200 OK\r\ncontent-length: 600\r\n\r\nbeginning";
    let (silent, _) = scripted("").await;
    let (stalled, _) = scripted(stalling).await;
    // A port that is bound and has no listener stays closed: no other test gets it.
    let bound = tokio::net::TcpSocket::new_v4().unwrap();
    bound.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let closed = format!("http://{}", bound.local_addr().unwrap());
    for (server, waits, told) in [
        (&silent, [None, Some(50), None], vec![NO_ANSWER]),
        // Long enough for a busy machine to deliver the beginning.
        (
            &stalled,
            [None, None, Some(3000)],
            vec!["beginning", "broken"],
        ),
        (&closed, [Some(5000), None, None], vec![UNAVAILABLE]),
    ] {
        let request = WasiRequest {
            waits,
            reads: 2,
            ..WasiRequest::get(server)
        };
        let scene = sends(&request, server, &["--limit", "http-idle-time=30s"]).await;
        for word in told {
            scene.engine.hears(word).await;
        }
    }
}

#[tokio::test]
async fn wasi_http_goes_the_same_way() {
    let server = fixed_answer::start_with("200 OK", b"by wasi").await;
    let (other, untouched) = scripted("HTTP/1.1 200 OK\r\n\r\n").await;
    let guest = Guest::new()
        .with_wasi_http()
        .does(
            "create",
            [
                WasiRequest::new(GET, &server, "/x?token=hidden").step(),
                made(),
            ],
        )
        .does(
            "read",
            [
                WasiRequest::new(GET, &other, "/x").step(),
                Step::Answer(Answer::Found { outputs: "{}" }),
            ],
        )
        .does(
            "invoke",
            [
                WasiRequest::new(POST, &server, "/x?token=hidden").step(),
                Step::Answer(Answer::Result("{}")),
            ],
        );
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&guest, &["--allow-net", &server]).await;
    plugin.create("one").await.unwrap();
    scene.engine.hears("by wasi").await;
    // The rules of previews apply, and the refusal is reported as a message, because the error code has no text.
    plugin.invoke(true).await.unwrap();
    let told = scene
        .engine
        .hears("nothing may change during a preview")
        .await;
    assert_says(&told.message, &["POST", "/x was refused"]);
    scene.engine.hears(DENIED).await;
    // The grants apply too.
    let request = pb::ReadRequest {
        id: "made".to_owned(),
        urn: test_support::fake::calls::urn("one"),
        name: "one".to_owned(),
        r#type: THING.to_owned(),
        properties: Some(structure(&[])),
        inputs: Some(structure(&[])),
        ..pb::ReadRequest::default()
    };
    within(plugin.client().read(request)).await.unwrap();
    scene.engine.hears("may not reach").await;
    assert!(untouched.lock().unwrap().is_empty());
    // Such requests count as requests of the call.
    scene.engine.hears("1 wasi:http.handle").await;
    for message in scene.engine.messages() {
        assert!(!message.message.contains("hidden"), "{message:?}");
    }
}
