//! The server that moves, on a port of this machine.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pulumi_wasm_core::value::PropertyValue;
use serde_json::{Value, json};

use super::expected::outputs;
use super::fault::Fault;
use super::server::Server;
use super::text::{from_json, to_json};
use super::values::members;

/// The properties that the server chooses: it keeps these if a request leaves them out.
const CHOSEN: [&str; 5] = ["zone", "size", "region", "settings", "tags"];

/// The server, and its next fault.
#[derive(Default)]
pub(crate) struct World {
    pub(crate) server: Server,
    pub(crate) fault: Option<Fault>,
}

/// A running server.
pub(crate) struct Rest {
    world: Arc<Mutex<World>>,
    pub(crate) address: String,
}

impl Rest {
    /// Serves until the process ends.
    pub(crate) fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let world = Arc::<Mutex<World>>::default();
        let shared = Arc::clone(&world);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let world = Arc::clone(&shared);
                std::thread::spawn(move || serve(&world, stream));
            }
        });
        Self { world, address }
    }

    pub(crate) fn world(&self) -> MutexGuard<'_, World> {
        self.world.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Answers one request; a lost answer is a connection that ends.
fn serve(world: &Mutex<World>, stream: TcpStream) -> Option<()> {
    let mut reader = BufReader::new(stream.try_clone().ok()?);
    let mut line = String::new();
    reader.read_line(&mut line).ok()?;
    let mut words = line.split_whitespace();
    let (method, path) = (words.next()?.to_owned(), words.next()?.to_owned());
    let mut length = 0;
    loop {
        let mut header = String::new();
        reader.read_line(&mut header).ok()?;
        if header.trim().is_empty() {
            break;
        }
        let (name, value) = header.split_once(':')?;
        if name.eq_ignore_ascii_case("content-length") {
            length = value.trim().parse().ok()?;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    let body = serde_json::from_slice(&body).unwrap_or_default();
    let mut world = world.lock().unwrap_or_else(PoisonError::into_inner);
    let (status, answer) = world.answer(&method, &path, &body)?;
    let answer = answer.to_string();
    let head = format!(
        "HTTP/1.1 {status} Said\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: {}\r\n\r\n",
        answer.len()
    );
    let mut stream = stream;
    stream.write_all((head + &answer).as_bytes()).ok()
}

impl World {
    /// The status and the body of the answer, or `None` if it is lost.
    fn answer(&mut self, method: &str, path: &str, body: &Value) -> Option<(u16, Value)> {
        let refused = Some((500, json!({ "error": "the server refuses" })));
        let gone = Some((404, json!({ "error": "there is no such thing" })));
        let id = path.split('/').nth(2).unwrap_or_default().to_owned();
        let given = members(Some(&from_json(body)));
        match method {
            "POST" => {
                if self.fails(Fault::CreateRefused) {
                    return refused;
                }
                let id = self.server.create(&given);
                if self.fails(Fault::CreateLost) {
                    return None;
                }
                Some((201, json!({ "id": id, "thing": self.thing(&id)? })))
            }
            "PUT" if path.ends_with("/ready") => {
                if self.fails(Fault::CreateHalf) {
                    refused
                } else {
                    Some((200, json!({})))
                }
            }
            "PUT" => {
                if self.fails(Fault::UpdateRefused) {
                    return refused;
                }
                let fields = self
                    .server
                    .things
                    .get(&id)
                    .map(|thing| thing.fields.clone());
                let is_removed =
                    |name: &String| !given.contains_key(name) && !CHOSEN.contains(&name.as_str());
                let removed: Vec<String> = fields
                    .unwrap_or_default()
                    .into_keys()
                    .filter(is_removed)
                    .collect();
                if !self.server.update(&id, &given, &removed) {
                    return gone;
                }
                if self.fails(Fault::UpdateLost) {
                    return None;
                }
                Some((200, self.thing(&id)?))
            }
            "DELETE" => {
                if self.fails(Fault::DeleteRefused) {
                    return refused;
                }
                self.server.things.remove(&id);
                if self.fails(Fault::DeleteLost) {
                    None
                } else {
                    Some((200, json!({})))
                }
            }
            _ if self.fails(Fault::ReadRefused) => refused,
            _ => match self.thing(&id) {
                Some(thing) => Some((200, thing)),
                None => gone,
            },
        }
    }

    /// Whether this goes wrong now, which happens once.
    fn fails(&mut self, fault: Fault) -> bool {
        self.fault.take_if(|next| *next == fault).is_some()
    }

    fn thing(&self, id: &str) -> Option<Value> {
        let thing = self.server.things.get(id)?;
        let outputs = outputs(thing, id, 1, None);
        Some(to_json(&PropertyValue::Object(outputs)))
    }
}
