//! Connections of this process, judged by the system's answers.

#![cfg(target_os = "linux")]

use std::net::Ipv4Addr;

use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpSocket};

use super::*;

async fn listen() -> (TcpListener, SocketAddr) {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await;
    let listener = listener.expect("a port");
    let address = listener.local_addr().expect("an address");
    (listener, address)
}

/// Each way of asking the system, with the user that all of them allow.
fn ways(listener: SocketAddr) -> [Peers; 2] {
    [
        Peers::new(AllowedUsers::default(), listener),
        listed(listener),
    ]
}

fn listed(listener: SocketAddr) -> Peers {
    Peers {
        sockets: Arc::new(Sockets::Listed),
        ..Peers::new(AllowedUsers::default(), listener)
    }
}

fn own() -> u32 {
    rustix::process::geteuid().as_raw()
}

async fn accept(listener: &TcpListener) -> TcpStream {
    listener.accept().await.expect("a connection").0
}

#[tokio::test]
async fn a_connection_of_the_own_user_is_allowed_and_one_of_another_is_not() {
    let (listener, address) = listen().await;
    let _client = TcpStream::connect(address).await.expect("a connection");
    let served = accept(&listener).await;
    for peers in ways(address) {
        assert_eq!(peers.judge_client(&served).await, Ok(()));
    }
    let peers = Peers::of_others(address);
    assert_eq!(
        peers.judge_client(&served).await,
        Err(Refusal::OtherUser(own()))
    );
    let named = Peers {
        allowed: AllowedUsers::Named([own()].into()),
        ..Peers::of_others(address)
    };
    assert_eq!(named.judge_client(&served).await, Ok(()));
}

#[tokio::test]
async fn a_socket_of_both_families_is_known_by_its_older_address() {
    let (listener, address) = listen().await;
    let mapped = SocketAddr::new(Ipv4Addr::LOCALHOST.to_ipv6_mapped().into(), address.port());
    let socket = TcpSocket::new_v6().expect("a socket");
    let _client = socket.connect(mapped).await.expect("a connection");
    let served = accept(&listener).await;
    for peers in ways(address) {
        assert_eq!(peers.judge_client(&served).await, Ok(()));
    }
}

/// The system shows such sockets as root's.
#[tokio::test]
async fn a_connection_whose_other_end_was_closed_is_refused() {
    let (listener, address) = listen().await;
    for is_half in [false, true] {
        let mut client = TcpStream::connect(address).await.expect("a connection");
        client.write_all(b"a request").await.expect("it is sent");
        client.shutdown().await.expect("it is half closed");
        let kept = is_half.then_some(client);
        let served = accept(&listener).await;
        for peers in ways(address) {
            assert_eq!(peers.judge_client(&served).await, Err(Refusal::Closed));
        }
        drop(kept);
    }
}

/// Bytes that were sent before the reset could still be read.
#[tokio::test]
async fn a_port_that_another_process_took_over_does_not_tell_its_former_user() {
    let (listener, address) = listen().await;
    let socket = || {
        let socket = TcpSocket::new_v4().expect("a socket");
        socket.set_reuseaddr(true).expect("it is set");
        socket
    };
    let first = socket();
    first.set_zero_linger().expect("it is set");
    let mut first = first.connect(address).await.expect("a connection");
    let port = first.local_addr().expect("an address");
    first.write_all(b"a request").await.expect("it is sent");
    let served_first = accept(&listener).await;
    drop(first);
    let second = socket();
    second.bind(port).expect("the same port");
    let _second = second.connect(address).await.expect("a connection");
    let served_second = accept(&listener).await;
    for peers in ways(address) {
        let judged = peers.judge_client(&served_first).await;
        assert!(judged.is_err(), "{judged:?}");
        assert_eq!(peers.judge_client(&served_second).await, Ok(()));
    }
}

#[tokio::test]
async fn a_server_is_judged_before_and_after_it_accepts() {
    let (listener, address) = listen().await;
    let client = TcpStream::connect(address).await.expect("a connection");
    let others = Peers::of_others(address);
    for is_accepted in [false, true] {
        let served = if is_accepted {
            Some(accept(&listener).await)
        } else {
            None
        };
        for peers in ways(address) {
            assert_eq!(peers.judge_server(&client).await, Ok(()));
        }
        let judged = others.judge_server(&client).await;
        assert_eq!(judged, Err(Refusal::OtherUser(own())));
        drop(served);
    }
    for peers in ways(address) {
        assert_eq!(peers.judge_server(&client).await, Err(Refusal::Closed));
    }
}

#[tokio::test]
async fn without_a_way_to_ask_a_peer_is_allowed_only_if_every_peer_is() {
    let (listener, address) = listen().await;
    let _client = TcpStream::connect(address).await.expect("a connection");
    let served = accept(&listener).await;
    let hidden = |allowed| Peers {
        sockets: Arc::new(Sockets::Hidden("for a test".to_owned())),
        ..Peers::new(allowed, address)
    };
    let judged = hidden(AllowedUsers::default()).judge_client(&served).await;
    assert!(
        matches!(&judged, Err(Refusal::Unknown(reason)) if reason.contains("for a test")),
        "{judged:?}"
    );
    let everyone = hidden(AllowedUsers::Everyone);
    assert_eq!(everyone.judge_client(&served).await, Ok(()));
    assert!(everyone.weakness().is_some());
}
