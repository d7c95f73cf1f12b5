//! This machine's network, by one well-kept client.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use async_trait::async_trait;
use reqwest::redirect;

use super::address::{NotPublic, PublicResolver};
use super::{HttpBody, HttpResponse, OutgoingRequest};
use crate::capability::surroundings::Network;
use crate::provider::error::GuestError;

/// Waiting for a connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(30);

/// The network of this machine. Clients are made when the first request is sent: reading the trusted roots takes longer
/// than a whole check.
#[derive(Default)]
pub struct MachineNetwork {
    /// For names that may lead to public addresses only.
    public_client: OnceLock<reqwest::Client>,
    /// For grants that mean private ones too.
    open_client: OnceLock<reqwest::Client>,
}

#[async_trait]
impl Network for MachineNetwork {
    async fn send(&self, request: OutgoingRequest) -> Result<HttpResponse, GuestError> {
        let client = self.client(request.may_be_private)?;
        let mut builder = client.request(request.method.clone(), request.url.clone());
        for (name, value) in &request.headers {
            builder = builder.header(name, value);
        }
        builder = match &request.body {
            Some(HttpBody::Text(text)) => builder.body(text.clone()),
            Some(HttpBody::Bytes(bytes)) => builder.body(bytes.clone()),
            None => builder,
        };
        if let Some(timeout) = request.timeout {
            builder = builder.timeout(timeout);
        }
        let response = builder
            .send()
            .await
            .map_err(|error| explain(&error, &request))?;
        let status = response.status().as_u16();
        let headers = response
            .headers()
            .iter()
            .map(|(name, value)| {
                (
                    name.as_str().to_owned(),
                    String::from_utf8_lossy(value.as_bytes()).into_owned(),
                )
            })
            .collect();
        let body = read_body(response, &request).await?;
        Ok(HttpResponse {
            status,
            headers,
            body,
        })
    }
}

impl MachineNetwork {
    fn client(&self, open: bool) -> Result<reqwest::Client, GuestError> {
        let cell = if open {
            &self.open_client
        } else {
            &self.public_client
        };
        if let Some(client) = cell.get() {
            return Ok(client.clone());
        }
        let client = build(open).map_err(|error| {
            GuestError::Other(format!("the HTTP client cannot be made: {error}"))
        })?;
        Ok(cell.get_or_init(|| client).clone())
    }
}

async fn read_body(
    mut response: reqwest::Response,
    request: &OutgoingRequest,
) -> Result<HttpBody, GuestError> {
    let mut bytes = Vec::new();
    while let Some(chunk) = response
        .chunk()
        .await
        .map_err(|error| explain(&error, request))?
    {
        if (bytes.len() + chunk.len()) as u64 > request.response_limit {
            return Err(request.too_large());
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(String::from_utf8(bytes)
        .map_or_else(|error| HttpBody::Bytes(error.into_bytes()), HttpBody::Text))
}

fn build(open: bool) -> reqwest::Result<reqwest::Client> {
    let builder = reqwest::Client::builder()
        .user_agent(concat!("pulumi-wasm/", env!("CARGO_PKG_VERSION")))
        .connect_timeout(CONNECT_TIMEOUT)
        // Every hop is the guest's own request, under its own grant.
        .redirect(redirect::Policy::none())
        .no_proxy();
    if open {
        builder.build()
    } else {
        builder.dns_resolver(Arc::new(PublicResolver)).build()
    }
}

fn explain(error: &reqwest::Error, request: &OutgoingRequest) -> GuestError {
    let (method, place) = (&request.method, request.place());
    // The innermost cause says what happened; the outer ones repeat the address, query and all.
    let mut cause: &dyn std::error::Error = error;
    while let Some(source) = cause.source() {
        if let Some(refused) = source.downcast_ref::<NotPublic>() {
            return GuestError::Denied(format!(
                "{method} {place} was refused: {refused}\n\
                 hint: grant the address itself, or let the user configure it (a want `config:NAME`)"
            ));
        }
        cause = source;
    }
    if error.is_timeout() {
        return GuestError::TimedOut(format!("{method} {place}: no answer in time"));
    }
    let message = format!("{method} {place} failed: {cause}");
    if error.is_builder() {
        GuestError::Other(message)
    } else {
        GuestError::Unavailable(message)
    }
}
