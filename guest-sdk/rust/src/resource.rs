//! What an author writes for a resource.

use crate::check::CheckContext;
use crate::context::Context;
use crate::diff::Diff;
use crate::error::{Error, PropertyFailure, Result};
use crate::fields::{Properties, PropertyMap};
use crate::path::PropertyPath;

/// The state of a resource. Written by `#[derive(Resource)]`, which also writes the three other types.
pub trait ResourceState: Properties + 'static {
    /// The type's name, the last part of its token.
    #[doc(hidden)]
    const NAME: &'static str;
    /// The token, where the author chose one.
    #[doc(hidden)]
    const TOKEN: Option<&'static str>;
    #[doc(hidden)]
    const DESCRIPTION: &'static str;
    #[doc(hidden)]
    const DEPRECATED: Option<&'static str>;
    #[doc(hidden)]
    const DELETE_BEFORE_REPLACE: bool;

    /// The properties that the program sets.
    type Inputs: Properties;
    /// The inputs while some may be unknown or absent.
    type Draft: Properties;
    /// The outputs as far as a preview knows them.
    type Preview: Properties;

    /// Writes the inputs that the state has.
    #[doc(hidden)]
    fn to_inputs(
        &self,
        path: &PropertyPath<'_>,
    ) -> core::result::Result<PropertyMap, PropertyFailure>;
}

/// Which functions of a trait an author wrote. Written by `#[resource]` and `#[config]`.
#[diagnostic::on_unimplemented(
    message = "nothing says which functions `{Self}` has",
    label = "write `#[resource]` above `impl Lifecycle`, or `#[config]` above `impl Configure`"
)]
pub trait Hooks {
    /// Their names as the manifest writes them.
    #[doc(hidden)]
    const HOOKS: &'static [&'static str];
}

/// The life of a resource. Only [`create`](Self::create) must be written; what the host does where another function
/// is missing is said at each.
///
/// Write `#[resource]` above the `impl`: it tells the host which functions are there. A function that fails changes
/// nothing in the recorded state, except with [`Error::partial`] or after [`Context::checkpoint`].
#[expect(unused_variables, reason = "the names are documentation")]
pub trait Lifecycle: ResourceState + Hooks {
    /// Makes the thing. Called once for each resource; never again after success.
    ///
    /// # Errors
    /// An error says that nothing was made, unless a checkpoint was saved.
    fn create(inputs: Self::Inputs, cx: &Context) -> Result<Created<Self>>;

    /// Completes a thing whose `create` failed after it saved a checkpoint. Without this function such a thing is
    /// deleted and made again.
    ///
    /// # Errors
    /// As in `create`; the thing keeps the state of the last checkpoint.
    fn resume(id: &str, saved: Self, inputs: Self::Inputs, cx: &Context) -> Result<Created<Self>> {
        Err(missing::<Self>("resume"))
    }

    /// Judges and completes inputs, after the schema's own rules: name what is wrong with [`CheckContext::fail`], and
    /// set what the program left out. Pure, and called several times for one resource: the same question must get the
    /// same answer. Without this function the schema's rules are all.
    ///
    /// # Errors
    /// [`Error::Invalid`] is the same as calling `fail`; any other error ends the deployment.
    fn check(inputs: &mut Self::Draft, cx: &CheckContext) -> Result<()> {
        Err(missing::<Self>("check"))
    }

    /// Corrects the host's comparison of old and new inputs. Pure. Without this function every difference counts, and
    /// a property marked `replace` replaces. Not called where the recorded state does not fit the struct.
    ///
    /// # Errors
    /// An error ends the deployment.
    fn diff(change: &mut Diff<Self>, cx: &Context) -> Result<()> {
        Err(missing::<Self>("diff"))
    }

    /// Says what `create` would return, while some inputs may be unknown: begin with `Self::Preview::from(inputs)`.
    /// May change nothing outside. Without this function inputs are shown as outputs of the same name, and everything
    /// else as unknown.
    ///
    /// # Errors
    /// An error ends the preview.
    fn preview_create(inputs: &Self::Draft, cx: &Context) -> Result<Self::Preview> {
        Err(missing::<Self>("preview_create"))
    }

    /// Looks at the thing: in a refresh, in an import and for a lookup. Changes nothing; `None` says that it does not
    /// exist. `state` is what was recorded; it is `None` in an import, where only the id is known, and in a lookup
    /// whose state is not complete. Without this function a refresh keeps what is recorded, and there is no import.
    ///
    /// # Errors
    /// An error leaves the recorded state as it is.
    fn read(id: &str, state: Option<Self>, cx: &Context) -> Result<Option<Read<Self>>> {
        Err(missing::<Self>("read"))
    }

    /// Changes the thing in place. Its id stays. Without this function every change replaces.
    ///
    /// # Errors
    /// An error says that nothing was changed, unless it is [`Error::partial`].
    fn update(id: &str, old: Self, inputs: Self::Inputs, cx: &Context) -> Result<Self> {
        Err(missing::<Self>("update"))
    }

    /// Says what `update` would return, as [`preview_create`](Self::preview_create) does for `create`.
    ///
    /// # Errors
    /// An error ends the preview.
    fn preview_update(
        id: &str,
        old: Self,
        inputs: &Self::Draft,
        cx: &Context,
    ) -> Result<Self::Preview> {
        Err(missing::<Self>("preview_update"))
    }

    /// Removes the thing. That it is gone already is success, and [`Error::NotFound`] counts as success too. Without
    /// this function the host forgets the resource.
    ///
    /// # Errors
    /// An error keeps the resource in the state.
    fn delete(id: &str, state: Self, cx: &Context) -> Result<()> {
        Err(missing::<Self>("delete"))
    }
}

/// What is left of a hook that is called though the manifest does not list it.
fn missing<R: ResourceState>(function: &str) -> Error {
    Error::unsupported(format!("`{}` has no `{function}`", R::NAME))
}

/// What `create` returns: the thing's id and its state.
#[derive(Clone, Debug, PartialEq)]
pub struct Created<R> {
    id: String,
    state: R,
}

impl<R> Created<R> {
    /// The thing with this id.
    ///
    /// # Errors
    /// When the id is empty: without one, nothing can be found again.
    pub fn new(id: impl Into<String>, state: R) -> Result<Self> {
        let id = id.into();
        if id.is_empty() {
            return Err(Error::other("the thing that was made has no id"));
        }
        Ok(Self { id, state })
    }

    /// The id.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The state.
    pub fn state(&self) -> &R {
        &self.state
    }

    pub(crate) fn into_parts(self) -> (String, R) {
        (self.id, self.state)
    }
}

/// What `read` returns about a thing that exists.
#[derive(Clone, Debug, PartialEq)]
pub struct Read<R: ResourceState> {
    pub(crate) id: String,
    pub(crate) state: R,
    pub(crate) inputs: Option<R::Inputs>,
}

impl<R: ResourceState> Read<R> {
    /// The thing as it is. Its inputs are taken from the properties of the same names.
    pub fn new(id: impl Into<String>, state: R) -> Self {
        Self {
            id: id.into(),
            state,
            inputs: None,
        }
    }

    /// Says which inputs would make the thing as it is, where that is not plain from the state.
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
