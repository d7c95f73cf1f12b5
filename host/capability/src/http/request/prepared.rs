//! A guest's request, once it is known to be one.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use http::Method;
use percent_encoding::percent_decode_str;
use pulumi_wasm_core::error::GuestError;
use url::Url;

use super::validate;
use crate::http::body::RequestBody;
use crate::http::message::{HttpRequest, Waits};
use crate::http::retry;

/// A request that passed all checks.
pub(crate) struct Prepared {
    pub(crate) method: Method,
    /// Without user and password: they are in a header.
    pub(crate) url: Url,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Body,
    pub(crate) waits: Waits,
    /// The maximum number of redirects.
    pub(crate) redirects: u32,
}

impl Prepared {
    /// # Errors
    /// `Invalid`.
    pub(crate) fn new(request: HttpRequest) -> Result<Self, GuestError> {
        let method = validate::method(&request.method)?;
        let mut url = validate::address(&request.url)?;
        let mut headers = request.headers;
        validate::headers(&headers)?;
        let is_authorized = headers
            .iter()
            .any(|(name, _)| name.eq_ignore_ascii_case("authorization"));
        if let Some(credential) = user_info(&mut url)
            && !is_authorized
        {
            headers.push(("authorization".to_owned(), credential));
        }
        Ok(Self {
            method,
            url,
            headers,
            body: request.body.into(),
            waits: request.waits,
            redirects: request.redirects,
        })
    }

    /// Whether sending it twice does the same as sending it once.
    pub(crate) fn is_repeatable(&self) -> bool {
        retry::is_repeatable(&self.method, &self.headers)
    }
}

/// Removes user and password from an address and returns them as a header; `None` if the address has neither.
pub(crate) fn user_info(url: &mut Url) -> Option<String> {
    if url.username().is_empty() && url.password().is_none() {
        return None;
    }
    let mut plain: Vec<u8> = percent_decode_str(url.username()).collect();
    plain.push(b':');
    plain.extend(percent_decode_str(url.password().unwrap_or_default()));
    // Neither call fails for an address with a host.
    _ = url.set_username("");
    _ = url.set_password(None);
    Some(format!("Basic {}", STANDARD.encode(plain)))
}

/// A body that is sent once or often.
pub(crate) enum Body {
    Empty,
    Whole(Bytes),
    Once(Option<RequestBody>),
}

impl Body {
    /// Whether the body is complete.
    pub(crate) fn is_repeatable(&self) -> bool {
        !matches!(self, Body::Once(_))
    }

    pub(crate) fn take(&mut self) -> RequestBody {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn user_and_password_become_a_header() {
        for (address, expected) in [
            ("https://a.example/x", None),
            ("https://me:own@a.example/x", Some("me:own")),
            ("https://me@a.example/x", Some("me:")),
            ("https://:own@a.example/x", Some(":own")),
            ("https://m%40e:%C3%A4%3a@a.example/x", Some("m@e:ä:")),
        ] {
            let mut url = Url::parse(address).expect("an address");
            let expected = expected.map(|plain| format!("Basic {}", STANDARD.encode(plain)));
            assert_eq!(user_info(&mut url), expected, "{address}");
            assert_eq!(url.as_str(), "https://a.example/x");
        }
    }
}
