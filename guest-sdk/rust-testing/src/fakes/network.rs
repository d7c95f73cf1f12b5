//! The network that a provider is given in a test.

use std::collections::VecDeque;
use std::sync::Mutex;

use async_trait::async_trait;
use pulumi_wasm_capability::http::{IncomingResponse, OutgoingRequest};
use pulumi_wasm_capability::system::{Network, NoAnswer};
use pulumi_wasm_core::call::Call;
use pulumi_wasm_core::error::GuestError;

use super::exchange::Exchange;
use super::fault::Fault;
use super::http::{Request, Response, normal};
use super::lock::lock;

type Answer = Box<dyn FnMut(&Request) -> Response + Send>;

#[derive(Default)]
pub(crate) struct FakeNetwork {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    expected: VecDeque<Exchange>,
    answers: Vec<(String, Answer)>,
    faults: Vec<(String, Fault, usize)>,
    requests: Vec<Request>,
    taken: usize,
    complaints: Vec<String>,
}

impl FakeNetwork {
    pub(super) fn answer(&self, beginning: String, answer: Answer) {
        lock(&self.state).answers.push((beginning, answer));
    }

    #[track_caller]
    pub(super) fn expect(&self, mut exchange: Exchange) {
        exchange.expected.url = normal(&exchange.expected.url);
        lock(&self.state).expected.push_back(exchange);
    }

    pub(super) fn forget_expected(&self) {
        let mut state = lock(&self.state);
        state.expected.clear();
        state.complaints.clear();
    }

    pub(super) fn fail(&self, beginning: String, fault: Fault, times: usize) {
        lock(&self.state).faults.push((beginning, fault, times));
    }

    pub(super) fn requests(&self) -> Vec<Request> {
        lock(&self.state).requests.clone()
    }

    pub(super) fn take_requests(&self) -> Vec<Request> {
        let mut state = lock(&self.state);
        let new = state
            .requests
            .get(state.taken..)
            .unwrap_or_default()
            .to_vec();
        state.taken = state.requests.len();
        new
    }

    /// The unexpected requests, and the missing ones.
    pub(super) fn complaints(&self) -> Vec<String> {
        let state = lock(&self.state);
        let missing = state.expected.iter().map(|exchange| {
            let expected = &exchange.expected;
            format!("{} {}: it did not come", expected.method, expected.url)
        });
        state.complaints.iter().cloned().chain(missing).collect()
    }
}

impl State {
    fn reply(&mut self, request: &Request) -> Result<Response, GuestError> {
        let applies = |beginning: &str| normal_beginning(request.url(), beginning);
        if let Some((_, fault, left)) = self
            .faults
            .iter_mut()
            .find(|(beginning, _, left)| *left > 0 && applies(beginning))
        {
            *left -= 1;
            return fault.clone().reply(request);
        }
        if let Some(exchange) = self.expected.pop_front() {
            if let Some(difference) = exchange.expected.differs(request) {
                let complaint = format!("{request}: {difference}");
                self.complaints.push(complaint.clone());
                return Err(GuestError::Other(complaint));
            }
            return exchange.reply.or_else(|fault| fault.reply(request));
        }
        let best = self
            .answers
            .iter_mut()
            .filter(|(beginning, _)| applies(beginning))
            .max_by_key(|(beginning, _)| beginning.len());
        match best {
            Some((_, answer)) => Ok(answer(request)),
            None => {
                let complaint = format!("{request}: the test has no answer to this request");
                self.complaints.push(complaint.clone());
                Err(GuestError::Unavailable(format!(
                    "{complaint}\nhint: give one with `fakes().answer(\"{}\", …)`",
                    origin(request.url())
                )))
            }
        }
    }
}

/// Whether an address begins with a prefix that ends at the end of a path segment: `/zones` does not begin `/zones2`.
fn normal_beginning(url: &str, beginning: &str) -> bool {
    let beginning = beginning.trim_end_matches('/');
    url.strip_prefix(beginning)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '?', '#']))
}

fn origin(url: &str) -> &str {
    let start = url.find("://").map_or(0, |scheme| scheme + 3);
    let end = url[start..]
        .find('/')
        .map_or(url.len(), |path| start + path);
    &url[..end]
}

#[async_trait]
impl Network for FakeNetwork {
    async fn send(
        &self,
        _call: &Call,
        outgoing: OutgoingRequest,
    ) -> Result<IncomingResponse, NoAnswer> {
        let request = Request::receive(outgoing).await?;
        let mut state = lock(&self.state);
        state.requests.push(request.clone());
        Ok(state.reply(&request)?.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_beginning_ends_where_a_part_ends() {
        for (url, beginning, expected) in [
            ("https://a.b/zones", "https://a.b", true),
            ("https://a.b/zones", "https://a.b/zones/", true),
            ("https://a.b/zones?q", "https://a.b/zones", true),
            ("https://a.b/zones2", "https://a.b/zones", false),
            ("https://a.bc/", "https://a.b", false),
        ] {
            assert_eq!(
                normal_beginning(url, beginning),
                expected,
                "{url} {beginning}"
            );
        }
        assert_eq!(origin("https://a.b:1/c/d"), "https://a.b:1");
        assert_eq!(origin("https://a.b"), "https://a.b");
    }
}
