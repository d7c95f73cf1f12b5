//! Requests with bodies, or with responses' bodies, that a guest handles in parts, by number.

use std::collections::BTreeMap;

use bytes::Bytes;
use pulumi_wasm_core::error::GuestError;
use pulumi_wasm_core::error::failure::PropertyFailure;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use super::body::{BodyStream, RequestBody};
use super::client::HttpClient;
use super::failure::{cancelled, too_many};
use super::message::{HttpRequest, StreamedResponse};
use crate::budget::Reservation;
use crate::limits::Limit;

/// Chunks of a request's body that wait to be sent; a guest that hands over more waits.
const WAITING_CHUNKS: usize = 4;
/// A chunk of more bytes than this waits until all earlier chunks are taken.
const LARGE_CHUNK: usize = 256 << 10;
/// The maximum size of one read.
const MAX_READ_BYTES: u32 = 16 << 20;

/// The body that an opened request will have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Upload {
    /// The body of the request itself.
    Own,
    /// A body that is written later, of this length if it is known.
    Written(Option<u64>),
}

/// The head of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResponseHead {
    pub status: u16,
    /// The address that answered, after redirects.
    pub url: String,
    pub headers: Vec<(String, String)>,
}

/// The requests that the running call has open. Dropped, they end.
#[derive(Default)]
pub struct Streams {
    open: BTreeMap<u32, Exchange>,
    next: u32,
}

struct Exchange {
    /// The receiver of the request's body; `None` if the body is complete.
    upload: Option<mpsc::Sender<Result<Bytes, GuestError>>>,
    /// The missing part of the body, if that is known.
    missing: Option<u64>,
    answer: Answer,
    /// The memory of the request.
    _memory: Reservation,
}

enum Answer {
    Awaited(Sending),
    Here {
        head: ResponseHead,
        body: BodyStream,
        /// The unread part of the last chunk.
        rest: Bytes,
    },
    Failed(GuestError),
}

/// A request in flight; it ends when its caller stops waiting for it.
struct Sending(JoinHandle<Result<StreamedResponse, GuestError>>);

impl Drop for Sending {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl Streams {
    /// Starts a request with reserved memory, and returns its number.
    ///
    /// # Errors
    /// `Other` for too many at once.
    pub fn open(
        &mut self,
        client: HttpClient,
        mut request: HttpRequest,
        upload: Upload,
        memory: Reservation,
    ) -> Result<u32, GuestError> {
        let limits = &client.shared.limits;
        if self.open.len() as u64 >= limits.get(Limit::HttpConnections) {
            return Err(too_many(limits));
        }
        let mut missing = None;
        let upload = match upload {
            Upload::Own => None,
            Upload::Written(length) => {
                let (sender, mut receiver) = mpsc::channel(WAITING_CHUNKS);
                let chunks =
                    futures_util::stream::poll_fn(move |context| receiver.poll_recv(context));
                request.body = RequestBody::Streamed {
                    chunks: BodyStream::new(chunks),
                    length,
                };
                missing = length;
                Some(sender)
            }
        };
        let sending = tokio::spawn(async move { client.send(request).await });
        let number = self.next;
        self.next = self.next.wrapping_add(1);
        self.open.insert(
            number,
            Exchange {
                upload,
                missing,
                answer: Answer::Awaited(Sending(sending)),
                _memory: memory,
            },
        );
        Ok(number)
    }

    /// Hands over the next part of a request's body, and waits while the server is slower than the guest.
    ///
    /// # Errors
    /// As the request fails; `Invalid` for a request that has its body already, and for more than was announced.
    pub async fn write(&mut self, number: u32, bytes: Bytes) -> Result<(), GuestError> {
        let exchange = self.get(number)?;
        let Some(upload) = &exchange.upload else {
            return Err(invalid("exchange", "the body of this request is complete"));
        };
        if let Some(missing) = &mut exchange.missing {
            match missing.checked_sub(bytes.len() as u64) {
                Some(left) => *missing = left,
                None => return Err(invalid("bytes", "they are more than was announced")),
            }
        }
        let slots = if bytes.len() > LARGE_CHUNK {
            WAITING_CHUNKS
        } else {
            1
        };
        if bytes.is_empty() {
            return Ok(());
        }
        let upload = upload.clone();
        let places = tokio::select! {
            biased;
            places = upload.reserve_many(slots) => places.ok(),
            // Its body may be kept for some time after that.
            () = exchange.failed() => None,
        };
        if let Some(place) = places.and_then(|mut places| places.next()) {
            place.send(Ok(bytes));
            return Ok(());
        }
        // The reader is gone: the request failed, or the server answered without having read it all.
        exchange.answered().await.map(drop)
    }

    /// Ends a request's body, and waits for the head of the answer.
    ///
    /// # Errors
    /// The error of the request; `Invalid` if the body is shorter than announced.
    pub async fn head(&mut self, number: u32) -> Result<ResponseHead, GuestError> {
        let exchange = self.get(number)?;
        exchange.finish_upload().await?;
        let (head, ..) = exchange.answered().await?;
        Ok(head.clone())
    }

    /// At most this many bytes of the answer's body; `None` at its end.
    ///
    /// # Errors
    /// The errors of the request and its response.
    pub async fn read(&mut self, number: u32, count: u32) -> Result<Vec<u8>, GuestError> {
        if count == 0 {
            return Err(invalid("count", "it must be at least 1"));
        }
        let exchange = self.get(number)?;
        exchange.finish_upload().await?;
        let (_, body, rest) = exchange.answered().await?;
        while rest.is_empty() {
            match body.chunk().await {
                Ok(Some(chunk)) => *rest = chunk,
                Ok(None) => return Ok(Vec::new()),
                Err(error) => {
                    exchange.answer = Answer::Failed(error.clone());
                    return Err(error);
                }
            }
        }
        let count = rest.len().min(count.min(MAX_READ_BYTES) as usize);
        Ok(rest.split_to(count).to_vec())
    }

    /// Ends a request at any point.
    pub fn close(&mut self, number: u32) {
        self.open.remove(&number);
    }

    /// A request that fails at once. The receiver of its body may read nothing.
    #[cfg(test)]
    pub(super) fn keeping(
        &mut self,
        upload: mpsc::Sender<Result<Bytes, GuestError>>,
        failure: GuestError,
    ) -> u32 {
        let exchange = Exchange {
            upload: Some(upload),
            missing: None,
            answer: Answer::Awaited(Sending(tokio::spawn(async { Err(failure) }))),
            _memory: Reservation::default(),
        };
        self.open.insert(u32::MAX, exchange);
        u32::MAX
    }

    fn get(&mut self, number: u32) -> Result<&mut Exchange, GuestError> {
        self.open.get_mut(&number).ok_or_else(|| {
            GuestError::NotFound(format!("no request {number} is open in this call"))
        })
    }
}

impl Exchange {
    async fn finish_upload(&mut self) -> Result<(), GuestError> {
        let Some(upload) = self.upload.take() else {
            return Ok(());
        };
        if self.missing.is_some_and(|missing| missing > 0) {
            let error = invalid("bytes", "there are fewer bytes than announced");
            // The server must not take the part for the whole.
            _ = upload.send(Err(error.clone())).await;
            self.answer = Answer::Failed(error.clone());
            return Err(error);
        }
        Ok(())
    }

    /// Waits until the request fails. An answer before the end of the body is not a failure.
    async fn failed(&mut self) {
        if self.answered().await.is_ok() {
            std::future::pending::<()>().await;
        }
    }

    /// The response, as soon as its head has arrived.
    async fn answered(
        &mut self,
    ) -> Result<(&mut ResponseHead, &mut BodyStream, &mut Bytes), GuestError> {
        if let Answer::Awaited(sending) = &mut self.answer {
            self.answer = match (&mut sending.0).await {
                Ok(Ok(answer)) => Answer::Here {
                    head: ResponseHead {
                        status: answer.status,
                        url: answer.url.into(),
                        headers: answer.headers,
                    },
                    body: answer.body,
                    rest: Bytes::new(),
                },
                Ok(Err(error)) => Answer::Failed(error),
                Err(_) => Answer::Failed(cancelled()),
            };
        }
        match &mut self.answer {
            Answer::Here { head, body, rest } => Ok((head, body, rest)),
            Answer::Failed(error) => Err(error.clone()),
            Answer::Awaited(_) => Err(cancelled()),
        }
    }
}

fn invalid(property: &str, reason: &str) -> GuestError {
    GuestError::Invalid(vec![PropertyFailure {
        property: property.to_owned(),
        reason: reason.to_owned(),
    }])
}
