//! Functions of a component that the engine runs while it registers a child: transforms and hooks.
//!
//! The guest may be busy when the engine calls. So a call waits in the queue of the session, in order of arrival, until the guest
//! is free.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use super::registration::RegistrationOptions;
use crate::output_values::OutputValues;
use crate::value::{PropertyMap, PropertyValue};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::oneshot;

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

/// When a hook runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum HookMoment {
    BeforeCreate,
    AfterCreate,
    BeforeUpdate,
    AfterUpdate,
}

impl HookMoment {
    /// All of them.
    pub const ALL: [Self; 4] = [
        Self::BeforeCreate,
        Self::AfterCreate,
        Self::BeforeUpdate,
        Self::AfterUpdate,
    ];

    /// The name in the option `hooks`, which is Pulumi's.
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

/// The resource that a hook is asked about.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct HookRequest {
    pub urn: String,
    /// `None` as long as there is none.
    pub id: Option<String>,
    pub name: String,
    pub token: String,
    /// Each of them is `None` if the operation has none, or has none yet.
    pub new_inputs: Option<PropertyMap>,
    pub old_inputs: Option<PropertyMap>,
    pub new_outputs: Option<PropertyMap>,
    pub old_outputs: Option<PropertyMap>,
    /// The outputs that an option makes secret: the engine marks them after the hooks.
    pub secret_outputs: BTreeSet<String>,
    /// Those that the component makes secret.
    pub own_secret_outputs: Arc<BTreeSet<String>>,
}

impl HookRequest {
    /// All values of the resource.
    pub(crate) fn values(&self) -> impl Iterator<Item = &PropertyMap> {
        let maps = [
            &self.new_inputs,
            &self.old_inputs,
            &self.new_outputs,
            &self.old_outputs,
        ];
        maps.into_iter().flatten()
    }

    /// The values of outputs that an option makes secret.
    pub(crate) fn values_of_secret_outputs(&self) -> impl Iterator<Item = &PropertyValue> {
        let maps = [&self.new_outputs, &self.old_outputs];
        let outputs = maps.into_iter().flatten().flatten();
        let sets = [&self.secret_outputs, &*self.own_secret_outputs];
        let secret =
            outputs.filter(move |(name, _)| sets.iter().any(|names| names.contains(*name)));
        secret.map(|(_, value)| value)
    }

    /// The argument of the guest's function: an object with the parts that are there, with open secrets. What is not known, as
    /// behind a resource that failed, is null.
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

/// The value with open secrets, and with nulls for what is unknown.
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
