//! Bodies of requests and answers.

use bytes::Bytes;

use super::*;

#[tokio::test]
async fn bodies_go_both_ways_in_parts() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let port = listener.local_addr().expect("an address").port();
    // Echoes the request while it arrives.
    tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.expect("a connection");
        let mut read = Vec::new();
        while !read.ends_with(b"first") {
            stream.read_buf(&mut read).await.expect("bytes");
        }
        let head = b"HTTP/1.1 200 OK\r\ncontent-length: 11\r\n\r\nfirst";
        stream.write_all(head).await.expect("sent");
        read.clear();
        while !read.ends_with(b"second") {
            stream.read_buf(&mut read).await.expect("bytes");
        }
        stream.write_all(b"second").await.expect("sent");
    });
    let (sender, mut receiver) = tokio::sync::mpsc::channel(1);
    let chunks = futures_util::stream::poll_fn(move |context| receiver.poll_recv(context));
    let mut outgoing = request(&format!("http://127.0.0.1:{port}/"), true);
    outgoing.method = http::Method::POST;
    outgoing.body = RequestBody::Streamed {
        chunks: BodyStream::new(chunks),
        length: Some(11),
    };
    let network = MachineNetwork::default();
    sender.send(Ok("first".into())).await.expect("a reader");
    let mut response = network.send(&anyone(), outgoing).await.expect("an answer");
    let first = response.body.chunk().await.expect("a chunk");
    assert_eq!(first.as_deref(), Some(&b"first"[..]));
    // The answer has begun while the request continues.
    sender.send(Ok("second".into())).await.expect("a reader");
    drop(sender);
    assert_eq!(
        response.body.read_whole().await.expect("the rest"),
        b"second"
    );
}

#[tokio::test]
async fn an_error_of_the_requests_body_ends_it_as_it_is() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let port = listener.local_addr().expect("an address").port();
    // Reads, but never answers.
    tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.expect("a connection");
        let mut read = Vec::new();
        while stream
            .read_buf(&mut read)
            .await
            .is_ok_and(|count| count > 0)
        {}
    });
    let mut outgoing = request(&format!("http://127.0.0.1:{port}/"), true);
    outgoing.method = http::Method::POST;
    let broken = GuestError::NotFound("the file is gone".to_owned());
    let chunks = futures_util::stream::iter([Ok("part".into()), Err(broken.clone())]);
    outgoing.body = RequestBody::Streamed {
        chunks: BodyStream::new(chunks),
        length: Some(100),
    };
    let error = MachineNetwork::default()
        .send(&anyone(), outgoing)
        .await
        .unwrap_err();
    assert_eq!(error.error, broken);
}

#[tokio::test]
async fn what_is_compressed_is_unpacked() {
    use std::io::Write as _;
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    packed.write_all(&[b'.'; 100_000]).expect("packed");
    let packed = packed.finish().expect("packed");
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let server = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.expect("a connection");
        let mut read = Vec::new();
        while !read.ends_with(b"\r\n\r\n") {
            stream.read_buf(&mut read).await.expect("bytes");
        }
        let length = packed.len();
        let head = format!(
            "HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: {length}\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).await.expect("sent");
        stream.write_all(&packed).await.expect("sent");
        String::from_utf8(read).expect("text")
    });
    let network = MachineNetwork::default();
    let url = format!("http://127.0.0.1:{port}/");
    let answer = network.send(&anyone(), request(&url, true)).await;
    let answer = answer.expect("an answer");
    assert!(
        answer
            .headers
            .iter()
            .all(|(name, _)| !name.starts_with("content-"))
    );
    let body = answer.body.read_whole().await.expect("a body");
    assert_eq!(body, [b'.'; 100_000]);
    let head = server.await.expect("a request");
    for line in [
        "accept-encoding: gzip\r\n",
        "accept: */*\r\n",
        "user-agent: pulumi-wasm/",
    ] {
        assert!(head.contains(line), "{head}");
    }
}

#[tokio::test]
async fn a_slow_upload_is_not_a_late_answer() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let port = listener.local_addr().expect("an address").port();
    // Reads for longer than the time limit of an answer, and answers when it has read everything.
    let size = 24 << 20;
    tokio::spawn(async move {
        loop {
            let (mut stream, _) = listener.accept().await.expect("a connection");
            tokio::spawn(async move {
                let mut left = size;
                let mut part = vec![0; 1 << 20];
                while left > 0 {
                    tokio::time::sleep(Duration::from_millis(100)).await;
                    let read = stream.read(&mut part).await.expect("bytes");
                    if read == 0 {
                        return;
                    }
                    left -= read.min(left);
                }
                let answer = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok";
                drop(stream.write_all(answer).await);
                std::future::pending::<()>().await;
            });
        }
    });
    let put = |time| OutgoingRequest {
        body: RequestBody::Whole(vec![7; size].into()),
        method: http::Method::PUT,
        first_byte_time: Some(time),
        ..request(&format!("http://127.0.0.1:{port}/"), true)
    };
    let network = MachineNetwork::default();
    let begun = std::time::Instant::now();
    let answer = network.send(&anyone(), put(Duration::from_secs(2))).await;
    assert_eq!(answer.expect("an answer").status, 200);
    assert!(
        begun.elapsed() > Duration::from_secs(2),
        "{:?}",
        begun.elapsed()
    );
    // The time limit still applies to a server that stops reading.
    let silent = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let port = silent.local_addr().expect("an address").port();
    let put = OutgoingRequest {
        url: format!("http://127.0.0.1:{port}/")
            .parse()
            .expect("an address"),
        ..put(Duration::from_millis(200))
    };
    let error = network.send(&anyone(), put).await.unwrap_err();
    assert!(matches!(error.error, GuestError::TimedOut(_)), "{error:?}");
}

/// A server that answers every request, and records the requests.
async fn remembering() -> (u16, Arc<Mutex<String>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let heard: Arc<Mutex<String>> = Arc::default();
    let remembered = Arc::clone(&heard);
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let remembered = Arc::clone(&remembered);
            tokio::spawn(async move {
                let mut part = [0; 8192];
                while let Ok(read) = stream.read(&mut part).await
                    && read > 0
                {
                    let text = String::from_utf8_lossy(&part[..read]).into_owned();
                    let is_whole = text.ends_with("\r\n\r\n") || text.ends_with("content");
                    remembered.lock().push_str(&text);
                    let answer = b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n";
                    if is_whole && stream.write_all(answer).await.is_err() {
                        return;
                    }
                }
            });
        }
    });
    (port, heard)
}

#[tokio::test]
async fn a_request_without_content_says_so_where_content_is_usual() {
    let (port, heard) = remembering().await;
    let proxied = NetworkSettings {
        proxy: Some(ProxySettings {
            http: Some(format!("127.0.0.1:{port}")),
            ..ProxySettings::default()
        }),
        ..NetworkSettings::default()
    };
    let ways = [
        (
            MachineNetwork::default(),
            format!("http://127.0.0.1:{port}/x"),
        ),
        (
            MachineNetwork::new(proxied),
            "http://api.example/x".to_owned(),
        ),
    ];
    let empty = || [RequestBody::Empty, RequestBody::Whole(Bytes::new())];
    for (network, url) in &ways {
        for (method, has_length) in [
            ("PUT", true),
            ("POST", true),
            ("PATCH", true),
            ("MKCOL", true),
            ("GET", false),
            ("HEAD", false),
            ("DELETE", false),
            ("OPTIONS", false),
        ] {
            for body in empty() {
                heard.lock().clear();
                let request = OutgoingRequest {
                    method: method.parse().expect("a method"),
                    body,
                    ..request(url, url.contains("127."))
                };
                let answer = network.send(&anyone(), request).await;
                assert_eq!(answer.expect("an answer").status, 200);
                let head = heard.lock().to_ascii_lowercase();
                let lengths = head.matches("content-length: 0\r\n").count();
                assert_eq!(lengths, usize::from(has_length), "{head}");
                assert!(!head.contains("transfer-encoding"), "{head}");
            }
        }
        heard.lock().clear();
        let request = OutgoingRequest {
            method: http::Method::PUT,
            body: RequestBody::Whole("content".into()),
            ..request(url, url.contains("127."))
        };
        network.send(&anyone(), request).await.expect("an answer");
        let head = heard.lock().to_ascii_lowercase();
        assert_eq!(head.matches("content-length:").count(), 1, "{head}");
    }
}

#[tokio::test]
async fn an_upload_that_is_given_up_ends_though_its_server_reads_nothing() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let (taken, mut streams) = tokio::sync::mpsc::unbounded_channel();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            drop(taken.send(stream));
        }
    });
    // The body reserves this until it is dropped.
    let held = Arc::new(());
    let kept = Arc::clone(&held);
    let part = Bytes::from(vec![b'x'; 1 << 20]);
    let chunks = futures_util::stream::repeat_with(move || {
        let _ = &kept;
        Ok(part.clone())
    });
    let put = OutgoingRequest {
        method: http::Method::PUT,
        body: RequestBody::Streamed {
            chunks: BodyStream::new(chunks),
            length: None,
        },
        ..request(&format!("http://127.0.0.1:{port}/"), true)
    };
    let network = MachineNetwork::default();
    let caller = anyone();
    let sent = network.send(&caller, put);
    let given_up = tokio::time::timeout(Duration::from_millis(500), sent).await;
    assert!(given_up.is_err(), "nobody reads");
    let mut stream = streams.recv().await.expect("a connection");
    let ended = async {
        while Arc::strong_count(&held) > 1 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        // The server sees the end of the connection after the bytes that it did not read.
        let mut part = vec![0; 1 << 20];
        while stream.read(&mut part).await.is_ok_and(|read| read > 0) {}
    };
    let ended = tokio::time::timeout(Duration::from_secs(60), ended).await;
    ended.expect("the body and the connection are gone");
}
