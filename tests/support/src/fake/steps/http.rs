//! Steps that send requests.

use super::DEBUG;
use super::data::{self, Data};
use super::import::{IMPORT_ANSWER, constants, pass_errors_on};

/// The place of the number of the request that was opened last.
const EXCHANGE: u32 = 512;

/// One step of a function with a request. Each fails like its import.
#[derive(Debug, Clone)]
pub enum Exchange {
    Open(Asked),
    Write(&'static str),
    Answer,
    /// Reads at most this many bytes, for [`Exchange::TellRead`].
    Read(u32),
    /// Logs the data that were read, for debugging.
    TellRead,
    /// Says the body of the answer that was fetched last, for debugging.
    TellFetched,
    Close,
}

pub(super) fn exchange(step: &Exchange, data: &mut Data) -> String {
    let number = format!("(i32.load (i32.const {EXCHANGE}))");
    match step {
        Exchange::Open(asked) => {
            let request = asked.place(data);
            format!(
                "(call $http.open {}) {} (i32.store (i32.const {EXCHANGE}) (i32.load (i32.const {})))",
                constants(&[request, IMPORT_ANSWER]),
                pass_errors_on(),
                IMPORT_ANSWER + 4
            )
        }
        Exchange::Write(text) => {
            let [at, length] = data.text(text);
            let rest = constants(&[at, length, IMPORT_ANSWER]);
            format!("(call $http.write {number} {rest}) {}", pass_errors_on())
        }
        Exchange::Answer => format!(
            "(call $http.answer {number} (i32.const {IMPORT_ANSWER})) {}",
            pass_errors_on()
        ),
        Exchange::Read(count) => format!(
            "(call $http.read {number} {}) {}",
            constants(&[*count, IMPORT_ANSWER]),
            pass_errors_on()
        ),
        Exchange::TellRead => tell(4, data),
        // After the status and the addresses and lengths of address and headers, and the kind of the body.
        Exchange::TellFetched => tell(28, data),
        Exchange::Close => format!("(call $http.close {number})"),
    }
}

/// Logs the text whose address and length are at this place of an import's answer.
fn tell(offset: u32, data: &mut Data) -> String {
    let word = |at: u32| format!("(i32.load (i32.const {}))", IMPORT_ANSWER + at);
    let nothing = data.text("{}");
    format!(
        "(call $log.emit (i32.const {DEBUG}) {} {} {})",
        word(offset),
        word(offset + 4),
        constants(&[0, nothing[0], nothing[1]])
    )
}

/// A request, in memory as the interface has it.
#[derive(Debug, Clone, Default)]
pub struct Asked {
    pub method: &'static str,
    pub url: String,
    pub headers: Vec<(String, String)>,
    pub body: Option<Sent>,
    /// In milliseconds; 0 for no timeout.
    pub timeout: u32,
    pub redirects: u32,
    /// Attempts, and the first and the longest delay in milliseconds; each delay is twice as long as the delay before.
    pub backoff: Option<[u32; 3]>,
}

/// A request's body.
#[derive(Debug, Clone)]
pub enum Sent {
    Text(&'static str),
    Asset(u32),
    /// A body that is written later, of this length if it is known.
    Written(Option<f64>),
}

impl Asked {
    pub fn new(method: &'static str, url: impl Into<String>) -> Self {
        Self {
            method,
            url: url.into(),
            ..Self::default()
        }
    }

    /// The address of the data.
    pub(in crate::fake) fn place(&self, data: &mut Data) -> u32 {
        let (method, url, nothing) = (
            data.text(self.method),
            data.text(&self.url),
            data.text("{}"),
        );
        let pairs = self.headers.iter().map(|(name, value)| {
            let (name, value) = (data.text(name), data.text(value));
            [name, value].concat()
        });
        let pairs: Vec<Vec<u32>> = pairs.collect();
        let headers = data.list(pairs);
        // The length of a written body aligns the cases of both variants to 8 bytes.
        let body = match &self.body {
            None => [0; 6],
            Some(Sent::Text(text)) => {
                let [at, length] = data.text(text);
                [1, 0, 0, 0, at, length]
            }
            Some(Sent::Asset(handle)) => [1, 0, 2, 0, *handle, 0],
            Some(Sent::Written(None)) => [1, 0, 3, 0, 0, 0],
            Some(Sent::Written(Some(length))) => {
                let [low, high] = data::halves(*length);
                [1, 0, 4, 0, low, high]
            }
        };
        let backoff = match self.backoff {
            None => [0; 10],
            Some([attempts, first, longest]) => {
                let [low, high] = data::halves(2.0);
                // The factor aligns the record to 8 bytes.
                [
                    1, 0, attempts, first, low, high, longest, 0, nothing[0], nothing[1],
                ]
            }
        };
        let words = [
            &method[..],
            &url,
            &headers,
            &body,
            &[self.timeout, self.redirects],
            &backoff,
            &nothing,
        ];
        data.words(&words.concat())
    }
}

/// Sends a request, and fails as it fails.
pub(super) fn fetch(request: &Asked, data: &mut Data) -> String {
    let request = request.place(data);
    format!(
        "(call $http.fetch {}) {}",
        constants(&[request, IMPORT_ANSWER]),
        pass_errors_on()
    )
}
