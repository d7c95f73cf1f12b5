//! The queue of calls from the engine to a session. They wait in order of arrival until the guest is free.

use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

use tokio::sync::mpsc::UnboundedReceiver;
use tokio::sync::oneshot;

use super::context::Work;
use crate::error::{CallError, GuestError};
use crate::graph::{
    CallbackError, CallbackQueue, EngineCallback, Graph, NodeId, Registration, ResourceHook,
    Transform,
};

/// The maximum size of a text for the engine.
const MAX_TEXT_BYTES: usize = 16 << 10;

/// The calls from the engine to a session.
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

    /// Adds the transforms and hooks of a node to its registration.
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

    /// Waits for a call from the engine, and queues it.
    pub(super) async fn arrive(&mut self) {
        // The channel is open while `self` exists.
        if let Some(asked) = self.arriving.recv().await {
            self.waiting.push_back(asked);
        }
    }

    /// Removes and returns the oldest call.
    pub(super) fn next(&mut self) -> Option<EngineCallback> {
        self.waiting.pop_front()
    }

    /// Refuses the waiting transforms after a failure, because no more resources are created. Hooks stay, because their
    /// resources exist or are about to exist.
    pub(super) fn refuse_transforms(&mut self) {
        self.waiting
            .retain(|asked| matches!(asked, EngineCallback::Hook(..)));
    }
}

impl Work<'_> {
    /// Answers the engine, and returns the answer. `what` is the subject of a failure, so that the user does not look
    /// for it among the inputs of the component. The engine receives the failure without secrets.
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
        // The engine may have stopped waiting, for example at the end of the deployment.
        drop(answer.send(told.cloned()));
        given
    }
}
