//! Sends the requests of a chain of redirects. Each is judged right before it is sent.

use std::sync::Arc;
use std::time::Duration;

use http::Method;
use pulumi_wasm_core::call::{Effects, Severity};
use pulumi_wasm_core::error::GuestError;
use url::Url;

use super::body::{BodyStream, RequestBody};
use super::client::{HttpClient, Shared};
use super::failure::cancelled;
use super::grants::address::Reach;
use super::grants::manifest_rules::{Condition, is_safe};
use super::grants::{allowlist, manifest_rules};
use super::message::{IncomingResponse, OutgoingRequest, StreamedResponse, Waits, place};
use super::redirect_rules;
use super::request::graphql::NotQuery;
use super::request::method_override::Override;
use super::request::prepared::Prepared;
use super::request::{graphql, method_override};
use super::transfer::{Clocks, Transfer};
use crate::http::in_flight::Open;
use crate::limits::Limit;
use crate::system::NoAnswer;

/// How long a request waits for the first byte of its body, which may be missing. Then it is sent without a length: a guest
/// may want the answer before it writes.
const BEGINNING: Duration = Duration::from_secs(2);

/// The failure of the request after a redirect. The server chose this address, so the message has no advice about
/// grants.
fn of_redirect(failure: NoAnswer, from: &Url) -> NoAnswer {
    let error = match failure.error {
        GuestError::Denied(message) => {
            let reason = message.split("\nhint:").next().unwrap_or_default();
            GuestError::Denied(format!(
                "{reason}; a redirect of {} named that address",
                place(from)
            ))
        }
        other => other,
    };
    NoAnswer {
        error,
        // The server that redirected has received it.
        was_sent: true,
    }
}

impl HttpClient {
    /// Sends a request, and follows redirects if the guest asked for redirects.
    pub(super) async fn follow(
        &self,
        request: &mut Prepared,
        clocks: &Clocks,
    ) -> Result<StreamedResponse, NoAnswer> {
        let (mut method, mut url) = (request.method.clone(), request.url.clone());
        let mut headers = request.headers.clone();
        let mut keeps_body = true;
        let mut hops = 0;
        // The server that named the address.
        let mut redirecting = None;
        loop {
            let body = if keeps_body {
                request.body.take()
            } else {
                RequestBody::Empty
            };
            let answer = self
                .exchange(&method, &url, headers.clone(), body, clocks, request.waits)
                .await
                .map_err(|failure| match &redirecting {
                    Some(from) => of_redirect(failure, from),
                    None => failure,
                })?;
            if request.redirects == 0 {
                return Ok(answer);
            }
            let location = answer.header("location");
            let Some(hop) =
                redirect_rules::follow(answer.status, location, &method, &url, &headers)
            else {
                return Ok(answer);
            };
            if hop.had_user {
                let message = format!(
                    "{method} {}: the host left out the user name in its redirect",
                    place(&url)
                );
                self.call.log(Severity::Debug, &message);
            }
            keeps_body &= hop.keeps_body;
            if keeps_body && !request.body.is_repeatable() {
                // A body that was read while it was sent cannot be sent again.
                return Ok(answer);
            }
            if hops == request.redirects {
                let error = GuestError::Other(format!(
                    "{} {} redirects more than {hops} times",
                    request.method,
                    place(&request.url)
                ));
                return Err(error.into());
            }
            hops += 1;
            headers.retain(|(name, _)| !hop.dropped.contains(name));
            redirecting = Some(std::mem::replace(&mut url, hop.url));
            method = hop.method;
        }
    }

    /// Prepares a request for sending. An empty body is known to be empty. In a call without effects, the request
    /// asks for no other method and no other path, and a safe method has no body, because a server that ignores the body could take it
    /// for another request.
    async fn settled(
        &self,
        mut request: OutgoingRequest,
        condition: Condition,
    ) -> Result<OutgoingRequest, GuestError> {
        let (method, url) = (&request.method, &request.url);
        if self.call.effects == Effects::All {
            request.body = request.body.begun(Some(BEGINNING)).await?;
            return Ok(request);
        }
        let refused = |reason: &str, hint: &str| {
            manifest_rules::refused(&self.call, (method, url), Some(reason), hint)
        };
        let overridden = |found: Override| refused(&found.to_string(), found.hint());
        if let Some(found) = method_override::in_head(url, &request.headers) {
            return Err(overridden(found));
        }
        request.body = request.body.begun(None).await?;
        if condition == Condition::GraphqlQuery {
            return self.query(request).await;
        }
        if matches!(request.body, RequestBody::Empty) {
            return Ok(request);
        }
        if is_safe(method) {
            let reason = format!("some servers read a {method} with a body as two requests");
            return Err(refused(
                &reason,
                "leave the body out, or send a POST that the manifest has in `safeRequests`",
            ));
        }
        let searches = method_override::search_of(&request.headers).map_err(overridden)?;
        if !searches.is_empty() {
            request.body = request
                .body
                .gathered(method_override::MAX_BYTES, &self.memory)
                .await?;
            let found = match &request.body {
                RequestBody::Empty => None,
                RequestBody::Whole(bytes) => method_override::in_body(bytes, searches),
                RequestBody::Streamed { .. } => Some(Override::Unsearched),
            };
            if let Some(found) = found {
                return Err(overridden(found));
            }
        }
        Ok(request)
    }

    /// A request whose body shows that it is a GraphQL query.
    async fn query(&self, mut request: OutgoingRequest) -> Result<OutgoingRequest, GuestError> {
        let most = method_override::MAX_BYTES;
        request.body = request.body.gathered(most, &self.memory).await?;
        let checked = match &request.body {
            RequestBody::Whole(bytes) if bytes.len() <= most => {
                // Texts with escapes are copied, and no copy is longer than the body.
                let mut copies = self.memory.nothing();
                let reserved = copies.grow(bytes.len());
                reserved.map_err(|reached| GuestError::Other(reached.to_string()))?;
                graphql::check(&request.headers, bytes)
            }
            RequestBody::Empty => Err(NotQuery::OtherBody),
            _ => Err(NotQuery::Unclear(format!(
                "a body of more than {} MiB is not read",
                most >> 20
            ))),
        };
        let place = (&request.method, &request.url);
        match checked {
            Ok(()) => Ok(request),
            Err(reason) => Err(manifest_rules::not_query(&self.call, place, &reason)),
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
        waits: Waits,
    ) -> Result<StreamedResponse, NoAnswer> {
        if self.call.cancellation.is_cancelled() {
            return Err(NoAnswer::unsent(cancelled()));
        }
        let Shared {
            network,
            allowlist,
            declared,
            limits,
            ..
        } = &*self.shared;
        let described = format!("{method} {}", place(url));
        let judged = declared
            .may_change(&self.call, method, url)
            .and_then(|condition| Ok((condition, allowlist.judge(url)?)));
        let (condition, reached) = judged
            .inspect_err(|_| self.usage.refuse(&described))
            .map_err(NoAnswer::unsent)?;
        self.usage.count_request(limits).map_err(NoAnswer::unsent)?;
        let way = declared.way(url).transpose().map_err(|reason| {
            let error = format!("{described} was not sent: {reason}");
            NoAnswer::unsent(GuestError::Other(error))
        })?;
        let way = way.map(|way| allowlist.judge_way(url, way)).transpose();
        let way = way
            .inspect_err(|_| self.usage.refuse(&described))
            .map_err(NoAnswer::unsent)?;
        let open = Open::begin(self, clocks);
        let open = open.await.map_err(NoAnswer::unsent)?;
        for credential in declared.credentials(url) {
            // A header of the guest stays.
            let is_there = headers
                .iter()
                .any(|(name, _)| name.eq_ignore_ascii_case(&credential.name));
            if is_there {
                continue;
            }
            let value = credential.value.map_err(|reason| {
                let error = format!("{described} was not sent: {reason}");
                NoAnswer::unsent(GuestError::Other(error))
            })?;
            // Its receiver may send it back, even if the configuration does not call it a secret.
            let (_, secret) = value.split_once(' ').unwrap_or(("", &value));
            self.call.secrets.keep_sent(secret);
            headers.push((credential.name, value));
        }
        let transfer = Transfer {
            described: described.clone(),
            usage: Arc::clone(&self.usage),
            limits: Arc::clone(limits),
            clocks: clocks.clone(),
            _open: Arc::new(open),
        };
        let (body, progress) = transfer.outgoing(body).map_err(NoAnswer::unsent)?;
        let connect_time = limits.time(Limit::HttpConnectTime);
        let outgoing = OutgoingRequest {
            method: method.clone(),
            url: url.clone(),
            headers,
            body,
            reach: Reach::of_grant(reached.may_be_private),
            connect_time: waits
                .connect
                .map_or(connect_time, |own| own.min(connect_time)),
            first_byte_time: waits.first_byte,
            way,
        };
        let settled = async { Ok(self.settled(outgoing, condition).await?) };
        let outgoing = transfer
            .within(settled, &progress)
            .await
            .map_err(|failure| {
                if matches!(failure.error, GuestError::Denied(_)) {
                    self.usage.refuse(&described);
                }
                NoAnswer::unsent(failure.error)
            })?;
        let sent = network.send(&self.call, outgoing);
        let answer = transfer.within(sent, &progress).await;
        let IncomingResponse {
            status,
            headers,
            body,
        } = answer.map_err(|mut failure| {
            if matches!(failure.error, GuestError::Denied(_)) {
                self.usage.refuse(&described);
                if let Some(rule) = &reached.kept_public_by {
                    failure.error = allowlist::kept_public(&place(url), rule);
                }
            }
            failure
        })?;
        Ok(StreamedResponse {
            status,
            url: url.clone(),
            headers,
            body: BodyStream::new(transfer.incoming(body)),
        })
    }
}
