//! What the engine asks of a session: functions of the component that it runs while a registration is under way.
//!
//! The guest may be busy then, so what is asked waits in the queue of the session, in order of arrival, until the session has
//! nothing else that runs.

use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::oneshot;

use super::hook_request::{HookMoment, HookRequest};
use super::transform_request::{TransformRequest, Transformed};

/// Why a function that the engine runs gave nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CallbackError {
    /// The component failed, in words without secrets.
    #[error("{0}")]
    Failed(String),
    /// Its session is over.
    #[error("the component that has this function has come to its end")]
    Ended,
}

/// Something that the engine waits for.
pub(crate) enum EngineCallback {
    Transform(Box<CallbackInvocation<TransformRequest, Transformed>>),
    Hook(HookMoment, Box<CallbackInvocation<HookRequest, ()>>),
}

/// A question for a function, and where its answer goes.
pub(crate) struct CallbackInvocation<Request, Answer> {
    /// The guest's number of the function.
    pub(crate) callback: u32,
    pub(crate) request: Request,
    pub(crate) answer: oneshot::Sender<Result<Answer, CallbackError>>,
}

/// What a session makes the functions with that the engine may run.
#[derive(Clone, Debug)]
pub(crate) struct CallbackQueue(UnboundedSender<EngineCallback>);

impl CallbackQueue {
    /// An empty queue, and its end.
    pub(crate) fn new() -> (Self, UnboundedReceiver<EngineCallback>) {
        let (queue, asked) = unbounded_channel();
        (Self(queue), asked)
    }

    /// Whether both are of one session.
    pub(super) fn is(&self, other: &Self) -> bool {
        self.0.same_channel(&other.0)
    }

    /// Has a function run, as soon as the guest is free.
    ///
    /// # Errors
    /// When the component fails, or its session is over.
    pub(super) async fn ask<Request, Answer>(
        &self,
        callback: u32,
        request: Request,
        asked: impl FnOnce(CallbackInvocation<Request, Answer>) -> EngineCallback,
    ) -> Result<Answer, CallbackError> {
        let (answer, answered) = oneshot::channel();
        let question = CallbackInvocation {
            callback,
            request,
            answer,
        };
        let queued = self.0.send(asked(question));
        queued.map_err(|_| CallbackError::Ended)?;
        // A session that ends drops what waits for it.
        answered.await.unwrap_or(Err(CallbackError::Ended))
    }
}
