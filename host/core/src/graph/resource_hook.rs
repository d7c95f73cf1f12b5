//! Hooks: functions of a component that the engine runs before and after it has a child created or updated.
//!
//! The engine runs them while the registration of the child is under way, so the session is open. It would run those for deletes in
//! any later deployment, where no session is: a component has none.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use super::engine_callback::{CallbackError, CallbackQueue, EngineCallback};
use super::hook_request::{HookMoment, HookRequest};

/// A hook of an open session. It is one of its functions, by the guest's number.
#[derive(Clone)]
pub struct ResourceHook {
    moment: HookMoment,
    callback: u32,
    /// The outputs of the child that the component makes secret.
    secret_outputs: Arc<BTreeSet<String>>,
    queue: CallbackQueue,
}

impl ResourceHook {
    /// The function of a session by the guest's number.
    pub(crate) fn new(
        moment: HookMoment,
        callback: u32,
        secret_outputs: Arc<BTreeSet<String>>,
        queue: CallbackQueue,
    ) -> Self {
        Self {
            moment,
            callback,
            secret_outputs,
            queue,
        }
    }

    /// When the engine runs it.
    #[must_use]
    pub fn moment(&self) -> HookMoment {
        self.moment
    }

    /// Runs it, as soon as the guest is free.
    ///
    /// # Errors
    /// When the component fails, or its session is over.
    pub async fn run(&self, mut request: HookRequest) -> Result<(), CallbackError> {
        request.own_secret_outputs = Arc::clone(&self.secret_outputs);
        let moment = self.moment;
        let asked = |question| EngineCallback::Hook(moment, Box::new(question));
        self.queue.ask(self.callback, request, asked).await
    }
}

impl fmt::Debug for ResourceHook {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_tuple("ResourceHook")
            .field(&self.moment)
            .field(&self.callback)
            .finish()
    }
}

impl PartialEq for ResourceHook {
    fn eq(&self, other: &Self) -> bool {
        (self.moment, self.callback) == (other.moment, other.callback)
            && self.queue.is(&other.queue)
    }
}
