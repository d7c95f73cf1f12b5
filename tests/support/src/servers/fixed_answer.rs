//! A web server that gives every request the same answer.

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

/// Starts a server whose answer has this many bytes; returns its address.
pub async fn start(bytes: usize) -> String {
    start_with("200 OK", &vec![b'x'; bytes]).await
}

/// Starts a server with this status, further headers and this body in its answers; returns its address.
pub async fn start_with(status: &str, body: &[u8]) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let length = body.len();
    let head =
        format!("HTTP/1.1 {status}\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n");
    let body = body.to_vec();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            // Else the sender waits 40 ms for a receipt between the head and the body.
            stream.set_nodelay(true).expect("a connection");
            let mut request = [0; 4096];
            if stream.read(&mut request).await.is_err() {
                continue;
            }
            if stream.write_all(head.as_bytes()).await.is_ok() {
                // A client that has had enough hangs up.
                drop(stream.write_all(&body).await);
            }
        }
    });
    format!("http://{address}")
}
