//! The server that guests talk to. Each case has a separate part of it, below `/LANGUAGE/CASE`, and a script.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};

use crate::case::{Exchange, ScriptedAnswer};

/// A running server; it ends with the runtime.
pub struct Server {
    /// Its address, such as `http://127.0.0.1:1234`: what a component may reach.
    pub address: String,
    parts: Parts,
}

type Parts = Arc<Mutex<BTreeMap<String, Part>>>;

/// One case's part of the server.
#[derive(Default)]
struct Part {
    answers: VecDeque<ScriptedAnswer>,
    /// The requests so far, as cases write them, with all their headers.
    requests: Vec<Value>,
}

impl Server {
    /// Starts it on a free port of loopback.
    ///
    /// # Errors
    /// If no port is free.
    pub async fn start() -> std::io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let parts = Parts::default();
        let served = Arc::clone(&parts);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, Arc::clone(&served)));
            }
        });
        Ok(Self {
            address: format!("http://{address}"),
            parts,
        })
    }

    /// The answers to the requests of the next call.
    pub(crate) fn script(&self, part: &str, exchanges: &[Exchange]) {
        let answers = exchanges.iter().map(|exchange| exchange.answer.clone());
        let fresh = Part {
            answers: answers.collect(),
            requests: Vec::new(),
        };
        let mut parts = self.parts.lock().unwrap_or_else(PoisonError::into_inner);
        parts.insert(part.to_owned(), fresh);
    }

    /// The requests since the script was written.
    pub(crate) fn requests(&self, part: &str) -> Vec<Value> {
        let parts = self.parts.lock().unwrap_or_else(PoisonError::into_inner);
        parts
            .get(part)
            .map(|part| part.requests.clone())
            .unwrap_or_default()
    }
}

/// One request on one connection; `None` if the client closes it.
async fn serve(stream: TcpStream, parts: Parts) -> Option<()> {
    let mut stream = BufReader::new(stream);
    let (part, request) = read(&mut stream).await?;
    let answer = {
        let mut parts = parts.lock().unwrap_or_else(PoisonError::into_inner);
        let part = parts.entry(part).or_default();
        part.requests.push(request);
        part.answers.pop_front().unwrap_or_else(|| ScriptedAnswer {
            status: 500,
            body: "the case has no answer to this request".into(),
            ..ScriptedAnswer::default()
        })
    };
    if answer.hangs_up {
        return None;
    }
    let body = match &answer.body {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let headers = answer.headers.iter();
    let headers: String = headers
        .map(|(name, value)| format!("{name}: {value}\r\n"))
        .collect();
    // At once: between two small writes the sender waits for a receipt, which comes after 40 ms.
    let answer = format!(
        "HTTP/1.1 {} Scripted\r\n{headers}content-length: {}\r\nconnection: close\r\n\r\n{body}",
        answer.status,
        body.len()
    );
    stream.write_all(answer.as_bytes()).await.ok()?;
    stream.shutdown().await.ok()
}

/// The part of the server that the request is for, and the request.
async fn read(stream: &mut BufReader<TcpStream>) -> Option<(String, Value)> {
    let first = line(stream).await?;
    let mut words = first.split(' ');
    let (method, target) = (words.next()?, words.next()?);
    let mut segments = target.splitn(4, '/').skip(1);
    let part = format!("{}/{}", segments.next()?, segments.next()?);
    let path = format!("/{}", segments.next().unwrap_or_default());

    let mut headers = BTreeMap::new();
    loop {
        let line = line(stream).await?;
        let Some((name, value)) = line.split_once(':') else {
            break;
        };
        headers.insert(name.to_ascii_lowercase(), value.trim().to_owned());
    }
    let mut body = Vec::new();
    if let Some(length) = headers.get("content-length") {
        body.resize(length.parse().ok()?, 0);
        stream.read_exact(&mut body).await.ok()?;
    } else if headers.contains_key("transfer-encoding") {
        loop {
            let length = usize::from_str_radix(&line(stream).await?, 16).ok()?;
            let before = body.len();
            body.resize(before + length, 0);
            stream.read_exact(body.get_mut(before..)?).await.ok()?;
            line(stream).await?;
            if length == 0 {
                break;
            }
        }
    }
    let body = String::from_utf8_lossy(&body).into_owned();
    Some((
        part,
        json!({ "method": method, "path": path, "headers": headers, "body": body }),
    ))
}

/// One line without its end.
async fn line(stream: &mut BufReader<TcpStream>) -> Option<String> {
    let mut line = String::new();
    stream.read_line(&mut line).await.ok()?;
    Some(line.trim_end().to_owned())
}
