//! This machine's network, by one well-kept client.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use futures_util::TryStreamExt;
use reqwest::redirect;

use super::address::{NotPublic, PublicResolver};
use super::{BodyStream, IncomingResponse, OutgoingRequest, RequestBody};
use crate::capability::surroundings::Network;
use crate::provider::call::Call;
use crate::provider::error::GuestError;

/// The network of this machine. Clients are made when the first request is sent: reading the trusted roots takes longer
/// than a whole check.
#[derive(Default)]
pub struct MachineNetwork {
    /// By whether they may have connections to private addresses, and how long those may take to be made.
    clients: Mutex<BTreeMap<(bool, Duration), reqwest::Client>>,
}

#[async_trait]
impl Network for MachineNetwork {
    async fn send(
        &self,
        _call: &Call,
        request: OutgoingRequest,
    ) -> Result<IncomingResponse, GuestError> {
        let client = self.client(request.may_be_private, request.connect_time)?;
        let described = format!("{} {}", request.method, request.place());
        let mut builder = client.request(request.method, request.url);
        for (name, value) in &request.headers {
            builder = builder.header(name, value);
        }
        builder = match request.body {
            RequestBody::Empty => builder,
            RequestBody::Whole(bytes) => builder.body(bytes),
            RequestBody::Streamed { chunks, length } => {
                if let Some(length) = length {
                    builder = builder.header(http::header::CONTENT_LENGTH, length);
                }
                builder.body(reqwest::Body::wrap_stream(chunks.map_err(UploadEnded)))
            }
        };
        let response = builder
            .send()
            .await
            .map_err(|error| explain(&error, &described))?;
        let headers = response.headers().iter().map(|(name, value)| {
            let value = String::from_utf8_lossy(value.as_bytes());
            (name.as_str().to_owned(), value.into_owned())
        });
        Ok(IncomingResponse {
            status: response.status().as_u16(),
            headers: headers.collect(),
            body: BodyStream::new(
                response
                    .bytes_stream()
                    .map_err(move |error| explain(&error, &described)),
            ),
        })
    }
}

/// The body of a request came to no good end.
#[derive(Debug, thiserror::Error)]
#[error("{}", .0.message())]
struct UploadEnded(GuestError);

impl MachineNetwork {
    fn client(&self, open: bool, connect_time: Duration) -> Result<reqwest::Client, GuestError> {
        let mut clients = self.clients.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(client) = clients.get(&(open, connect_time)) {
            return Ok(client.clone());
        }
        let client = build(open, connect_time).map_err(|error| {
            GuestError::Other(format!("the HTTP client cannot be made: {error}"))
        })?;
        clients.insert((open, connect_time), client.clone());
        Ok(client)
    }
}

fn build(open: bool, connect_time: Duration) -> reqwest::Result<reqwest::Client> {
    let builder = reqwest::Client::builder()
        .user_agent(concat!("pulumi-wasm/", env!("CARGO_PKG_VERSION")))
        .connect_timeout(connect_time)
        // Every hop is the guest's own request, under its own grant.
        .redirect(redirect::Policy::none())
        .no_proxy();
    if open {
        builder.build()
    } else {
        builder.dns_resolver(Arc::new(PublicResolver)).build()
    }
}

fn explain(error: &reqwest::Error, described: &str) -> GuestError {
    // The innermost cause says what happened; the outer ones repeat the address, query and all.
    let mut cause: &dyn std::error::Error = error;
    while let Some(source) = cause.source() {
        if let Some(UploadEnded(error)) = source.downcast_ref::<UploadEnded>() {
            return error.clone();
        }
        if let Some(refused) = source.downcast_ref::<NotPublic>() {
            return GuestError::Denied(format!(
                "{described} was refused: {refused}\n\
                 hint: grant the address itself, or let the user configure it (a want `config:NAME`)"
            ));
        }
        cause = source;
    }
    if error.is_timeout() {
        return GuestError::TimedOut(format!("{described}: no answer in time"));
    }
    let message = format!("{described} failed: {cause}");
    if error.is_builder() {
        GuestError::Other(message)
    } else {
        GuestError::Unavailable(message)
    }
}
