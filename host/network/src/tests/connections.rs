//! How connections are opened and shared, and how they fail.

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
    // Does not accept beyond its queue, and does not speak TLS.
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
    // A server that closes the connection, before or after reading.
    let hanging_up = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.expect("a connection");
        stream.read_buf(&mut Vec::new()).await.expect("bytes");
    });
    let lost = failure(format!("http://127.0.0.1:{port}/")).await;
    assert!(lost.was_sent, "{lost:?}");
    hanging_up.await.expect("an end");
    // The server no longer exists.
    let refused = failure(format!("http://127.0.0.1:{port}/")).await;
    assert!(!refused.was_sent, "{refused:?}");
    assert!(matches!(refused.error, GuestError::Unavailable(_)));
    // A server that does not speak TLS.
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

/// A frame of HTTP/2, without flags.
fn frame(kind: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).expect("a small frame");
    let mut frame = length.to_be_bytes()[1..].to_vec();
    frame.extend([kind, 0]);
    frame.extend(stream.to_be_bytes());
    frame.extend(payload);
    frame
}

#[tokio::test]
async fn what_a_server_turned_away_is_asked_on_another_connection() {
    let authority = Authority::new("known");
    let mut config = authority.config("localhost", 2090);
    config.alpn_protocols = vec![b"h2".to_vec()];
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let settings = frame(4, 0, &[]);
    // The server closes the connection without processing the request, refuses the stream, or answers without a
    // body.
    let away = [settings.clone(), frame(7, 0, &[0; 8])].concat();
    let full = [settings, frame(3, 1, &[0, 0, 0, 7])].concat();
    let mut answer = frame(1, 3, &[0x89]);
    answer[4] = 5;
    let away = vec![away];
    let connections = [
        away.clone(),
        vec![full, answer],
        away.clone(),
        away.clone(),
        away,
    ];
    tokio::spawn(async move {
        for said in connections {
            let (stream, _) = listener.accept().await.expect("a connection");
            let mut stream = acceptor.accept(stream).await.expect("TLS");
            let mut read = Vec::new();
            for (done, part) in said.iter().enumerate() {
                // Heads of requests, with a body and without.
                let heads = |read: &[u8]| {
                    let pairs = read.windows(2);
                    pairs.filter(|pair| matches!(pair, [1, 4 | 5])).count()
                };
                while heads(&read) <= done {
                    assert!(stream.read_buf(&mut read).await.expect("bytes") > 0);
                }
                stream.write_all(part).await.expect("sent");
                stream.flush().await.expect("sent");
            }
            tokio::spawn(async move {
                while stream
                    .read_buf(&mut read)
                    .await
                    .is_ok_and(|count| count > 0)
                {}
            });
        }
    });
    let network = MachineNetwork::new(authority.trusted());
    let url = format!("https://localhost:{port}/");
    let mut posted = request(&url, true);
    posted.method = http::Method::POST;
    posted.body = RequestBody::Whole("text".into());
    let answer = network.send(&anyone(), posted).await.expect("an answer");
    assert_eq!(answer.status, 204);
    drop(answer);
    // Retries are bounded.
    let network = MachineNetwork::new(authority.trusted());
    let failure = network
        .send(&anyone(), request(&url, true))
        .await
        .unwrap_err();
    assert!(!failure.was_sent, "{failure:?}");
}
