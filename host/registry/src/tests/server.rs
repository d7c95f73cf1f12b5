//! An HTTP/1.1 server that answers as a test says, including invalid answers.

use std::sync::Arc;

use parking_lot::Mutex;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// A request as it arrived.
#[derive(Debug, Clone)]
pub(super) struct Request {
    pub(super) method: String,
    /// Includes the query.
    pub(super) path: String,
    /// In the order of arrival. Names are in lower case.
    pub(super) headers: Vec<(String, String)>,
    pub(super) body: Vec<u8>,
}

impl Request {
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.headers.iter();
        let found = headers.find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }

    /// Whether it asks for a blob.
    pub(super) fn is_of_blob(&self) -> bool {
        self.path.contains("/blobs/")
    }
}

/// An answer.
#[derive(Debug, Clone)]
pub(super) struct Reply {
    status: String,
    headers: Vec<String>,
    body: Vec<u8>,
    /// The value of `Content-Length`, if it is wrong on purpose.
    claimed: Option<usize>,
    end: End,
}

/// How the body ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    Orderly,
    /// The connection is closed.
    Cut,
    /// No more data arrives, and the connection stays open.
    Silence,
    /// The body is repeated for ever.
    Endless,
}

impl Reply {
    pub(super) fn ok(body: &[u8]) -> Self {
        Self::status("200 OK").body(body)
    }

    pub(super) fn status(status: &str) -> Self {
        Self {
            status: status.to_owned(),
            headers: Vec::new(),
            body: Vec::new(),
            claimed: None,
            end: End::Orderly,
        }
    }

    pub(super) fn body(mut self, body: &[u8]) -> Self {
        self.body = body.to_vec();
        self
    }

    pub(super) fn header(mut self, line: &str) -> Self {
        self.headers.push(line.to_owned());
        self
    }

    /// Sends the first bytes, then closes the connection.
    pub(super) fn cut(mut self, after: usize) -> Self {
        self.claimed = Some(self.body.len());
        self.body.truncate(after);
        self.end = End::Cut;
        self
    }

    /// Sends the first bytes, then nothing more.
    pub(super) fn silent(self, after: usize) -> Self {
        Self {
            end: End::Silence,
            ..self.cut(after)
        }
    }

    /// Repeats the body for ever, without a length.
    pub(super) fn endless(mut self) -> Self {
        self.end = End::Endless;
        self
    }

    async fn send(&self, stream: &mut TcpStream) -> std::io::Result<()> {
        let mut head = format!("HTTP/1.1 {}\r\n", self.status);
        for line in &self.headers {
            head.push_str(&format!("{line}\r\n"));
        }
        if self.end != End::Endless {
            let length = self.claimed.unwrap_or(self.body.len());
            head.push_str(&format!("content-length: {length}\r\n"));
        }
        stream.write_all(format!("{head}\r\n").as_bytes()).await?;
        stream.write_all(&self.body).await?;
        match self.end {
            End::Orderly => Ok(()),
            End::Cut => stream.shutdown().await,
            End::Silence => std::future::pending().await,
            End::Endless => loop {
                stream.write_all(&self.body).await?;
            },
        }
    }
}

type Answers = Arc<dyn Fn(&Request) -> Reply + Send + Sync>;

/// A server on this machine.
pub(super) struct Server {
    pub(super) port: u16,
    requests: Arc<Mutex<Vec<Request>>>,
}

impl Server {
    pub(super) async fn start(answers: impl Fn(&Request) -> Reply + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let requests = Arc::<Mutex<Vec<Request>>>::default();
        let (seen, answers) = (Arc::clone(&requests), Arc::new(answers) as Answers);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                // Otherwise the sender waits 40 ms for an acknowledgement between head and body.
                stream.set_nodelay(true).expect("a connection");
                let (seen, answers) = (Arc::clone(&seen), Arc::clone(&answers));
                tokio::spawn(async move {
                    // The client may close the connection early.
                    drop(serve(stream, &seen, &answers).await);
                });
            }
        });
        Self { port, requests }
    }

    /// The requests so far.
    pub(super) fn requests(&self) -> Vec<Request> {
        self.requests.lock().clone()
    }

    /// The number of requests for blobs.
    pub(super) fn blobs(&self) -> usize {
        let requests = self.requests();
        requests
            .iter()
            .filter(|request| request.is_of_blob())
            .count()
    }

    /// The reference of `acme/provider` with a tag on this server.
    pub(super) fn reference(&self, tag: &str) -> String {
        format!("oci://127.0.0.1:{}/acme/provider:{tag}", self.port)
    }

    /// The address of a path on this server.
    pub(super) fn address(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }
}

async fn serve(
    mut stream: TcpStream,
    seen: &Mutex<Vec<Request>>,
    answers: &Answers,
) -> std::io::Result<()> {
    let mut read = Vec::new();
    while let Some(request) = request(&mut stream, &mut read).await? {
        seen.lock().push(request.clone());
        answers(&request).send(&mut stream).await?;
    }
    Ok(())
}

/// The next request on a connection, or `None` at its end.
async fn request(stream: &mut TcpStream, read: &mut Vec<u8>) -> std::io::Result<Option<Request>> {
    let end = loop {
        match read.windows(4).position(|part| part == b"\r\n\r\n") {
            Some(end) => break end + 4,
            None if stream.read_buf(read).await? == 0 => return Ok(None),
            None => {}
        }
    };
    let head: Vec<u8> = read.drain(..end).collect();
    let head = String::from_utf8_lossy(&head).into_owned();
    let mut lines = head.lines();
    let mut words = lines.next().unwrap_or_default().split(' ');
    let mut word = || words.next().unwrap_or_default().to_owned();
    let headers = lines.filter_map(|line| line.split_once(':'));
    let headers = headers.map(|(name, value)| (name.to_lowercase(), value.trim().to_owned()));
    let mut request = Request {
        method: word(),
        path: word(),
        headers: headers.collect(),
        body: Vec::new(),
    };
    let length = request.header("content-length").unwrap_or("0");
    let length: usize = length.parse().unwrap_or_default();
    while read.len() < length {
        if stream.read_buf(read).await? == 0 {
            return Ok(None);
        }
    }
    request.body = read.drain(..length).collect();
    Ok(Some(request))
}
