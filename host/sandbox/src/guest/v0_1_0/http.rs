//! HTTP, as guests call it, handed to the capability.

use std::time::Duration;

use pulumi_wasm_capability::http::{HttpBody, HttpRequest, RequestBody, Upload, Waits};
use pulumi_wasm_core::error::GuestError;
use pulumi_wasm_core::error::failure::PropertyFailure;

use super::bindings::pulumi_wasm::provider::{common, http};
use super::convert::{from_wit_backoff, nothing, to_wit_error};
use crate::guest::state::GuestState;

/// The size of a header apart from its texts.
const HEADER: usize = 64;

/// The length of a body, which the interface has as a double.
fn whole_number(length: f64) -> Result<u64, GuestError> {
    // 2^53: from here on, doubles skip integers.
    const END: f64 = 9_007_199_254_740_992.0;
    if !(0.0..END).contains(&length) || length.fract() != 0.0 {
        return Err(GuestError::Invalid(vec![PropertyFailure {
            property: "body".to_owned(),
            reason: format!("the length of a body must be an integer from 0 to 2^53, not {length}"),
        }]));
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "an integer in the bounds above"
    )]
    Ok(length as u64)
}

/// A guest's request in the capability's terms, and where its body comes from.
async fn to_capability(
    state: &mut GuestState,
    request: http::Request,
) -> Result<(HttpRequest, Upload), GuestError> {
    let (body, upload) = match request.body {
        None => (RequestBody::Empty, Upload::Own),
        Some(http::Content::Text(text)) => (RequestBody::Whole(text.into()), Upload::Own),
        Some(http::Content::Bytes(bytes)) => (RequestBody::Whole(bytes.into()), Upload::Own),
        Some(http::Content::Asset(handle)) => {
            state.open_asset(handle).await?;
            (RequestBody::Whole(state.opened.whole(handle)?), Upload::Own)
        }
        Some(http::Content::Written) => (RequestBody::Empty, Upload::Written(None)),
        Some(http::Content::WrittenBytes(length)) => {
            let length = whole_number(length)?;
            (RequestBody::Empty, Upload::Written(Some(length)))
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
        backoff: request.backoff.map(from_wit_backoff),
    };
    Ok((request, upload))
}

async fn fetch_whole(
    state: &mut GuestState,
    request: http::Request,
) -> Result<http::Response, GuestError> {
    let (request, upload) = to_capability(state, request).await?;
    if upload != Upload::Own {
        return Err(GuestError::Invalid(vec![PropertyFailure {
            property: "body".to_owned(),
            reason: "use `open` for a body that is written later".to_owned(),
        }]));
    }
    let client = state.capabilities.http.client(&state.current_call)?;
    let response = client.fetch(request).await?;
    let size = match &response.body {
        HttpBody::Text(text) => text.len(),
        HttpBody::Bytes(bytes) => bytes.len(),
    };
    state.lowered = Some(state.reserve(size)?);
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

async fn begin_exchange(state: &mut GuestState, request: http::Request) -> Result<u32, GuestError> {
    let reserved = state.reserve(bytes_of(&request))?;
    let (request, upload) = to_capability(state, request).await?;
    let client = state.capabilities.http.client(&state.current_call)?;
    state.exchanges.open(client, request, upload, reserved)
}

pub(super) async fn fetch(
    state: &mut GuestState,
    request: http::Request,
) -> Result<http::Response, common::Error> {
    fetch_whole(state, request).await.map_err(to_wit_error)
}

pub(super) async fn open_exchange(
    state: &mut GuestState,
    request: http::Request,
) -> Result<u32, common::Error> {
    begin_exchange(state, request).await.map_err(to_wit_error)
}

pub(super) async fn write_exchange(
    state: &mut GuestState,
    exchange: u32,
    bytes: Vec<u8>,
) -> Result<(), common::Error> {
    let reserved = state.reserve(bytes.len()).map_err(to_wit_error)?;
    state
        .exchanges
        .write(exchange, reserved.hold(bytes))
        .await
        .map_err(to_wit_error)
}

pub(super) async fn answer_of(
    state: &mut GuestState,
    exchange: u32,
) -> Result<http::Head, common::Error> {
    let head = state.exchanges.head(exchange).await.map_err(to_wit_error)?;
    Ok(http::Head {
        status: head.status,
        url: head.url,
        headers: headers(head.headers),
        extra: nothing(),
    })
}

pub(super) async fn read_exchange(
    state: &mut GuestState,
    exchange: u32,
    count: u32,
) -> Result<Vec<u8>, common::Error> {
    let bytes = state.exchanges.read(exchange, count).await;
    let bytes = bytes.map_err(to_wit_error)?;
    state.lowered = Some(state.reserve(bytes.len()).map_err(to_wit_error)?);
    Ok(bytes)
}

pub(super) async fn close_exchange(state: &mut GuestState, exchange: u32) {
    state.exchanges.close(exchange);
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
