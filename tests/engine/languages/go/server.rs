//! A server of notes, as the provider's client asks it.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

/// A server of notes.
pub(super) struct Notes {
    pub(super) address: String,
    /// Method, path, credential, agent and body of each request.
    pub(super) requests: Arc<Mutex<Vec<String>>>,
}

impl Notes {
    pub(super) fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let requests = Arc::new(Mutex::new(Vec::new()));
        let seen = Arc::clone(&requests);
        thread::spawn(move || {
            let mut notes = BTreeMap::new();
            for connection in listener.incoming() {
                serve(&connection.unwrap(), &mut notes, &seen);
            }
        });
        Self { address, requests }
    }
}

/// Answers one request, and closes the connection.
fn serve(
    mut connection: &TcpStream,
    notes: &mut BTreeMap<String, String>,
    seen: &Mutex<Vec<String>>,
) {
    let mut reader = BufReader::new(connection);
    let mut line = String::new();
    if reader.read_line(&mut line).unwrap() == 0 {
        return;
    }
    let (mut length, mut credential, mut agent) = (0, String::new(), String::new());
    loop {
        let mut header = String::new();
        reader.read_line(&mut header).unwrap();
        let Some((name, value)) = header.trim().split_once(": ") else {
            break;
        };
        match name.to_ascii_lowercase().as_str() {
            "content-length" => length = value.parse().unwrap(),
            "authorization" => value.clone_into(&mut credential),
            "user-agent" => value.clone_into(&mut agent),
            _ => {}
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).unwrap();
    let body = String::from_utf8(body).unwrap();
    let mut words = line.split_whitespace();
    let (method, path) = (words.next().unwrap(), words.next().unwrap());
    let request = format!("{method} {path} {credential} {agent} {body}");
    seen.lock().unwrap().push(request);
    let key = path.rsplit('/').next().unwrap().to_owned();
    let (status, answer) = match method {
        "GET" if key == "large" => {
            let text = "x".repeat(100_000);
            (
                "200 OK",
                format!("{{\"id\":\"large\",\"text\":\"{text}\"}}"),
            )
        }
        "POST" => {
            let id = (notes.len() + 1).to_string();
            let note = body.replacen('{', &format!("{{\"id\":\"{id}\","), 1);
            notes.insert(id, note.clone());
            ("201 Created", note)
        }
        "PUT" => {
            let note = body.replacen('{', &format!("{{\"id\":\"{key}\","), 1);
            notes.insert(key, note.clone());
            ("200 OK", note)
        }
        "DELETE" => match notes.remove(&key) {
            Some(_) => ("204 No Content", String::new()),
            None => ("404 Not Found", String::new()),
        },
        _ => match notes.get(&key) {
            Some(note) => ("200 OK", note.clone()),
            None => ("404 Not Found", String::new()),
        },
    };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        answer.len()
    );
    connection.write_all(head.as_bytes()).unwrap();
    connection.write_all(answer.as_bytes()).unwrap();
}
