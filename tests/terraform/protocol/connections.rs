//! Connections to a provider: the core's alone is served, and the core ends the provider.

use std::time::Duration;

use tokio::io::AsyncReadExt;
use tonic::Status;

use super::client::{Identity, Plugin};
use super::messages::{Empty, GetSchemaResponse};
use crate::package::RANDOM;

#[tokio::test]
async fn only_the_client_with_the_agreed_certificate_is_served() {
    let client = Identity::new();
    let plugin = Plugin::start_with(&RANDOM, Some(&client)).await;
    for (case, stranger) in [("none", None), ("another", Some(Identity::new()))] {
        // In TLS 1.3 the client learns of the refusal with the first answer.
        let connected = plugin.connect_securely(stranger.as_ref()).await;
        if let Ok(mut connected) = connected {
            let answer: Result<GetSchemaResponse, Status> =
                connected.call("GetSchema", Empty {}).await;
            assert!(answer.is_err(), "{case} certificate is accepted");
        }
    }
    let connected = plugin.connect().await;
    if let Ok(mut connected) = connected {
        let answer: Result<GetSchemaResponse, Status> = connected.call("GetSchema", Empty {}).await;
        assert!(answer.is_err(), "a connection without encryption is served");
    }
    let mut core = plugin.connect_securely(Some(&client)).await.unwrap();
    assert!(core.schema().await.diagnostics.is_empty());
}

#[tokio::test]
async fn a_connection_that_stays_silent_is_closed() {
    let client = Identity::new();
    let plugin = Plugin::start_with(&RANDOM, Some(&client)).await;
    let mut silent = plugin.connect_silently().await;
    // The core is served meanwhile.
    let mut core = plugin.connect_securely(Some(&client)).await.unwrap();
    assert!(core.schema().await.diagnostics.is_empty());
    let closed = tokio::time::timeout(Duration::from_secs(30), silent.read(&mut [0])).await;
    assert_eq!(closed.expect("the connection stays open").unwrap_or(0), 0);
}

#[tokio::test]
async fn the_shutdown_ends_the_process() {
    let mut plugin = Plugin::start(&RANDOM).await;
    let mut client = plugin.connect().await.unwrap();
    let path = "/plugin.GRPCController/Shutdown";
    let answer: Result<Empty, Status> = client.call_path(path, Empty {}).await;
    answer.unwrap();
    // A core waits two seconds before it kills the process.
    let ended = tokio::time::timeout(Duration::from_secs(2), plugin.child.wait()).await;
    assert!(ended.expect("the process goes on").unwrap().success());
}
