//! A running call's way to the network: what it asks for is judged, limited, sent, and sent again or elsewhere where
//! that was asked for.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http::Method;
use tokio::time::Instant;
use url::Url;

use super::body::{BodyStream, RequestBody};
use super::declared::Declared;
use super::message::{
    HttpRequest, HttpResponse, IncomingResponse, OutgoingRequest, StreamedResponse, place,
};
use super::reach::Reach;
use super::transfer::{Clocks, Transfer};
use super::usage::Usage;
use super::{redirect, retry, validate};
use crate::capability::surroundings::{Network, Time};
use crate::capability::waiting::time_for_waits;
use crate::limits::{Limit, Limits};
use crate::provider::call::{Call, Severity};
use crate::provider::error::GuestError;

/// What all calls to one component share.
pub(super) struct Shared {
    pub(super) network: Arc<dyn Network>,
    pub(super) time: Arc<dyn Time>,
    pub(super) reach: Reach,
    pub(super) declared: Declared,
    pub(super) limits: Arc<Limits>,
}

/// The way to the network that one running call has.
#[derive(Clone)]
pub struct HttpClient {
    pub(super) shared: Arc<Shared>,
    pub(super) call: Call,
    pub(super) usage: Arc<Usage>,
    /// When the call began, by the clock of the surroundings, and its time.
    pub(super) began: Duration,
    pub(super) time: Duration,
}

/// A request that is what it should be.
struct Prepared {
    method: Method,
    url: Url,
    headers: Vec<(String, String)>,
    body: Body,
    redirects: u32,
}

/// A body that is sent once or often.
enum Body {
    Empty,
    Whole(Bytes),
    Once(Option<RequestBody>),
}

impl Body {
    fn is_repeatable(&self) -> bool {
        !matches!(self, Body::Once(_))
    }

    fn take(&mut self) -> RequestBody {
        match self {
            Body::Empty => RequestBody::Empty,
            Body::Whole(bytes) => RequestBody::Whole(bytes.clone()),
            Body::Once(body) => body.take().unwrap_or(RequestBody::Empty),
        }
    }
}

impl From<RequestBody> for Body {
    fn from(body: RequestBody) -> Self {
        match body {
            RequestBody::Empty => Body::Empty,
            RequestBody::Whole(bytes) => Body::Whole(bytes),
            streamed @ RequestBody::Streamed { .. } => Body::Once(Some(streamed)),
        }
    }
}

impl HttpClient {
    /// Sends a request, if it is allowed, and reads the whole answer.
    ///
    /// # Errors
    /// As [`Self::send`], and `Other` for an answer that is too large.
    pub async fn fetch(&self, request: HttpRequest) -> Result<HttpResponse, GuestError> {
        let StreamedResponse {
            status,
            url,
            headers,
            mut body,
        } = self.send(request).await?;
        let limits = &self.shared.limits;
        let most = limits.get(Limit::ResponseSize);
        let mut bytes = Vec::new();
        while let Some(chunk) = body.chunk().await? {
            if (bytes.len() + chunk.len()) as u64 > most {
                let what = format!("the answer of {} is larger", place(&url));
                return Err(super::usage::exceeded(&what, Limit::ResponseSize, limits));
            }
            bytes.extend_from_slice(&chunk);
        }
        Ok(HttpResponse {
            status,
            url,
            headers,
            body: bytes.into(),
        })
    }

    /// Sends a request, if it is allowed, and gives the answer as soon as its head is there. A status of 400 and above is
    /// an answer, and so is a redirect, unless the request wants it followed.
    ///
    /// # Errors
    /// `Denied` by the grants or by what the call may change, `Invalid` or `Other` for a request that is none,
    /// `Unavailable` when there is no answer, `TimedOut`, `Cancelled`, `Other` for a limit.
    pub async fn send(&self, request: HttpRequest) -> Result<StreamedResponse, GuestError> {
        let own = request.timeout;
        let whole = self.shared.limits.time(Limit::HttpTime);
        let clocks = Clocks {
            ends: Instant::now() + own.map_or(whole, |own| own.min(whole)),
            own: own.filter(|own| *own < whole),
            idle: self.shared.limits.time(Limit::HttpIdleTime),
        };
        let retry = request.retry;
        if let Some(retry) = &retry {
            retry.check()?;
        }
        let mut prepared = Prepared {
            method: validate::method(&request.method)?,
            url: validate::address(&request.url)?,
            headers: request.headers,
            body: request.body.into(),
            redirects: request.redirects,
        };
        validate::headers(&prepared.headers)?;
        let repeatable = prepared.body.is_repeatable()
            && retry::is_repeatable(&prepared.method, &prepared.headers);
        let mut attempts = 0;
        loop {
            let outcome = self.follow(&mut prepared, &clocks).await;
            attempts += 1;
            let pause = retry
                .as_ref()
                .filter(|_| repeatable)
                .and_then(|retry| self.pause(retry, attempts, &outcome, &clocks));
            let Some(pause) = pause else {
                return outcome;
            };
            self.tell_of_attempt(&prepared, attempts, &outcome);
            // Nobody wants the rest of that answer.
            drop(outcome);
            tokio::select! {
                biased;
                () = self.call.cancellation.cancelled() => return Err(cancelled()),
                () = self.shared.time.sleep(pause) => {}
            }
        }
    }

    /// The pause before the next attempt; none where there is none.
    fn pause(
        &self,
        retry: &retry::Retry,
        attempts: u32,
        outcome: &Result<StreamedResponse, GuestError>,
        clocks: &Clocks,
    ) -> Option<Duration> {
        let asked = match outcome {
            Ok(answer) if retry::may_pass(answer.status) => {
                let header = answer.header("retry-after");
                header.and_then(|value| {
                    retry::asked_pause(value, self.shared.time.time_of_day(&self.call))
                })
            }
            Err(error) if retry::may_recover(error) => None,
            _ => return None,
        };
        let mut luck = [0; 1];
        // Without randomness all clients pause alike, which is no reason to fail.
        _ = getrandom::fill(&mut luck);
        let pause = retry.pause(attempts, asked, f64::from(luck[0]) / 255.0)?;
        let spent = self.shared.time.elapsed().saturating_sub(self.began);
        let left = time_for_waits(self.time).saturating_sub(spent);
        let own_left = clocks.ends.saturating_duration_since(Instant::now());
        (pause < left && pause < own_left && !self.call.cancellation.is_cancelled())
            .then_some(pause)
    }

    fn tell_of_attempt(
        &self,
        request: &Prepared,
        attempts: u32,
        outcome: &Result<StreamedResponse, GuestError>,
    ) {
        let how = match outcome {
            Ok(answer) => format!("answered {}", answer.status),
            Err(error) => format!("failed: {}", error.message()),
        };
        let message = format!(
            "{} {}: attempt {attempts} {how}; trying again",
            request.method,
            place(&request.url)
        );
        self.call.log(Severity::Debug, &message);
    }

    /// Sends a request, and goes where redirects lead, as far as that was asked for.
    async fn follow(
        &self,
        request: &mut Prepared,
        clocks: &Clocks,
    ) -> Result<StreamedResponse, GuestError> {
        let (mut method, mut url) = (request.method.clone(), request.url.clone());
        let mut headers = request.headers.clone();
        let mut keeps_body = true;
        let mut hops = 0;
        loop {
            let body = match keeps_body {
                true => request.body.take(),
                false => RequestBody::Empty,
            };
            let answer = self
                .exchange(&method, &url, headers.clone(), body, clocks)
                .await?;
            if request.redirects == 0 {
                return Ok(answer);
            }
            let location = answer.header("location");
            let Some(hop) = redirect::follow(answer.status, location, &method, &url, &headers)
            else {
                return Ok(answer);
            };
            keeps_body &= hop.keeps_body;
            if keeps_body && !request.body.is_repeatable() {
                // What was read while it was sent cannot be sent again.
                return Ok(answer);
            }
            if hops == request.redirects {
                return Err(GuestError::Other(format!(
                    "{} {} redirects more than {hops} times",
                    request.method,
                    place(&request.url)
                )));
            }
            hops += 1;
            headers.retain(|(name, _)| !hop.dropped.contains(name));
            (method, url) = (hop.method, hop.url);
        }
    }

    /// One request and its answer, judged right before it is sent.
    async fn exchange(
        &self,
        method: &Method,
        url: &Url,
        mut headers: Vec<(String, String)>,
        body: RequestBody,
        clocks: &Clocks,
    ) -> Result<StreamedResponse, GuestError> {
        if self.call.cancellation.is_cancelled() {
            return Err(cancelled());
        }
        let Shared {
            network,
            reach,
            declared,
            limits,
            ..
        } = &*self.shared;
        let described = format!("{method} {}", place(url));
        let judged = declared
            .may_change(&self.call, method, url)
            .and_then(|()| reach.judge(url));
        let may_be_private = judged.inspect_err(|_| self.usage.refuse(&described))?;
        self.usage.count_request(limits)?;
        for credential in declared.credentials(url) {
            // What the guest sets itself, it means.
            let in_address = credential.name == "authorization"
                && (!url.username().is_empty() || url.password().is_some());
            let in_headers = headers
                .iter()
                .any(|(name, _)| name.eq_ignore_ascii_case(&credential.name));
            if in_address || in_headers {
                continue;
            }
            let value = credential.value.map_err(|reason| {
                GuestError::Other(format!("{described} was not sent: {reason}"))
            })?;
            headers.push((credential.name, value));
        }
        let transfer = Transfer {
            described: described.clone(),
            usage: Arc::clone(&self.usage),
            limits: Arc::clone(limits),
            clocks: clocks.clone(),
        };
        let (body, progress) = transfer.outgoing(body)?;
        let outgoing = OutgoingRequest {
            method: method.clone(),
            url: url.clone(),
            headers,
            body,
            may_be_private,
            connect_time: limits.time(Limit::HttpConnectTime),
        };
        let answer = transfer
            .head(network.send(&self.call, outgoing), &progress)
            .await;
        let IncomingResponse {
            status,
            headers,
            body,
        } = answer.inspect_err(|error| {
            if matches!(error, GuestError::Denied(_)) {
                self.usage.refuse(&described);
            }
        })?;
        Ok(StreamedResponse {
            status,
            url: url.clone(),
            headers,
            body: BodyStream::new(transfer.incoming(body)),
        })
    }
}

pub(super) fn cancelled() -> GuestError {
    GuestError::Cancelled("the deployment is being cancelled".to_owned())
}
