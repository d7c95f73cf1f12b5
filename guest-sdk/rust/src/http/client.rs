//! Clients: the address, headers and options that requests to one server have in common.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use super::address::{is_absolute, is_same_origin, join, judge_base};
use super::request::RequestBuilder;
use crate::context::backoff::Backoff;
use crate::error::Error;
use crate::host::bindings::pulumi_wasm::provider::http::Header;

/// Sends requests. See [`Context::http`](crate::Context::http).
///
/// A client for one server has its address, and the options that all requests have in common:
///
/// ```
/// # use pulumi_wasm_provider::prelude::*;
/// # fn example(cx: &Context, url: &str, token: &str) -> Result<()> {
/// let client = cx.http().base_url(url).bearer(token).attempts(5);
/// let machine: Json = client.get("/machines/7").send_ok()?.json()?;
/// # Ok(()) }
/// ```
#[derive(Clone, Default)]
pub struct Client(Arc<Common>);

/// The options that requests have in common.
#[derive(Clone, Default)]
struct Common {
    base: Option<String>,
    headers: Vec<Header>,
    backoff: Option<Backoff>,
    timeout: Option<Duration>,
    redirects: u32,
    /// The first mistake; each request fails with it.
    problem: Option<Error>,
}

impl Client {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    fn with(mut self, change: impl FnOnce(&mut Common)) -> Self {
        change(Arc::make_mut(&mut self.0));
        self
    }

    /// The beginning of the addresses of requests, such as `https://api.example.com/v1`. It has a scheme and a host,
    /// and no query.
    ///
    /// A request may also have an address with a scheme and a host. The headers and credentials of the client go along
    /// only if the address has the scheme, host and port of the base address.
    #[must_use]
    pub fn base_url(self, url: impl Into<String>) -> Self {
        let url = url.into();
        self.with(|common| {
            if let Some(problem) = judge_base(&url) {
                common.problem.get_or_insert(Error::other(problem));
            }
            common.base = Some(url);
        })
    }

    /// A header of each request that does not have it itself.
    #[must_use]
    pub fn header(self, name: impl Into<String>, value: impl Into<String>) -> Self {
        let (name, value) = (name.into(), value.into());
        self.with(|common| {
            let is_other = |header: &Header| !header.name.eq_ignore_ascii_case(&name);
            common.headers.retain(is_other);
            common.headers.push(Header { name, value });
        })
    }

    /// A bearer token for each request. A credential in `net` of [`provider!`](crate::provider!) does the same, and can
    /// hide the token from the provider.
    #[must_use]
    pub fn bearer(self, token: impl AsRef<str>) -> Self {
        self.header("authorization", ["Bearer ", token.as_ref()].concat())
    }

    /// User and password for each request, as a basic authorization.
    #[must_use]
    pub fn basic(self, user: impl AsRef<str>, password: impl AsRef<str>) -> Self {
        let both = [user.as_ref(), ":", password.as_ref()].concat();
        let value = ["Basic ", &base64(both.as_bytes())].concat();
        self.header("authorization", value)
    }

    /// Sends requests again, as [`RequestBuilder::attempts`].
    #[must_use]
    pub fn attempts(self, attempts: u32) -> Self {
        self.backoff(attempts.into())
    }

    /// Sends requests again, as [`RequestBuilder::backoff`].
    #[must_use]
    pub fn backoff(self, backoff: Backoff) -> Self {
        self.with(|common| common.backoff = Some(backoff))
    }

    /// The time for each request, as [`RequestBuilder::timeout`].
    #[must_use]
    pub fn timeout(self, timeout: Duration) -> Self {
        self.with(|common| common.timeout = Some(timeout))
    }

    /// Follows redirects, as [`RequestBuilder::redirects`].
    #[must_use]
    pub fn redirects(self, most: u32) -> Self {
        self.with(|common| common.redirects = most)
    }

    /// A `GET` request.
    pub fn get(&self, url: impl Into<String>) -> RequestBuilder {
        self.request("GET", url)
    }

    /// A `POST` request.
    pub fn post(&self, url: impl Into<String>) -> RequestBuilder {
        self.request("POST", url)
    }

    /// A `PUT` request.
    pub fn put(&self, url: impl Into<String>) -> RequestBuilder {
        self.request("PUT", url)
    }

    /// A `PATCH` request.
    pub fn patch(&self, url: impl Into<String>) -> RequestBuilder {
        self.request("PATCH", url)
    }

    /// A `DELETE` request.
    pub fn delete(&self, url: impl Into<String>) -> RequestBuilder {
        self.request("DELETE", url)
    }

    /// A request of any method. The address is a path below the base address, or has a scheme and a host, `http` or
    /// `https`.
    pub fn request(&self, method: impl Into<String>, url: impl Into<String>) -> RequestBuilder {
        self.begin(method.into(), url.into())
    }

    fn begin(&self, method: String, url: String) -> RequestBuilder {
        let common = &*self.0;
        let (url, is_ours) = match &common.base {
            Some(base) if is_absolute(&url) => {
                let is_ours = is_same_origin(base, &url);
                (url, is_ours)
            }
            Some(base) => (join(base, &url), true),
            None => (url, true),
        };
        let mut builder = RequestBuilder::new(method, url, common.problem.clone());
        if is_ours {
            builder = builder.defaults(&common.headers);
        }
        if let Some(backoff) = common.backoff {
            builder = builder.backoff(backoff);
        }
        if let Some(timeout) = common.timeout {
            builder = builder.timeout(timeout);
        }
        builder.redirects(common.redirects)
    }
}

/// Shows only the base address, because headers may have secrets.
impl fmt::Debug for Client {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let base = self.0.base.as_deref().map(super::response::without_query);
        formatter
            .debug_struct("Client")
            .field("base_url", &base)
            .finish_non_exhaustive()
    }
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let byte = |index: usize| u32::from(chunk.get(index).copied().unwrap_or_default());
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for place in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * place) & 63) as usize];
            text.push(if place <= chunk.len() {
                letter.into()
            } else {
                '='
            });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_padded() {
        for (bytes, expected) in [
            ("", ""),
            ("a", "YQ=="),
            ("me:pa", "bWU6cGE="),
            ("abc", "YWJj"),
            ("a\u{ff}?>", "YcO/Pz4="),
        ] {
            assert_eq!(base64(bytes.as_bytes()), expected, "{bytes}");
        }
    }
}
