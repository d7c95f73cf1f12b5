//! Bodies that are too large for the component's memory, in parts.

use std::fmt;
use std::io;

use crate::error::Result;
use crate::host;
use crate::host::bindings::pulumi_wasm::provider::http::{Head, Request};
use crate::http::response::{described, failed, first_header, pairs};

/// The size of one read.
const CHUNK: u32 = 1 << 18;
/// How much of the body of a failure is read for the error's text.
const SHOWN_BYTES: u32 = 4096;

/// A request that the host has open. It ends when this is dropped.
struct Exchange {
    number: u32,
    /// Method and address, for error texts.
    request: String,
}

impl Exchange {
    fn open(request: &Request) -> Result<Self> {
        Ok(Self {
            number: host::open_exchange(request)?,
            request: described(request),
        })
    }

    fn answer(self) -> Result<ResponseStream> {
        let head = host::answer_exchange(self.number)?;
        Ok(ResponseStream {
            exchange: self,
            head,
        })
    }
}

impl Drop for Exchange {
    fn drop(&mut self) {
        host::close_exchange(self.number);
    }
}

/// An answer whose body is read in parts, by [`io::Read`]. Made by
/// [`RequestBuilder::open`](super::RequestBuilder::open) and [`Upload::finish`].
pub struct ResponseStream {
    exchange: Exchange,
    head: Head,
}

impl ResponseStream {
    pub(super) fn open(request: &Request) -> Result<Self> {
        Exchange::open(request)?.answer()
    }

    /// The status code, such as 200.
    pub fn status(&self) -> u16 {
        self.head.status
    }

    /// Whether the status is between 200 and 299.
    pub fn is_success(&self) -> bool {
        (200..300).contains(&self.head.status)
    }

    /// The address that answered, after redirects.
    pub fn url(&self) -> &str {
        &self.head.url
    }

    /// The first header of this name, in any case.
    pub fn header(&self, name: &str) -> Option<&str> {
        first_header(&self.head.headers, name)
    }

    /// All headers, in the order of arrival; names in lower case, and as often as they came.
    pub fn headers(&self) -> impl Iterator<Item = (&str, &str)> {
        pairs(&self.head.headers)
    }

    /// The same answer, if the status is between 200 and 299.
    ///
    /// # Errors
    /// Like [`Response::error_for_status`](super::Response::error_for_status).
    pub fn error_for_status(self) -> Result<Self> {
        if self.is_success() {
            return Ok(self);
        }
        let body = host::read_exchange(self.exchange.number, SHOWN_BYTES).unwrap_or_default();
        let request = &self.exchange.request;
        Err(failed(
            request,
            self.head.status,
            self.header("location"),
            &body,
        ))
    }
}

/// Fails with an [`Error`](crate::Error) inside.
impl io::Read for ResponseStream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = u32::try_from(buffer.len()).unwrap_or(CHUNK).min(CHUNK);
        if count == 0 {
            return Ok(0);
        }
        let read = host::read_exchange(self.exchange.number, count).map_err(io::Error::other)?;
        let Some(target) = buffer.get_mut(..read.len()) else {
            return Err(io::Error::other(
                "the host returned more bytes than requested",
            ));
        };
        target.copy_from_slice(&read);
        Ok(read.len())
    }
}

/// A request whose body is written in parts, by [`io::Write`]. Made by
/// [`RequestBuilder::upload`](super::RequestBuilder::upload). Dropped, it ends the request.
pub struct Upload {
    exchange: Exchange,
}

impl Upload {
    pub(super) fn open(request: &Request) -> Result<Self> {
        let exchange = Exchange::open(request)?;
        Ok(Self { exchange })
    }

    /// Ends the body, and waits for the answer.
    ///
    /// # Errors
    /// Like [`RequestBuilder::send`](super::RequestBuilder::send).
    pub fn finish(self) -> Result<ResponseStream> {
        self.exchange.answer()
    }
}

/// Fails with an [`Error`](crate::Error) inside.
impl io::Write for Upload {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        let count = buffer.len().min(CHUNK as usize);
        let bytes = buffer.get(..count).unwrap_or_default();
        if !bytes.is_empty() {
            host::write_exchange(self.exchange.number, bytes).map_err(io::Error::other)?;
        }
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Shows neither headers nor body, which may contain secrets.
impl fmt::Debug for ResponseStream {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "ResponseStream({} answered {})",
            self.exchange.request, self.head.status
        )
    }
}

/// Shows only the method and the address.
impl fmt::Debug for Upload {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Upload({})", self.exchange.request)
    }
}
