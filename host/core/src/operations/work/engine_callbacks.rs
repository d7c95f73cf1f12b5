//! What the engine asks of a session waits here until the guest is free, in order of arrival.

use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

use tokio::sync::mpsc::UnboundedReceiver;
use tokio::sync::oneshot;

use super::session::Work;
use crate::error::{CallError, GuestError};
use crate::graph::{
    CallbackError, CallbackQueue, EngineCallback, Graph, NodeId, Registration, ResourceHook,
    Transform,
};

/// A text for the engine is no longer than this.
const MAX_TEXT_BYTES: usize = 16 << 10;

/// What the engine asks of a session.
pub(super) struct EngineCallbacks {
    queue: CallbackQueue,
    arriving: UnboundedReceiver<EngineCallback>,
    waiting: VecDeque<EngineCallback>,
}

impl EngineCallbacks {
    pub(super) fn new() -> Self {
        let (queue, arriving) = CallbackQueue::new();
        Self {
            queue,
            arriving,
            waiting: VecDeque::new(),
        }
    }

    /// Lets the engine run the functions of a node with its registration.
    pub(super) fn put_on(&self, registration: &mut Registration, graph: &Graph, node: NodeId) {
        let transforms = graph.transforms_of(node).into_iter();
        let transforms = transforms.map(|number| Transform::new(number, self.queue.clone()));
        registration.transforms = transforms.collect();
        let hooks = graph.hooks_of(node);
        if hooks.is_empty() {
            return;
        }
        let secrets = registration.options.additional_secret_outputs.iter();
        let secrets: Arc<BTreeSet<String>> = Arc::new(secrets.cloned().collect());
        let hooks = hooks.into_iter().map(|(moment, number)| {
            let (secrets, queue) = (Arc::clone(&secrets), self.queue.clone());
            ResourceHook::new(moment, number, secrets, queue)
        });
        registration.hooks = hooks.collect();
    }

    /// Waits until the engine asks for something, and keeps that.
    pub(super) async fn arrive(&mut self) {
        // The queue is open as long as this is there.
        if let Some(asked) = self.arriving.recv().await {
            self.waiting.push_back(asked);
        }
    }

    /// What came first of all that waits.
    pub(super) fn next(&mut self) -> Option<EngineCallback> {
        self.waiting.pop_front()
    }

    /// Refuses the transforms that wait, after a failure: nothing more is to be made. What a hook is asked about is made or about to
    /// be made all the same, so those stay.
    pub(super) fn refuse_transforms(&mut self) {
        self.waiting
            .retain(|asked| matches!(asked, EngineCallback::Hook(..)));
    }
}

impl Work<'_> {
    /// Answers the engine, and gives the same. A failure is about `what`, so that it is not taken for one of the component's
    /// inputs; the engine is told it without secrets.
    pub(super) fn answer<Answer: Clone>(
        &self,
        answer: oneshot::Sender<Result<Answer, CallbackError>>,
        what: &str,
        given: Result<Answer, CallError>,
    ) -> Result<Answer, CallError> {
        let given = given.map_err(|error| match error {
            CallError::Guest(error) => {
                CallError::Guest(GuestError::Other(format!("{what}: {}", error.message())))
            }
            other => other,
        });
        let told = given.as_ref().map_err(|error| {
            let text = error.to_string();
            let text = self.call.secrets.excerpt(&text, MAX_TEXT_BYTES);
            CallbackError::Failed(text.into_owned())
        });
        // The engine may have given up, such as at the end of the deployment.
        drop(answer.send(told.cloned()));
        given
    }
}
