//! Converts requests for the HTTP client.

use bytes::Bytes;
use futures_util::TryStreamExt;
use http::header::{self, Entry, HeaderMap, HeaderName, HeaderValue};
use http::uri::InvalidUri;
use http::{Method, Request, Uri};
use http_body::Frame;
use http_body_util::{BodyExt, Empty, StreamBody};
use pulumi_wasm_capability::http::refused;
use pulumi_wasm_capability::http::{OutgoingRequest, RequestBody};
use pulumi_wasm_core::error::GuestError;

use super::exchange::Outgoing;
use super::explain::UploadEnded;
use super::proxy::Proxies;
use super::upload::Parts;

/// The user agent, unless a guest sets another.
const USER_AGENT: &str = concat!("pulumi-wasm/", env!("CARGO_PKG_VERSION"));

/// Converts a guest's request into a request of the HTTP client.
///
/// # Errors
/// `Invalid` for a malformed request.
pub(super) fn prepare(
    request: OutgoingRequest,
    proxies: Option<&Proxies>,
) -> Result<Request<Outgoing>, GuestError> {
    let address: Uri = request
        .url
        .as_str()
        .parse()
        .map_err(|error: InvalidUri| refused(format!("the address is not valid: {error}")))?;
    let mut headers = HeaderMap::new();
    for (name, value) in &request.headers {
        let name = HeaderName::try_from(name).map_err(|_| no_header())?;
        let mut value = HeaderValue::try_from(value).map_err(|_| no_header())?;
        value.set_sensitive(name == header::AUTHORIZATION);
        headers.append(name, value);
    }
    let mut by_default = |name: HeaderName, value: &'static str| {
        if let Entry::Vacant(place) = headers.entry(name) {
            place.insert(HeaderValue::from_static(value));
        }
    };
    by_default(header::ACCEPT, "*/*");
    by_default(header::USER_AGENT, USER_AGENT);
    if request
        .headers
        .iter()
        .any(|(name, _)| name.eq_ignore_ascii_case("range"))
    {
        // A range of a compressed body cannot be decompressed.
        by_default(header::ACCEPT_ENCODING, "identity");
    }
    let length = match &request.body {
        RequestBody::Streamed { length, .. } => *length,
        RequestBody::Whole(bytes) if !bytes.is_empty() => None,
        // RFC 9110, section 8.6. The HTTP/1 client sets every length except this one.
        RequestBody::Empty | RequestBody::Whole(_) => has_content(&request.method).then_some(0),
    };
    if let Some(length) = length {
        headers.insert(header::CONTENT_LENGTH, HeaderValue::from(length));
    }
    // A request over TLS goes through a tunnel, so the proxy does not see its headers.
    if request.url.scheme() == "http"
        && let Some(proxy) = proxies.and_then(|proxies| proxies.intercept(&address))
        && let Some(credential) = proxy.basic_auth()
    {
        headers.insert(header::PROXY_AUTHORIZATION, credential.clone());
    }
    let mut prepared = Request::new(outgoing(request.body));
    *prepared.method_mut() = request.method;
    *prepared.uri_mut() = address;
    *prepared.headers_mut() = headers;
    Ok(prepared)
}

/// Whether requests with this method usually have content, so that an empty body must be declared.
fn has_content(method: &Method) -> bool {
    ![
        Method::GET,
        Method::HEAD,
        Method::DELETE,
        Method::OPTIONS,
        Method::TRACE,
        Method::CONNECT,
    ]
    .contains(method)
}

fn no_header() -> GuestError {
    refused("a header has characters that no header can have".to_owned())
}

fn outgoing(body: RequestBody) -> Outgoing {
    match body {
        RequestBody::Empty => Empty::<Bytes>::new()
            .map_err(|never| match never {})
            .boxed_unsync(),
        RequestBody::Whole(bytes) => Parts(bytes).map_err(|never| match never {}).boxed_unsync(),
        RequestBody::Streamed { chunks, .. } => {
            StreamBody::new(chunks.map_ok(Frame::data).map_err(UploadEnded)).boxed_unsync()
        }
    }
}
