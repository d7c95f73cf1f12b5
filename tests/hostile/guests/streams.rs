//! Servers that send without end, as fast as this machine can copy: they keep only themselves busy.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use test_support::protocol::pulumirpc as pb;
use tonic::Code;

use super::attack::Stage;
use test_support::fake::calls::create;
use test_support::fake::guest::Guest;
use test_support::fake::plugin::Client;
use test_support::fake::steps::{Answer, Asked, Exchange, Sent, Step};
use test_support::within;

/// Calls to each server at once.
const AT_ONCE: usize = 3;
/// The time limit of the calls.
const TIME: Duration = Duration::from_secs(1);
/// Their additional time on a busy machine.
const LATE: Duration = Duration::from_secs(4);
/// The time limit of a concurrent good call on such a machine. On an idle machine it takes some 20 ms.
const PATIENCE: Duration = Duration::from_secs(3);

/// The text that is sent first, and the one that is sent again and again.
const FLOODS: [(&str, &str, &str); 5] = [
    ("malformed answers", "", "HTTP/1.1 103 Early Hints\r\n\r\n"),
    (
        "malformed answers, with headers",
        "",
        "HTTP/1.1 103 Early Hints\r\nlink: </style.css>; rel=preload\r\n\r\n",
    ),
    (
        "chunks of one byte",
        "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n",
        "1\r\n.\r\n",
    ),
    ("headers", "HTTP/1.1 200 OK\r\n", "x: y\r\n"),
    (
        "a body",
        "HTTP/1.1 200 OK\r\ncontent-length: 1000000000000\r\n\r\n",
        "................................................................",
    ),
];

/// The names of the floods.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    FLOODS.iter().map(|(name, ..)| *name)
}

/// A server on separate threads: nothing of the test slows it down, nor does it slow the test down.
fn serve(start: &'static str, part: Option<&'static str>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            thread::spawn(move || answer(stream, start, part));
        }
    });
    format!("http://{address}")
}

/// Answers until the client has had enough.
fn answer(mut stream: TcpStream, start: &str, part: Option<&str>) {
    let part = part.map(|part| part.repeat(1 + 65536 / part.len()));
    let mut request = [0; 8192];
    while stream.read(&mut request).is_ok_and(|length| length > 0) {
        let mut going = stream.write_all(start.as_bytes()).is_ok();
        while going && let Some(part) = &part {
            going = stream.write_all(part.as_bytes()).is_ok();
        }
        if !going {
            return;
        }
    }
}

fn gets(url: &str) -> Guest {
    let request = Step::Send {
        method: "GET",
        url: url.to_owned(),
        headers: Vec::new(),
        body: None,
    };
    let made = Step::Answer(Answer::Created {
        id: "made",
        outputs: "{}",
    });
    Guest::new().does("create", [request, made])
}

#[tokio::test]
async fn floods_at_full_speed_end_in_time_and_disturb_no_other_call() {
    let stage = Stage::new().await;
    let ok = serve("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok", None);
    stage.scene.add("asking.wasm", &gets(&ok));
    let asking = ["asking.wasm", "--allow-net", &ok];
    let asking = stage.session(&asking).await.unwrap();
    within(create(asking.clone(), "asking")).await.unwrap();
    for (name, start, part) in FLOODS {
        let url = serve(start, Some(part));
        stage.scene.add("flooded.wasm", &gets(&url));
        let words = [
            "flooded.wasm",
            "--allow-net",
            &url,
            "--limit",
            "call-time=1s",
        ];
        let flooded = stage.session(&words).await.unwrap();
        let begun = Instant::now();
        let calls = (0..AT_ONCE).map(|_| async {
            let ended = create(flooded.clone(), "flooded").await;
            (ended, begun.elapsed())
        });
        let mut calls = std::pin::pin!(futures_util::future::join_all(calls));
        let mut slowest = Duration::ZERO;
        let calls = loop {
            let good = async {
                let begun = Instant::now();
                stage.serves().await.unwrap();
                create(asking.clone(), "asking").await.unwrap();
                begun.elapsed()
            };
            tokio::select! {
                biased;
                calls = &mut calls => break calls,
                took = good => slowest = slowest.max(took),
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        };
        for (ended, took) in calls {
            let status = ended.unwrap_err();
            println!("{name}: {took:?}, others {slowest:?}: {}", status.message());
            assert!(
                [Code::Unknown, Code::Aborted, Code::FailedPrecondition].contains(&status.code()),
                "{name}: {status:?}"
            );
            assert!(took < TIME + LATE, "{name} took {took:?}");
        }
        assert!(slowest < PATIENCE, "{name}: others took {slowest:?}");
    }
}

/// The size of the bodies that no server reads.
const UPLOAD: f64 = 104_857_600.0;
/// The number of bodies that a call sends.
const UPLOADS: usize = 20;
/// The maximum memory of the process. The memory of the programs and one stored body would exceed it.
const MAX_KIB: u64 = 1 << 20;

/// A guest that repeats uploads, whatever the result.
fn uploads(url: &str) -> Guest {
    let asked = Asked {
        body: Some(Sent::Written(Some(UPLOAD))),
        ..Asked::new("PUT", url)
    };
    let open = Step::Exchange(Exchange::Open(asked));
    // A part of 1 MiB at a time, until the upload fails.
    let write = Step::Text(
        "(global.set $times (i32.const 100)) (loop $on
            (call $http.write (i32.load (i32.const 512)) (i32.const 1048576) (i32.const 1048576) (i32.const 1024))
            (if (i32.load8_u (i32.const 1024)) (then (global.set $times (i32.const 1))))
            (global.set $times (i32.sub (global.get $times) (i32.const 1)))
            (br_if $on (global.get $times)))"
            .to_owned(),
    );
    let made = Step::Answer(Answer::Created {
        id: "made",
        outputs: "{}",
    });
    let steps = std::iter::repeat_n([open, write], UPLOADS).flatten();
    let steps: Vec<Step> = steps.chain([made]).collect();
    Guest::new().does("create", steps)
}

/// A server that accepts connections and reads nothing.
fn serve_without_reading() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    thread::spawn(move || {
        let streams: Vec<_> = listener.incoming().collect();
        drop(streams);
    });
    format!("http://{address}")
}

async fn upload(client: Client, name: String) -> Result<pb::CreateResponse, tonic::Status> {
    create(client, &name).await
}

#[tokio::test]
async fn uploads_that_no_server_reads_end_and_disturb_no_other_call() {
    let url = serve_without_reading();
    let stage = Stage::new().await;
    stage.scene.add("uploading.wasm", &uploads(&url));
    // The limit, and whether the call ends well: each upload fails separately, and the guest continues.
    for (limits, is_made) in [
        (["memory=128MiB", "http-idle-time=200ms"], true),
        (["memory=128MiB", "call-time=2s"], false),
    ] {
        let mut words = vec!["uploading.wasm", "--allow-net", &url];
        words.extend(limits.iter().flat_map(|limit| ["--limit", limit]));
        let client = stage.session(&words).await.unwrap();
        let calls = (0..AT_ONCE).map(|number| upload(client.clone(), format!("thing-{number}")));
        let calls: Vec<_> = calls.map(tokio::spawn).collect();
        while !calls.iter().all(|call| call.is_finished()) {
            stage.serves().await.unwrap();
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        for call in calls {
            let ended = within(call).await.unwrap();
            assert_eq!(ended.is_ok(), is_made, "{limits:?}: {ended:?}");
            if let Err(status) = ended {
                assert!(status.message().contains("`--limit call-time="), "{status}");
            }
        }
    }
    // If the caller stops waiting, its call ends.
    let words = ["uploading.wasm", "--allow-net", &url];
    let client = stage.session(&words).await.unwrap();
    for number in 0..10 {
        let calls =
            (0..AT_ONCE).map(|call| upload(client.clone(), format!("given-up-{number}-{call}")));
        let calls = futures_util::future::join_all(calls);
        let ended = tokio::time::timeout(Duration::from_millis(200), calls).await;
        assert!(ended.is_err(), "{ended:?}");
        stage.serves().await.unwrap();
    }
    let memory = stage.memory_kib();
    assert!(memory < MAX_KIB, "{memory} KiB");
}
