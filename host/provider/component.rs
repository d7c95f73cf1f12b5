//! The seam to guests: what the core asks of a component. Implemented by `guest`, and by fakes in tests.

use async_trait::async_trait;

use super::call::Call;
use super::error::{CallError, PartialState};
use super::failure::{Difference, PropertyFailure};
use super::manifest::Manifest;
use super::value::PropertyMap;

/// Where a component comes from, for messages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// The file as the user named it, or its name alone.
    pub file: String,
    /// SHA-256 of the component, in hexadecimal.
    pub digest: String,
}

/// A component of a package. Its functions are the hooks that its manifest lists; the core never calls another.
///
/// Every function may be called from several tasks at once. Dropping a returned future ends the guest's code.
#[async_trait]
pub trait Component: Send + Sync {
    fn origin(&self) -> &Origin;

    fn manifest(&self) -> &Manifest;

    /// Remembers the configuration that each new instance is given before its first call. No guest code runs here,
    /// so a component whose types are not used is never instantiated. Called once.
    fn set_configuration(&self, configuration: PropertyMap);

    /// What the user's configuration grants: addresses that wants of the form `config:NAME` name. Called once, with
    /// [`Self::set_configuration`].
    fn grant(&self, addresses: Vec<String>);

    /// # Errors
    /// As all of the following: the guest's own error, or how the call ended.
    async fn check_config(
        &self,
        call: &Call,
        configuration: &PropertyMap,
    ) -> Result<Vec<PropertyFailure>, CallError>;

    async fn check(
        &self,
        call: &Call,
        old_inputs: &PropertyMap,
        inputs: &PropertyMap,
    ) -> Result<(PropertyMap, Vec<PropertyFailure>), CallError>;

    async fn diff(&self, call: &Call, request: DiffRequest<'_>) -> Result<DiffAnswer, CallError>;

    async fn create(
        &self,
        call: &Call,
        inputs: &PropertyMap,
        resume: Option<&Checkpoint>,
    ) -> CreateOutcome;

    async fn read(
        &self,
        call: &Call,
        request: ReadRequest<'_>,
    ) -> Result<Option<ReadAnswer>, CallError>;

    async fn update(&self, call: &Call, request: UpdateRequest<'_>) -> UpdateOutcome;

    async fn delete(
        &self,
        call: &Call,
        id: &str,
        inputs: &PropertyMap,
        outputs: &PropertyMap,
    ) -> Result<(), CallError>;

    async fn invoke(
        &self,
        call: &Call,
        arguments: &PropertyMap,
    ) -> Result<(PropertyMap, Vec<PropertyFailure>), CallError>;
}

/// What a guest noted in the middle of a create or update: the thing exists.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Checkpoint {
    pub id: String,
    pub outputs: PropertyMap,
}

/// A question for the hook `diff`.
#[derive(Debug, Clone, Copy)]
pub struct DiffRequest<'a> {
    pub id: &'a str,
    pub old_inputs: &'a PropertyMap,
    pub old_outputs: &'a PropertyMap,
    pub inputs: &'a PropertyMap,
    pub ignore_changes: &'a [String],
    /// What the host found by itself.
    pub found: &'a [Difference],
}

/// What counts as different.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DiffAnswer {
    pub differences: Vec<Difference>,
    pub delete_before_replace: bool,
}

/// A created resource.
#[derive(Debug, Clone, PartialEq)]
pub struct Created {
    pub id: String,
    pub outputs: PropertyMap,
}

/// How a create ended. The last checkpoint comes along where the create failed.
pub type CreateOutcome = Result<Created, CallFailure>;

/// How an update ended: the new outputs, or why not.
pub type UpdateOutcome = Result<PropertyMap, CallFailure>;

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
    /// What is known to exist: what the guest said in its error, else its last checkpoint.
    #[must_use]
    pub fn partial_state(&self) -> Option<PartialState> {
        if let CallError::Guest(super::error::GuestError::Partial(state)) = &self.error {
            return Some(state.clone());
        }
        let checkpoint = self.checkpoint.as_ref()?;
        Some(PartialState {
            id: checkpoint.id.clone(),
            outputs: checkpoint.outputs.clone(),
            reasons: vec![self.error.to_string()],
        })
    }
}

/// A question for the hook `read`. Inputs and outputs are none on import.
#[derive(Debug, Clone, Copy)]
pub struct ReadRequest<'a> {
    pub id: &'a str,
    pub inputs: Option<&'a PropertyMap>,
    pub outputs: Option<&'a PropertyMap>,
}

/// A resource as it is.
#[derive(Debug, Clone, PartialEq)]
pub struct ReadAnswer {
    pub id: String,
    /// None where the guest left them to the host.
    pub inputs: Option<PropertyMap>,
    pub outputs: PropertyMap,
}

/// A question for the hook `update`.
#[derive(Debug, Clone, Copy)]
pub struct UpdateRequest<'a> {
    pub id: &'a str,
    pub old_inputs: &'a PropertyMap,
    pub old_outputs: &'a PropertyMap,
    pub inputs: &'a PropertyMap,
    pub ignore_changes: &'a [String],
}
