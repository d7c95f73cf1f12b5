//! Bodies under a call's limits, and how long a server may keep silent.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures_util::stream::{self, Stream, TryStreamExt};
use parking_lot::Mutex;
use pulumi_wasm_core::error::{GuestError, readable};
use tokio::time::{Instant, sleep_until, timeout_at};

use super::body::{BodyStream, RequestBody};
use super::usage::Usage;
use crate::http::in_flight::Open;
use crate::limits::{Limit, Limits};
use crate::system::NoAnswer;

/// The time limits of one request.
#[derive(Debug, Clone)]
pub(super) struct Clocks {
    /// The end of the request's time.
    pub(super) ends: Instant,
    /// The guest's time limit, if that ends the request.
    pub(super) own: Option<Duration>,
    /// The longest time in which the server may send nothing.
    pub(super) idle: Duration,
}

/// The last time when the connection asked for more of a request's body.
#[derive(Debug, Clone)]
pub(super) struct Progress(Arc<Mutex<Instant>>);

impl Progress {
    fn new() -> Self {
        Self(Arc::new(Mutex::new(Instant::now())))
    }

    fn note(&self) {
        *self.0.lock() = Instant::now();
    }

    fn last(&self) -> Instant {
        *self.0.lock()
    }
}

/// One exchange with a server.
#[derive(Clone)]
pub(super) struct Transfer {
    /// Method and address.
    pub(super) described: String,
    pub(super) usage: Arc<Usage>,
    pub(super) limits: Arc<Limits>,
    pub(super) clocks: Clocks,
    /// Counts the exchange as long as it lasts.
    pub(super) _open: Arc<Open>,
}

impl Transfer {
    /// The body of the request, counted as it goes.
    ///
    /// # Errors
    /// If a complete body is too large.
    pub(super) fn outgoing(
        &self,
        body: RequestBody,
    ) -> Result<(RequestBody, Progress), GuestError> {
        let progress = Progress::new();
        let body = match body {
            RequestBody::Empty => RequestBody::Empty,
            RequestBody::Whole(bytes) => {
                self.usage.count_bytes(bytes.len(), &self.limits)?;
                RequestBody::Whole(bytes)
            }
            RequestBody::Streamed { chunks, length } => {
                let (transfer, progress) = (self.clone(), progress.clone());
                let counted = chunks.and_then(move |chunk| {
                    progress.note();
                    let counted = transfer.usage.count_bytes(chunk.len(), &transfer.limits);
                    std::future::ready(counted.map(|()| chunk))
                });
                RequestBody::Streamed {
                    chunks: BodyStream::new(counted),
                    length,
                }
            }
        };
        Ok((body, progress))
    }

    /// Waits for the head of the response, or for a step before it. Fails when the time is over, or when neither the
    /// request's body nor the server makes progress in time.
    pub(super) async fn within<T>(
        &self,
        answer: impl Future<Output = Result<T, NoAnswer>>,
        progress: &Progress,
    ) -> Result<T, NoAnswer> {
        let mut answer = std::pin::pin!(answer);
        loop {
            let silent = progress.last() + self.clocks.idle;
            tokio::select! {
                biased;
                answer = &mut answer => return answer,
                () = sleep_until(self.clocks.ends) => return Err(self.too_long().into()),
                () = sleep_until(silent) => {
                    if progress.last() + self.clocks.idle <= Instant::now() {
                        return Err(self.too_silent().into());
                    }
                }
            }
        }
    }

    /// The body of the answer, counted as it comes.
    pub(super) fn incoming(
        self,
        body: BodyStream,
    ) -> impl Stream<Item = Result<Bytes, GuestError>> + Send + 'static {
        stream::try_unfold((self, body), |(transfer, mut body)| async move {
            let chunk = transfer.chunk(&mut body).await?;
            Ok(chunk.map(|chunk| (chunk, (transfer, body))))
        })
    }

    async fn chunk(&self, body: &mut BodyStream) -> Result<Option<Bytes>, GuestError> {
        let silent = Instant::now() + self.clocks.idle;
        let ends = self.clocks.ends.min(silent);
        let chunk = timeout_at(ends, body.chunk()).await.map_err(|_| {
            if ends == silent {
                self.too_silent()
            } else {
                self.too_long()
            }
        })??;
        if let Some(chunk) = &chunk {
            self.usage.count_bytes(chunk.len(), &self.limits)?;
        }
        Ok(chunk)
    }

    fn too_long(&self) -> GuestError {
        let described = &self.described;
        GuestError::TimedOut(match self.clocks.own {
            Some(own) => format!("{described}: no answer within {}", readable(own)),
            None => self.over("no answer in time", Limit::HttpTime),
        })
    }

    fn too_silent(&self) -> GuestError {
        GuestError::TimedOut(self.over("the server sends nothing", Limit::HttpIdleTime))
    }

    fn over(&self, what: &str, limit: Limit) -> String {
        format!(
            "{}: {what}, and the limit {} is {}\nhint: {}",
            self.described,
            limit.name(),
            limit.show(self.limits.get(limit)),
            self.limits.hint(limit)
        )
    }
}
