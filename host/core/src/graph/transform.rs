//! Transforms: functions of a component that change the inputs and options of its children, when the engine asks for it.

use std::fmt;

use super::engine_callback::{CallbackError, CallbackQueue, EngineCallback};
use super::transform_request::{TransformRequest, Transformed};

/// A transform of an open session. It is one of its functions, by the guest's number.
#[derive(Clone)]
pub struct Transform {
    callback: u32,
    queue: CallbackQueue,
}

impl Transform {
    /// The function of a session by the guest's number.
    pub(crate) fn new(callback: u32, queue: CallbackQueue) -> Self {
        Self { callback, queue }
    }

    /// The guest's number of the function: within a session, each has another one.
    #[must_use]
    pub fn number(&self) -> u32 {
        self.callback
    }

    /// Has a registration changed, as soon as the guest is free.
    ///
    /// # Errors
    /// When the component fails, or its session is over.
    pub async fn run(&self, request: TransformRequest) -> Result<Transformed, CallbackError> {
        let asked = |question| EngineCallback::Transform(Box::new(question));
        self.queue.ask(self.callback, request, asked).await
    }
}

impl fmt::Debug for Transform {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_tuple("Transform")
            .field(&self.callback)
            .finish()
    }
}

impl PartialEq for Transform {
    fn eq(&self, other: &Self) -> bool {
        self.callback == other.callback && self.queue.is(&other.queue)
    }
}
