//! A process that was started by hand and serves the engines that attach to it.

use test_support::protocol::pulumirpc as pb;
use tonic::Code;

use test_support::fake::calls::{arguments, check_request, create, properties};
use test_support::fake::engine::FakeEngine;
use test_support::fake::guest::Guest;
use test_support::fake::plugin::{Client, Plugin};
use test_support::fake::scene::Scene;
use test_support::fake::steps::{Answer, DEBUG, Step};
use test_support::within;

async fn handshake(client: &mut Client) {
    within(client.handshake(pb::ProviderHandshakeRequest::default()))
        .await
        .unwrap();
}

/// A connection with a Handshake that is the package of a file.
async fn package(plugin: &Plugin, file: &str) -> Client {
    let mut client = plugin.connect().await;
    handshake(&mut client).await;
    within(client.parameterize(arguments(&[file])))
        .await
        .unwrap();
    client
}

async fn check(client: &mut Client) -> Result<(), tonic::Status> {
    let request = check_request("one", properties(&[("label", "x")]));
    within(client.check(request)).await.map(drop)
}

fn guest(id: &'static str) -> Guest {
    let made = Answer::Created { id, outputs: "{}" };
    Guest::new().does("create", [Step::Answer(made)])
}

#[tokio::test]
async fn two_connections_are_two_packages() {
    let scene = Scene::new().await;
    scene.add("first.wasm", &guest("first"));
    scene.add("second.wasm", &guest("second"));
    let plugin = scene.attach().await;
    let first = package(&plugin, "first.wasm").await;
    let second = package(&plugin, "second.wasm").await;
    assert_eq!(create(first, "one").await.unwrap().id, "first");
    assert_eq!(create(second, "one").await.unwrap().id, "second");
}

#[tokio::test]
async fn without_an_address_and_a_terminal_it_waits_for_engines() {
    let scene = Scene::new().await;
    scene.add("acme.wasm", &guest("made"));
    let plugin = Plugin::start(scene.command()).await;
    let client = package(&plugin, "acme.wasm").await;
    assert_eq!(create(client, "one").await.unwrap().id, "made");
}

#[tokio::test]
async fn a_connection_without_handshake_goes_on_where_a_closed_one_was() {
    let scene = Scene::new().await;
    scene.add("acme.wasm", &guest("made"));
    let plugin = scene.attach().await;
    plugin.loses(package(&plugin, "acme.wasm").await).await;
    check(&mut plugin.connect().await).await.unwrap();
}

#[tokio::test]
async fn a_cancelled_package_is_not_continued() {
    let scene = Scene::new().await;
    scene.add("acme.wasm", &guest("made"));
    let plugin = scene.attach().await;
    let mut client = package(&plugin, "acme.wasm").await;
    within(client.cancel(())).await.unwrap();
    plugin.loses(client).await;
    let status = check(&mut plugin.connect().await).await.unwrap_err();
    assert_eq!(status.code(), Code::FailedPrecondition);
}

#[tokio::test]
async fn a_handshake_begins_anew() {
    let scene = Scene::new().await;
    scene.add("acme.wasm", &guest("made"));
    let plugin = scene.attach().await;
    plugin.loses(package(&plugin, "acme.wasm").await).await;
    let mut client = plugin.connect().await;
    handshake(&mut client).await;
    let status = check(&mut client).await.unwrap_err();
    assert_eq!(status.code(), Code::FailedPrecondition);
}

#[tokio::test]
async fn cancel_on_one_connection_leaves_the_others_alone() {
    let scene = Scene::new().await;
    let begun = Step::Log {
        severity: DEBUG,
        text: "begun",
        times: 1,
    };
    let made = Answer::Created {
        id: "made",
        outputs: "{}",
    };
    let slow = Guest::new().does("create", [begun, Step::Sleep(500), Step::Answer(made)]);
    scene.add("acme.wasm", &slow);
    let plugin = scene.attach().await;
    let mut first = package(&plugin, "acme.wasm").await;
    let mut second = package(&plugin, "acme.wasm").await;
    let address = scene.engine.address.clone();
    within(second.attach(pb::PluginAttach { address }))
        .await
        .unwrap();
    let call = tokio::spawn(create(second, "one"));
    scene.engine.hears("begun").await;
    within(first.cancel(())).await.unwrap();
    assert_eq!(within(call).await.unwrap().unwrap().id, "made");
}

#[tokio::test]
async fn the_engine_that_attached_hears_the_messages() {
    let scene = Scene::new().await;
    let plugin = scene.attach().await;
    let other = FakeEngine::start().await;
    let mut client = plugin.connect().await;
    let request = pb::ProviderHandshakeRequest {
        engine_address: other.address.clone(),
        ..pb::ProviderHandshakeRequest::default()
    };
    within(client.handshake(request)).await.unwrap();
    scene.add("acme.wasm", &Guest::new());
    let more = arguments(&["./acme.wasm", "--allow-net", "api.example.com"]);
    within(client.parameterize(more)).await.unwrap();
    other.hears("granted more than it asks for").await;
    assert!(scene.engine.messages().is_empty());
}

/// A page in a browser of the same user can send requests to any port of the machine.
#[tokio::test]
async fn a_web_page_and_idle_connections_get_nothing_from_the_port() {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpStream;

    let scene = Scene::new().await;
    scene.add("acme.wasm", &guest("made"));
    let plugin = scene.attach().await;
    let mut idle = Vec::new();
    for _ in 0..100 {
        idle.push(
            TcpStream::connect(("127.0.0.1", plugin.port))
                .await
                .unwrap(),
        );
    }
    let body = "\0\0\0\0\0";
    for request in [
        "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n".to_owned(),
        format!(
            "POST /pulumirpc.ResourceProvider/Cancel HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Type: application/grpc\r\n\
             Content-Length: 5\r\n\r\n{body}",
            plugin.port
        ),
        format!(
            "POST /pulumirpc.ResourceProvider/Cancel HTTP/1.1\r\nHost: evil.example\r\nContent-Type: application/grpc-web\r\n\
             Content-Length: 5\r\n\r\n{body}"
        ),
        "GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: \r\n\r\n"
            .to_owned(),
        "\u{16}\u{3}\u{1}".to_owned(),
    ] {
        let mut page = TcpStream::connect(("127.0.0.1", plugin.port)).await.unwrap();
        page.write_all(request.as_bytes()).await.unwrap();
        page.shutdown().await.unwrap();
        let mut answer = Vec::new();
        // The connection may be closed before everything was read.
        drop(within(page.read_to_end(&mut answer)).await);
        let answer = String::from_utf8_lossy(&answer);
        assert!(!answer.contains("HTTP/1.1 200"), "{request:?}: {answer:?}");
        assert!(!answer.contains("grpc-status"), "{request:?}: {answer:?}");
    }
    let client = package(&plugin, "acme.wasm").await;
    assert_eq!(create(client, "one").await.unwrap().id, "made");
    drop(idle);
}
