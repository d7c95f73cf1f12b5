//! `wasi:http` for guests whose toolchain brings it: another way to say the same, by the same grants, limits and client.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures_util::TryStreamExt;
use http::{HeaderName, HeaderValue, Request, Response, header};
use http_body::{Body as _, Frame};
use http_body_util::{BodyExt, StreamBody};
use wasmtime_wasi_http::{
    DEFAULT_FORBIDDEN_HEADERS, Error, ForbiddenHeaderFilter, RequestOptions, WasiBody,
    WasiHttpHooks,
};

use super::body::{BodyStream, RequestBody};
use super::client::HttpClient;
use super::message::{HttpRequest, StreamedResponse};
use super::validate::is_reserved;
use crate::capability::{CallSlot, Capabilities};
use crate::provider::call::Severity;
use crate::provider::error::GuestError;

/// What an answer goes on with after its head; nothing, because its body is read as it is asked for.
type Afterwards = Box<dyn Future<Output = Result<(), Error>> + Send>;

/// Sends the requests of one instance.
pub struct WasiHttpSender {
    pub slot: CallSlot,
    pub capabilities: Arc<Capabilities>,
}

impl WasiHttpHooks for WasiHttpSender {
    fn forbidden_header_filter(&mut self) -> ForbiddenHeaderFilter {
        Arc::new(|name| {
            DEFAULT_FORBIDDEN_HEADERS.contains(name)
                || (is_reserved(name.as_str()) && name != header::CONTENT_LENGTH)
        })
    }

    fn set_host_header(&mut self) -> bool {
        // The client sets it, of the address that it judged.
        false
    }

    fn send_request(
        &mut self,
        request: Request<WasiBody>,
        options: Option<RequestOptions>,
        _outcome: Box<dyn Future<Output = Result<(), Error>> + Send>,
    ) -> Box<dyn Future<Output = Result<(Response<WasiBody>, Afterwards), Error>> + Send> {
        let client = self.capabilities.http.client(&self.slot);
        Box::new(async move {
            let client = client.map_err(|error| code(&error))?;
            let request = translate(request)?;
            let sending = client.send(request);
            let answer = match patience(options) {
                None => sending.await,
                Some(time) => tokio::time::timeout(time, sending)
                    .await
                    .map_err(|_| Error::ConnectionReadTimeout)?,
            };
            let answer = answer.map_err(|error| explained(&client, &error))?;
            let done: Afterwards = Box::new(std::future::ready(Ok(())));
            Ok((respond(answer)?, done))
        })
    }
}

/// How long a guest wants to wait for the head of an answer.
fn patience(options: Option<RequestOptions>) -> Option<Duration> {
    let options = options?;
    let first_byte = options.first_byte_timeout?;
    Some(first_byte.saturating_add(options.connect_timeout.unwrap_or_default()))
}

fn translate(request: Request<WasiBody>) -> Result<HttpRequest, Error> {
    let (parts, body) = request.into_parts();
    let length = length(parts.headers.get_all(header::CONTENT_LENGTH).iter())?;
    let mut headers = Vec::new();
    for (name, value) in &parts.headers {
        if [header::CONTENT_LENGTH, header::HOST].contains(name) {
            continue;
        }
        let value = std::str::from_utf8(value.as_bytes()).map_err(|_| no_text(name))?;
        headers.push((name.as_str().to_owned(), value.to_owned()));
    }
    let body = match body.is_end_stream() {
        true => RequestBody::Empty,
        false => RequestBody::Streamed {
            chunks: BodyStream::new(
                body.into_data_stream()
                    .map_err(|error| GuestError::Other(error.to_string())),
            ),
            length,
        },
    };
    Ok(HttpRequest {
        method: parts.method.as_str().to_owned(),
        headers,
        body,
        ..HttpRequest::get(parts.uri.to_string())
    })
}

/// The one length that a request has; two of them are two requests to somebody.
fn length<'v>(mut values: impl Iterator<Item = &'v HeaderValue>) -> Result<Option<u64>, Error> {
    let Some(value) = values.next() else {
        return Ok(None);
    };
    let digits = value.to_str().unwrap_or_default();
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    match digits.parse() {
        Ok(length) if is_number && values.next().is_none() => Ok(Some(length)),
        _ => Err(Error::HttpProtocolError),
    }
}

fn no_text(name: &HeaderName) -> Error {
    Error::InternalError(Some(format!("the value of the header `{name}` is no text")))
}

fn respond(answer: StreamedResponse) -> Result<Response<WasiBody>, Error> {
    let mut response = Response::builder().status(answer.status);
    for (name, value) in answer.headers {
        response = response.header(name, value);
    }
    let frames = answer
        .body
        .map_ok(Frame::<Bytes>::data)
        .map_err(|error| code(&error));
    response
        .body(StreamBody::new(frames).boxed_unsync())
        .map_err(|error| Error::InternalError(Some(error.to_string())))
}

/// The code of an error. The codes have no words, so those are shown to the user.
fn explained(client: &HttpClient, error: &GuestError) -> Error {
    let severity = match error {
        GuestError::Denied(_) => Severity::Warning,
        _ => Severity::Debug,
    };
    client.call.log(severity, &error.message());
    code(error)
}

fn code(error: &GuestError) -> Error {
    match error {
        GuestError::Denied(_) => Error::HttpRequestDenied,
        GuestError::TimedOut(_) => Error::HttpResponseTimeout,
        other => Error::InternalError(Some(other.message())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_has_one_length_or_none() {
        let read = |values: &[&'static str]| {
            let values: Vec<_> = values
                .iter()
                .map(|value| HeaderValue::from_static(value))
                .collect();
            length(values.iter()).ok()
        };
        for (values, expected) in [
            (&[][..], Some(None)),
            (&["5"], Some(Some(5))),
            (&["5", "5"], None),
            (&["5", "6"], None),
            (&["5, 5"], None),
            (&["+5"], None),
            (&["-1"], None),
            (&["0x5"], None),
            (&[""], None),
            (&["99999999999999999999"], None),
        ] {
            assert_eq!(read(values), expected, "{values:?}");
        }
    }
}
