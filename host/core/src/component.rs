//! The seam to guests: the requests of the core to a component. The crate `sandbox` implements it, and fakes in tests
//! do.

use async_trait::async_trait;

use crate::call::Call;
pub use crate::call::Checkpoint;
use crate::error::failure::{PropertyDifference, PropertyFailure};
use crate::error::{CallError, GuestError, PartialState};
use crate::manifest::Manifest;
use crate::text::Excerpt;
use crate::value::delta::Delta;
use crate::value::{PropertyMap, PropertyValue};
use crate::view::View;

/// The origin of a component, for messages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComponentOrigin {
    /// The file as the user named it, or only its name.
    pub file: String,
    /// SHA-256 of the component, in hexadecimal.
    pub digest: String,
}

/// A component in the report of a failure: its file, digest, version and SDK.
#[must_use]
pub fn described(component: &dyn Component) -> String {
    let (origin, manifest) = (component.origin(), component.manifest());
    let mut described = format!(
        "{} (sha256:{}), version {}",
        Excerpt::name(&origin.file),
        origin.digest.get(..12).unwrap_or(&origin.digest),
        Excerpt::name(manifest.version())
    );
    let sdk = &manifest.sdk;
    if !sdk.name.is_empty() {
        described.push_str(&format!(
            ", built with {} {}",
            Excerpt::name(&sdk.name),
            Excerpt::name(&sdk.version)
        ));
    }
    described
}

/// The configured addresses for permissions of the form `config:PATH`. Its variants tell who wrote the configuration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ConfiguredGrants {
    /// The user wrote it. The addresses, and a proxy among them, are grants.
    User(Vec<String>),
    /// A component may have written it, because the provider is declared below another resource. The addresses, and a
    /// proxy among them, grant nothing.
    Withheld(Vec<String>),
}

/// A component of a package. The core only calls the hooks that the manifest lists.
///
/// Every function may be called from several tasks at once. Dropping a returned future ends the guest's code.
#[async_trait]
pub trait Component: Send + Sync {
    fn origin(&self) -> &ComponentOrigin;

    fn manifest(&self) -> &Manifest;

    /// Sets the configuration that each new instance receives before its first call. It runs no guest code, so a
    /// component is never instantiated if its types are not used. Called once.
    fn set_configuration(&self, configuration: PropertyMap);

    /// Sets the grants of the configuration. Called once, before [`Self::set_configuration`].
    fn grant(&self, grants: ConfiguredGrants);

    /// How many calls have entered the component's code so far.
    fn entries(&self) -> u64;

    /// # Errors
    /// As for all following functions: the error that the guest returned, or how the call ended.
    async fn check_config(
        &self,
        call: &Call,
        configuration: &PropertyMap,
    ) -> Result<Vec<PropertyFailure>, CallError>;

    async fn check(&self, call: &Call, request: CheckRequest<'_>) -> Result<Judged, CallError>;

    async fn diff(&self, call: &Call, request: DiffRequest<'_>) -> Result<DiffAnswer, CallError>;

    async fn create(&self, call: &Call, request: CreateRequest<'_>) -> CreateOutcome;

    /// Completes the resource of a checkpoint. The id stays.
    async fn resume(&self, call: &Call, request: ResumeRequest<'_>) -> UpdateOutcome;

    /// Predicts the outputs of a create. The guest may omit outputs.
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

    /// Predicts the outputs of an update. The guest may omit outputs.
    async fn preview_update(
        &self,
        call: &Call,
        request: PreviewUpdateRequest<'_>,
    ) -> Result<PropertyMap, CallError>;

    async fn delete(&self, call: &Call, request: DeleteRequest<'_>) -> Result<(), CallError>;

    /// Migrates recorded state to the manifest's state version. A missing part stays missing.
    async fn migrate(&self, call: &Call, state: OldState) -> Result<RecordedState, CallError>;

    /// Returns one page of existing resources.
    async fn list(&self, call: &Call, request: ListRequest<'_>) -> Result<ListPage, CallError>;

    async fn invoke(
        &self,
        call: &Call,
        arguments: &PropertyMap,
    ) -> Result<(PropertyMap, Vec<PropertyFailure>), CallError>;

    /// Begins a session for the hook `construct` or for a method. It runs no guest code. A component without either
    /// returns a session that refuses everything.
    fn begin_session(&self) -> Box<dyn GuestSession + '_> {
        Box::new(NoSession)
    }

    /// Waits until the host may continue its own work for the component. The host calls it before each slice of a long
    /// work, so that other calls and a cancellation do not wait.
    async fn turn(&self) {
        tokio::task::yield_now().await;
    }
}

/// The calls of one construction or of one method call. All run on one instance, one at a time. If it is dropped
/// without [`Self::close`], the instance is discarded.
#[async_trait]
pub trait GuestSession: Send {
    /// The number of the session in the guest's calls.
    fn number(&self) -> u32;

    /// Lets the guest declare the component's resources in the call's graph. Returns the component's outputs, which may
    /// contain output references.
    ///
    /// # Errors
    /// As for all functions of a [`Component`].
    async fn construct(
        &mut self,
        call: &Call,
        request: ConstructRequest<'_>,
    ) -> Result<PropertyMap, CallError>;

    /// Lets the guest's method declare resources in the call's graph. Returns the result, which may contain output
    /// references.
    ///
    /// # Errors
    /// As for all functions of a [`Component`]; `Invalid` if the method refuses its arguments.
    async fn call_method(
        &mut self,
        call: &Call,
        request: MethodRequest<'_>,
    ) -> Result<PropertyMap, CallError>;

    /// Runs a callback of the guest. Returns its result, which may contain output references.
    ///
    /// # Errors
    /// As for all functions of a [`Component`].
    async fn run_callback(
        &mut self,
        call: &Call,
        request: CallbackRequest<'_>,
    ) -> Result<PropertyValue, CallError>;

    /// Ends the session. The guest forgets it, and the instance may serve other calls.
    async fn close(self: Box<Self>, call: &Call);
}

/// The session of a component that has neither `construct` nor methods.
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

/// A request for the hook `construct`.
#[derive(Debug, Clone, Copy)]
pub struct ConstructRequest<'a> {
    /// Plain values, and outputs of node 0.
    pub inputs: &'a PropertyMap,
    /// The options that the program set, by Pulumi's names, without those that name resources.
    pub options: &'a PropertyMap,
}

/// A request for a method.
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
    /// It derives a value from known values. Called once.
    Derive,
    /// It changes the inputs and options of a resource. Called for each resource, perhaps more than once.
    Transform,
    /// It runs before or after a resource is created or updated, with all granted effects. Called for each resource,
    /// perhaps more than once.
    Hook,
}

/// A request for a callback.
#[derive(Debug, Clone, Copy)]
pub struct CallbackRequest<'a> {
    pub kind: CallbackKind,
    /// The number of the function in the guest.
    pub number: u32,
    /// Distinguishes the calls of one function. A preview and its update give the same call the same subject. May be
    /// empty.
    pub subject: &'a str,
    /// A known value for a derivation, or an object that describes the resource for a transform or hook.
    pub argument: &'a PropertyValue,
}

/// A request for the hook `check`.
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
    /// The changes of the inputs in the request.
    pub delta: Delta,
    pub failures: Vec<PropertyFailure>,
}

/// A request for the hook `diff`.
#[derive(Debug, Clone, Copy)]
pub struct DiffRequest<'a> {
    pub id: &'a str,
    pub old_inputs: &'a PropertyMap,
    pub old_outputs: &'a PropertyMap,
    pub inputs: &'a PropertyMap,
    /// The differences that the host found.
    pub differences: &'a [PropertyDifference],
    /// Whether the host would delete the old resource first if it had to replace it.
    pub delete_before_replace: bool,
}

/// The differences that the hook `diff` returns.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DiffAnswer {
    pub differences: Vec<PropertyDifference>,
    pub delete_before_replace: bool,
}

/// A request for the hook `create`.
#[derive(Debug, Clone, Copy)]
pub struct CreateRequest<'a> {
    pub inputs: &'a PropertyMap,
}

/// A request for the hook `resume`, after a create that failed.
#[derive(Debug, Clone, Copy)]
pub struct ResumeRequest<'a> {
    /// The id in the checkpoint.
    pub id: &'a str,
    /// The outputs in the checkpoint.
    pub old_outputs: &'a PropertyMap,
    pub inputs: &'a PropertyMap,
}

/// A request for the hook `preview-create`.
#[derive(Debug, Clone, Copy)]
pub struct PreviewCreateRequest<'a> {
    pub inputs: &'a PropertyMap,
    /// The outputs that the host predicts.
    pub outputs: &'a PropertyMap,
}

/// A created resource.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Created {
    pub id: String,
    pub outputs: PropertyMap,
    /// Whether the engine should refresh the resource before its next update.
    pub refresh_before_update: bool,
}

/// The result of a create. If it failed, the error carries the last checkpoint.
pub type CreateOutcome = Result<Created, CallFailure>;

/// An updated resource.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Updated {
    pub outputs: PropertyMap,
    /// As in [`Created`].
    pub refresh_before_update: bool,
}

/// The result of an update.
pub type UpdateOutcome = Result<Updated, CallFailure>;

/// A failed call that may have left a resource behind.
#[derive(Debug, Clone)]
pub struct CallFailure {
    pub error: CallError,
    /// The last checkpoint of this call.
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
    /// The resource that is known to exist, from the guest's error or else from its last checkpoint.
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

/// The current state of a resource.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ReadAnswer {
    pub id: String,
    /// `None` if the guest leaves the inputs to the host.
    pub inputs: Option<PropertyMap>,
    pub outputs: PropertyMap,
    /// As in [`Created`].
    pub refresh_before_update: bool,
}

/// A request for the hook `update`.
#[derive(Debug, Clone, Copy)]
pub struct UpdateRequest<'a> {
    pub id: &'a str,
    pub old_inputs: &'a PropertyMap,
    pub old_outputs: &'a PropertyMap,
    pub old_views: &'a [View],
    pub inputs: &'a PropertyMap,
}

/// A request for the hook `preview-update`.
#[derive(Debug, Clone, Copy)]
pub struct PreviewUpdateRequest<'a> {
    pub update: UpdateRequest<'a>,
    /// The outputs that the host predicts.
    pub outputs: &'a PropertyMap,
}

/// A request for the hook `delete`.
#[derive(Debug, Clone, Copy)]
pub struct DeleteRequest<'a> {
    pub id: &'a str,
    pub old_inputs: &'a PropertyMap,
    pub old_outputs: &'a PropertyMap,
    pub old_views: &'a [View],
}

/// The recorded inputs and outputs of a resource. A part that the call does not know is `None`.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RecordedState {
    pub inputs: Option<PropertyMap>,
    pub outputs: Option<PropertyMap>,
}

/// State that an earlier version of the component recorded.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct OldState {
    /// The state version of the record.
    pub version: u32,
    pub recorded: RecordedState,
}

/// A request for the hook `list`.
#[derive(Debug, Clone, Copy)]
pub struct ListRequest<'a> {
    /// The query, with the properties of the schema's `listInputs`.
    pub query: &'a PropertyMap,
    /// The number of results that the engine still expects; `None` for all.
    pub limit: Option<u32>,
    /// The number of results that the engine prefers in one answer; `None` leaves it to the guest.
    pub page_size: Option<u32>,
    /// The token of the next page; empty for the first page.
    pub continuation_token: &'a str,
}

/// A page of existing resources, and the token of the next page. The token is empty on the last page.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ListPage {
    pub found: Vec<ListedResource>,
    pub continuation_token: String,
}

/// An existing resource.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ListedResource {
    /// The id for an import.
    pub id: String,
    /// A name for people.
    pub name: String,
}
