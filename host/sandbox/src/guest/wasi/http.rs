//! `wasi:http` for guests whose toolchain uses it: an adapter to the same grants, limits and client.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures_util::stream::{self, Stream};
use http::{HeaderName, HeaderValue, Request, Response, header};
use http_body::{Body as _, Frame};
use http_body_util::{BodyExt, StreamBody};
use pulumi_wasm_capability::fault_injection::{InjectionPoint, Moment, pass};
use pulumi_wasm_capability::http::is_reserved;
use pulumi_wasm_capability::http::{
    BodyStream, HttpClient, HttpRequest, RequestBody, StreamedResponse, Waits,
};
use pulumi_wasm_capability::system::NoAnswer;
use pulumi_wasm_capability::{Capabilities, CurrentCall};
use pulumi_wasm_core::call::Severity;
use pulumi_wasm_core::error::GuestError;
use wasmtime_wasi_http::{
    DEFAULT_FORBIDDEN_HEADERS, Error, ForbiddenHeaderFilter, RequestOptions, WasiBody,
    WasiHttpHooks,
};

/// The name of a request among host calls.
const HANDLE: &str = "wasi:http.handle";

/// Bytes of a request's body that a guest may write at once. Two such parts are kept until they are sent.
pub(crate) const WRITTEN_AT_ONCE: usize = 64 << 10;

/// The work after the head of an answer; none is needed, because its body is read on demand.
type Afterwards = Box<dyn Future<Output = Result<(), Error>> + Send>;

/// Sends the requests of one instance.
pub(crate) struct WasiHttpSender {
    pub current_call: CurrentCall,
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

    fn p2_outgoing_body_chunk_size(&mut self) -> usize {
        WRITTEN_AT_ONCE
    }

    fn send_request(
        &mut self,
        request: Request<WasiBody>,
        options: Option<RequestOptions>,
        _outcome: Box<dyn Future<Output = Result<(), Error>> + Send>,
    ) -> Box<dyn Future<Output = Result<(Response<WasiBody>, Afterwards), Error>> + Send> {
        let client = self.capabilities.http.client(&self.current_call);
        let (current_call, capabilities) =
            (self.current_call.clone(), Arc::clone(&self.capabilities));
        Box::new(async move {
            let client = client.map_err(|error| code(&error.into()))?;
            let observer = capabilities.system.observer.as_deref();
            let at = |moment| InjectionPoint {
                host_call: HANDLE,
                moment,
            };
            current_call.with(|active| active.stats.begin(HANDLE));
            let before = pass(observer, &current_call, at(Moment::Before)).await;
            before.map_err(|error| code(&error.into()))?;
            let mut request = translate(request)?;
            let options = options.unwrap_or_default();
            request.waits = Waits {
                connect: options.connect_timeout,
                first_byte: options.first_byte_timeout,
            };
            let answer = client.ask(request).await;
            let is_refused =
                matches!(&answer, Err(failure) if matches!(failure.error, GuestError::Denied(_)));
            current_call.with(|active| active.stats.end(HANDLE, is_refused));
            let after = pass(observer, &current_call, at(Moment::After)).await;
            after.map_err(|error| code(&error.into()))?;
            let answer = answer.map_err(|failure| {
                let code = explained(&client, &failure);
                match code {
                    // The guest's own time limit was reached.
                    Error::HttpResponseTimeout if options.first_byte_timeout.is_some() => {
                        Error::ConnectionReadTimeout
                    }
                    code => code,
                }
            })?;
            let done: Afterwards = Box::new(std::future::ready(Ok(())));
            Ok((respond(answer, options.between_bytes_timeout)?, done))
        })
    }
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
    let body = if body.is_end_stream() {
        RequestBody::Empty
    } else {
        RequestBody::Streamed {
            chunks: BodyStream::new(outgoing(body, length)),
            length,
        }
    };
    Ok(HttpRequest {
        method: parts.method.as_str().to_owned(),
        headers,
        body,
        ..HttpRequest::get(parts.uri.to_string())
    })
}

/// The length of a request. Two lengths are an error, because some servers would read two requests.
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
    Error::InternalError(Some(format!(
        "the value of the header `{name}` is not text"
    )))
}

/// The body of a request: as much as was announced, and no trailers.
fn outgoing(
    body: WasiBody,
    length: Option<u64>,
) -> impl Stream<Item = Result<Bytes, GuestError>> + Send {
    let failed = |reason: &str| {
        Err(GuestError::Other(format!(
            "the body of a request {reason}; the request was not completed"
        )))
    };
    stream::try_unfold((body, length), move |(mut body, missing)| async move {
        match body.frame().await {
            Some(Ok(frame)) => {
                let Ok(chunk) = frame.into_data() else {
                    return failed("has trailers, which the host cannot send");
                };
                let left = missing.map(|missing| missing.checked_sub(chunk.len() as u64));
                match left {
                    Some(None) => failed("is longer than was announced"),
                    Some(Some(left)) => Ok(Some((chunk, (body, Some(left))))),
                    None => Ok(Some((chunk, (body, None)))),
                }
            }
            // A body that a guest drops, or finishes too early.
            Some(Err(_)) => failed("was given up"),
            None if missing.is_some_and(|missing| missing > 0) => {
                failed("is shorter than was announced")
            }
            None => Ok(None),
        }
    })
}

fn respond(
    answer: StreamedResponse,
    between: Option<Duration>,
) -> Result<Response<WasiBody>, Error> {
    let mut response = Response::builder().status(answer.status);
    for (name, value) in answer.headers {
        response = response.header(name, value);
    }
    let frames = stream::try_unfold(answer.body, move |mut body| async move {
        let chunk = match between {
            None => body.chunk().await,
            Some(time) => tokio::time::timeout(time, body.chunk())
                .await
                .map_err(|_| Error::ConnectionReadTimeout)?,
        };
        let chunk = chunk.map_err(|error| code(&error.into()))?;
        Ok(chunk.map(|chunk| (Frame::data(chunk), body)))
    });
    response
        .body(StreamBody::new(frames).boxed_unsync())
        .map_err(|error| Error::InternalError(Some(error.to_string())))
}

/// The code of an error. Most codes have no text, so the text is shown to the user.
fn explained(client: &HttpClient, failure: &NoAnswer) -> Error {
    let severity = match failure.error {
        GuestError::Denied(_) => Severity::Warning,
        _ => Severity::Debug,
    };
    client.call.log(severity, &failure.error.message());
    code(failure)
}

fn code(failure: &NoAnswer) -> Error {
    match &failure.error {
        GuestError::Denied(_) => Error::HttpRequestDenied,
        GuestError::TimedOut(_) if failure.was_sent => Error::HttpResponseTimeout,
        GuestError::TimedOut(_) => Error::ConnectionTimeout,
        GuestError::Unavailable(_) if !failure.was_sent => Error::DestinationUnavailable,
        other => Error::InternalError(Some(other.message())),
    }
}

#[cfg(test)]
mod tests;
