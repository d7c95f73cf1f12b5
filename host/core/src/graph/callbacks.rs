//! Functions of a component that the engine runs while it registers a child: transforms and hooks.
//!
//! The guest may be busy when the engine calls. So a call waits in the queue of the session, in order of arrival, until the guest
//! is free.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use super::registration::RegistrationOptions;
use crate::value::output_values::OutputValues;
use crate::value::{PropertyMap, PropertyValue};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::oneshot;

/// Why a function that the engine called returned no result.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CallbackError {
    /// The component failed. The text contains no secrets.
    #[error("{0}")]
    Failed(String),
    /// The session of the component has ended.
    #[error("the component that declared this function has ended")]
    Ended,
}

/// A function that the engine has called and waits for.
pub(crate) enum EngineCallback {
    Transform(Box<CallbackInvocation<TransformRequest, Transformed>>),
    Hook(HookMoment, Box<CallbackInvocation<HookRequest, ()>>),
}

/// A call of a function, and the channel for its result.
pub(crate) struct CallbackInvocation<Request, Answer> {
    /// The number of the function in the guest.
    pub(crate) callback: u32,
    pub(crate) request: Request,
    pub(crate) answer: oneshot::Sender<Result<Answer, CallbackError>>,
}

/// The queue of a session. Each transform and hook of the session holds a clone.
#[derive(Clone, Debug)]
pub(crate) struct CallbackQueue(UnboundedSender<EngineCallback>);

impl CallbackQueue {
    /// An empty queue, and its receiver.
    pub(crate) fn new() -> (Self, UnboundedReceiver<EngineCallback>) {
        let (queue, asked) = unbounded_channel();
        (Self(queue), asked)
    }

    /// Whether both belong to the same session.
    pub(super) fn is(&self, other: &Self) -> bool {
        self.0.same_channel(&other.0)
    }

    /// Queues a call of a function, and waits for its result.
    ///
    /// # Errors
    /// If the component fails, or its session has ended.
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
        // A session drops its queue when it ends.
        answered.await.unwrap_or(Err(CallbackError::Ended))
    }
}

/// A registration before the engine has processed it, as a transform receives it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TransformRequest {
    pub token: String,
    pub name: String,
    /// Whether a provider manages the resource.
    pub is_custom: bool,
    /// The URN of the parent.
    pub parent: String,
    /// The value may be unknown and secret at any depth.
    pub properties: PropertyMap,
    /// The output values in the properties.
    pub outputs: OutputValues,
    pub options: TransformOptions,
}

/// The options that a transform may change.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TransformOptions {
    /// The URNs that the whole resource depends on.
    pub depends_on: Vec<String>,
    /// The other options that a guest may set.
    pub others: RegistrationOptions,
}

/// The changes of a transform to a registration. `None` leaves that part unchanged.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Transformed {
    /// The properties, and the output values in them.
    pub properties: Option<(PropertyMap, OutputValues)>,
    pub options: Option<TransformOptions>,
}

/// A transform of an open session, identified by the number of its function in the guest.
#[derive(Clone)]
pub struct Transform {
    callback: u32,
    queue: CallbackQueue,
}

impl Transform {
    pub(crate) fn new(callback: u32, queue: CallbackQueue) -> Self {
        Self { callback, queue }
    }

    /// The number of the function in the guest, unique within a session.
    #[must_use]
    pub fn number(&self) -> u32 {
        self.callback
    }

    /// Runs the function as soon as the guest is free, and returns its changes.
    ///
    /// # Errors
    /// If the component fails, or its session has ended.
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

/// When a hook runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum HookMoment {
    BeforeCreate,
    AfterCreate,
    BeforeUpdate,
    AfterUpdate,
}

impl HookMoment {
    pub const ALL: [Self; 4] = [
        Self::BeforeCreate,
        Self::AfterCreate,
        Self::BeforeUpdate,
        Self::AfterUpdate,
    ];

    /// The name in Pulumi's option `hooks`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::BeforeCreate => "beforeCreate",
            Self::AfterCreate => "afterCreate",
            Self::BeforeUpdate => "beforeUpdate",
            Self::AfterUpdate => "afterUpdate",
        }
    }
}

/// The resource that a hook runs for.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct HookRequest {
    pub urn: String,
    /// `None` until the resource has an id.
    pub id: Option<String>,
    pub name: String,
    pub token: String,
    /// Each of the following is `None` if the operation has no such values, or not yet.
    pub new_inputs: Option<PropertyMap>,
    pub old_inputs: Option<PropertyMap>,
    pub new_outputs: Option<PropertyMap>,
    pub old_outputs: Option<PropertyMap>,
    /// The outputs that an option makes secret. The engine marks them only after the hooks.
    pub secret_outputs: BTreeSet<String>,
    /// The outputs that the component makes secret.
    pub own_secret_outputs: Arc<BTreeSet<String>>,
}

impl HookRequest {
    /// All property maps of the resource.
    pub(crate) fn values(&self) -> impl Iterator<Item = &PropertyMap> {
        let maps = [
            &self.new_inputs,
            &self.old_inputs,
            &self.new_outputs,
            &self.old_outputs,
        ];
        maps.into_iter().flatten()
    }

    /// The values of the outputs that an option makes secret.
    pub(crate) fn values_of_secret_outputs(&self) -> impl Iterator<Item = &PropertyValue> {
        let maps = [&self.new_outputs, &self.old_outputs];
        let outputs = maps.into_iter().flatten().flatten();
        let sets = [&self.secret_outputs, &*self.own_secret_outputs];
        let secret =
            outputs.filter(move |(name, _)| sets.iter().any(|names| names.contains(*name)));
        secret.map(|(_, value)| value)
    }

    /// The argument for the guest's function: an object with the available parts. Secrets are unwrapped. Unknown
    /// values, for example of a resource that failed, are null.
    pub(crate) fn into_argument(self, moment: HookMoment) -> PropertyValue {
        let mut argument = PropertyMap::from([
            ("event".to_owned(), moment.name().into()),
            ("type".to_owned(), self.token.into()),
            ("name".to_owned(), self.name.into()),
            ("urn".to_owned(), self.urn.into()),
        ]);
        argument.extend(self.id.map(|id| ("id".to_owned(), id.into())));
        let maps = [
            ("newInputs", self.new_inputs),
            ("oldInputs", self.old_inputs),
            ("newOutputs", self.new_outputs),
            ("oldOutputs", self.old_outputs),
        ];
        for (name, map) in maps {
            let map = map.map(|map| open(PropertyValue::Object(map)));
            argument.extend(map.map(|map| (name.to_owned(), map)));
        }
        PropertyValue::Object(argument)
    }
}

/// The value with secrets unwrapped and unknown values replaced by null.
fn open(value: PropertyValue) -> PropertyValue {
    match value {
        PropertyValue::Unknown => PropertyValue::Null,
        PropertyValue::Secret(inner) => open(*inner),
        PropertyValue::Array(items) => PropertyValue::Array(items.into_iter().map(open).collect()),
        PropertyValue::Object(map) => {
            let members = map.into_iter().map(|(name, value)| (name, open(value)));
            PropertyValue::Object(members.collect())
        }
        plain => plain,
    }
}

/// A hook of an open session, identified by the number of its function in the guest.
#[derive(Clone)]
pub struct ResourceHook {
    moment: HookMoment,
    callback: u32,
    /// The outputs of the child that the component makes secret.
    secret_outputs: Arc<BTreeSet<String>>,
    queue: CallbackQueue,
}

impl ResourceHook {
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

    #[must_use]
    pub fn moment(&self) -> HookMoment {
        self.moment
    }

    /// Runs the function as soon as the guest is free.
    ///
    /// # Errors
    /// If the component fails, or its session has ended.
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
