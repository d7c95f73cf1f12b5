//! A server before a registry that passes requests on, and spoils answers as a test says.

use std::collections::HashSet;
use std::io::{Read, Write};
use std::net::TcpStream;

use parking_lot::Mutex;

use super::http::{HttpServer, Request, answer};

/// The fault of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// The registry has no time, and does not get the request.
    Busy,
    /// The connection ends before the registry gets the request.
    Lost,
    /// The registry gets the request, and the connection ends before its answer.
    Unanswered,
    /// The answer breaks off in the middle of its body, or of its head if it has no body.
    Cut,
    /// The registry gets the request, and a gateway gives its answer up.
    GivenUp,
}

/// All requests.
pub const FAULTS: [Fault; 5] = [
    Fault::Busy,
    Fault::Lost,
    Fault::Unanswered,
    Fault::Cut,
    Fault::GivenUp,
];

/// A fault for the first request of each kind: requests of one kind do the same to the same object.
pub fn at_first(fault: Fault) -> impl Fn(&Request) -> Option<Fault> + Send + Sync {
    let seen = Mutex::new(HashSet::new());
    move |request| seen.lock().insert(kind(request)).then_some(fault)
}

fn kind(request: &Request) -> String {
    let path = request.path.split('?').next().unwrap_or_default();
    let path = match path.split_once("/uploads/") {
        // Each upload has a separate name.
        Some((start, name)) => format!("{start}/uploads/{}", !name.is_empty()),
        None => path.to_owned(),
    };
    format!("{} {path}", request.method)
}

/// Such a server.
pub struct FaultProxy {
    server: HttpServer,
}

impl FaultProxy {
    /// Starts a proxy for the registry at `HOST:PORT`. `fault` decides about each request; `None` passes it on.
    pub fn start(
        upstream: &str,
        fault: impl Fn(&Request) -> Option<Fault> + Send + Sync + 'static,
    ) -> Self {
        let upstream = upstream.to_owned();
        let server = HttpServer::start(move |request| match fault(request) {
            None => passed_on(&upstream, request),
            Some(Fault::Busy) => answer("503 Service Unavailable", &["retry-after: 0"], b""),
            Some(Fault::Lost) => Vec::new(),
            Some(Fault::Unanswered) => {
                passed_on(&upstream, request);
                Vec::new()
            }
            Some(Fault::Cut) => cut(passed_on(&upstream, request)),
            Some(Fault::GivenUp) => {
                passed_on(&upstream, request);
                answer("502 Bad Gateway", &["retry-after: 0"], b"")
            }
        });
        Self { server }
    }

    /// The reference of something in the registry by way of the server.
    pub fn reference(&self, name: &str) -> String {
        format!("oci://{}/{name}", self.server.address())
    }

    /// The requests so far.
    pub fn requests(&self) -> Vec<Request> {
        self.server.requests()
    }
}

/// The registry's answer to a request. Its addresses name the proxy, because the request names it.
fn passed_on(upstream: &str, request: &Request) -> Vec<u8> {
    let mut head = format!(
        "{} {} HTTP/1.1\r\nconnection: close\r\n",
        request.method, request.path
    );
    for line in &request.headers {
        if !line.to_lowercase().starts_with("connection:") {
            head.push_str(&format!("{line}\r\n"));
        }
    }
    let mut stream = TcpStream::connect(upstream).unwrap();
    stream.write_all(format!("{head}\r\n").as_bytes()).unwrap();
    stream.write_all(&request.body).unwrap();
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).unwrap();
    bytes
}

fn cut(mut bytes: Vec<u8>) -> Vec<u8> {
    let head = bytes
        .windows(4)
        .position(|part| part == b"\r\n\r\n")
        .unwrap()
        + 4;
    let body = bytes.len() - head;
    bytes.truncate(match body {
        0 => head / 2,
        _ => head + body / 2,
    });
    bytes
}
