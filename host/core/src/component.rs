//! The seam to guests: the core's requests to a component. Implemented by the crate `sandbox`, and by fakes in tests.

use async_trait::async_trait;

use super::call::Call;
pub use super::call::Checkpoint;
use super::delta::Delta;
use super::error::{CallError, GuestError, PartialState};
use super::failure::{PropertyDifference, PropertyFailure};
use super::manifest::Manifest;
use super::value::{PropertyMap, PropertyValue};
use super::view::View;

/// The origin of a component, for messages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComponentOrigin {
    /// The file as the user named it, or its name alone.
    pub file: String,
    /// SHA-256 of the component, in hexadecimal.
    pub digest: String,
}

/// The addresses that a configuration has for permissions of the form `config:NAME`, by who wrote the configuration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ConfiguredGrants {
    /// The user did: they are grants, and so is a proxy in it.
    User(Vec<String>),
    /// A component may have done so, because the provider is declared below another resource: they grant nothing, and neither does a proxy.
    Withheld(Vec<String>),
}

/// A component of a package. Its functions are the hooks that its manifest lists; the core never calls another.
///
/// Every function may be called from several tasks at once. Dropping a returned future ends the guest's code.
#[async_trait]
pub trait Component: Send + Sync {
    fn origin(&self) -> &ComponentOrigin;

    fn manifest(&self) -> &Manifest;

    /// Remembers the configuration that each new instance is given before its first call. No guest code runs here,
    /// so a component whose types are not used is never instantiated. Called once.
    fn set_configuration(&self, configuration: PropertyMap);

    /// Takes what the configuration grants. Called once, before [`Self::set_configuration`].
    fn grant(&self, grants: ConfiguredGrants);

    /// How many calls went into the component's code so far.
    fn entries(&self) -> u64;

    /// # Errors
    /// As all of the following: the guest's own error, or how the call ended.
    async fn check_config(
        &self,
        call: &Call,
        configuration: &PropertyMap,
    ) -> Result<Vec<PropertyFailure>, CallError>;

    async fn check(&self, call: &Call, request: CheckRequest<'_>) -> Result<Judged, CallError>;

    async fn diff(&self, call: &Call, request: DiffRequest<'_>) -> Result<DiffAnswer, CallError>;

    async fn create(&self, call: &Call, request: CreateRequest<'_>) -> CreateOutcome;

    /// Completes the resource of a checkpoint, whose id stays.
    async fn resume(&self, call: &Call, request: ResumeRequest<'_>) -> UpdateOutcome;

    /// Predicts the outputs of a create, as far as the guest returns them.
    async fn preview_create(
        &self,
        call: &Call,
        request: PreviewCreateRequest<'_>,
    ) -> Result<PropertyMap, CallError>;

    async fn read(
        &self,
        call: &Call,
        request: ReadRequest<'_>,
    ) -> Result<Option<ReadAnswer>, CallError>;

    async fn update(&self, call: &Call, request: UpdateRequest<'_>) -> UpdateOutcome;

    /// Predicts the outputs of an update, as far as the guest returns them.
    async fn preview_update(
        &self,
        call: &Call,
        request: PreviewUpdateRequest<'_>,
    ) -> Result<PropertyMap, CallError>;

    async fn delete(&self, call: &Call, request: DeleteRequest<'_>) -> Result<(), CallError>;

    /// Brings recorded state to the manifest's state version. A missing part stays missing.
    async fn migrate(&self, call: &Call, state: OldState) -> Result<RecordedState, CallError>;

    /// One page of the things that exist.
    async fn list(&self, call: &Call, request: ListRequest<'_>) -> Result<ListPage, CallError>;

    async fn invoke(
        &self,
        call: &Call,
        arguments: &PropertyMap,
    ) -> Result<(PropertyMap, Vec<PropertyFailure>), CallError>;

    /// A session for the hook `construct`, or for a method. Nothing of the guest runs here. A component without either gives one
    /// that refuses everything.
    fn begin_session(&self) -> Box<dyn GuestSession + '_> {
        Box::new(NoSession)
    }

    /// Waits until work of the host for the component may go on. The host asks before each part of a long work, so that other calls
    /// and a cancel do not wait for it.
    async fn turn(&self) {
        tokio::task::yield_now().await;
    }
}

/// The calls of one component's construction, or of one call of a method, all on one instance, one at a time. Dropped without [`Self::close`], the
/// instance is given up.
#[async_trait]
pub trait GuestSession: Send {
    /// The number by which the guest names the session.
    fn number(&self) -> u32;

    /// Lets the guest declare what the component is made of, in the call's graph. Gives the component's outputs, with
    /// outputs of nodes in them.
    ///
    /// # Errors
    /// As all functions of a [`Component`].
    async fn construct(
        &mut self,
        call: &Call,
        request: ConstructRequest<'_>,
    ) -> Result<PropertyMap, CallError>;

    /// Lets the guest's method declare what its result is made of, in the call's graph. Gives the result, with outputs of nodes in
    /// it.
    ///
    /// # Errors
    /// Likewise; `Invalid` with what the method says of its arguments.
    async fn call_method(
        &mut self,
        call: &Call,
        request: MethodRequest<'_>,
    ) -> Result<PropertyMap, CallError>;

    /// Runs one of the guest's callbacks, and gives its result, with outputs of nodes in it.
    ///
    /// # Errors
    /// Likewise.
    async fn run_callback(
        &mut self,
        call: &Call,
        request: CallbackRequest<'_>,
    ) -> Result<PropertyValue, CallError>;

    /// Ends the session: the guest forgets it, and the instance may serve other calls.
    async fn close(self: Box<Self>, call: &Call);
}

/// The session of a component that has none.
struct NoSession;

impl NoSession {
    fn refusal<T>() -> Result<T, CallError> {
        let reason = "this component constructs no resources".to_owned();
        Err(CallError::Guest(GuestError::Unsupported(reason)))
    }
}

#[async_trait]
impl GuestSession for NoSession {
    fn number(&self) -> u32 {
        0
    }

    async fn construct(
        &mut self,
        _: &Call,
        _: ConstructRequest<'_>,
    ) -> Result<PropertyMap, CallError> {
        Self::refusal()
    }

    async fn call_method(
        &mut self,
        _: &Call,
        _: MethodRequest<'_>,
    ) -> Result<PropertyMap, CallError> {
        Self::refusal()
    }

    async fn run_callback(
        &mut self,
        _: &Call,
        _: CallbackRequest<'_>,
    ) -> Result<PropertyValue, CallError> {
        Self::refusal()
    }

    async fn close(self: Box<Self>, _: &Call) {}
}

/// A component for the hook `construct`.
#[derive(Debug, Clone, Copy)]
pub struct ConstructRequest<'a> {
    /// Plain values, and outputs of node 0.
    pub inputs: &'a PropertyMap,
    /// The options that the program gave, by Pulumi's names, as far as they name no resource.
    pub options: &'a PropertyMap,
}

/// A call of a method.
#[derive(Debug, Clone, Copy)]
pub struct MethodRequest<'a> {
    /// The resource that has the method: node 0.
    pub receiver: &'a PropertyValue,
    /// Plain values, and outputs of node 0.
    pub arguments: &'a PropertyMap,
}

/// The purpose of a callback.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CallbackKind {
    /// It computes a value from known values. Called once.
    Derive,
    /// It changes the inputs and options of a resource. Called for each one, perhaps for one more than once.
    Transform,
    /// It runs before or after a resource is made, with all effects that are granted. Called for each one, perhaps more than once.
    Hook,
}

/// A call of one of the guest's callbacks.
#[derive(Debug, Clone, Copy)]
pub struct CallbackRequest<'a> {
    pub kind: CallbackKind,
    /// The guest's number of the function.
    pub number: u32,
    /// Tells calls of one function apart, the same in a preview and its update; may be empty.
    pub subject: &'a str,
    /// For a derivation a known value; for a transform or a hook an object that describes the resource.
    pub argument: &'a PropertyValue,
}

/// A question for the hook `check`.
#[derive(Debug, Clone, Copy)]
pub struct CheckRequest<'a> {
    pub old_inputs: &'a PropertyMap,
    /// `None` if the engine does not send them.
    pub old_outputs: Option<&'a PropertyMap>,
    pub inputs: &'a PropertyMap,
}

/// The inputs as the hook `check` returns them.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Judged {
    /// Of the inputs that it was asked about.
    pub delta: Delta,
    pub failures: Vec<PropertyFailure>,
}

/// A question for the hook `diff`.
#[derive(Debug, Clone, Copy)]
pub struct DiffRequest<'a> {
    pub id: &'a str,
    pub old_inputs: &'a PropertyMap,
    pub old_outputs: &'a PropertyMap,
    pub inputs: &'a PropertyMap,
    /// The differences that the host found.
    pub differences: &'a [PropertyDifference],
    /// Whether the host would delete first, were it to replace.
    pub delete_before_replace: bool,
}

/// The differences that count.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DiffAnswer {
    pub differences: Vec<PropertyDifference>,
    pub delete_before_replace: bool,
}

/// A resource to create.
#[derive(Debug, Clone, Copy)]
pub struct CreateRequest<'a> {
    pub inputs: &'a PropertyMap,
}

/// A resource to complete after a failed create.
#[derive(Debug, Clone, Copy)]
pub struct ResumeRequest<'a> {
    /// The id in the checkpoint.
    pub id: &'a str,
    /// The outputs in the checkpoint.
    pub old_outputs: &'a PropertyMap,
    pub inputs: &'a PropertyMap,
}

/// A create whose outputs the guest predicts.
#[derive(Debug, Clone, Copy)]
pub struct PreviewCreateRequest<'a> {
    pub inputs: &'a PropertyMap,
    /// The outputs that the host would show.
    pub outputs: &'a PropertyMap,
}

/// A created resource.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Created {
    pub id: String,
    pub outputs: PropertyMap,
    /// Whether the engine should refresh the resource before it next updates it.
    pub refresh_before_update: bool,
}

/// How a create ended. The last checkpoint comes along if the create failed.
pub type CreateOutcome = Result<Created, CallFailure>;

/// An updated resource.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Updated {
    pub outputs: PropertyMap,
    /// As in [`Created`].
    pub refresh_before_update: bool,
}

/// How an update ended: the new outputs, or why not.
pub type UpdateOutcome = Result<Updated, CallFailure>;

/// A failed call that may have left something behind.
#[derive(Debug, Clone)]
pub struct CallFailure {
    pub error: CallError,
    /// The last checkpoint that the guest saved in this call.
    pub checkpoint: Option<Checkpoint>,
}

impl From<CallError> for CallFailure {
    fn from(error: CallError) -> Self {
        Self {
            error,
            checkpoint: None,
        }
    }
}

impl CallFailure {
    /// The thing that is known to exist: from the guest's error, else from its last checkpoint.
    #[must_use]
    pub fn partial_state(&self) -> Option<PartialState> {
        if let CallError::Guest(GuestError::Partial(state)) = &self.error {
            let mut state = state.clone();
            if let (true, Some(noted)) = (state.id.is_empty(), &self.checkpoint) {
                state.id.clone_from(&noted.id);
            }
            return Some(state);
        }
        let checkpoint = self.checkpoint.as_ref()?;
        Some(PartialState {
            id: checkpoint.id.clone(),
            outputs: checkpoint.outputs.clone(),
            reasons: vec![self.error.to_string()],
            is_cut: checkpoint.is_cut,
            ..PartialState::default()
        })
    }
}

/// A request for the hook `read`. Inputs and outputs are `None` on import.
#[derive(Debug, Clone, Copy)]
pub struct ReadRequest<'a> {
    pub id: &'a str,
    pub old_inputs: Option<&'a PropertyMap>,
    pub old_outputs: Option<&'a PropertyMap>,
    pub old_views: &'a [View],
}

/// A resource as it is.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ReadAnswer {
    pub id: String,
    /// `None` if the guest left them to the host.
    pub inputs: Option<PropertyMap>,
    pub outputs: PropertyMap,
    /// As in [`Created`].
    pub refresh_before_update: bool,
}

/// A question for the hook `update`.
#[derive(Debug, Clone, Copy)]
pub struct UpdateRequest<'a> {
    pub id: &'a str,
    pub old_inputs: &'a PropertyMap,
    pub old_outputs: &'a PropertyMap,
    pub old_views: &'a [View],
    pub inputs: &'a PropertyMap,
}

/// An update whose outputs the guest predicts.
#[derive(Debug, Clone, Copy)]
pub struct PreviewUpdateRequest<'a> {
    pub update: UpdateRequest<'a>,
    /// The outputs that the host would show.
    pub outputs: &'a PropertyMap,
}

/// A resource to delete.
#[derive(Debug, Clone, Copy)]
pub struct DeleteRequest<'a> {
    pub id: &'a str,
    pub old_inputs: &'a PropertyMap,
    pub old_outputs: &'a PropertyMap,
    pub old_views: &'a [View],
}

/// The recorded inputs and outputs of a resource; a call that knows only one of the two has only that one.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RecordedState {
    pub inputs: Option<PropertyMap>,
    pub outputs: Option<PropertyMap>,
}

/// State that an earlier version of the component wrote.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct OldState {
    /// The state version that it was written with.
    pub version: u32,
    pub recorded: RecordedState,
}

/// The query.
#[derive(Debug, Clone, Copy)]
pub struct ListRequest<'a> {
    /// The properties that the schema's `listInputs` declares.
    pub query: &'a PropertyMap,
    /// The number of results that are still wanted; `None` for all.
    pub limit: Option<u32>,
    /// The number of results that the engine would like in one answer; `None` leaves it to the guest.
    pub page_size: Option<u32>,
    /// The place to go on from; empty at first.
    pub continuation_token: &'a str,
}

/// Things that exist, and where to go on; that is empty at the end.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ListPage {
    pub found: Vec<ListedResource>,
    pub continuation_token: String,
}

/// A thing that exists.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ListedResource {
    /// The id, as an import takes it.
    pub id: String,
    /// A name for people.
    pub name: String,
}
