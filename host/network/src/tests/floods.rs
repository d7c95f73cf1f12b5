//! Servers that send unrequested bytes as fast as they can.

use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::Instant;

use super::*;

/// The number of simultaneous requests to one flooding server.
const AT_ONCE: usize = 4;
/// The longest flood. A flood normally ends by its number of bytes, not by time.
const TIME: Duration = Duration::from_secs(30);
/// The time limit of a good request during a flood, on a busy machine. On an idle machine it takes some 10 ms.
/// Without turns it took as long as the flood.
const PATIENCE: Duration = Duration::from_secs(3);

fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).expect("a small frame");
    let mut frame = length.to_be_bytes()[1..].to_vec();
    frame.extend([kind, flags]);
    frame.extend(stream.to_be_bytes());
    frame.extend(payload);
    frame
}

/// A server on separate threads that sends `start`, and then repeats `part`.
fn flooding(tls: Option<Arc<ServerConfig>>, start: Vec<u8>, part: &[u8]) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let part = part.repeat(1 + 65536 / part.len());
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let (tls, start, part) = (tls.clone(), start.clone(), part.clone());
            thread::spawn(move || flood(stream, tls, &start, &part));
        }
    });
    port
}

fn flood(mut stream: TcpStream, tls: Option<Arc<ServerConfig>>, start: &[u8], part: &[u8]) {
    let mut request = [0; 8192];
    match tls {
        None => {
            _ = stream.read(&mut request);
            _ = stream.write_all(start);
            while stream.write_all(part).is_ok() {}
        }
        Some(config) => {
            let connection = rustls::ServerConnection::new(config).expect("a connection");
            let mut stream = rustls::StreamOwned::new(connection, stream);
            _ = stream.read(&mut request);
            _ = stream.write_all(start);
            while stream.write_all(part).is_ok() {}
        }
    }
}

#[tokio::test]
async fn floods_end_and_good_requests_are_answered_meanwhile() {
    let authority = Authority::new("known");
    let mut config = authority.config("localhost", 2090);
    config.alpn_protocols = vec![b"h2".to_vec()];
    let tls = Arc::new(config);
    let settings = frame(4, 0, 0, &[]);
    // A head that never ends, on an existing stream.
    let mut endless = settings.clone();
    endless.extend(frame(1, 0, 1, &[0x88]));
    let early = b"HTTP/1.1 103 Early Hints\r\n\r\n";
    let floods = [
        ("answers that are none", false, Vec::new(), early.to_vec()),
        ("pings", true, settings.clone(), frame(6, 0, 0, b"ping-png")),
        (
            "answers to pings",
            true,
            settings.clone(),
            frame(6, 1, 0, b"ping-png"),
        ),
        ("settings", true, settings.clone(), settings.clone()),
        (
            "windows",
            true,
            settings.clone(),
            frame(8, 0, 0, &[0, 0, 0, 1]),
        ),
        (
            "unknown frames",
            true,
            settings.clone(),
            frame(0x77, 0, 0, &[]),
        ),
        ("a head in parts", true, endless, frame(9, 0, 1, &[])),
        (
            "another protocol than was agreed on",
            true,
            Vec::new(),
            b"HTTP/1.1 103 Early Hints\r\n\r\n".to_vec(),
        ),
    ];
    let good = Server::start(None).await;
    let network = MachineNetwork::new(authority.trusted());
    let url = format!("http://127.0.0.1:{}/", good.port);
    ask(&network, &url, true).await.expect("an answer");
    for (name, is_tls, start, part) in floods {
        let port = flooding(is_tls.then(|| Arc::clone(&tls)), start, &part);
        let scheme = if is_tls { "https" } else { "http" };
        let flooding = format!("{scheme}://localhost:{port}/");
        let requests = (0..AT_ONCE).map(|_| {
            let asked = ask(&network, &flooding, true);
            tokio::time::timeout(TIME, asked)
        });
        let begun = Instant::now();
        let mut requests = std::pin::pin!(futures_util::future::join_all(requests));
        let mut slowest = Duration::ZERO;
        let ended = loop {
            let begun = Instant::now();
            tokio::select! {
                biased;
                ended = &mut requests => break ended,
                answer = ask(&network, &url, true) => {
                    answer.expect("an answer");
                    slowest = slowest.max(begun.elapsed());
                }
            }
            tokio::time::sleep(Duration::from_millis(2)).await;
        };
        let took = begun.elapsed();
        println!("{name}: {took:?}, others {slowest:?}: {:?}", ended[0]);
        for answer in ended {
            let error = answer.expect("an end").unwrap_err();
            assert!(
                matches!(error, GuestError::Unavailable(_)),
                "{name}: {error:?}"
            );
        }
        assert!(slowest < PATIENCE, "{name}: others took {slowest:?}");
    }
}
