//! How connections come about, are shared and fail.

use super::*;

#[tokio::test]
async fn many_requests_share_one_connection() {
    let server = Server::start(None).await;
    let network = MachineNetwork::default();
    for number in 0..50 {
        let url = format!("http://127.0.0.1:{}/{number}", server.port);
        assert_eq!(ask(&network, &url, true).await.expect("an answer"), "ok");
    }
    assert_eq!(server.connections(), 1);
    assert_eq!(server.lines().len(), 50);
}

#[tokio::test]
async fn a_connection_that_does_not_come_about_names_its_limit() {
    // Accepts nothing beyond its queue, and says no word of TLS.
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let mut slow = request(&format!("https://127.0.0.1:{port}/?q=hidden"), true);
    slow.connect_time = Duration::from_millis(100);
    let error = MachineNetwork::default()
        .send(&anyone(), slow)
        .await
        .unwrap_err();
    assert!(!error.was_sent);
    let GuestError::TimedOut(message) = &error.error else {
        panic!("{error:?}");
    };
    for part in ["http-connect-time", "100 ms", "hint: "] {
        assert!(message.contains(part), "{message}");
    }
    assert!(!message.contains("hidden"), "{message}");
}

#[tokio::test]
async fn it_is_known_whether_anything_was_sent() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let network = MachineNetwork::default();
    let failure = async |url: String| {
        let answer = network.send(&anyone(), request(&url, true)).await;
        answer.unwrap_err()
    };
    // Somebody who hangs up, having read or not.
    let hanging_up = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.expect("a connection");
        stream.read_buf(&mut Vec::new()).await.expect("bytes");
    });
    let lost = failure(format!("http://127.0.0.1:{port}/")).await;
    assert!(lost.was_sent, "{lost:?}");
    hanging_up.await.expect("an end");
    // Nobody, any more.
    let refused = failure(format!("http://127.0.0.1:{port}/")).await;
    assert!(!refused.was_sent, "{refused:?}");
    assert!(matches!(refused.error, GuestError::Unavailable(_)));
    // Somebody who does not speak TLS.
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let port = listener.local_addr().expect("an address").port();
    tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.expect("a connection");
        stream.write_all(b"SSH-2.0\r\n").await.expect("sent");
        stream.read_buf(&mut Vec::new()).await.expect("bytes");
    });
    let failed = failure(format!("https://127.0.0.1:{port}/")).await;
    assert!(!failed.was_sent, "{failed:?}");
    let unknown = failure("http://no.such.name.invalid/".to_owned()).await;
    assert!(!unknown.was_sent, "{unknown:?}");
}
