//! HTTP as components ask for it: in parts, and from assets.

use std::sync::{Arc, Mutex};

use pulumi_wasm_core::value::special_values::ASSET;
use serde_json::json;
use test_support::protocol::pulumirpc as pb;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use test_support::fake::calls::{create_request, special, string, structure};
use test_support::fake::guest::{Guest, THING};
use test_support::fake::plugin::Plugin;
use test_support::fake::scene::Scene;
use test_support::fake::steps::{Answer, Asked, Exchange, Sent, Step};
use test_support::{assert_says, within};

/// A server that answers by a script, with one connection for each request, and records the requests.
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
        body: Some(Sent::Written(Some(9.0))),
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
async fn a_refused_request_ends_its_wait_with_the_reason() {
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
        backoff: Some([3, 1, 1000]),
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
            manifest["permissions"] = json!({ "net": [{
                "host": "config:server",
                "credential": { "as": "bearer", "config": "token", "hostOnly": true },
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

#[tokio::test]
async fn a_credential_that_the_host_keeps_is_kept_in_its_variable_too() {
    let (server, heard) = scripted(&["HTTP/1.1 200 OK"]).await;
    let fetch = Step::Ask(Asked::new("GET", format!("{server}/x")));
    let guest = Guest::new()
        .does("create", [fetch, made()])
        .does("invoke", [Step::Variable("ACME_TOKEN")])
        .manifest(|manifest| {
            let properties = json!({ "token": {
                "type": "string",
                "secret": true,
                "defaultInfo": { "environment": ["ACME_TOKEN"] },
            } });
            manifest["schema"]["provider"] = json!({ "inputProperties": properties });
            manifest["permissions"] = json!({
                "net": [{
                    "host": server,
                    "credential": { "as": "bearer", "config": "token", "hostOnly": true },
                }],
                "env": [{ "name": "ACME_TOKEN" }],
            });
        });
    let scene = Scene::new().await;
    scene.add("acme.wasm", &guest);
    let mut command = scene.command();
    command.env("ACME_TOKEN", "s3cret-of-the-user");
    command.arg(&scene.engine.address);
    let plugin = Plugin::start(command).await;
    let flags = ["--allow-env", "ACME_TOKEN", "--allow-net", &server];
    let words = [&["./acme.wasm"][..], &flags].concat();
    plugin.parameterize(&words).await.expect("a package");
    plugin.configure(&[]).await.unwrap();
    plugin.create("one").await.unwrap();
    let request = heard.lock().unwrap()[0].clone();
    assert_says(&request, &["authorization: Bearer s3cret-of-the-user"]);
    let refused = plugin.invoke(false).await.unwrap_err();
    assert_says(
        refused.message(),
        &["`ACME_TOKEN` is kept from this component", "`token`"],
    );
}
