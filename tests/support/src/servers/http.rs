//! An HTTP/1.1 server on this machine, which answers as a test says: one request for each connection.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;

use parking_lot::Mutex;

/// A request as it arrived.
#[derive(Debug, Clone)]
pub struct Request {
    pub method: String,
    /// With the query.
    pub path: String,
    /// The lines of headers, without their ends.
    pub headers: Vec<String>,
    pub body: Vec<u8>,
}

impl Request {
    /// A header, by its name in lower case.
    pub fn header(&self, name: &str) -> Option<&str> {
        let headers = self.headers.iter();
        let mut headers = headers.filter_map(|line| line.split_once(':'));
        let found = headers.find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.trim())
    }
}

/// The bytes of an answer; each of the headers is a line.
pub fn answer(status: &str, headers: &[&str], body: &[u8]) -> Vec<u8> {
    let mut head = format!("HTTP/1.1 {status}\r\nconnection: close\r\n");
    for line in headers {
        head.push_str(&format!("{line}\r\n"));
    }
    head.push_str(&format!("content-length: {}\r\n\r\n", body.len()));
    [head.as_bytes(), body].concat()
}

/// A running server. Its thread runs until the tests end.
pub struct HttpServer {
    port: u16,
    requests: Arc<Mutex<Vec<Request>>>,
}

impl HttpServer {
    /// Starts a server. A handler gives all bytes that a request is answered with, which need not be HTTP; the
    /// connection is closed after them.
    pub fn start(handler: impl Fn(&Request) -> Vec<u8> + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let requests = Arc::<Mutex<Vec<Request>>>::default();
        let (seen, handler) = (Arc::clone(&requests), Arc::new(handler));
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (seen, handler) = (Arc::clone(&seen), Arc::clone(&handler));
                thread::spawn(move || {
                    // A client that closes the connection gets no answer.
                    let request = read(&stream)?;
                    seen.lock().push(request.clone());
                    let mut stream = stream;
                    stream.write_all(&handler(&request)).ok()
                });
            }
        });
        Self { port, requests }
    }

    /// `HOST:PORT`.
    pub fn address(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    /// The requests so far.
    pub fn requests(&self) -> Vec<Request> {
        self.requests.lock().clone()
    }
}

fn read(stream: &TcpStream) -> Option<Request> {
    let mut reader = BufReader::new(stream);
    let mut lines = Vec::new();
    loop {
        let mut line = String::new();
        reader
            .read_line(&mut line)
            .ok()
            .filter(|count| *count > 0)?;
        match line.trim_end() {
            "" => break,
            line => lines.push(line.to_owned()),
        }
    }
    let first = lines.first()?.clone();
    let mut words = first.split(' ').map(str::to_owned);
    let mut request = Request {
        method: words.next()?,
        path: words.next()?,
        headers: lines.split_off(1),
        body: Vec::new(),
    };
    let length = request.header("content-length");
    let length = length.and_then(|length| length.parse().ok());
    let mut body = vec![0; length.unwrap_or_default()];
    reader.read_exact(&mut body).ok()?;
    request.body = body;
    Some(request)
}
