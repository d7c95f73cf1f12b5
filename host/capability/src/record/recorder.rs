//! A system that records what it gives.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use futures_util::{Stream, StreamExt, stream};
use parking_lot::Mutex;
use pulumi_wasm_core::call::{Call, Severity};
use pulumi_wasm_core::error::GuestError;

use super::file::{NotWritten, RecordingFile};
use super::line::{
    Answer, CallName, Event, FORMAT, HeadComponent, Line, RecordingHead, Request, kind,
};
use super::random_stream::{RandomStream, SEED};
use super::secret_placeholders::SecretPlaceholders;
use crate::http::{BodyStream, IncomingResponse, OutgoingRequest, RequestBody};
use crate::system::{Environment, Network, NoAnswer, Randomness, System, Time};

/// A system that records into a file what this one gives to a package. Of JSON members with the `redacted` names, and of those that
/// sound like secrets, the texts are left out.
#[must_use]
pub fn record(
    system: System,
    file: RecordingFile,
    package: &str,
    version: &str,
    components: Vec<HeadComponent>,
    redacted: &[String],
) -> System {
    let recorder = Arc::new(Recorder {
        head: RecordingHead {
            format: FORMAT,
            run: next_run(),
            package: package.to_owned(),
            version: version.to_owned(),
            components,
            host: env!("CARGO_PKG_VERSION").to_owned(),
        },
        file,
        placeholders: SecretPlaceholders::new(redacted),
        state: Mutex::default(),
    });
    System {
        network: Arc::new(RecordedNetwork {
            inner: system.network,
            recorder: Arc::clone(&recorder),
        }),
        time: Arc::new(RecordedTime {
            inner: system.time,
            recorder: Arc::clone(&recorder),
        }),
        randomness: Arc::new(RecordedRandomness {
            inner: system.randomness,
            recorder: Arc::clone(&recorder),
            draws: Mutex::default(),
        }),
        environment: Arc::new(RecordedEnvironment {
            inner: system.environment,
            recorder,
        }),
        observer: system.observer,
    }
}

/// A name that no other run of the file is likely to have.
fn next_run() -> String {
    static RUNS: AtomicU64 = AtomicU64::new(1);
    let number = RUNS.fetch_add(1, Ordering::Relaxed);
    format!("{}-{number}", std::process::id())
}

struct Recorder {
    file: RecordingFile,
    head: RecordingHead,
    placeholders: SecretPlaceholders,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The number of the last line; the head is written before the first.
    seq: u64,
    has_ended: bool,
    /// Whether the user was told.
    is_announced: bool,
}

impl Recorder {
    /// Writes a line, and returns its number. A failed write ends the recording, with a warning, and not the run.
    fn write(&self, call: Option<&Call>, event: Event) -> u64 {
        let mut state = self.state.lock();
        if state.has_ended {
            return state.seq;
        }
        let mut written = Ok(());
        if state.seq == 0 {
            written = self.append(&self.head, false);
        }
        if let (Ok(()), Some(call), false) = (&written, call, state.is_announced) {
            state.is_announced = true;
            let message = format!(
                "host calls of the package `{}` are recorded into `{}`: requests, answers, times, and what random bytes follow from",
                self.head.package,
                self.file.path().display()
            );
            call.log.log(Severity::Info, "", &message, false);
        }
        state.seq += 1;
        let line = |event| Line {
            run: self.head.run.clone(),
            seq: state.seq,
            call: call.map(CallName::of),
            event,
        };
        if written.is_ok() {
            written = self.append(&line(event), false);
        }
        if let Err(error) = written {
            let reason = error.to_string();
            let last = line(Event::Ended {
                reason: reason.clone(),
            });
            // If even that write fails, the reader sees that answers are missing.
            drop(self.append(&last, true));
            if let Some(call) = call {
                let message = format!(
                    "the recording `{}` ends here: {reason}",
                    self.file.path().display()
                );
                call.log.log(Severity::Warning, "", &message, false);
            }
            state.has_ended = true;
        }
        state.seq
    }

    fn append(&self, line: &impl serde::Serialize, is_last: bool) -> Result<(), NotWritten> {
        match serde_json::to_string(line) {
            Ok(text) => self.file.append(&text, is_last),
            Err(error) => Err(NotWritten::Failed(error.into())),
        }
    }

    fn request(&self, call: &Call, request: &OutgoingRequest) -> u64 {
        let some = Some(call);
        let body = match &request.body {
            RequestBody::Whole(bytes) => self.placeholders.body(some, bytes),
            RequestBody::Empty | RequestBody::Streamed { .. } => None,
        };
        let request = Request {
            method: request.method.to_string(),
            url: self.placeholders.url(some, &request.url),
            headers: self.placeholders.headers(some, &request.headers),
            body,
        };
        self.write(some, Event::Request(request))
    }

    fn failed(&self, call: &Call, to: u64, failure: &NoAnswer) {
        let event = Event::Failed {
            to,
            kind: kind(&failure.error).to_owned(),
            message: self.placeholders.text(Some(call), &failure.error.message()),
            unsent: !failure.was_sent,
        };
        self.write(Some(call), event);
    }
}

struct RecordedNetwork {
    inner: Arc<dyn Network>,
    recorder: Arc<Recorder>,
}

#[async_trait]
impl Network for RecordedNetwork {
    async fn send(
        &self,
        call: &Call,
        mut request: OutgoingRequest,
    ) -> Result<IncomingResponse, NoAnswer> {
        let to = self.recorder.request(call, &request);
        if let RequestBody::Streamed { chunks, length } = request.body {
            let (recorder, call) = (Arc::clone(&self.recorder), call.clone());
            let chunks = heard(chunks, move |bytes, _| {
                if let Some(body) = recorder.placeholders.body(Some(&call), &bytes) {
                    recorder.write(Some(&call), Event::Sent { to, body });
                }
            });
            request.body = RequestBody::Streamed { chunks, length };
        }
        let response = match self.inner.send(call, request).await {
            Ok(response) => response,
            Err(failure) => {
                self.recorder.failed(call, to, &failure);
                return Err(failure);
            }
        };
        let (recorder, call) = (Arc::clone(&self.recorder), call.clone());
        let (status, headers) = (response.status, response.headers.clone());
        let body = heard(response.body, move |bytes, incomplete| {
            let some = Some(&call);
            // The body first: its secrets may be in a header too.
            let body = recorder.placeholders.body(some, &bytes);
            let answer = Answer {
                to,
                status,
                headers: recorder.placeholders.headers(some, &headers),
                body,
                incomplete: incomplete.map(|reason| recorder.placeholders.text(some, &reason)),
            };
            recorder.write(some, Event::Answer(answer));
        });
        Ok(IncomingResponse {
            status: response.status,
            headers: response.headers,
            body,
        })
    }
}

/// The bytes of a body, told when it ends or is dropped.
struct Heard<F: FnOnce(Vec<u8>, Option<String>)> {
    bytes: Vec<u8>,
    /// Why it is not whole.
    incomplete: Option<String>,
    tell: Option<F>,
}

impl<F: FnOnce(Vec<u8>, Option<String>)> Heard<F> {
    fn end(&mut self) {
        if let Some(tell) = self.tell.take() {
            tell(std::mem::take(&mut self.bytes), self.incomplete.take());
        }
    }
}

impl<F: FnOnce(Vec<u8>, Option<String>)> Drop for Heard<F> {
    fn drop(&mut self) {
        self.end();
    }
}

/// The same body, which is told as a whole once it has ended. Until then it is kept in memory, because a secret may be
/// in two chunks.
fn heard(
    body: BodyStream,
    tell: impl FnOnce(Vec<u8>, Option<String>) + Send + Unpin + 'static,
) -> BodyStream {
    let heard = Heard {
        bytes: Vec::new(),
        incomplete: Some("the guest stopped reading".to_owned()),
        tell: Some(tell),
    };
    BodyStream::new(listen(body, heard))
}

fn listen<F>(
    body: BodyStream,
    heard: Heard<F>,
) -> impl Stream<Item = Result<Bytes, GuestError>> + Send
where
    F: FnOnce(Vec<u8>, Option<String>) + Send + Unpin + 'static,
{
    stream::unfold((body, heard), |(mut body, mut heard)| async move {
        let next = body.next().await;
        match &next {
            Some(Ok(chunk)) => heard.bytes.extend_from_slice(chunk),
            Some(Err(error)) => {
                heard.incomplete = Some(error.message());
                heard.end();
            }
            None => {
                heard.incomplete = None;
                heard.end();
            }
        }
        next.map(|next| (next, (body, heard)))
    })
}

struct RecordedTime {
    inner: Arc<dyn Time>,
    recorder: Arc<Recorder>,
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

#[async_trait]
impl Time for RecordedTime {
    fn time_of_day(&self, call: &Call) -> Duration {
        let time = self.inner.time_of_day(call);
        self.recorder
            .write(Some(call), Event::Time(nanoseconds(time)));
        time
    }

    fn elapsed(&self) -> Duration {
        self.inner.elapsed()
    }

    fn monotonic(&self, call: Option<&Call>) -> Duration {
        let time = self.inner.monotonic(call);
        // A request between calls belongs to the start of an instance, which no replay can be compared with.
        if call.is_some() {
            self.recorder
                .write(call, Event::Monotonic(nanoseconds(time)));
        }
        time
    }

    async fn sleep(&self, duration: Duration) {
        self.inner.sleep(duration).await;
    }
}

struct RecordedRandomness {
    inner: Arc<dyn Randomness>,
    recorder: Arc<Recorder>,
    /// By the name of the call that draws.
    draws: Mutex<BTreeMap<Option<CallName>, RandomStream>>,
}

/// All bytes that the calls of a name draw follow from one seed, as unguessable as what it was drawn from: it is all that the
/// recording keeps.
impl Randomness for RecordedRandomness {
    fn fill(&self, call: Option<&Call>, bytes: &mut [u8]) -> Result<(), String> {
        let mut draws = self.draws.lock();
        let draws = match draws.entry(call.map(CallName::of)) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => {
                let mut seed = [0; SEED];
                self.inner.fill(call, &mut seed)?;
                self.recorder
                    .write(call, Event::Seed(STANDARD.encode(seed)));
                new.insert(RandomStream::new(seed))
            }
        };
        draws.fill(bytes);
        Ok(())
    }
}

struct RecordedEnvironment {
    inner: Arc<dyn Environment>,
    recorder: Arc<Recorder>,
}

impl Environment for RecordedEnvironment {
    fn get(&self, call: Option<&Call>, name: &str) -> Result<Option<String>, GuestError> {
        let value = self.inner.get(call, name)?;
        let (name, set) = (name.to_owned(), value.is_some());
        self.recorder.write(call, Event::Variable { name, set });
        Ok(value)
    }
}
