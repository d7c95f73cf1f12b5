//! A recording that was read: the events of each run, call by call.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use pulumi_wasm_platform::{env, regular_file};
use serde_json::Value;

use super::RecordError;
use super::line::{Answer, CallName, Event, FORMAT, Line, RecordingHead, Request, error_of};
use super::random_stream::SEED;
use crate::system::NoAnswer;

/// The largest size of a recording, in bytes, if no other is set.
pub const DEFAULT_LIMIT: u64 = 256 << 20;
/// The key that identifies a file as a recording.
const KEY: &str = "pulumi-wasm-recording";

/// The recorded runs.
#[derive(Debug, Clone)]
pub struct Recording {
    pub(super) path: PathBuf,
    pub(super) runs: Vec<Run>,
}

/// The events of one process for one package.
#[derive(Debug, Clone)]
pub(super) struct Run {
    pub(super) head: RecordingHead,
    pub(super) tracks: Vec<Track>,
    /// The reason why the events are incomplete.
    pub(super) ended: Option<String>,
}

/// The answers for the calls of one name, each kind in its order.
#[derive(Debug, Clone)]
pub(super) struct Track {
    pub(super) call: Option<CallName>,
    pub(super) exchanges: Vec<Exchange>,
    pub(super) times: Vec<u64>,
    pub(super) monotonic: Vec<u64>,
    /// The bytes themselves, in format 1.
    pub(super) random: Vec<u8>,
    /// The seed of the random bytes.
    pub(super) seed: Option<[u8; SEED]>,
    pub(super) variables: BTreeMap<String, bool>,
}

/// A request, and its result.
#[derive(Debug, Clone)]
pub(super) struct Exchange {
    /// Its line in the file, from 1 on.
    pub(super) line: usize,
    pub(super) request: Request,
    /// `None` if the run ended before.
    pub(super) outcome: Option<Outcome>,
}

#[derive(Debug, Clone)]
pub(super) enum Outcome {
    Answer(Answer),
    Failed(NoAnswer),
}

/// Whether a line is the head of a recording, of any version.
pub(super) fn is_head(line: &str) -> bool {
    serde_json::from_str::<Value>(line).is_ok_and(|value| value.get(KEY).is_some())
}

impl Recording {
    /// Reads a recording.
    ///
    /// # Errors
    /// When the file cannot be read, is not a recording, is newer than this host, or is damaged, with the line.
    pub fn from_file(path: &Path) -> Result<Self, RecordError> {
        let unreadable = |reason: &str| {
            RecordError::new(format!(
                "the recording `{}` cannot be read: {reason}",
                path.display()
            ))
        };
        // The setting for recordings that are written holds for those that are read, too.
        let most = env::record_limit().ok().flatten().unwrap_or(DEFAULT_LIMIT);
        let bytes = regular_file::read(path, most)
            .map_err(|error| {
                unreadable(&error.to_string())
                    .hint("name the file of a recording that `PULUMI_WASM_RECORD` made")
            })?
            .ok_or_else(|| {
                unreadable(&format!("it is larger than {} MiB", most >> 20))
                    .hint("raise the bound with `PULUMI_WASM_RECORD_LIMIT`, in MiB")
            })?;
        Self::parse(&bytes, path)
    }

    /// Parses the content of a file. The path is for messages. An unfinished line at the end is left out.
    ///
    /// # Errors
    /// Like [`Self::from_file`].
    pub fn parse(bytes: &[u8], path: &Path) -> Result<Self, RecordError> {
        let mut reader = Reader {
            recording: Self {
                path: path.to_owned(),
                runs: Vec::new(),
            },
            current: HashMap::new(),
            requests: HashMap::new(),
        };
        let lines: Vec<&[u8]> = bytes.split(|byte| *byte == b'\n').collect();
        for (index, line) in lines.iter().enumerate() {
            // A whole file ends with the end of a line.
            let is_last = index + 1 == lines.len();
            if line.is_empty() {
                continue;
            }
            match reader.line(index + 1, line) {
                Err(Fault::Damaged(_)) if is_last && index > 0 => {}
                Err(fault) => return Err(fault.at(index + 1, path)),
                Ok(()) => {}
            }
        }
        if reader.recording.runs.is_empty() {
            return Err(
                RecordError::new(format!("the recording `{}` is empty", path.display())).hint(
                    "was it made with `PULUMI_WASM_RECORD`, and did the run make host calls?",
                ),
            );
        }
        Ok(reader.recording)
    }

    /// The names of the packages with runs in the recording.
    #[must_use]
    pub fn packages(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self
            .runs
            .iter()
            .map(|run| run.head.package.as_str())
            .collect();
        names.sort_unstable();
        names.dedup();
        names
    }
}

enum Fault {
    NoRecording,
    Newer(u64, String),
    Damaged(String),
}

impl Fault {
    fn at(self, line: usize, path: &Path) -> RecordError {
        let path = path.display();
        match self {
            Fault::NoRecording => RecordError::new(format!(
                "`{path}` is not a recording: its first line does not begin one"
            ))
            .hint("a recording is made with `PULUMI_WASM_RECORD=FILE`"),
            Fault::Newer(format, host) => RecordError::new(format!(
                "the recording `{path}` is of format {format}, written by version {host} of the `wasm` plugin; \
                 this version reads formats up to {FORMAT}"
            ))
            .hint("install a newer version of the `wasm` plugin"),
            Fault::Damaged(reason) => RecordError::new(format!(
                "line {line} of the recording `{path}` is damaged: {reason}"
            ))
            .hint("record it again"),
        }
    }
}

struct Reader {
    recording: Recording,
    /// The latest run of each name.
    current: HashMap<String, usize>,
    /// The place of each request, by run and sequence number.
    requests: HashMap<(usize, u64), (usize, usize)>,
}

impl Reader {
    fn line(&mut self, number: usize, bytes: &[u8]) -> Result<(), Fault> {
        let is_first = number == 1;
        let value: Value = match serde_json::from_slice(bytes) {
            Ok(value) => value,
            Err(_) if is_first => return Err(Fault::NoRecording),
            Err(error) => return Err(Fault::Damaged(error.to_string())),
        };
        if let Some(format) = value.get(KEY) {
            return self.head(format.as_u64().unwrap_or_default(), value.clone());
        }
        if is_first {
            return Err(Fault::NoRecording);
        }
        let line: Line =
            serde_json::from_value(value).map_err(|error| Fault::Damaged(error.to_string()))?;
        self.event(number, line)
    }

    fn head(&mut self, format: u64, value: Value) -> Result<(), Fault> {
        if format > u64::from(FORMAT) {
            let host = value.get("host").and_then(Value::as_str);
            return Err(Fault::Newer(format, host.unwrap_or("?").to_owned()));
        }
        let head: RecordingHead =
            serde_json::from_value(value).map_err(|error| Fault::Damaged(error.to_string()))?;
        self.current
            .insert(head.run.clone(), self.recording.runs.len());
        self.recording.runs.push(Run {
            head,
            tracks: Vec::new(),
            ended: None,
        });
        Ok(())
    }

    fn event(&mut self, number: usize, line: Line) -> Result<(), Fault> {
        let Some(index) = self.current.get(&line.run).copied() else {
            return Err(Fault::Damaged(format!(
                "the run `{}` has not begun",
                line.run
            )));
        };
        let Some(run) = self.recording.runs.get_mut(index) else {
            return Ok(());
        };
        if let Event::Ended { reason } = line.event {
            run.ended = Some(reason);
            return Ok(());
        }
        let place = run.tracks.iter().position(|track| track.call == line.call);
        let place = place.unwrap_or_else(|| {
            run.tracks.push(Track::new(line.call.clone()));
            run.tracks.len() - 1
        });
        let Some(track) = run.tracks.get_mut(place) else {
            return Ok(());
        };
        let unknown = |to: u64| Fault::Damaged(format!("there is no request {to} in its run"));
        match line.event {
            Event::Request(request) => {
                self.requests
                    .insert((index, line.seq), (place, track.exchanges.len()));
                track.exchanges.push(Exchange {
                    line: number,
                    request,
                    outcome: None,
                });
            }
            Event::Sent { to, body } => {
                let exchange = self.exchange(index, to).ok_or_else(|| unknown(to))?;
                exchange.request.body = Some(body);
            }
            Event::Answer(answer) => {
                let to = answer.to;
                let exchange = self.exchange(index, to).ok_or_else(|| unknown(to))?;
                exchange.outcome = Some(Outcome::Answer(answer));
            }
            Event::Failed {
                to,
                kind,
                message,
                unsent,
            } => {
                let exchange = self.exchange(index, to).ok_or_else(|| unknown(to))?;
                exchange.outcome = Some(Outcome::Failed(NoAnswer {
                    error: error_of(&kind, message),
                    was_sent: !unsent,
                }));
            }
            Event::Time(time) => track.times.push(time),
            Event::Monotonic(time) => track.monotonic.push(time),
            Event::Random(text) => {
                let bytes = STANDARD
                    .decode(text)
                    .map_err(|error| Fault::Damaged(format!("random bytes: {error}")))?;
                track.random.extend(bytes);
            }
            Event::Seed(text) => {
                let bytes = STANDARD.decode(text).ok();
                let seed = bytes.and_then(|bytes| <[u8; SEED]>::try_from(bytes).ok());
                let damaged = || Fault::Damaged(format!("a seed has {SEED} bytes, in Base64"));
                track.seed = Some(seed.ok_or_else(damaged)?);
            }
            Event::Variable { name, set } => {
                track.variables.insert(name, set);
            }
            Event::Ended { .. } => {}
        }
        Ok(())
    }

    fn exchange(&mut self, run: usize, to: u64) -> Option<&mut Exchange> {
        let (track, place) = *self.requests.get(&(run, to))?;
        let tracks = &mut self.recording.runs.get_mut(run)?.tracks;
        tracks.get_mut(track)?.exchanges.get_mut(place)
    }
}

impl Track {
    fn new(call: Option<CallName>) -> Self {
        Self {
            call,
            exchanges: Vec::new(),
            times: Vec::new(),
            monotonic: Vec::new(),
            random: Vec::new(),
            seed: None,
            variables: BTreeMap::new(),
        }
    }
}
