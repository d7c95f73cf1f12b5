//! HTTP as components ask for it: in parts, from assets, and by `wasi:http`.

use std::sync::{Arc, Mutex};

use pulumi_wasm_host::provider::signature::ASSET;
use pulumi_wasm_host::rpc::proto::pulumirpc as pb;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use crate::fake::calls::{create_request, special, string, structure};
use crate::fake::guest::{Guest, THING};
use crate::fake::module::World;
use crate::fake::scene::Scene;
use crate::fake::steps::{Answer, Asked, Exchange, Sent, Step};
use crate::fake::{assert_says, http_server, within};

/// A server that answers by a script, one connection each, and keeps what it was sent.
async fn scripted(answers: &[&str]) -> (String, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let answers: Vec<String> = answers.iter().map(|answer| (*answer).to_owned()).collect();
    let heard: Arc<Mutex<Vec<String>>> = Arc::default();
    let kept = Arc::clone(&heard);
    tokio::spawn(async move {
        for answer in answers {
            let (mut stream, _) = listener.accept().await.expect("a connection");
            let mut read = Vec::new();
            // The tests' bodies end like this.
            while !(read.ends_with(b"\r\n\r\n") && read.starts_with(b"GET")
                || read.ends_with(b"end"))
            {
                assert!(stream.read_buf(&mut read).await.expect("bytes") > 0);
            }
            kept.lock()
                .expect("texts")
                .push(String::from_utf8(read).expect("text"));
            let answer =
                format!("{answer}\r\nconnection: close\r\ncontent-length: 6\r\n\r\nanswer");
            stream.write_all(answer.as_bytes()).await.expect("sent");
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

#[tokio::test]
async fn bodies_go_both_ways_in_parts() {
    let (server, heard) = scripted(&["HTTP/1.1 201 Created"]).await;
    let asked = Asked {
        body: Some(Sent::Written(Some(9))),
        ..Asked::new("PUT", format!("{server}/things"))
    };
    let steps = [
        Exchange::Open(asked),
        Exchange::Write("first,"),
        Exchange::Write("end"),
        Exchange::Answer,
        Exchange::Read(4),
        Exchange::TellRead,
        Exchange::Read(4),
        Exchange::TellRead,
        Exchange::Close,
    ];
    let steps: Vec<Step> = steps
        .into_iter()
        .map(Step::Exchange)
        .chain([made()])
        .collect();
    let scene = Scene::new().await;
    let guest = Guest::new().does("create", steps);
    let plugin = scene.launch_with(&guest, &["--allow-net", &server]).await;
    plugin.create("one").await.unwrap();
    for part in ["answ", "er"] {
        scene.engine.hears(part).await;
    }
    let heard = heard.lock().unwrap();
    assert_says(
        &heard[0],
        &["PUT /things HTTP/1.1", "content-length: 9", "first,end"],
    );
}

#[tokio::test]
async fn a_refused_request_says_so_to_whom_waits_for_it() {
    let asked = Asked::new("GET", "https://api.example.com/?token=hidden");
    let steps = [Exchange::Open(asked), Exchange::Answer].map(Step::Exchange);
    let scene = Scene::new().await;
    let guest = Guest::new().does("create", [steps.to_vec(), vec![made()]].concat());
    let plugin = scene.launch_with(&guest, &[]).await;
    let status = plugin.create("one").await.unwrap_err();
    assert_says(
        status.message(),
        &["may not reach https://api.example.com/", "hint: "],
    );
    assert!(!status.message().contains("hidden"), "{status}");
}

#[tokio::test]
async fn an_asset_is_sent_by_the_host() {
    let (server, heard) = scripted(&["HTTP/1.1 200 OK"]).await;
    let asked = Asked {
        body: Some(Sent::Asset(0)),
        ..Asked::new("PUT", format!("{server}/file"))
    };
    let guest = Guest::new()
        .does("create", [Step::Ask(asked), made()])
        .manifest(|manifest| {
            manifest["schema"]["resources"][THING]["inputProperties"]["code"] =
                json!({ "$ref": "pulumi.json#/Asset" });
        });
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&guest, &["--allow-net", &server]).await;
    let asset = special(ASSET, &[("text", string("the content, to its end"))]);
    let request = pb::CreateRequest {
        properties: Some(structure(&[("code", asset)])),
        ..create_request("one")
    };
    within(plugin.client().create(request)).await.unwrap();
    let heard = heard.lock().unwrap();
    assert_says(
        &heard[0],
        &["content-length: 23", "the content, to its end"],
    );
}

#[tokio::test]
async fn a_busy_server_is_asked_again_and_a_redirect_followed() {
    let busy = "HTTP/1.1 503 Busy\r\nretry-after: 0";
    let moved = "HTTP/1.1 302 Found\r\nlocation: /there";
    let (server, heard) = scripted(&[busy, moved, "HTTP/1.1 200 OK"]).await;
    let asked = Asked {
        redirects: 1,
        retry: Some([3, 1, 1000]),
        ..Asked::new("GET", format!("{server}/here"))
    };
    let steps = [
        Step::Ask(asked),
        Step::Exchange(Exchange::TellFetched),
        made(),
    ];
    let scene = Scene::new().await;
    let guest = Guest::new().does("create", steps);
    let plugin = scene.launch_with(&guest, &["--allow-net", &server]).await;
    plugin.create("one").await.unwrap();
    scene.engine.hears("answer").await;
    let heard = heard.lock().unwrap();
    let lines: Vec<_> = heard
        .iter()
        .filter_map(|text| text.lines().next())
        .collect();
    assert_eq!(
        lines,
        [
            "GET /here HTTP/1.1",
            "GET /here HTTP/1.1",
            "GET /there HTTP/1.1"
        ]
    );
}

#[tokio::test]
async fn the_host_keeps_a_credential_and_attaches_it() {
    let (server, heard) = scripted(&["HTTP/1.1 200 OK"]).await;
    let guest = Guest::new()
        .does(
            "configure",
            [Step::Tell("config"), Step::Answer(Answer::Done)],
        )
        .does(
            "create",
            [Step::Ask(Asked::new("GET", format!("{server}/x"))), made()],
        )
        .manifest(|manifest| {
            let properties = json!({
                "server": { "type": "string" },
                "token": { "type": "string", "secret": true },
            });
            manifest["schema"]["config"] = json!({ "variables": properties });
            manifest["schema"]["provider"] = json!({ "inputProperties": properties });
            manifest["wants"] = json!({ "net": [{
                "host": "config:server",
                "credential": { "as": "bearer", "config": "token", "withhold": true },
            }] });
        });
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&guest, &[]).await;
    plugin
        .configure(&[("server", &server), ("token", "s3cret-of-the-user")])
        .await
        .unwrap();
    plugin.create("one").await.unwrap();
    let request = heard.lock().unwrap()[0].clone();
    assert_says(&request, &["authorization: Bearer s3cret-of-the-user"]);
    let told = scene.engine.hears(&server).await;
    assert!(!told.message.contains("token"), "{told:?}");
    for message in scene.engine.messages() {
        assert!(!message.message.contains("s3cret"), "{message:?}");
    }
}

/// What a guest of another toolchain imports besides, as far as these tests use it.
const WASI_HTTP: &str = "
package acme:guest;

world hostile {
    include pulumi-wasm:provider/provider@0.1.0;
    import wasi:http/types@0.2.0;
    import wasi:http/outgoing-handler@0.2.0;
}

package wasi:io@0.2.0 {
    interface error { resource error; }
    interface poll {
        resource pollable { block: func(); }
    }
    interface streams {
        use error.{error};
        variant stream-error { last-operation-failed(error), closed }
        resource input-stream {
            blocking-read: func(len: u64) -> result<list<u8>, stream-error>;
        }
    }
}

package wasi:http@0.2.0 {
    interface types {
        use wasi:io/poll@0.2.0.{pollable};
        use wasi:io/streams@0.2.0.{input-stream};
        variant method {
            get, head, post, put, delete, connect, options, trace, patch, other(string)
        }
        variant scheme { HTTP, HTTPS, other(string) }
        record DNS-error-payload { rcode: option<string>, info-code: option<u16> }
        record TLS-alert-received-payload { alert-id: option<u8>, alert-message: option<string> }
        record field-size-payload { field-name: option<string>, field-size: option<u32> }
        variant error-code {
            DNS-timeout, DNS-error(DNS-error-payload), destination-not-found,
            destination-unavailable, destination-IP-prohibited, destination-IP-unroutable,
            connection-refused, connection-terminated, connection-timeout,
            connection-read-timeout, connection-write-timeout, connection-limit-reached,
            TLS-protocol-error, TLS-certificate-error,
            TLS-alert-received(TLS-alert-received-payload), HTTP-request-denied,
            HTTP-request-length-required, HTTP-request-body-size(option<u64>),
            HTTP-request-method-invalid, HTTP-request-URI-invalid, HTTP-request-URI-too-long,
            HTTP-request-header-section-size(option<u32>),
            HTTP-request-header-size(option<field-size-payload>),
            HTTP-request-trailer-section-size(option<u32>),
            HTTP-request-trailer-size(field-size-payload), HTTP-response-incomplete,
            HTTP-response-header-section-size(option<u32>),
            HTTP-response-header-size(field-size-payload),
            HTTP-response-body-size(option<u64>),
            HTTP-response-trailer-section-size(option<u32>),
            HTTP-response-trailer-size(field-size-payload),
            HTTP-response-transfer-coding(option<string>),
            HTTP-response-content-coding(option<string>), HTTP-response-timeout,
            HTTP-upgrade-failed, HTTP-protocol-error, loop-detected, configuration-error,
            internal-error(option<string>)
        }
        resource fields { constructor(); }
        resource request-options;
        resource outgoing-request {
            constructor(headers: fields);
            set-method: func(method: method) -> result;
            set-scheme: func(scheme: option<scheme>) -> result;
            set-authority: func(authority: option<string>) -> result;
            set-path-with-query: func(path-with-query: option<string>) -> result;
        }
        resource incoming-response { consume: func() -> result<incoming-body>; }
        resource incoming-body { %stream: func() -> result<input-stream>; }
        resource future-incoming-response {
            subscribe: func() -> pollable;
            get: func() -> option<result<result<incoming-response, error-code>>>;
        }
    }
    interface outgoing-handler {
        use types.{outgoing-request, request-options, future-incoming-response, error-code};
        handle: func(request: outgoing-request, options: option<request-options>)
            -> result<future-incoming-response, error-code>;
    }
}
";

/// The number of `HTTP-request-denied` among the codes, and those of methods.
const DENIED: u32 = 15;
const GET: u32 = 0;
const POST: u32 = 2;

/// Puts a text into memory, where nothing else is.
fn put(at: usize, text: &str) -> String {
    text.bytes()
        .enumerate()
        .map(|(index, byte)| format!("(i32.store8 (i32.const {}) (i32.const {byte}))", at + index))
        .collect()
}

/// Asks by `wasi:http`, and says the beginning of the answer's body, or that it was denied.
fn ask(method: u32, authority: &str, path: &str) -> Step {
    let (host, path_at, word, nothing, denied) = (2048, 2560, 3072, 3200, "denied by its code");
    let texts = [
        put(host, authority),
        put(path_at, path),
        put(word, denied),
        put(nothing, "{}"),
    ];
    let say = |place: &str| {
        format!(
            "(call $log.emit (i32.const 0) {place} (i32.const 0) (i32.const {nothing}) (i32.const 2))"
        )
    };
    Step::Text(format!(
        "{}
        (i32.store (i32.const 600) (call $types.'constructor'outgoing-request (call $types.'constructor'fields)))
        (drop (call $types.'method'outgoing-request.set-method
            (i32.load (i32.const 600)) (i32.const {method}) (i32.const 0) (i32.const 0)))
        (drop (call $types.'method'outgoing-request.set-scheme
            (i32.load (i32.const 600)) (i32.const 1) (i32.const 0) (i32.const 0) (i32.const 0)))
        (drop (call $types.'method'outgoing-request.set-authority
            (i32.load (i32.const 600)) (i32.const 1) (i32.const {host}) (i32.const {})))
        (drop (call $types.'method'outgoing-request.set-path-with-query
            (i32.load (i32.const 600)) (i32.const 1) (i32.const {path_at}) (i32.const {})))
        (call $outgoing-handler.handle (i32.load (i32.const 600)) (i32.const 0) (i32.const 0) (i32.const 640))
        (if (i32.load8_u (i32.const 640)) (then unreachable))
        (i32.store (i32.const 604) (i32.load (i32.const 648)))
        (call $poll.'method'pollable.block
            (call $types.'method'future-incoming-response.subscribe (i32.load (i32.const 604))))
        (call $types.'method'future-incoming-response.get (i32.load (i32.const 604)) (i32.const 704))
        (if (i32.load8_u (i32.const 720))
            (then
                (if (i32.ne (i32.load8_u (i32.const 728)) (i32.const {DENIED})) (then unreachable))
                {})
            (else
                (call $types.'method'incoming-response.consume (i32.load (i32.const 728)) (i32.const 1024))
                (call $types.'method'incoming-body.stream (i32.load (i32.const 1028)) (i32.const 1024))
                (call $streams.'method'input-stream.blocking-read
                    (i32.load (i32.const 1028)) (i64.const 1000) (i32.const 1024))
                (if (i32.load8_u (i32.const 1024)) (then unreachable))
                {}))",
        texts.concat(),
        authority.len(),
        path.len(),
        say(&format!("(i32.const {word}) (i32.const {})", denied.len())),
        say("(i32.load (i32.const 1028)) (i32.load (i32.const 1032))"),
    ))
}

#[tokio::test]
async fn wasi_http_goes_the_same_way() {
    let server = http_server::start_with("200 OK", b"by wasi").await;
    let (other, untouched) = scripted(&["HTTP/1.1 200 OK"]).await;
    let authority = |server: &str| server.strip_prefix("http://").unwrap().to_owned();
    let guest = Guest::new()
        .in_world(World::Wider(WASI_HTTP))
        .does(
            "create",
            [ask(GET, &authority(&server), "/x?token=hidden"), made()],
        )
        .does(
            "read",
            [
                ask(GET, &authority(&other), "/x"),
                Step::Answer(Answer::Found { outputs: "{}" }),
            ],
        )
        .does(
            "invoke",
            [
                ask(POST, &authority(&server), "/x?token=hidden"),
                Step::Answer(Answer::Result("{}")),
            ],
        );
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&guest, &["--allow-net", &server]).await;
    plugin.create("one").await.unwrap();
    scene.engine.hears("by wasi").await;
    // The rules of previews hold, and what was refused is said, because the code has no words.
    plugin.invoke(true).await.unwrap();
    let told = scene
        .engine
        .hears("nothing may change during a preview")
        .await;
    assert_says(&told.message, &["POST", "/x was refused"]);
    scene.engine.hears("denied by its code").await;
    // So do the grants.
    let request = pb::ReadRequest {
        id: "made".to_owned(),
        urn: crate::fake::calls::urn("one"),
        name: "one".to_owned(),
        r#type: THING.to_owned(),
        properties: Some(structure(&[])),
        inputs: Some(structure(&[])),
        ..pb::ReadRequest::default()
    };
    within(plugin.client().read(request)).await.unwrap();
    scene.engine.hears("may not reach").await;
    assert!(untouched.lock().unwrap().is_empty());
    for message in scene.engine.messages() {
        assert!(!message.message.contains("hidden"), "{message:?}");
    }
}
