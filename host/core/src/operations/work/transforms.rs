//! Transforms of a session: what the engine asks waits here until the guest is free, in order of arrival.

use std::collections::VecDeque;

use tokio::sync::mpsc::UnboundedReceiver;

use super::session::{Event, Session, Work};
use crate::component::{CallbackKind, CallbackRequest};
use crate::error::{CallError, GuestError};
use crate::graph::Registration;
use crate::graph::transform::{Asked, Queue, TransformError, TransformRequest, Transformed};
use crate::text::Excerpt;

/// A text for the engine is no longer than this.
const MAX_TEXT_BYTES: usize = 16 << 10;

/// What the engine asks of a session.
pub(super) struct Transforms {
    queue: Queue,
    arriving: UnboundedReceiver<Asked>,
    waiting: VecDeque<Asked>,
}

impl Transforms {
    pub(super) fn new() -> Self {
        let (queue, arriving) = Queue::new();
        Self {
            queue,
            arriving,
            waiting: VecDeque::new(),
        }
    }

    /// Lets a registration go through functions of the guest, by their numbers.
    pub(super) fn put_on(&self, registration: &mut Registration, numbers: &[u32]) {
        let numbers = numbers.iter();
        let transforms = numbers.map(|number| self.queue.transform(*number));
        registration.transforms = transforms.collect();
    }

    /// Waits until the engine asks for something, and keeps that.
    pub(super) async fn arrive(&mut self) {
        // The queue is open as long as this is there.
        if let Some(asked) = self.arriving.recv().await {
            self.waiting.push_back(asked);
        }
    }

    /// What came first of all that waits.
    pub(super) fn next(&mut self) -> Option<Asked> {
        self.waiting.pop_front()
    }

    /// Refuses all that waits: the guest is not entered any more.
    pub(super) fn refuse(&mut self) {
        self.waiting.clear();
    }
}

impl<'a> Work<'a> {
    /// Runs a transform. A guest that fails is the failure of the session, and of the resource.
    pub(super) async fn transform(&self, mut session: Session<'a>, asked: Asked) -> Event<'a> {
        let Asked {
            callback,
            request,
            answer,
        } = asked;
        let what = format!(
            "the transform of `{}` of type `{}`",
            Excerpt::name(&request.name),
            Excerpt::name(&request.token)
        );
        let transformed = self.transformed(&mut session, callback, request).await;
        let transformed = transformed.map_err(|error| about(&what, error));
        let told = transformed.as_ref().map_err(|error| {
            let text = error.to_string();
            TransformError::Failed(
                self.call
                    .secrets
                    .excerpt(&text, MAX_TEXT_BYTES)
                    .into_owned(),
            )
        });
        // The engine may have given up, such as at the end of the deployment.
        drop(answer.send(told.cloned()));
        Event::Called(session, transformed.map(drop))
    }

    async fn transformed(
        &self,
        session: &mut Session<'a>,
        callback: u32,
        request: TransformRequest,
    ) -> Result<Transformed, CallError> {
        self.call.secrets.learn(&request.properties);
        let TransformRequest {
            parent,
            token,
            name,
            ..
        } = &request;
        let subject = format!("{parent}::{token}::{name}");
        let Some(argument) = self.graph.lock().begin_transform(request) else {
            return Ok(Transformed::default());
        };
        let excess = self.graph.lock().excess();
        let given = match excess {
            Some(excess) => Err(excess),
            None => {
                let callback = CallbackRequest {
                    kind: CallbackKind::Transform,
                    number: callback,
                    subject: &subject,
                    argument: &argument,
                };
                session.run_callback(self.call, callback).await
            }
        };
        let mut graph = self.graph.lock();
        let transformed = given.and_then(|given| {
            let transformed = graph.transformed(given);
            let transformed = transformed.map_err(CallError::Guest)?;
            graph.excess().map_or(Ok(transformed), Err)
        });
        graph.end_transform();
        transformed
    }
}

/// The same error about a resource, so that it is not taken for one of the component's inputs.
fn about(what: &str, error: CallError) -> CallError {
    match error {
        CallError::Guest(error) => {
            CallError::Guest(GuestError::Other(format!("{what}: {}", error.message())))
        }
        other => other,
    }
}
