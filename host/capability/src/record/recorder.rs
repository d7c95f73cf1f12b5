//! A system that records its answers.

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
use pulumi_wasm_core::call::{Call, LogSink, Severity};
use pulumi_wasm_core::error::GuestError;
use url::Url;

use super::file::{NotWritten, RecordingFile};
use super::line::{CallName, Event, FORMAT, HeadComponent, Line, RecordingHead};
use super::random_stream::{RandomStream, SEED};
use super::secrets::SecretPlaceholders;
use super::unwritten::{Draft, Unwritten};
use crate::http::{BodyStream, IncomingResponse, OutgoingRequest, RequestBody};
use crate::system::{Environment, Network, NoAnswer, Randomness, System, Time};

/// A system that records into a file what this system returns to a package. Of JSON members with the `redacted` names,
/// and of those that sound like secrets, the texts are left out.
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
    /// The number of the last line.
    seq: u64,
    has_head: bool,
    has_ended: bool,
    /// Whether the events of running calls take as much as the file may have: the recording ends with the next call
    /// that was answered.
    is_full: bool,
    /// Whether the user was told.
    is_announced: bool,
    /// The events of running calls, by the address of the call's secrets. The entry keeps the secrets alive, so the
    /// address identifies the call.
    unwritten: BTreeMap<usize, Unwritten>,
    /// The size of the events in bytes.
    unwritten_bytes: usize,
}

/// Writes the events of a call when the call was answered.
struct Answered {
    recorder: Arc<Recorder>,
    key: usize,
}

impl Drop for Answered {
    fn drop(&mut self) {
        self.recorder.flush(self.key);
    }
}

impl Recorder {
    /// Keeps an event of a call until the call was answered, and returns the number of its line.
    fn note(self: &Arc<Self>, call: &Call, draft: Draft) -> u64 {
        let key = Arc::as_ptr(&call.secrets) as usize;
        let (seq, is_first) = {
            let mut state = self.state.lock();
            if state.has_ended || state.is_full {
                return state.seq;
            }
            if !std::mem::replace(&mut state.is_announced, true) {
                let message = format!(
                    "host calls of the package `{}` are recorded into `{}`: requests, answers, times, and seeds \
                     of random bytes",
                    self.head.package,
                    self.file.path().display()
                );
                call.log.log(Severity::Info, "", &message, false);
            }
            state.seq += 1;
            let seq = state.seq;
            state.unwritten_bytes += draft.bytes();
            state.is_full |= state.unwritten_bytes as u64 > self.file.limit();
            if state.is_full {
                return seq;
            }
            let is_first = !state.unwritten.contains_key(&key);
            let unwritten = state
                .unwritten
                .entry(key)
                .or_insert_with(|| Unwritten::of(call));
            unwritten.add(seq, CallName::of(call), draft);
            (seq, is_first)
        };
        if is_first {
            call.kept.keep(Answered {
                recorder: Arc::clone(self),
                key,
            });
        }
        seq
    }

    /// Records an event without secrets: with its call, or at once if it has no call.
    fn of(self: &Arc<Self>, call: Option<&Call>, event: Event) {
        match call {
            Some(call) => drop(self.note(call, Draft::Plain(event))),
            None => self.write(event),
        }
    }

    /// Writes an event without a call.
    fn write(&self, event: Event) {
        let mut state = self.state.lock();
        if state.has_ended {
            return;
        }
        state.seq += 1;
        let line = self.line(state.seq, None, event);
        if let Err(error) = self.append_lines(&mut state, &[line]) {
            self.end(&mut state, &error, None);
        }
    }

    /// Writes the events of a call that was answered.
    fn flush(&self, key: usize) {
        let mut state = self.state.lock();
        let Some(unwritten) = state.unwritten.remove(&key) else {
            return;
        };
        state.unwritten_bytes = state.unwritten_bytes.saturating_sub(unwritten.bytes);
        if state.has_ended {
            return;
        }
        let log = Arc::clone(&unwritten.log);
        let events = unwritten.into_events(&self.placeholders).into_iter();
        let lines = events.map(|(seq, call, event)| self.line(seq, Some(call), event));
        let mut written = self.append_lines(&mut state, &lines.collect::<Vec<_>>());
        if state.is_full {
            written = written.and(Err(NotWritten::Full(self.file.limit())));
        }
        if let Err(error) = written {
            self.end(&mut state, &error, Some(&log));
        }
    }

    /// Ends the recording, with a warning, and not the run.
    fn end(&self, state: &mut State, error: &NotWritten, log: Option<&Arc<dyn LogSink>>) {
        let reason = error.to_string();
        state.seq += 1;
        let last = self.line(
            state.seq,
            None,
            Event::Ended {
                reason: reason.clone(),
            },
        );
        // If even that write fails, the reader sees that answers are missing.
        drop(self.append(&last, true));
        if let Some(log) = log {
            let message = format!(
                "the recording `{}` ends here: {reason}",
                self.file.path().display()
            );
            log.log(Severity::Warning, "", &message, false);
        }
        state.has_ended = true;
        state.unwritten.clear();
    }

    fn line(&self, seq: u64, call: Option<CallName>, event: Event) -> Line {
        Line {
            run: self.head.run.clone(),
            seq,
            call,
            event,
        }
    }

    /// Appends lines, with the head before the first of all.
    fn append_lines(&self, state: &mut State, lines: &[Line]) -> Result<(), NotWritten> {
        if !state.has_head {
            self.append(&self.head, false)?;
            state.has_head = true;
        }
        lines.iter().try_for_each(|line| self.append(line, false))
    }

    fn append(&self, line: &impl serde::Serialize, is_last: bool) -> Result<(), NotWritten> {
        match serde_json::to_string(line) {
            Ok(text) => self.file.append(&text, is_last),
            Err(error) => Err(NotWritten::Failed(error.into())),
        }
    }

    fn request(self: &Arc<Self>, call: &Call, request: &OutgoingRequest) -> u64 {
        let body = match &request.body {
            RequestBody::Whole(bytes) => bytes.to_vec(),
            RequestBody::Empty | RequestBody::Streamed { .. } => Vec::new(),
        };
        let draft = Draft::Request {
            method: request.method.to_string(),
            url: Url::clone(&request.url),
            headers: request.headers.clone(),
            body,
        };
        self.note(call, draft)
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
            let chunks = heard(chunks, move |body, _| {
                if !body.is_empty() {
                    recorder.note(&call, Draft::Sent { to, body });
                }
            });
            request.body = RequestBody::Streamed { chunks, length };
        }
        let response = match self.inner.send(call, request).await {
            Ok(response) => response,
            Err(failure) => {
                let failed = Draft::Failed {
                    to,
                    failure: failure.clone(),
                };
                self.recorder.note(call, failed);
                return Err(failure);
            }
        };
        let (recorder, call) = (Arc::clone(&self.recorder), call.clone());
        let (status, headers) = (response.status, response.headers.clone());
        let body = heard(response.body, move |body, incomplete| {
            let answer = Draft::Answer {
                to,
                status,
                headers,
                body,
                incomplete,
            };
            recorder.note(&call, answer);
        });
        Ok(IncomingResponse {
            status: response.status,
            headers: response.headers,
            body,
        })
    }
}

/// Collects the bytes of a body, and calls `tell` when the body ends or is dropped.
struct Heard<F: FnOnce(Vec<u8>, Option<String>)> {
    bytes: Vec<u8>,
    /// Why the body is incomplete.
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

/// The same body, which is recorded as a whole when it has ended. Until then it is kept in memory, because a secret may
/// be split over two chunks.
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
        let event = Event::Time(nanoseconds(time));
        self.recorder.note(call, Draft::Plain(event));
        time
    }

    fn elapsed(&self) -> Duration {
        self.inner.elapsed()
    }

    fn monotonic(&self, call: Option<&Call>) -> Duration {
        let time = self.inner.monotonic(call);
        // A request between calls belongs to the start of an instance. A replay cannot compare it.
        if let Some(call) = call {
            let event = Event::Monotonic(nanoseconds(time));
            self.recorder.note(call, Draft::Plain(event));
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
    /// By the name of the call that draws bytes.
    draws: Mutex<BTreeMap<Option<CallName>, RandomStream>>,
}

/// All bytes that calls of one name draw come from one seed, which is as unpredictable as its source. The recording
/// keeps only the seed.
impl Randomness for RecordedRandomness {
    fn fill(&self, call: Option<&Call>, bytes: &mut [u8]) -> Result<(), String> {
        let mut draws = self.draws.lock();
        let draws = match draws.entry(call.map(CallName::of)) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => {
                let mut seed = [0; SEED];
                self.inner.fill(call, &mut seed)?;
                self.recorder.of(call, Event::Seed(STANDARD.encode(seed)));
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
        self.recorder.of(call, Event::Variable { name, set });
        Ok(value)
    }
}
