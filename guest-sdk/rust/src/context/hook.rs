//! The contexts of the hooks. Each has the functions that its hook may call, in addition to the functions of a
//! [`Context`].

use std::cell::Cell;
use std::fmt;
use std::ops::Deref;
use std::rc::Rc;

use crate::context::backoff::{Backoff, Progress, wait};
use crate::context::{ConfigureContext, Context};
use crate::encoding::{Text, parse};
use crate::error::{Error, Result};
use crate::fields::{Field, beside_inputs, print_what_can_be, reason};
use crate::host;
use crate::resource::state::Recordable;
use crate::resource::view::{View, Views};

/// A context that [`testing::context`](crate::testing::context) creates for a unit test.
pub trait HookContext: Sized {
    #[doc(hidden)]
    fn of(context: Context) -> Self;
}

impl HookContext for Context {
    fn of(context: Context) -> Self {
        context
    }
}

impl HookContext for ConfigureContext {
    fn of(context: Context) -> Self {
        context.without_config()
    }
}

macro_rules! hook_contexts {
    ($($name:ident => $base:ident),* $(,)?) => {$(
        impl Deref for $name {
            type Target = $base;

            fn deref(&self) -> &$base {
                &self.base
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                let context: &Context = self;
                formatter.debug_tuple(stringify!($name)).field(&context.call).finish()
            }
        }
    )*};
}

macro_rules! plain_contexts {
    ($($(#[$documentation:meta])* $name:ident => $base:ident),* $(,)?) => {$(
        $(#[$documentation])*
        pub struct $name {
            base: $base,
        }

        impl HookContext for $name {
            fn of(context: Context) -> Self {
                Self { base: $base::of(context) }
            }
        }

        hook_contexts!($name => $base);
    )*};
}

plain_contexts! {
    /// The context of `diff`. It may not change anything outside.
    DiffContext => Context,
    /// The context of calls that may wait: `create`, `resume`, `update`, `read`, `delete`, `list` and functions.
    ///
    /// A function that waits and that several hooks call takes a `&WaitContext`.
    WaitContext => Context,
    /// The context of `list`. It may wait. It may not change anything outside.
    ListContext => WaitContext,
    /// The context of a function that programs call. A `pure` function has no access to the outside.
    FunctionContext => WaitContext,
}

impl WaitContext {
    /// Calls `look` until it says that the resource is ready, and waits between the attempts. The user can cancel the
    /// wait. `look` gets the number of the attempt, from 1.
    ///
    /// ```
    /// # use pulumi_wasm_provider::prelude::*;
    /// # use std::time::Duration;
    /// # fn example(cx: &CreateContext, url: &str) -> Result<String> {
    /// let backoff = Backoff::every(Duration::from_secs(1)).factor(1.5).max_delay(Duration::from_secs(20));
    /// let address = cx.wait(backoff, |_| {
    ///     let machine: Json = cx.http().get(url).send_ok()?.json()?;
    ///     Ok(match machine.0["address"].as_str() {
    ///         Some(address) => Progress::Ready(address.to_owned()),
    ///         None => Progress::Pending("the machine is starting".into()),
    ///     })
    /// })?;
    /// # Ok(address) }
    /// ```
    ///
    /// # Errors
    /// [`Error::TimedOut`](crate::Error::TimedOut) after the last attempt, and shortly before the call's time ends, so
    /// that the hook can still save the state; [`Error::Cancelled`](crate::Error::Cancelled) if the deployment is
    /// cancelled; the errors of `look`.
    pub fn wait<T>(
        &self,
        backoff: Backoff,
        look: impl FnMut(u32) -> Result<Progress<T>>,
    ) -> Result<T> {
        wait(backoff, look)
    }
}

/// The context of `create`.
pub struct CreateContext {
    base: WaitContext,
    /// The inputs of the program, and the table that says which of them are recorded.
    given: Option<(Rc<Text>, &'static [Field])>,
    refresh_before_update: Cell<bool>,
}

impl CreateContext {
    /// Sets the inputs that are recorded beside outputs.
    pub(crate) fn with_given(self, inputs: &Rc<Text>, fields: &'static [Field]) -> Self {
        Self {
            given: Some((Rc::clone(inputs), fields)),
            ..self
        }
    }

    /// Records that the resource exists while its `create` or `update` is still running. Call it as soon as the
    /// resource has an id. If the call fails later, the engine keeps the state of the last checkpoint.
    ///
    /// `state` is the resource's `…Partial` with the outputs that are known, or its `…Outputs` with all of them: the
    /// host records them beside the inputs of the call. It can also be the whole state. `resume` and `delete` get this
    /// state; `old_partial` of their requests shows which outputs it lacks.
    ///
    /// # Errors
    /// If Pulumi cannot store a value, such as a number that is not finite. The other values are recorded.
    pub fn checkpoint<S: Recordable>(&self, id: &str, state: &S) -> Result<()> {
        let (mut outputs, lost) = print_what_can_be(|target| state.write_to(target));
        if let Some((inputs, fields)) = &self.given
            && S::BESIDE_INPUTS
        {
            outputs = beside_inputs(outputs, &lost, inputs, fields);
        }
        host::save_checkpoint(id, parse(&outputs).unwrap_or_default())?;
        match lost.first() {
            None => Ok(()),
            Some(_) => Err(Error::other(reason(&lost))),
        }
    }

    /// Shows parts of the resource as resources of their own.
    pub fn views(&self) -> Views {
        Views::default()
    }

    /// Asks the engine to refresh the resource before its next update.
    pub fn refresh_before_update(&self) {
        self.refresh_before_update.set(true);
    }

    pub(crate) fn wants_refresh(&self) -> bool {
        self.refresh_before_update.get()
    }
}

impl HookContext for CreateContext {
    fn of(context: Context) -> Self {
        Self {
            base: WaitContext::of(context),
            given: None,
            refresh_before_update: Cell::new(false),
        }
    }
}

/// The context of `update` and `resume`. It has everything that a [`CreateContext`] has.
pub struct UpdateContext {
    base: CreateContext,
    old_views: Vec<View>,
}

impl UpdateContext {
    pub(crate) fn new(base: CreateContext, old_views: Vec<View>) -> Self {
        Self { base, old_views }
    }

    /// The parts (views) as the last operation reported them. Empty in `resume`.
    pub fn old_views(&self) -> &[View] {
        &self.old_views
    }
}

impl HookContext for UpdateContext {
    fn of(context: Context) -> Self {
        Self::new(CreateContext::of(context), Vec::new())
    }
}

/// The context of `read`.
pub struct ReadContext {
    base: WaitContext,
    old_views: Vec<View>,
    refresh_before_update: Cell<bool>,
}

impl ReadContext {
    pub(crate) fn with_views(self, old_views: Vec<View>) -> Self {
        Self { old_views, ..self }
    }

    /// Shows parts of the resource as resources of their own.
    pub fn views(&self) -> Views {
        Views::default()
    }

    /// The parts (views) as the last operation reported them.
    pub fn old_views(&self) -> &[View] {
        &self.old_views
    }

    /// Asks the engine to refresh the resource before its next update.
    pub fn refresh_before_update(&self) {
        self.refresh_before_update.set(true);
    }

    pub(crate) fn wants_refresh(&self) -> bool {
        self.refresh_before_update.get()
    }
}

impl HookContext for ReadContext {
    fn of(context: Context) -> Self {
        Self {
            base: WaitContext::of(context),
            old_views: Vec::new(),
            refresh_before_update: Cell::new(false),
        }
    }
}

/// The context of `delete`.
pub struct DeleteContext {
    base: WaitContext,
    old_views: Vec<View>,
}

impl DeleteContext {
    pub(crate) fn with_views(self, old_views: Vec<View>) -> Self {
        Self { old_views, ..self }
    }

    /// Shows parts of the resource as resources of their own.
    pub fn views(&self) -> Views {
        Views::default()
    }

    /// The parts (views) as the last operation reported them.
    pub fn old_views(&self) -> &[View] {
        &self.old_views
    }
}

impl HookContext for DeleteContext {
    fn of(context: Context) -> Self {
        Self {
            base: WaitContext::of(context),
            old_views: Vec::new(),
        }
    }
}

/// The context of `preview_create` and `preview_update`. It may not change anything outside.
pub struct PreviewContext {
    base: Context,
    old_views: Vec<View>,
}

impl PreviewContext {
    pub(crate) fn with_views(self, old_views: Vec<View>) -> Self {
        Self { old_views, ..self }
    }

    /// Shows parts of the resource as resources of their own, as they are planned.
    pub fn views(&self) -> Views {
        Views::default()
    }

    /// The parts (views) as the last operation reported them. Empty in `preview_create`.
    pub fn old_views(&self) -> &[View] {
        &self.old_views
    }
}

impl HookContext for PreviewContext {
    fn of(context: Context) -> Self {
        Self {
            base: context,
            old_views: Vec::new(),
        }
    }
}

hook_contexts! {
    CreateContext => WaitContext,
    UpdateContext => CreateContext,
    ReadContext => WaitContext,
    DeleteContext => WaitContext,
    PreviewContext => Context,
}
