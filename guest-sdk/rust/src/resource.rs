//! The author's part of a resource.

use crate::check::CheckContext;
use crate::context::Context;
use crate::diff::Diff;
use crate::error::Result;
use crate::hooks::{Hooks, missing};
use crate::migration::Migrations;
use crate::recording::{Created, Updated};
use crate::state::ResourceState;

/// The life of a resource. Only [`create`](Self::create) must be written; each other function says what the host does
/// without it.
///
/// Write `#[resource]` above the `impl`: it tells the host which functions are there. A function that fails changes
/// nothing in the recorded state, except with [`Error::partial`](crate::Error::partial) or after
/// [`Context::checkpoint`].
///
/// The functions that get a recorded state take it as `Self`, or as `Self::Partial`, the `…Partial` that the derive writes:
/// then they also run for a state that lacks properties, as that of a thing does whose `create` did not come to its end,
/// and tell by [`Value::get`](crate::Value::get) what there is. In code that calls such a function directly, a unit test for
/// example, its name ends with `_partial`.
///
/// A resource that programs may search for has `fn list(query: ThingQuery, paging: &Paging, cx: &Context) -> Result<Page>` too,
/// here or in an `impl` of [`List`](crate::List), which it belongs to. `ThingQuery` derives `Arguments`.
#[expect(unused_variables, reason = "the names are documentation")]
pub trait Lifecycle: ResourceState + Hooks {
    /// Makes the thing. Called once for each resource; never again after success. The answer has the outputs; the
    /// inputs are recorded as they were given.
    ///
    /// # Errors
    /// An error says that nothing was made, unless a checkpoint was saved.
    fn create(inputs: Self::Inputs, cx: &Context) -> Result<Created<Self>>;

    /// Completes a thing whose `create` failed after it saved a checkpoint. Its id stays, and the answer has the outputs, as
    /// the answer of `update`. Without this function such a thing is
    /// updated, and without `update` deleted and made again. If the checkpoint may lack outputs, `saved` is the
    /// `…Partial`.
    ///
    /// # Errors
    /// As in `create`; the thing keeps the state of the last checkpoint.
    fn resume(id: &str, saved: Self, inputs: Self::Inputs, cx: &Context) -> Result<Updated<Self>> {
        Err(missing::<Self>("resume"))
    }

    /// Judges and completes inputs, after the schema's own rules: name what is wrong with [`CheckContext::fail`], and
    /// set what the program left out. Pure, and called several times for one resource: the same question must get the
    /// same answer. Without this function the schema's rules are all.
    ///
    /// # Errors
    /// [`Error::Invalid`](crate::Error::Invalid) is the same as calling `fail`; any other error ends the deployment.
    fn check(inputs: &mut Self::Draft, cx: &CheckContext) -> Result<()> {
        Err(missing::<Self>("check"))
    }

    /// Corrects the host's comparison of old and new inputs. Pure. Without this function every difference counts, and
    /// a property marked `replace` replaces. Not called if the recorded state does not fit the struct.
    ///
    /// # Errors
    /// An error ends the deployment.
    fn diff(change: &mut Diff<Self>, cx: &Context) -> Result<()> {
        Err(missing::<Self>("diff"))
    }

    /// Says more about what `create` would return, while some inputs may be unknown: `preview` has the outputs that the
    /// host would show, inputs as outputs of the same name and everything else as unknown. May change nothing outside.
    /// Without this function they are shown. A known output is a promise: if `create` then returns something else, the
    /// user is warned.
    ///
    /// # Errors
    /// An error ends the preview.
    fn preview_create(
        inputs: &Self::Draft,
        preview: &mut Self::Preview,
        cx: &Context,
    ) -> Result<()> {
        Err(missing::<Self>("preview_create"))
    }

    /// Looks at the thing: in a refresh, in an import and for a lookup. Changes nothing; `None` says that it does not
    /// exist. `state` is the recorded state; it is `None` in an import, which knows only the id, and in a lookup whose
    /// state is not complete; [`Context::inputs`] then has the known inputs. Without this function a refresh keeps the
    /// record, and an import fails.
    ///
    /// # Errors
    /// An error leaves the recorded state as it is.
    fn read(id: &str, state: Option<Self>, cx: &Context) -> Result<Option<Read<Self>>> {
        Err(missing::<Self>("read"))
    }

    /// Changes the thing in place. Its id stays. The answer has the outputs, as that of `create`;
    /// `ThingOutputs { changed, ..old.into() }` takes the others over. Without this function every change replaces.
    ///
    /// # Errors
    /// An error says that nothing was changed, unless it is [`Error::partial`](crate::Error::partial).
    fn update(id: &str, old: Self, inputs: Self::Inputs, cx: &Context) -> Result<Updated<Self>> {
        Err(missing::<Self>("update"))
    }

    /// Says more about what `update` would return, as [`preview_create`](Self::preview_create) does for `create`. A
    /// `stable` property has its old value in `preview` already.
    ///
    /// # Errors
    /// An error ends the preview.
    fn preview_update(
        id: &str,
        old: Self,
        inputs: &Self::Draft,
        preview: &mut Self::Preview,
        cx: &Context,
    ) -> Result<()> {
        Err(missing::<Self>("preview_update"))
    }

    /// Removes the thing. That it is gone already is success, and [`Error::NotFound`](crate::Error::NotFound) counts as
    /// success too. Without this function the host forgets the resource.
    ///
    /// A `delete` that does not use the state should say so with `_` as its name: it then also removes things whose
    /// recorded state does not fit the struct any more.
    ///
    /// # Errors
    /// An error keeps the resource in the state.
    fn delete(id: &str, state: Self, cx: &Context) -> Result<()> {
        Err(missing::<Self>("delete"))
    }

    /// The function that `#[resource]` makes of a `delete` that does not use the state.
    #[doc(hidden)]
    fn delete_by_id(id: &str, cx: &Context) -> Result<()> {
        Err(missing::<Self>("delete"))
    }

    /// The function that `#[resource]` makes of a `resume` that takes a state that may lack properties.
    #[doc(hidden)]
    fn resume_partial(
        id: &str,
        saved: Self::Partial,
        inputs: Self::Inputs,
        cx: &Context,
    ) -> Result<Updated<Self>> {
        Err(missing::<Self>("resume"))
    }

    /// The function that `#[resource]` makes of a `read` that takes a state that may lack properties.
    #[doc(hidden)]
    fn read_partial(
        id: &str,
        state: Option<Self::Partial>,
        cx: &Context,
    ) -> Result<Option<Read<Self>>> {
        Err(missing::<Self>("read"))
    }

    /// The function that `#[resource]` makes of a `update` that takes a state that may lack properties.
    #[doc(hidden)]
    fn update_partial(
        id: &str,
        old: Self::Partial,
        inputs: Self::Inputs,
        cx: &Context,
    ) -> Result<Updated<Self>> {
        Err(missing::<Self>("update"))
    }

    /// The function that `#[resource]` makes of a `preview_update` that takes a state that may lack properties.
    #[doc(hidden)]
    fn preview_update_partial(
        id: &str,
        old: Self::Partial,
        inputs: &Self::Draft,
        preview: &mut Self::Preview,
        cx: &Context,
    ) -> Result<()> {
        Err(missing::<Self>("preview_update"))
    }

    /// The function that `#[resource]` makes of a `delete` that takes a state that may lack properties.
    #[doc(hidden)]
    fn delete_partial(id: &str, state: Self::Partial, cx: &Context) -> Result<()> {
        Err(missing::<Self>("delete"))
    }

    /// Adds the steps that bring what older versions of the provider recorded to the structs of today. Without this
    /// function recorded state is taken as it is. See [`Migrations`].
    fn migrations(steps: &mut Migrations) {}
}

/// What `read` returns about a thing that exists.
#[derive(Clone, Debug, PartialEq)]
pub struct Read<R: ResourceState> {
    pub(crate) id: String,
    pub(crate) state: R,
    pub(crate) inputs: Option<R::Inputs>,
    pub(crate) refresh_before_update: bool,
}

impl<R: ResourceState> Read<R> {
    /// The thing as it is. Its inputs are taken from the properties of the same names.
    pub fn new(id: impl Into<String>, state: R) -> Self {
        Self {
            id: id.into(),
            state,
            inputs: None,
            refresh_before_update: false,
        }
    }

    /// Asks the engine to refresh the thing before it next updates it.
    #[must_use]
    pub fn refresh_before_update(mut self) -> Self {
        self.refresh_before_update = true;
        self
    }

    /// Gives the inputs that would make the thing as it is, if the state does not show them.
    #[must_use]
    pub fn with_inputs(mut self, inputs: R::Inputs) -> Self {
        self.inputs = Some(inputs);
        self
    }

    /// The id.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The state.
    pub fn state(&self) -> &R {
        &self.state
    }
}
