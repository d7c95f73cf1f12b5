//! The same by `wasi:http`, the way around the host's own interface.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tonic::Code;

use super::attack::{Asked, Attack, Stage, withstand};
use test_support::fake::calls::create;
use test_support::fake::guest::Guest;
use test_support::fake::steps::{Answer, Step};
use test_support::fake::wasi_http::{CONNECT, GET, Left, POST, TRACE, WasiRequest};
use test_support::servers::fixed_answer;
use test_support::within;

fn made() -> Step {
    Step::Answer(Answer::Created {
        id: "made",
        outputs: "{}",
    })
}

/// A guest that asks this when it creates, and does not tell the result.
fn asks(requests: impl IntoIterator<Item = WasiRequest>) -> Guest {
    let steps = requests.into_iter().map(|request| request.step());
    Guest::new()
        .with_wasi_http()
        .does("create", steps.chain([made()]).collect::<Vec<_>>())
}

const HERE: &str = "http://127.0.0.1:9";

/// Attacks that send nothing.
pub(crate) fn attacks() -> Vec<Attack> {
    let asks =
        |name, request: WasiRequest| Attack::new(name, asks([request])).flag("--allow-net", HERE);
    let header = |header: (&'static str, &'static str)| WasiRequest {
        headers: vec![header],
        ..WasiRequest::get(HERE)
    };
    let invoke = Guest::new().with_wasi_http().does(
        "check",
        [
            WasiRequest::new(POST, HERE, "/").step(),
            Step::Answer(Answer::Checked { inputs: "{}" }),
        ],
    );
    vec![
        asks("another host by wasi", WasiRequest::get("127.0.0.2:9")),
        asks(
            "the metadata of a cloud by wasi",
            WasiRequest::get("169.254.169.254"),
        ),
        asks(
            "an IPv4 address in IPv6 by wasi",
            WasiRequest::get("[::ffff:127.0.0.1]:9"),
        ),
        asks(
            "an address as a user's name by wasi",
            WasiRequest::get("127.0.0.1:9@127.0.0.3:9"),
        ),
        asks(
            "a line in an authority",
            WasiRequest::get("127.0.0.1:9\r\nx: y"),
        ),
        asks(
            "an absolute path by wasi",
            WasiRequest::new(GET, HERE, "http://127.0.0.3/"),
        ),
        asks(
            "a line in a path by wasi",
            WasiRequest::new(GET, HERE, "/a HTTP/1.1\r\nx: y"),
        ),
        asks("a tunnel by wasi", WasiRequest::new(CONNECT, HERE, "/")),
        asks("a trace by wasi", WasiRequest::new(TRACE, HERE, "/")),
        asks(
            "a header with a line by wasi",
            header(("x-a", "b\r\nx-c: d")),
        ),
        asks(
            "another host by a header of wasi",
            header(("host", "127.0.0.3")),
        ),
        asks(
            "another encoding by wasi",
            header(("transfer-encoding", "chunked")),
        ),
        asks(
            "a header for the connection by wasi",
            header(("te", "trailers")),
        ),
        asks("no length at all by wasi", header(("content-length", "-1"))),
        asks(
            "a wait without end by wasi",
            WasiRequest {
                waits: [Some(u64::MAX / 1_000_000); 3],
                ..WasiRequest::get(HERE)
            },
        ),
        Attack::new("a change in a check by wasi", invoke)
            .flag("--allow-net", HERE)
            .asks(Asked::Check),
    ]
}

/// Names of the attacks of the tests below, which need servers.
pub(crate) const WITH_SERVERS: [&str; 7] = [
    "a redirect inward by wasi",
    "two lengths by wasi",
    "a body longer than announced by wasi",
    "a body that is never ended by wasi",
    "more requests than there may be by wasi",
    "an answer that never comes by wasi",
    "very many connections by wasi",
];

/// A server that never answers, and reports its requests.
pub(crate) async fn silent() -> (String, Arc<Mutex<String>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let heard: Arc<Mutex<String>> = Arc::default();
    let kept = Arc::clone(&heard);
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let kept = Arc::clone(&kept);
            tokio::spawn(async move {
                let mut read = [0; 4096];
                while let Ok(length) = stream.read(&mut read).await
                    && length > 0
                {
                    let text = String::from_utf8_lossy(&read[..length]).into_owned();
                    kept.lock().unwrap().push_str(&text);
                }
                drop(stream.shutdown().await);
            });
        }
    });
    (url, heard)
}

#[tokio::test]
async fn what_is_refused_is_refused_by_wasi_http_too() {
    withstand(attacks()).await;
}

#[tokio::test]
async fn servers_do_no_harm_by_wasi_http_either() {
    let (secret, untouched) = silent().await;
    let moved = format!("302 Found\r\nlocation: {secret}/");
    let inward = fixed_answer::start_with(&moved, b"").await;
    let ok = fixed_answer::start_with("200 OK", b"ok").await;
    let (server, heard) = silent().await;
    let (short, cut) = silent().await;
    let to = |name: &'static str, server: &str, request: WasiRequest| {
        Attack::new(name, asks([request])).flag("--allow-net", server)
    };
    let posts = |server: &str, headers: Vec<(&'static str, &'static str)>, left| WasiRequest {
        headers,
        body: Some(("content", left)),
        ..WasiRequest::new(POST, server, "/")
    };
    let two = vec![("content-length", "7"), ("content-length", "8")];
    let many = Attack::new(WITH_SERVERS[4], asks(vec![WasiRequest::get(&ok); 12]))
        .flag("--allow-net", &ok)
        .limit("http-requests=10");
    let ended = |attack: Attack| {
        attack
            .limit("call-time=500ms")
            .reaches(Code::Unknown, "call-time")
    };
    let attacks = vec![
        to(WITH_SERVERS[0], &inward, WasiRequest::get(&inward)),
        ended(to(
            WITH_SERVERS[1],
            &server,
            posts(&server, two, Left::Finished),
        ))
        .or_nothing(),
        to(
            WITH_SERVERS[2],
            &short,
            posts(&short, vec![("content-length", "3")], Left::Finished),
        ),
        ended(to(
            WITH_SERVERS[3],
            &server,
            posts(&server, vec![], Left::Open),
        )),
        many,
        ended(to(WITH_SERVERS[5], &server, WasiRequest::get(&server))),
    ];
    withstand(attacks).await;
    assert_eq!(*untouched.lock().unwrap(), "", "a redirect was followed");
    let heard = heard.lock().unwrap();
    assert!(!heard.contains("content-length: 8"), "{heard}");
    // The possible beginning of another request.
    let cut = cut.lock().unwrap();
    assert!(!cut.contains("tent"), "{cut}");
}

/// A guest cannot send a request in one call and read the answer in the next.
#[tokio::test]
async fn requests_by_wasi_http_end_with_their_call() {
    let (server, _) = silent().await;
    let stage = Stage::new().await;
    let forgotten = WasiRequest {
        is_awaited: false,
        ..WasiRequest::get(&server)
    };
    stage.scene.add("forgetting.wasm", &asks([forgotten]));
    let words = ["forgetting.wasm", "--allow-net", &server];
    let client = stage.session(&words).await.unwrap();
    let process = stage.plugin.child.id().unwrap();
    let open = || {
        let files = std::fs::read_dir(format!("/proc/{process}/fd")).unwrap();
        files
            .filter_map(|file| std::fs::read_link(file.ok()?.path()).ok())
            .filter(|target| target.to_string_lossy().starts_with("socket:"))
            .count()
    };
    let before = open();
    for _ in 0..20 {
        within(create(client.clone(), "one")).await.unwrap();
    }
    let mut tries = 0;
    while open() > before && tries < 100 {
        tokio::time::sleep(Duration::from_millis(20)).await;
        tries += 1;
    }
    assert!(open() <= before + 1, "{} sockets are open", open());
    stage.serves().await.unwrap();
}

/// A server that never answers, and counts the connections that it has, and had at most.
async fn counting() -> (String, Arc<Connections>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let connections = Arc::<Connections>::default();
    let counted = Arc::clone(&connections);
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let open = counted.open.fetch_add(1, Ordering::SeqCst) + 1;
            counted.most.fetch_max(open, Ordering::SeqCst);
            let counted = Arc::clone(&counted);
            tokio::spawn(async move {
                let mut read = [0; 4096];
                while stream.read(&mut read).await.is_ok_and(|length| length > 0) {}
                counted.open.fetch_sub(1, Ordering::SeqCst);
            });
        }
    });
    (url, connections)
}

#[derive(Default)]
struct Connections {
    open: AtomicUsize,
    most: AtomicUsize,
}

/// A guest that sends so many requests, which it does not wait for, and then does nothing.
fn sends_many(server: &str, count: u32) -> Guest {
    let counter = "(i32.const 1300)";
    let request = WasiRequest {
        is_awaited: false,
        ..WasiRequest::get(server)
    };
    let again = format!(
        "(i32.store {counter} (i32.add (i32.load {counter}) (i32.const 1)))
        (br_if $many (i32.lt_u (i32.load {counter}) (i32.const {count}))))"
    );
    Guest::new().with_wasi_http().does(
        "create",
        [
            Step::Text(format!("(i32.store {counter} (i32.const 0)) (loop $many")),
            request.step(),
            Step::Text(again),
            Step::Sleep(60_000),
            made(),
        ],
    )
}

#[tokio::test]
async fn the_connections_of_one_call_by_wasi_http_are_limited() {
    let (server, count) = counting().await;
    let attack = Attack::new(WITH_SERVERS[6], sends_many(&server, 300))
        .flag("--allow-net", &server)
        .limit("call-time=3s")
        .reaches(Code::Unknown, "call-time");
    withstand(vec![attack]).await;
    let opened = count.most.load(Ordering::SeqCst);
    assert!((1..=100).contains(&opened), "{opened} connections");
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn connections_leave_descriptors_for_the_engine() {
    let (server, count) = counting().await;
    let stage = Stage::new().await;
    let few = rustix::process::Rlimit {
        current: Some(100),
        maximum: Some(100),
    };
    let nofile = rustix::process::Resource::Nofile;
    rustix::process::prlimit(Some(stage.plugin.process()), nofile, few).unwrap();
    stage.scene.add("many.wasm", &sends_many(&server, 300));
    let words = [
        "many.wasm",
        "--allow-net",
        &server,
        "--limit",
        "call-time=2s",
    ];
    let client = stage.session(&words).await.unwrap();
    let attack = tokio::spawn(async move { create(client, "one").await });
    while count.open.load(Ordering::SeqCst) < 20 && !attack.is_finished() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    // New connections of the engine, and files.
    for _ in 0..5 {
        stage.session(&["good.wasm"]).await.unwrap();
        stage.serves().await.unwrap();
    }
    let status = within(attack).await.unwrap().unwrap_err();
    assert!(status.message().contains("call-time"), "{status}");
    let opened = count.most.load(Ordering::SeqCst);
    assert!(opened <= 50, "{opened} connections");
}
