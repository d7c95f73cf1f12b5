//! Transforms: functions of a component that change the inputs and options of its children, when the engine asks for it.
//!
//! The engine asks while a registration is under way, so the guest may be busy: what is asked waits in the queue of the
//! component's session, in order of arrival, until the session has nothing else that runs.

use std::fmt;

use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::oneshot;

use super::registration_options::RegistrationOptions;
use crate::output_values::OutputValues;
use crate::value::PropertyMap;

/// A registration, before the engine has looked at it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TransformRequest {
    pub token: String,
    pub name: String,
    /// Whether a provider makes it.
    pub is_custom: bool,
    /// The URN of the parent.
    pub parent: String,
    /// May be unknown and secret at any depth.
    pub properties: PropertyMap,
    /// The output values among the properties.
    pub outputs: OutputValues,
    pub options: TransformOptions,
}

/// The options that a transform may change.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TransformOptions {
    /// The URNs that the resource as a whole depends on.
    pub depends_on: Vec<String>,
    /// The others, as far as a registration of a guest may have them.
    pub others: RegistrationOptions,
}

/// What a registration shall be instead; what is absent stays as it is.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Transformed {
    /// With the output values among them.
    pub properties: Option<(PropertyMap, OutputValues)>,
    pub options: Option<TransformOptions>,
}

/// Why a transform gave nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TransformError {
    /// The component failed, in words without secrets.
    #[error("{0}")]
    Failed(String),
    /// Its session is over.
    #[error("the component that has this transform has come to its end")]
    Ended,
}

/// A transform of an open session. It is one of its functions, by the guest's number.
#[derive(Clone)]
pub struct Transform {
    callback: u32,
    queue: UnboundedSender<Asked>,
}

impl Transform {
    /// The guest's number of the function: within a session, each has another one.
    #[must_use]
    pub fn number(&self) -> u32 {
        self.callback
    }

    /// Has a registration changed, as soon as the guest is free.
    ///
    /// # Errors
    /// When the component fails, or its session is over.
    pub async fn run(&self, request: TransformRequest) -> Result<Transformed, TransformError> {
        let (answer, answered) = oneshot::channel();
        let asked = Asked {
            callback: self.callback,
            request,
            answer,
        };
        let queued = self.queue.send(asked);
        queued.map_err(|_| TransformError::Ended)?;
        // A session that ends drops what waits for it.
        answered.await.unwrap_or(Err(TransformError::Ended))
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
        self.callback == other.callback && self.queue.same_channel(&other.queue)
    }
}

/// What a session makes its transforms with.
pub(crate) struct Queue(UnboundedSender<Asked>);

impl Queue {
    /// An empty queue, and its end.
    pub(crate) fn new() -> (Self, UnboundedReceiver<Asked>) {
        let (queue, asked) = unbounded_channel();
        (Self(queue), asked)
    }

    /// The transform by the guest's number of its function.
    pub(crate) fn transform(&self, callback: u32) -> Transform {
        Transform {
            callback,
            queue: self.0.clone(),
        }
    }
}

/// Something that the engine waits for.
pub(crate) struct Asked {
    pub(crate) callback: u32,
    pub(crate) request: TransformRequest,
    pub(crate) answer: oneshot::Sender<Result<Transformed, TransformError>>,
}
