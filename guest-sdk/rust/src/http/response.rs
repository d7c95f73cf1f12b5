//! Reading answers.

use std::fmt;

use serde::de::DeserializeOwned;
use serde_json::error::Category;

use crate::error::context::ErrorContext;
use crate::error::{Error, Result};
use crate::host::bindings::pulumi_wasm::provider::http::{
    Body, Header, Request, Response as Answer,
};

/// How much of a body goes into an error's text.
const SHOWN_CHARACTERS: usize = 500;
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// The answer to a request.
pub struct Response {
    /// Method and address, for error texts.
    request: String,
    answer: Answer,
}

impl Response {
    pub(crate) fn new(request: &Request, answer: Answer) -> Self {
        Self {
            request: described(request),
            answer,
        }
    }

    /// The status code, such as 200.
    pub fn status(&self) -> u16 {
        self.answer.status
    }

    /// Whether the status is between 200 and 299.
    pub fn is_success(&self) -> bool {
        (200..300).contains(&self.answer.status)
    }

    /// The first header of this name, in any case.
    pub fn header(&self, name: &str) -> Option<&str> {
        first_header(&self.answer.headers, name)
    }

    /// All headers, in the order of arrival. Names are in lower case, and a repeated header occurs repeatedly.
    pub fn headers(&self) -> impl Iterator<Item = (&str, &str)> {
        pairs(&self.answer.headers)
    }

    /// The address that answered, after redirects.
    pub fn url(&self) -> &str {
        &self.answer.url
    }

    /// The body as text, without the byte order mark that it may begin with.
    ///
    /// # Errors
    /// When it is not UTF-8.
    pub fn text(&self) -> Result<&str> {
        let text = match &self.answer.body {
            Body::Text(text) => text,
            Body::Bytes(bytes) => std::str::from_utf8(bytes)
                .map_err(|_| Error::other(format!("{}: the answer is not text", self.request)))?,
        };
        Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
    }

    /// The body as bytes.
    pub fn bytes(&self) -> &[u8] {
        match &self.answer.body {
            Body::Text(text) => text.as_bytes(),
            Body::Bytes(bytes) => bytes,
        }
    }

    /// The body, read as JSON. A byte order mark at its beginning is left out.
    ///
    /// # Errors
    /// When it is not JSON of this type.
    pub fn json<T: DeserializeOwned>(&self) -> Result<T> {
        let bytes = self.bytes();
        let read = serde_json::from_slice(bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes));
        read.map_err(|error| match error.classify() {
            // For example an error page of a proxy.
            Category::Syntax | Category::Eof => Error::other(format!("it is not JSON: {error}")),
            Category::Data | Category::Io => error.into(),
        })
        .context(format!("{}: reading the answer", self.request))
    }

    /// The same answer, if the status is between 200 and 299.
    ///
    /// A redirect that the request did not follow is not a success, and neither is 304: read [`status`](Self::status)
    /// first after a request with a condition.
    ///
    /// # Errors
    /// Otherwise an error with the request, the status and the beginning of the body: [`Error::NotFound`] for 404,
    /// [`Error::Denied`] for 401 and 403, [`Error::AlreadyExists`] for 409, [`Error::Unavailable`] for 429 and from 500
    /// on, [`Error::Other`] for the rest.
    pub fn error_for_status(self) -> Result<Self> {
        if self.is_success() {
            return Ok(self);
        }
        let location = self.header("location");
        Err(failed(
            &self.request,
            self.answer.status,
            location,
            self.bytes(),
        ))
    }
}

/// Method and address of a request, for error texts.
pub(super) fn described(request: &Request) -> String {
    format!("{} {}", request.method, without_query(&request.url))
}

/// The first header of this name, in any case.
pub(super) fn first_header<'h>(headers: &'h [Header], name: &str) -> Option<&'h str> {
    let mut headers = headers.iter();
    headers
        .find(|header| header.name.eq_ignore_ascii_case(name))
        .map(|header| header.value.as_str())
}

/// Headers as names with their values.
pub(super) fn pairs(headers: &[Header]) -> impl Iterator<Item = (&str, &str)> {
    let headers = headers.iter();
    headers.map(|header| (header.name.as_str(), header.value.as_str()))
}

/// The error for a status that is not a success.
pub(super) fn failed(request: &str, status: u16, location: Option<&str>, body: &[u8]) -> Error {
    let message = match location {
        Some(location) if (300..400).contains(&status) => {
            let target = without_credentials(location);
            format!(
                "{request} answered {status}, a redirect to `{target}` that the request does not follow\n\
                 hint: set the number of redirects to follow with `.redirects(…)`"
            )
        }
        _ => shown(request, status, body),
    };
    match status {
        401 | 403 => Error::Denied(message),
        404 => Error::NotFound(message),
        409 => Error::AlreadyExists(message),
        429 | 500.. => Error::Unavailable(message),
        _ => Error::Other(message),
    }
}

/// The request, and the beginning of the answer.
fn shown(request: &str, status: u16, body: &[u8]) -> String {
    let body = String::from_utf8_lossy(body);
    let body = body.trim();
    let shown: String = body.chars().take(SHOWN_CHARACTERS).collect();
    let rest = if shown.len() < body.len() { "…" } else { "" };
    let separator = if shown.is_empty() { "" } else { ": " };
    format!("{request} answered {status}{separator}{shown}{rest}")
}

/// Shows neither headers nor body, which may contain secrets.
impl fmt::Debug for Response {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "Response({} answered {})",
            self.request, self.answer.status
        )
    }
}

/// The target of a redirect without its possibly secret parts. It may be relative.
fn without_credentials(location: &str) -> String {
    let target = without_query(location);
    let path = target.strip_prefix('/');
    let is_path = path.is_some_and(|rest| !rest.starts_with(['/', '\\']));
    if is_path || target.contains("://") {
        return target;
    }
    match target.rsplit_once('@') {
        Some((_, rest)) => format!("//{rest}"),
        None => target,
    }
}

/// The address without what may be secret in it: user, password, query, fragment.
pub(crate) fn without_query(url: &str) -> String {
    let end = url.find(['?', '#']).unwrap_or(url.len());
    let url = &url[..end];
    let Some((scheme, rest)) = url.split_once("://") else {
        return url.to_owned();
    };
    let authority_end = rest.find('/').unwrap_or(rest.len());
    let (authority, path) = rest.split_at(authority_end);
    let host = authority
        .rsplit_once('@')
        .map_or(authority, |(_, host)| host);
    format!("{scheme}://{host}{path}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn response(status: u16, body: &str) -> Response {
        let request = Request {
            method: "GET".into(),
            url: "https://user:pass@example.com/zones?key=secret".into(),
            headers: Vec::new(),
            body: None,
            timeout_ms: 0,
            redirects: 0,
            backoff: None,
            extra: String::new(),
        };
        let headers = vec![Header {
            name: "content-type".into(),
            value: "text/plain".into(),
        }];
        Response::new(
            &request,
            Answer {
                status,
                url: String::new(),
                headers,
                body: Body::Text(body.into()),
                extra: String::new(),
            },
        )
    }

    #[test]
    fn addresses_lose_what_may_be_secret() {
        for (url, expected) in [
            ("https://example.com/a?b=c#d", "https://example.com/a"),
            (
                "https://user:pass@example.com:81/a",
                "https://example.com:81/a",
            ),
            ("https://example.com", "https://example.com"),
            ("https://example.com/a@b", "https://example.com/a@b"),
            ("https://example.com?x@y", "https://example.com"),
            ("nonsense", "nonsense"),
        ] {
            assert_eq!(without_query(url), expected);
        }
    }

    #[test]
    fn headers_are_found_by_name_and_listed() {
        let response = response(200, "");
        assert_eq!(response.header("Content-Type"), Some("text/plain"));
        assert_eq!(response.header("etag"), None);
        let all: Vec<_> = response.headers().collect();
        assert_eq!(all, [("content-type", "text/plain")]);
    }

    #[test]
    fn a_status_becomes_the_error_that_fits() {
        let text = "GET https://example.com/zones answered";
        for (status, expected) in [
            (400, Error::Other(format!("{text} 400: no"))),
            (401, Error::Denied(format!("{text} 401: no"))),
            (403, Error::Denied(format!("{text} 403: no"))),
            (404, Error::NotFound(format!("{text} 404: no"))),
            (409, Error::AlreadyExists(format!("{text} 409: no"))),
            (422, Error::Other(format!("{text} 422: no"))),
            (429, Error::Unavailable(format!("{text} 429: no"))),
            (503, Error::Unavailable(format!("{text} 503: no"))),
        ] {
            assert_eq!(
                response(status, " no\n").error_for_status().unwrap_err(),
                expected
            );
        }
        for status in [200, 204, 299] {
            assert!(response(status, "").error_for_status().is_ok());
        }
        let unchanged = response(304, "").error_for_status().unwrap_err();
        assert_eq!(unchanged, Error::Other(format!("{text} 304")));
    }

    #[test]
    fn a_redirect_that_is_not_followed_is_an_error_without_secrets() {
        for (location, shown) in [
            (
                "https://user:pass@b.example/login?token=secret#x",
                "https://b.example/login",
            ),
            ("//user:pass@b.example/login", "//b.example/login"),
            ("/\\user:pass@b.example", "//b.example"),
            ("/@scope/login?token=secret", "/@scope/login"),
            ("login?token=secret", "login"),
        ] {
            let mut response = response(302, "<html>");
            response.answer.headers.push(Header {
                name: "location".into(),
                value: location.into(),
            });
            let expected = format!(
                "GET https://example.com/zones answered 302, a redirect to `{shown}` that the request does not follow\n\
                 hint: set the number of redirects to follow with `.redirects(…)`"
            );
            assert_eq!(
                response.error_for_status().unwrap_err(),
                Error::Other(expected)
            );
        }
    }

    #[test]
    fn long_bodies_are_cut_between_characters() {
        let error = response(500, &"ü".repeat(501))
            .error_for_status()
            .unwrap_err();
        assert!(
            error
                .to_string()
                .ends_with(&format!("answered 500: {}…", "ü".repeat(500))),
            "{error}"
        );
    }

    #[test]
    fn headers_are_found_in_any_case() {
        assert_eq!(response(200, "").header("Content-Type"), Some("text/plain"));
        assert_eq!(response(200, "").header("etag"), None);
    }

    #[test]
    fn a_page_is_called_no_json() {
        let error = response(200, "<html>").json::<String>().unwrap_err();
        let expected = "GET https://example.com/zones: reading the answer: it is not JSON: expected value at line 1 column 1";
        assert_eq!(error.to_string(), expected);
    }

    #[test]
    fn a_byte_order_mark_is_not_a_part_of_the_text() {
        let response = response(200, "\u{feff}[1]");
        assert_eq!(response.json::<Vec<u8>>().unwrap(), [1]);
        assert_eq!(response.text().unwrap(), "[1]");
        assert_eq!(response.bytes().len(), 6);
    }

    #[test]
    fn json_of_another_type_names_the_request() {
        let error = response(200, "[1]")
            .json::<String>()
            .unwrap_err()
            .to_string();
        assert!(
            error.starts_with("GET https://example.com/zones: reading the answer: "),
            "{error}"
        );
    }
}
