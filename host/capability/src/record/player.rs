//! A system that replays a recording and reaches nothing else.

mod machine;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use async_trait::async_trait;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use futures_util::StreamExt;
use futures_util::stream;
use parking_lot::{Mutex, MutexGuard};
use pulumi_wasm_core::call::{Call, Operation, Severity};
use pulumi_wasm_core::error::GuestError;
use rand_chacha::ChaCha20Rng;

use super::RecordError;
use super::compare::{LiveRequest, compare};
use super::line::{Answer, Body, CallName};
use super::random_stream::RandomStream;
use super::read::{Exchange, Outcome, Recording, Track};
use super::secrets::{PlaceholderMeanings, plain_url};
use crate::http::{BodyStream, IncomingResponse, OutgoingRequest};
use crate::system::{Environment, Network, NoAnswer, System};

/// Replays the recording of one package.
///
/// Each call is answered from the recorded calls with the same operation, preview flag and URN. If the recording does
/// not have the URN, calls of the same type and name are used, so that a stack with another name can replay the
/// recording. Calls of one resource must send their requests in the recorded order. Calls without a resource, which may
/// run at once, are answered in any order.
pub struct Player {
    recording: Recording,
    package: String,
    /// The source of variables that the recording does not know.
    environment: Option<Arc<dyn Environment>>,
    started: Instant,
    state: Mutex<State>,
    has_differed: AtomicBool,
}

#[derive(Default)]
struct State {
    /// The recorded run that this run seems to repeat: the run that contains the latest call.
    run: usize,
    cursors: BTreeMap<Option<CallName>, Cursor>,
    meanings: BTreeMap<usize, PlaceholderMeanings>,
    /// Random bytes that were not recorded, by the name of the call that requests them.
    generators: BTreeMap<Option<CallName>, ChaCha20Rng>,
    /// The recorded waits, which take no time in a replay.
    waited: Duration,
    differences: Vec<String>,
}

/// How far a name's calls have come in their track.
#[derive(Debug, Clone)]
struct Cursor {
    run: usize,
    track: usize,
    /// The position in the recorded exchanges.
    used: Vec<bool>,
    times: usize,
    monotonic: usize,
    random: usize,
    /// Bytes from a recorded seed.
    draws: Option<RandomStream>,
}

impl Cursor {
    fn is_fresh(&self) -> bool {
        !self.used.contains(&true)
    }
}

impl Player {
    /// A player of a recording's part for a package.
    ///
    /// # Errors
    /// If the recording does not contain the package.
    pub fn new(recording: Recording, package: &str) -> Result<Arc<Self>, RecordError> {
        let known = recording.packages();
        if !known.contains(&package) {
            return Err(RecordError::new(format!(
                "the recording `{}` does not contain the package `{package}`; it has `{}`",
                recording.path.display(),
                known.join("`, `")
            )));
        }
        Ok(Self::with_environment(recording, package, None))
    }

    /// Plays a recording, without an error for a package that made no host calls.
    pub(super) fn with_environment(
        mut recording: Recording,
        package: &str,
        environment: Option<Arc<dyn Environment>>,
    ) -> Arc<Self> {
        recording.runs.retain(|run| run.head.package == package);
        Arc::new(Self {
            recording,
            package: package.to_owned(),
            environment,
            started: Instant::now(),
            state: Mutex::default(),
            has_differed: AtomicBool::new(false),
        })
    }

    /// A system whose network, time and randomness come from the recording.
    #[must_use]
    pub fn system(self: &Arc<Self>) -> System {
        System {
            network: Arc::clone(self) as Arc<_>,
            time: Arc::clone(self) as Arc<_>,
            randomness: Arc::clone(self) as Arc<_>,
            environment: Arc::clone(self) as Arc<_>,
            observer: None,
        }
    }

    /// The differences of this run so far, one message each.
    #[must_use]
    pub fn differences(&self) -> Vec<String> {
        self.lock().differences.clone()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock()
    }

    fn track(&self, cursor: &Cursor) -> Option<&Track> {
        let run = self.recording.runs.get(cursor.run)?;
        run.tracks.get(cursor.track)
    }

    /// The tracks of a name, as fresh cursors: of the run that this one seems to be, then later ones, then earlier.
    fn candidates(&self, name: Option<&CallName>, run: usize) -> Vec<Cursor> {
        let of = |fits: &dyn Fn(&CallName) -> bool| {
            let runs = self.recording.runs.iter().enumerate();
            let tracks = runs.flat_map(|(run, recorded)| {
                let tracks = recorded.tracks.iter().enumerate();
                tracks.map(move |(place, track)| (run, place, track))
            });
            tracks
                .filter(|(_, _, track)| match (&track.call, name) {
                    (None, None) => true,
                    (Some(call), Some(_)) => fits(call),
                    _ => false,
                })
                .map(|(run, place, track)| Cursor {
                    run,
                    track: place,
                    used: vec![false; track.exchanges.len()],
                    times: 0,
                    monotonic: 0,
                    random: 0,
                    draws: track.seed.map(RandomStream::new),
                })
                .collect::<Vec<_>>()
        };
        let mut found = of(&|call| Some(call) == name);
        if let (true, Some(name)) = (found.is_empty(), name) {
            found = of(&|call| {
                !name.urn.is_empty()
                    && (&call.operation, call.preview) == (&name.operation, name.preview)
                    && (&call.token, &call.name) == (&name.token, &name.name)
            });
        }
        let earlier = found.iter().position(|cursor| cursor.run >= run);
        found.rotate_left(earlier.unwrap_or(0));
        found
    }

    /// Calls `work` with the cursor of a call; `None` if the recording does not contain the call.
    fn with<T>(
        &self,
        call: Option<&Call>,
        work: impl FnOnce(&Track, &mut Cursor) -> T,
    ) -> Option<T> {
        let name = call.map(CallName::of);
        let mut state = self.lock();
        if !state.cursors.contains_key(&name) {
            let found = self
                .candidates(name.as_ref(), state.run)
                .into_iter()
                .next()?;
            state.run = found.run;
            state.cursors.insert(name.clone(), found);
        }
        let cursor = state.cursors.get_mut(&name)?;
        Some(work(self.track(cursor)?, cursor))
    }

    /// The recorded result of a request.
    fn answer(&self, call: &Call, live: &LiveRequest) -> Result<IncomingResponse, NoAnswer> {
        let name = CallName::of(call);
        let found = self.find(call, &name, live);
        let (run, outcome) = found.map_err(|difference| self.differs(call, difference))?;
        match outcome {
            Outcome::Failed(failure) => Err(failure),
            Outcome::Answer(answer) => Ok(self.respond(run, answer)),
        }
    }

    fn find(
        &self,
        call: &Call,
        name: &CallName,
        live: &LiveRequest,
    ) -> Result<(usize, Outcome), String> {
        let path = self.recording.path.display();
        let key = Some(name.clone());
        let mut state = self.lock();
        let run = state.run;
        let mut cursors: Vec<Cursor> = state.cursors.get(&key).cloned().into_iter().collect();
        // The run made no request yet, so it may repeat another run of the file.
        if cursors.first().is_none_or(Cursor::is_fresh) {
            cursors.extend(self.candidates(Some(name), run));
        }
        let mut first_difference = None;
        for mut cursor in cursors {
            let Some(track) = self.track(&cursor) else {
                continue;
            };
            let meanings = state.meanings.entry(cursor.run).or_default();
            match next(track, &mut cursor, call, live, meanings) {
                Ok(exchange) => {
                    let outcome = exchange.outcome.clone().ok_or_else(|| {
                        format!(
                            "`{live}` has no answer in the recording: the recorded run ended before it came (line {} of `{path}`)",
                            exchange.line
                        )
                    });
                    let run = cursor.run;
                    state.run = run;
                    state.cursors.insert(key, cursor);
                    return outcome.map(|outcome| (run, outcome));
                }
                Err(reason) => {
                    let ended = self.recording.runs.get(cursor.run);
                    let ended = ended.and_then(|run| run.ended.as_ref());
                    let ended =
                        ended.map(|reason| format!("; the recording ended early: {reason}"));
                    first_difference.get_or_insert(match reason {
                        Mismatch::Differs(line, reason) => {
                            format!("{reason} (line {line} of `{path}`)")
                        }
                        Mismatch::AtEnd(last) => format!(
                            "it is `{live}`; the recording has no further request of this call (its last is in line {last} of `{path}`){}",
                            ended.unwrap_or_default()
                        ),
                        Mismatch::Nothing => format!(
                            "it is `{live}`; the recording `{path}` has no request of this call{}",
                            ended.unwrap_or_default()
                        ),
                    });
                }
            }
        }
        Err(first_difference
            .unwrap_or_else(|| format!("it is `{live}`; the recording `{path}` has no such call")))
    }

    fn respond(&self, run: usize, answer: Answer) -> IncomingResponse {
        let mut state = self.lock();
        let meanings = state.meanings.entry(run).or_default();
        let body = match &answer.body {
            None => Vec::new(),
            Some(Body::Text(text)) => meanings.fill(text).into_bytes(),
            Some(Body::Base64(text)) => STANDARD.decode(text).unwrap_or_default(),
        };
        let headers = answer.headers.into_iter();
        let headers = headers.map(|(name, value)| {
            let value = meanings.fill(&value);
            (name, value)
        });
        let headers = headers.collect();
        let body = BodyStream::whole(body);
        IncomingResponse {
            status: answer.status,
            headers,
            body: match answer.incomplete {
                None => body,
                Some(reason) => {
                    let end = Err(GuestError::Unavailable(format!(
                        "the recorded answer ended early: {reason}"
                    )));
                    BodyStream::new(body.chain(stream::iter([end])))
                }
            },
        }
    }

    /// The error of a host call that differs from the recording. The first difference is also shown on its resource: a
    /// guest may hide an error, and all later differences may result from it.
    fn differs(&self, call: &Call, difference: String) -> GuestError {
        let message = format!(
            "this run differs from the recording in {}: {difference}",
            CallName::of(call)
        );
        if !self.has_differed.swap(true, Ordering::Relaxed) {
            call.log(Severity::Error, &format!("the first difference: {message}"));
        }
        self.lock().differences.push(message.clone());
        GuestError::Other(message)
    }
}

/// The reason why a request is not the next recorded request.
enum Mismatch {
    /// The recorded request's line, and the difference.
    Differs(usize, String),
    /// The line of the last request.
    AtEnd(usize),
    Nothing,
}

/// The recorded exchange that a request is.
fn next<'a>(
    track: &'a Track,
    cursor: &mut Cursor,
    call: &Call,
    live: &LiveRequest,
    meanings: &mut PlaceholderMeanings,
) -> Result<&'a Exchange, Mismatch> {
    let overlaps = track.call.as_ref().is_some_and(CallName::may_overlap);
    // Instances are configured alike, and their number is not known.
    let repeats = call.operation == Operation::Configure;
    let mut first = None;
    let exchanges = track.exchanges.iter().zip(cursor.used.iter_mut());
    for (exchange, used) in exchanges {
        if *used && !repeats {
            continue;
        }
        match compare(&exchange.request, live, meanings) {
            Ok(()) => {
                *used = true;
                return Ok(exchange);
            }
            Err(reason) => {
                first.get_or_insert(Mismatch::Differs(exchange.line, reason));
            }
        }
        if !overlaps {
            break;
        }
    }
    Err(first.unwrap_or_else(|| match track.exchanges.last() {
        Some(last) => Mismatch::AtEnd(last.line),
        None => Mismatch::Nothing,
    }))
}

#[async_trait]
impl Network for Player {
    async fn send(
        &self,
        call: &Call,
        request: OutgoingRequest,
    ) -> Result<IncomingResponse, NoAnswer> {
        let live = LiveRequest {
            method: request.method.to_string(),
            url: plain_url(&request.url),
            headers: request.headers,
            body: request.body.read_whole().await?,
        };
        self.answer(call, &live)
    }
}

impl std::fmt::Debug for Player {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Player")
            .field("package", &self.package)
            .finish_non_exhaustive()
    }
}
