//! Requests and answers in the types of the crate `http`.

use http::header::{CONTENT_LENGTH, TRANSFER_ENCODING};
use http::{Request, Response};

use crate::error::Result;
use crate::error::context::ErrorContext;
use crate::http::Client;

impl Client {
    /// Sends a request of the crate `http`, and waits for the whole answer: for clients that take a function from
    /// requests to answers. Redirects and statuses of 400 and above are answers. The crate's feature `http` has this
    /// function.
    ///
    /// # Errors
    /// Like [`RequestBuilder::send`](super::RequestBuilder::send), and for a header whose value is not text.
    pub fn execute<B: Into<Vec<u8>>>(&self, request: Request<B>) -> Result<Response<Vec<u8>>> {
        let (parts, body) = request.into_parts();
        let mut builder = self.request(parts.method.as_str(), parts.uri.to_string());
        for (name, value) in &parts.headers {
            // The host writes the length of the body itself.
            if *name != CONTENT_LENGTH && *name != TRANSFER_ENCODING {
                let value = value.to_str();
                let value = value.with_context(|| format!("reading the header `{name}`"))?;
                builder = builder.header(name.as_str(), value);
            }
        }
        let body = body.into();
        if !body.is_empty() {
            builder = builder.bytes(body);
        }
        let answer = builder.send()?;
        let mut response = Response::builder().status(answer.status());
        for (name, value) in answer.headers() {
            response = response.header(name, value);
        }
        Ok(response.body(answer.bytes().to_vec())?)
    }
}
