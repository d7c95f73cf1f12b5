//! HTTP, as guests call it, handed to the capability.

use std::time::Duration;

use pulumi_wasm_capability::http::{HttpBody, HttpRequest, RequestBody, Retry, Upload, Waits};
use pulumi_wasm_core::error::GuestError;
use pulumi_wasm_core::failure::PropertyFailure;

use super::bindings::pulumi_wasm::provider::{common, http};
use super::convert::{nothing, to_wit_error};
use crate::guest::instance::GuestState;

/// The size of a header apart from its texts.
const HEADER: usize = 64;

impl GuestState {
    /// A guest's request in the capability's terms, and where its body comes from.
    async fn request(
        &mut self,
        request: http::Request,
    ) -> Result<(HttpRequest, Upload), GuestError> {
        let (body, upload) = match request.body {
            None => (RequestBody::Empty, Upload::Own),
            Some(http::Content::Text(text)) => (RequestBody::Whole(text.into()), Upload::Own),
            Some(http::Content::Bytes(bytes)) => (RequestBody::Whole(bytes.into()), Upload::Own),
            Some(http::Content::Asset(handle)) => {
                self.open_asset(handle).await?;
                (RequestBody::Whole(self.opened.whole(handle)?), Upload::Own)
            }
            Some(http::Content::Written) => (RequestBody::Empty, Upload::Written(None)),
            Some(http::Content::WrittenBytes(length)) => {
                (RequestBody::Empty, Upload::Written(Some(length.into())))
            }
        };
        let milliseconds = |count: u32| Duration::from_millis(count.into());
        let request = HttpRequest {
            method: request.method,
            url: request.url,
            headers: request
                .headers
                .into_iter()
                .map(|header| (header.name, header.value))
                .collect(),
            body,
            timeout: (request.timeout_ms > 0).then(|| milliseconds(request.timeout_ms)),
            waits: Waits::default(),
            redirects: request.redirects,
            retry: request.retry.map(|retry| Retry {
                attempts: retry.attempts,
                first: milliseconds(retry.first_ms),
                longest: milliseconds(retry.longest_ms),
            }),
        };
        Ok((request, upload))
    }

    async fn fetch_whole(&mut self, request: http::Request) -> Result<http::Response, GuestError> {
        let (request, upload) = self.request(request).await?;
        if upload != Upload::Own {
            return Err(GuestError::Invalid(vec![PropertyFailure {
                property: "body".to_owned(),
                reason: "a body that is written later is for `open`".to_owned(),
            }]));
        }
        let client = self.capabilities.http.client(&self.slot)?;
        let response = client.fetch(request).await?;
        let size = match &response.body {
            HttpBody::Text(text) => text.len(),
            HttpBody::Bytes(bytes) => bytes.len(),
        };
        self.lowered = Some(self.reserve(size)?);
        Ok(http::Response {
            status: response.status,
            url: response.url.into(),
            headers: headers(response.headers),
            body: match response.body {
                HttpBody::Text(text) => http::Body::Text(text),
                HttpBody::Bytes(bytes) => http::Body::Bytes(bytes),
            },
            extra: nothing(),
        })
    }

    async fn begin_exchange(&mut self, request: http::Request) -> Result<u32, GuestError> {
        let reserved = self.reserve(bytes_of(&request))?;
        let (request, upload) = self.request(request).await?;
        let client = self.capabilities.http.client(&self.slot)?;
        self.exchanges.open(client, request, upload, reserved)
    }
}

impl GuestState {
    pub(super) async fn fetch(
        &mut self,
        request: http::Request,
    ) -> Result<http::Response, common::Error> {
        self.fetch_whole(request).await.map_err(to_wit_error)
    }

    pub(super) async fn open_exchange(
        &mut self,
        request: http::Request,
    ) -> Result<u32, common::Error> {
        self.begin_exchange(request).await.map_err(to_wit_error)
    }

    pub(super) async fn write_exchange(
        &mut self,
        exchange: u32,
        bytes: Vec<u8>,
    ) -> Result<(), common::Error> {
        let reserved = self.reserve(bytes.len()).map_err(to_wit_error)?;
        self.exchanges
            .write(exchange, reserved.hold(bytes))
            .await
            .map_err(to_wit_error)
    }

    pub(super) async fn answer_of(&mut self, exchange: u32) -> Result<http::Head, common::Error> {
        let head = self.exchanges.head(exchange).await.map_err(to_wit_error)?;
        Ok(http::Head {
            status: head.status,
            url: head.url,
            headers: headers(head.headers),
            extra: nothing(),
        })
    }

    pub(super) async fn read_exchange(
        &mut self,
        exchange: u32,
        count: u32,
    ) -> Result<Vec<u8>, common::Error> {
        let bytes = self.exchanges.read(exchange, count).await;
        let bytes = bytes.map_err(to_wit_error)?;
        self.lowered = Some(self.reserve(bytes.len()).map_err(to_wit_error)?);
        Ok(bytes)
    }

    pub(super) async fn close_exchange(&mut self, exchange: u32) {
        self.exchanges.close(exchange);
    }
}

/// The size of a request.
pub(super) fn bytes_of(request: &http::Request) -> usize {
    let headers = request.headers.iter();
    let headers = headers.map(|header| HEADER + header.name.len() + header.value.len());
    let body = match &request.body {
        Some(http::Content::Text(text)) => text.len(),
        Some(http::Content::Bytes(bytes)) => bytes.len(),
        _ => 0,
    };
    request.method.len() + request.url.len() + headers.sum::<usize>() + body
}

fn headers(headers: Vec<(String, String)>) -> Vec<http::Header> {
    headers
        .into_iter()
        .map(|(name, value)| http::Header { name, value })
        .collect()
}
