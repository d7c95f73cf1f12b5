//! Servers that are reached as the configuration of a provider says.

use std::sync::Arc;

use serde_json::json;
use test_support::protocol::pulumirpc as pb;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;

use test_support::fake::calls::properties;
use test_support::fake::guest::Guest;
use test_support::fake::scene::Scene;
use test_support::fake::steps::{Answer, Asked, Step};
use test_support::fake::wasi_http::WasiRequest;
use test_support::servers::fixed_answer;
use test_support::servers::tls::Identity;
use test_support::{assert_says, within};

/// A server with a self-signed certificate: its address, and the certificate.
async fn server() -> (String, String) {
    let identity = Identity::of(&["127.0.0.1"]);
    let acceptor = TlsAcceptor::from(Arc::new(identity.server()));
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let Ok(mut stream) = acceptor.accept(stream).await else {
                continue;
            };
            let mut request = [0; 4096];
            if stream.read(&mut request).await.is_ok() {
                let answer =
                    b"HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 6\r\n\r\nby tls";
                drop(stream.write_all(answer).await);
                drop(stream.shutdown().await);
            }
        }
    });
    (format!("https://{address}"), identity.authority())
}

/// A guest that asks the configured server in a create.
fn guest(server: &str) -> Guest {
    let asks = Step::Ask(Asked::new("GET", format!("{server}/x")));
    asking(Guest::new(), asks)
}

/// The same by `wasi:http`.
fn guest_of_wasi(server: &str) -> Guest {
    asking(
        Guest::new().with_wasi_http(),
        WasiRequest::get(server).step(),
    )
}

fn asking(guest: Guest, asks: Step) -> Guest {
    let made = Step::Answer(Answer::Created {
        id: "made",
        outputs: "{}",
    });
    guest.does("create", [asks, made]).manifest(|manifest| {
        let properties = json!({
            "server": { "type": "string" },
            "ca": { "type": "string" },
            "insecure": { "type": "boolean" },
            "proxy": { "type": "string" },
        });
        manifest["schema"]["config"] = json!({ "variables": properties });
        manifest["schema"]["provider"] = json!({ "inputProperties": properties });
        manifest["permissions"] = json!({ "net": [{
            "host": "config:server",
            "tls": { "ca": "ca", "insecure": "insecure" },
            "proxy": "proxy",
        }] });
    })
}

#[tokio::test]
async fn a_server_is_trusted_by_the_certificate_in_the_configuration() {
    let (address, certificate) = server().await;
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&guest(&address), &[]).await;
    let values = [("server", address.as_str()), ("ca", certificate.as_str())];
    plugin.configure(&values).await.unwrap();
    plugin.create("one").await.unwrap();
    let without = scene.launch_with(&guest(&address), &[]).await;
    without.configure(&values[..1]).await.unwrap();
    let status = without.create("one").await.unwrap_err();
    assert_says(
        status.message(),
        &["no authority that this machine trusts issued"],
    );
}

#[tokio::test]
async fn no_certificate_is_looked_at_where_configuration_and_command_line_say_so() {
    let (address, _) = server().await;
    let values = [("server", address.as_str()), ("insecure", "true")];
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&guest(&address), &[]).await;
    plugin.configure(&values).await.unwrap();
    let status = plugin.create("one").await.unwrap_err();
    let flag = format!("--allow-insecure-tls {}", address.replace("https://", ""));
    assert_says(status.message(), &["`insecure`", "was not granted", &flag]);

    let flags = ["--allow-insecure-tls", address.as_str()];
    let granted = scene.launch_with(&guest(&address), &flags).await;
    let warned = scene.engine.hears("certificates are not checked").await;
    assert_says(&warned.message, &[&flag]);
    granted.configure(&values).await.unwrap();
    granted.create("one").await.unwrap();
    // The grant alone changes nothing.
    let verified = scene.launch_with(&guest(&address), &flags).await;
    verified.configure(&values[..1]).await.unwrap();
    verified.create("one").await.unwrap_err();
}

#[tokio::test]
async fn wasi_http_goes_the_configured_way_too() {
    let (address, certificate) = server().await;
    let scene = Scene::new().await;
    let values = [("server", address.as_str()), ("ca", certificate.as_str())];
    let plugin = scene.launch_with(&guest_of_wasi(&address), &[]).await;
    plugin.configure(&values).await.unwrap();
    plugin.create("one").await.unwrap();
    scene.engine.hears("by tls").await;
    let without = scene.launch_with(&guest_of_wasi(&address), &[]).await;
    without.configure(&values[..1]).await.unwrap();
    without.create("one").await.unwrap();
    scene.engine.hears("code ").await;

    let proxy = fixed_answer::start_with("200 OK", b"from the proxy").await;
    let server = "http://things.example.test";
    let proxied = scene.launch_with(&guest_of_wasi(server), &[]).await;
    let values = [("server", server), ("proxy", proxy.as_str())];
    proxied.configure(&values).await.unwrap();
    proxied.create("one").await.unwrap();

    scene.engine.hears("from the proxy").await;
}

/// A component could name any address as a proxy, and have a granted request sent there.
#[tokio::test]
async fn the_configuration_of_a_provider_below_another_resource_names_no_proxy() {
    let proxy = fixed_answer::start_with("200 OK", b"from the proxy").await;
    let server = "http://things.example.test";
    let scene = Scene::new().await;
    for (types, is_refused) in [
        ("acme:index:Site$pulumi:providers:acme", true),
        ("pulumi:providers:acme", false),
    ] {
        let flags = ["--allow-net", server];
        let plugin = scene.launch_with(&guest(server), &flags).await;
        let request = pb::ConfigureRequest {
            urn: Some(format!("urn:pulumi:dev::shop::{types}::p")),
            args: Some(properties(&[("server", server), ("proxy", &proxy)])),
            ..pb::ConfigureRequest::default()
        };
        within(plugin.client().configure(request)).await.unwrap();
        let created = plugin.create("one").await;
        if is_refused {
            assert_says(
                created.unwrap_err().message(),
                &["`proxy`", "declared below another resource", "hint: "],
            )
        } else {
            drop(created.unwrap())
        }
    }
}
