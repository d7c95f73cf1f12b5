//! The stand-in for the host while a [`Host`](super::Host) exists. One per thread, and so per test.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;
use std::time::Duration;

use serde_json::Value as JsonValue;

pub(crate) use super::exchanges::Exchanges;
use super::script::{Exchange, Reply};
use super::shared::SharedValues;
use crate::error::{Error, Result};
use crate::host::NO_EXTRA;
use crate::host::bindings::pulumi_wasm::provider::common::Backoff;
use crate::host::bindings::pulumi_wasm::provider::http::{Content, Header, Request, Response};
use crate::host::bindings::pulumi_wasm::provider::log::Severity;
use crate::host::bindings::pulumi_wasm::provider::views::Step;
use crate::value::map::PropertyMap;

/// The length of a wait if nothing else ends it.
const CALL: Duration = Duration::from_secs(60);

thread_local! {
    static CURRENT: RefCell<Option<Rc<RefCell<Fake>>>> = const { RefCell::new(None) };
}

/// The calls so far, and the answers.
#[derive(Debug, Default)]
pub(crate) struct Fake {
    pub(crate) started: Option<Duration>,
    pub(crate) waited: Duration,
    pub(crate) variables: BTreeMap<String, String>,
    pub(crate) denied: Vec<String>,
    pub(crate) random: Option<VecDeque<u8>>,
    pub(crate) assets: BTreeMap<u32, Vec<u8>>,
    pub(crate) archives: BTreeMap<u32, Vec<(String, u32)>>,
    pub(crate) script: VecDeque<Exchange>,
    pub(crate) exchanges: Exchanges,
    /// The unmet expectations, for the end of the test.
    pub(crate) mismatches: Vec<String>,
    pub(crate) messages: Vec<(Severity, String, bool)>,
    pub(crate) checkpoints: Vec<(String, PropertyMap)>,
    pub(crate) steps: Vec<Step>,
    pub(crate) shared: SharedValues,
}

/// Installs a fake, and returns the previous one.
pub(crate) fn install(fake: Option<Rc<RefCell<Fake>>>) -> Option<Rc<RefCell<Fake>>> {
    CURRENT.replace(fake)
}

/// The fake's answer, or `None` without a fake.
pub(crate) fn with<T>(ask: impl FnOnce(&mut Fake) -> T) -> Option<T> {
    let fake = CURRENT.with_borrow(Clone::clone)?;
    let mut fake = fake.borrow_mut();
    Some(ask(&mut fake))
}

/// The sequence of a linear congruential generator, the same in every test.
pub(crate) fn sequence(count: usize) -> Vec<u8> {
    thread_local! {
        static STATE: Cell<u64> = const { Cell::new(0x5eed) };
    }
    let next = |_| {
        STATE.set(
            STATE
                .get()
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407),
        );
        // The high bits are the ones with the long period.
        (STATE.get() >> 56) as u8
    };
    (0..count).map(next).collect()
}

/// Pauses like the host, on the fake's clock, and ends the wait when the host would.
pub(crate) fn pause(backoff: &Backoff, attempt: u32, status: &str) -> Result<()> {
    let milliseconds = |attempt: u32| {
        let exponent = i32::try_from(attempt.saturating_sub(1)).unwrap_or(i32::MAX);
        let pause = f64::from(backoff.first_delay_ms) * backoff.factor.powi(exponent);
        pause.min(f64::from(backoff.max_delay_ms))
    };
    // The waited time before this pause follows from the number of the attempt.
    let so_far: f64 = (1..attempt).map(milliseconds).sum();
    let pause = milliseconds(attempt);
    let limit = match backoff.timeout_ms {
        0 => CALL.as_secs_f64() * 1000.0,
        timeout => f64::from(timeout),
    };
    if !pause.is_finite() || pause <= 0.0 || backoff.factor < 1.0 {
        return Err(Error::invalid(
            "",
            "a wait needs a pause, and a factor of 1 or more",
        ));
    }
    if backoff.attempts > 0 && attempt >= backoff.attempts {
        return Err(Error::TimedOut(format!(
            "not ready after {attempt} attempts: {status}"
        )));
    }
    // The host shortens the last pause to the remaining time of the wait.
    if so_far >= limit {
        return Err(Error::TimedOut(format!(
            "the time to wait is over: {status}"
        )));
    }
    let pause = pause.min(limit - so_far);
    with(|fake| fake.wait(Duration::from_secs_f64(pause / 1000.0)));
    Ok(())
}

impl Fake {
    pub(crate) fn log(&mut self, severity: Severity, message: String, ephemeral: bool) {
        self.messages.push((severity, message, ephemeral));
    }

    pub(crate) fn now(&self) -> Option<Duration> {
        self.started.map(|started| started + self.waited)
    }

    pub(crate) fn waited(&self) -> Duration {
        self.waited
    }

    pub(crate) fn wait(&mut self, duration: Duration) {
        self.waited += duration;
    }

    /// Scripted bytes; `None` without a script, zeroes after its end.
    pub(crate) fn random(&mut self, count: usize) -> Option<Vec<u8>> {
        let bytes = self.random.as_mut()?;
        Some(
            (0..count)
                .map(|_| bytes.pop_front().unwrap_or_default())
                .collect(),
        )
    }

    pub(crate) fn env(&self, name: &str) -> Result<Option<String>> {
        if self.denied.iter().any(|denied| denied == name) {
            return Err(Error::denied(format!(
                "the environment variable `{name}` was not granted"
            )));
        }
        Ok(self.variables.get(name).cloned())
    }

    pub(crate) fn save_checkpoint(&mut self, id: &str, outputs: PropertyMap) {
        self.checkpoints.push((id.to_owned(), outputs));
    }

    pub(crate) fn publish(&mut self, steps: &[Step]) {
        self.steps.extend_from_slice(steps);
    }

    pub(crate) fn asset(&self, handle: u32) -> Result<&[u8]> {
        let content = self.assets.get(&handle);
        let content = content.ok_or_else(|| Error::not_found(format!("no asset {handle}")))?;
        Ok(content)
    }

    pub(crate) fn archive(&self, handle: u32) -> Result<Vec<(String, u32)>> {
        let entries = self.archives.get(&handle).cloned();
        entries.ok_or_else(|| Error::not_found(format!("no archive {handle}")))
    }

    /// Answers with the next reply of the script, if the request is the expected one.
    pub(crate) fn fetch(&mut self, request: &Request) -> Result<Response> {
        let asked = format!("{} {}", request.method, request.url);
        let Some(exchange) = self.script.pop_front() else {
            return Err(self.mismatch(format!("{asked}: no further request was expected")));
        };
        let body = self.body_of(request.body.as_ref());
        if let Err(difference) = exchange.accepts(request, &body) {
            return Err(self.mismatch(format!("{asked}: {difference}")));
        }
        match exchange.reply {
            Reply::Answer {
                status,
                headers,
                body,
            } => Ok(Response {
                status,
                url: request.url.clone(),
                headers: headers
                    .into_iter()
                    .map(|(name, value)| Header {
                        name: name.to_lowercase(),
                        value,
                    })
                    .collect(),
                body,
                extra: NO_EXTRA.to_owned(),
            }),
            Reply::Failure(error) => Err(error),
        }
    }

    /// The body as JSON, or as a text if it is not JSON.
    fn body_of(&self, body: Option<&Content>) -> JsonValue {
        let text = match body {
            None | Some(Content::Written | Content::WrittenBytes(_)) => return JsonValue::Null,
            Some(Content::Text(text)) => text.clone(),
            Some(Content::Bytes(bytes)) => String::from_utf8_lossy(bytes).into_owned(),
            Some(Content::Asset(handle)) => {
                let bytes = self.assets.get(handle).map(Vec::as_slice);
                String::from_utf8_lossy(bytes.unwrap_or_default()).into_owned()
            }
        };
        serde_json::from_str(&text).unwrap_or(JsonValue::String(text))
    }

    fn mismatch(&mut self, message: String) -> Error {
        self.mismatches.push(message.clone());
        Error::other(message)
    }
}
