//! Recording, and replaying, through the system that packages get.

mod differences;
mod files;
mod lives;
mod secrets;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use pulumi_wasm_core::call::{Call, KeptAlive, Operation, Subject};
use pulumi_wasm_core::error::GuestError;
use tempfile::TempDir;
use url::Url;

use super::read::DEFAULT_LIMIT;
use super::{HeadComponent, Player, Recording, RecordingFile, record};
use crate::http::{BodyStream, IncomingResponse, OutgoingRequest, Reach, RequestBody};
use crate::system::{Environment, Network, NoAnswer, Randomness, System, Time};
use crate::testing::{Lines, call};

/// A system whose responses contain the requests and their count.
#[derive(Default)]
struct World {
    requests: Mutex<u8>,
}

#[async_trait]
impl Network for World {
    async fn send(
        &self,
        _call: &Call,
        request: OutgoingRequest,
    ) -> Result<IncomingResponse, NoAnswer> {
        let path = request.url.path().to_owned();
        let body = request.body.read_whole().await?;
        let count = {
            let mut requests = self.requests.lock().unwrap();
            *requests += 1;
            *requests
        };
        if path == "/broken" {
            let error = GuestError::Unavailable("nobody is there".to_owned());
            return Err(NoAnswer::unsent(error));
        }
        let text = format!("answer {count}: {}", String::from_utf8_lossy(&body));
        let chunks = [Ok(Bytes::from(text)), Ok(Bytes::from_static(b"."))];
        Ok(IncomingResponse {
            status: 200 + u16::from(count),
            headers: vec![
                ("content-type".to_owned(), "text/plain".to_owned()),
                ("set-cookie".to_owned(), "session=very-private".to_owned()),
            ],
            body: BodyStream::new(futures_util::stream::iter(chunks)),
        })
    }
}

#[async_trait]
impl Time for World {
    fn time_of_day(&self, _call: &Call) -> Duration {
        Duration::from_secs(u64::from(*self.requests.lock().unwrap()) + 1_000_000_000)
    }

    fn elapsed(&self) -> Duration {
        Duration::from_millis(5)
    }

    async fn sleep(&self, _duration: Duration) {}
}

impl Randomness for World {
    fn fill(&self, _call: Option<&Call>, bytes: &mut [u8]) -> Result<(), String> {
        getrandom::fill(bytes).map_err(|error| error.to_string())
    }
}

impl Environment for World {
    fn get(&self, _call: Option<&Call>, name: &str) -> Result<Option<String>, GuestError> {
        Ok((name == "SET").then(|| "value-of-the-variable".to_owned()))
    }
}

impl World {
    fn system() -> System {
        let world = Arc::new(World::default());
        System {
            network: Arc::clone(&world) as Arc<_>,
            time: Arc::clone(&world) as Arc<_>,
            randomness: Arc::clone(&world) as Arc<_>,
            environment: world,
            observer: None,
        }
    }
}

/// A folder for a recording.
struct Tape {
    folder: TempDir,
    lines: Lines,
    /// The kept values of all calls.
    kept: Mutex<Vec<KeptAlive>>,
}

impl Tape {
    fn new() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
            lines: Lines::default(),
            kept: Mutex::default(),
        }
    }

    /// Ends all calls so far: they are answered.
    fn end_calls(&self) {
        self.kept.lock().unwrap().iter().for_each(KeptAlive::clear);
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("recording.jsonl")
    }

    fn text(&self) -> String {
        self.end_calls();
        std::fs::read_to_string(self.path()).unwrap()
    }

    /// A run that is recorded.
    fn recorder(&self) -> System {
        self.recorder_within(DEFAULT_LIMIT)
    }

    fn recorder_within(&self, limit: u64) -> System {
        let file = RecordingFile::open(&self.path(), limit).unwrap();
        let component = HeadComponent {
            file: "acme.wasm".to_owned(),
            digest: "00".repeat(32),
        };
        let redacted = ["salt".to_owned()];
        record(
            World::system(),
            file,
            "acme",
            "1.0.0",
            vec![component],
            &redacted,
        )
    }

    /// A run that replays.
    fn player(&self) -> Arc<Player> {
        self.end_calls();
        let recording = Recording::from_file(&self.path()).unwrap();
        Player::new(recording, "acme").unwrap()
    }

    fn call(&self, operation: Operation, name: &str) -> Call {
        let call = self.call_of(operation, name);
        self.kept.lock().unwrap().push(call.kept.clone());
        call
    }

    fn call_of(&self, operation: Operation, name: &str) -> Call {
        Call {
            subject: Arc::new(Subject {
                urn: format!("urn:pulumi:dev::shop::acme:index:Thing::{name}"),
                token: "acme:index:Thing".to_owned(),
                name: name.to_owned(),
            }),
            ..call(operation, &self.lines)
        }
    }
}

/// A request.
fn ask(method: &str, url: &str, body: &str) -> OutgoingRequest {
    OutgoingRequest {
        method: method.parse().unwrap(),
        url: Url::parse(url).unwrap(),
        headers: vec![("authorization".to_owned(), "Bearer abc".to_owned())],
        body: if body.is_empty() {
            RequestBody::Empty
        } else {
            RequestBody::Whole(Bytes::copy_from_slice(body.as_bytes()))
        },
        reach: Reach::Public,
        connect_time: Duration::from_secs(1),
        first_byte_time: None,
        way: None,
    }
}

/// The answer's status and body; or the error's message.
async fn answer(system: &System, call: &Call, request: OutgoingRequest) -> String {
    match system
        .network
        .send(call, request)
        .await
        .map_err(|failure| failure.error)
    {
        Err(error) => error.message(),
        Ok(response) => {
            let status = response.status;
            match response.body.read_whole().await {
                Ok(body) => format!("{status} {}", String::from_utf8_lossy(&body)),
                Err(error) => format!("{status} {}", error.message()),
            }
        }
    }
}

/// The error and the advice for a file.
fn refused(path: &Path) -> (String, String) {
    let error = Recording::from_file(path).unwrap_err();
    let hint = error.advice().unwrap_or_default().to_owned();
    (error.to_string(), hint)
}
