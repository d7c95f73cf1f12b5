//! A resource: the trait that its author implements, and the types of the requests and answers of its hooks.

pub(crate) mod diff;
pub(crate) mod hooks;
pub(crate) mod list;
pub(crate) mod migration;
pub(crate) mod record;
pub(crate) mod recording;
pub(crate) mod request;
pub(crate) mod state;
pub(crate) mod view;

use crate::context::check::CheckContext;
use crate::context::hook::{
    CreateContext, DeleteContext, DiffContext, PreviewContext, ReadContext, UpdateContext,
};
use crate::error::Result;
use crate::resource::diff::Diff;
use crate::resource::hooks::{Hooks, missing};
use crate::resource::migration::Migrations;
use crate::resource::recording::{Created, Updated};
use crate::resource::request::{
    CheckRequest, CreateRequest, DeleteRequest, PreviewCreateRequest, PreviewUpdateRequest,
    ReadRequest, ReadResult, ResumeRequest, UpdateRequest,
};
use crate::resource::state::ResourceState;

/// The life of a resource. Only [`create`](Self::create) is required; the documentation of each other function says
/// what the host does without it.
///
/// Write `#[resource]` above the `impl`: it tells the host which functions exist. A function that fails changes nothing
/// in the recorded state, except with [`Error::partial`](crate::Error::partial) or after [`CreateContext::checkpoint`].
///
/// A function gets a request and a context. The request's fields have the id and the inputs. The recorded state is
/// decoded on request: `request.old()?` is the whole state, and `request.old_partial()?` is the `…Partial` that the
/// derive generates, for a state that lacks properties because `create` did not finish. A function that asks for
/// neither also runs for a recorded state that does not fit the struct. Call them before you move fields out of the
/// request.
///
/// A resource that programs may search for has
/// `fn list(request: ListRequest<ThingQuery>, cx: &ListContext) -> Result<Page>` too, here or in an `impl` of
/// [`List`](crate::List), which it belongs to. `ThingQuery` derives `Arguments`.
#[expect(unused_variables, reason = "the names are documentation")]
pub trait Lifecycle: ResourceState + Hooks {
    /// Creates the resource. Called once for each resource; never again after success. The answer has the outputs; the
    /// inputs are recorded as they were given.
    ///
    /// # Errors
    /// An error means that nothing was created, unless a checkpoint was saved.
    fn create(request: CreateRequest<Self>, cx: &CreateContext) -> Result<Created<Self>>;

    /// Completes a resource whose `create` failed after it saved a checkpoint. Its id stays, and the answer has the
    /// outputs, as the answer of `update`. Without this function such a resource is updated, and without `update`
    /// deleted and created again.
    ///
    /// # Errors
    /// As in `create`; the resource keeps the state of the last checkpoint.
    fn resume(request: ResumeRequest<Self>, cx: &UpdateContext) -> Result<Updated<Self>> {
        Err(missing::<Self>("resume"))
    }

    /// Judges and completes inputs, after the schema's own rules: name the wrong properties with
    /// [`CheckContext::fail`], and set properties that the program left out in `request.inputs`. Pure, and called
    /// several times for one resource: the same request must get the same answer. Without this function the schema's
    /// rules are all.
    ///
    /// # Errors
    /// [`Error::Invalid`](crate::Error::Invalid) is the same as calling `fail`; any other error ends the deployment.
    fn check(request: &mut CheckRequest<Self>, cx: &CheckContext) -> Result<()> {
        Err(missing::<Self>("check"))
    }

    /// Corrects the host's comparison of old and new inputs. Pure. Without this function every difference counts, and
    /// a property marked `replace` replaces. The host does not call it if the recorded state does not fit the struct.
    ///
    /// # Errors
    /// An error ends the deployment.
    fn diff(diff: &mut Diff<Self>, cx: &DiffContext) -> Result<()> {
        Err(missing::<Self>("diff"))
    }

    /// Predicts the outputs of `create`, while some inputs may be unknown: `request.outputs` has the outputs that the
    /// host would show, inputs as outputs of the same name and everything else as unknown. May not change anything
    /// outside. Without this function they are shown. A known output is a promise: if `create` then returns something
    /// else, the user is warned.
    ///
    /// # Errors
    /// An error ends the preview.
    fn preview_create(request: &mut PreviewCreateRequest<Self>, cx: &PreviewContext) -> Result<()> {
        Err(missing::<Self>("preview_create"))
    }

    /// Looks at the resource: in a refresh, in an import and for a look-up. Changes nothing; `None` means that it does
    /// not exist. Without this function a refresh keeps the record, and an import fails.
    ///
    /// `request.old()` is the recorded state. It is `None` in an import, which knows only the id, and in a look-up
    /// whose state is not complete; `request.inputs()?` then has the known inputs.
    ///
    /// # Errors
    /// An error leaves the recorded state as it is.
    fn read(request: ReadRequest<Self>, cx: &ReadContext) -> Result<Option<ReadResult<Self>>> {
        Err(missing::<Self>("read"))
    }

    /// Changes the resource in place. Its id stays. The answer has the outputs, like the answer of `create`;
    /// `ThingOutputs { changed, ..request.old()?.into() }` keeps the others. Without this function every change
    /// replaces.
    ///
    /// # Errors
    /// An error means that nothing was changed, unless it is [`Error::partial`](crate::Error::partial).
    fn update(request: UpdateRequest<Self>, cx: &UpdateContext) -> Result<Updated<Self>> {
        Err(missing::<Self>("update"))
    }

    /// Predicts the outputs of `update`, as [`preview_create`](Self::preview_create) does for `create`. A
    /// `stable` property has its old value in `request.outputs` already.
    ///
    /// # Errors
    /// An error ends the preview.
    fn preview_update(request: &mut PreviewUpdateRequest<Self>, cx: &PreviewContext) -> Result<()> {
        Err(missing::<Self>("preview_update"))
    }

    /// Removes the resource. That it is gone already is success, and [`Error::NotFound`](crate::Error::NotFound) counts
    /// as success too. Without this function the host forgets the resource.
    ///
    /// # Errors
    /// After an error, the resource stays in the state.
    fn delete(request: DeleteRequest<Self>, cx: &DeleteContext) -> Result<()> {
        Err(missing::<Self>("delete"))
    }

    /// Adds the steps that bring states of older versions of the provider to the structs of today. Without this
    /// function a recorded state is taken as it is. See [`Migrations`].
    fn migrations(steps: &mut Migrations) {}
}
