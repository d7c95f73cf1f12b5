//! The output of `provider!` for a component: the tables that descriptions and calls are answered from.

pub(crate) mod declaration;
pub(crate) mod function;

use std::marker::PhantomData;
use std::rc::Rc;

use crate::context::config::{ConfigState, Configure, Configured, SharedConfig};
use crate::deployment::{ComponentEntry, MethodEntry};
use crate::dispatch;
use crate::dispatch::list::ListEntry;
use crate::error::{Error, Result};
use crate::fields::{Field, Properties, decode};
use crate::host::bindings::exports::pulumi_wasm::provider::lifecycle as wit;
use crate::host::bindings::pulumi_wasm::provider::common::{self, CallContext};
use crate::manifest::rules::Constraint;
use crate::manifest::types::Types;
use crate::provider::declaration::{Env, Mapping, Net, Package};
use crate::provider::function::{Function, FunctionOutput, FunctionSpec};
use crate::resource::Lifecycle;
use crate::resource::hooks::has;
use crate::resource::migration::Migrations;
use crate::resource::state::ResourceSpec;

/// A whole component. Written by [`provider!`](crate::provider!).
pub trait ProviderComponent: 'static {
    /// The facts about the package as a whole.
    #[doc(hidden)]
    const PACKAGE: PackageFacts;
    #[doc(hidden)]
    const RESOURCES: &'static [ResourceEntry];
    #[doc(hidden)]
    const FUNCTIONS: &'static [FunctionEntry];
    #[doc(hidden)]
    const COMPONENTS: &'static [ComponentEntry] = &[];
    #[doc(hidden)]
    const METHODS: &'static [MethodEntry] = &[];
    /// The packages whose resources components declare.
    #[doc(hidden)]
    const PACKAGES: &'static [Package] = &[];

    #[doc(hidden)]
    fn configuration() -> Option<ConfigEntry>;
}

#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct PackageFacts {
    pub name: &'static str,
    /// Texts of the schema by their key there.
    pub texts: &'static [(&'static str, &'static str)],
    pub keywords: &'static [&'static str],
    /// Information for generators of SDKs, as JSON.
    pub language: Option<&'static str>,
    pub mappings: &'static [Mapping],
    pub net: &'static [Net],
    pub env: &'static [Env],
}

/// One resource type: its part of the schema, and the functions that answer its calls.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct ResourceEntry {
    pub(crate) spec: ResourceSpec,
    pub(crate) fields: &'static [Field],
    pub(crate) constraints: &'static [Constraint],
    pub(crate) hooks: &'static [&'static str],
    pub(crate) list: Option<ListEntry>,
    /// Adds the steps of migrations, whose number is the state's version.
    pub(crate) migrations: fn(&mut Migrations),
    pub(crate) check: Option<Call<wit::CheckRequest, wit::CheckResponse>>,
    pub(crate) diff: Option<Call<wit::DiffRequest, wit::DiffResponse>>,
    pub(crate) create: Change<wit::CreateRequest, wit::CreateResponse>,
    pub(crate) resume: Option<Change<wit::ResumeRequest, wit::UpdateResponse>>,
    pub(crate) preview_create: Option<Call<wit::PreviewCreateRequest, wit::PreviewResponse>>,
    pub(crate) read: Option<Call<wit::ReadRequest, wit::ReadResponse>>,
    pub(crate) update: Option<Change<wit::UpdateRequest, wit::UpdateResponse>>,
    pub(crate) preview_update: Option<Call<wit::PreviewUpdateRequest, wit::PreviewResponse>>,
    pub(crate) delete: Option<Call<wit::DeleteRequest, ()>>,
    pub(crate) migrate: Option<Migrate>,
}

/// The function that answers a request about a resource.
pub(crate) type Call<Request, Response> = fn(Request, SharedConfig) -> Result<Response>;

/// The function that migrates recorded state by the steps of a resource.
pub(crate) type Migrate =
    fn(fn(&mut Migrations), wit::MigrateRequest) -> Result<wit::MigrateResponse>;

/// As [`Call`], if the answer may be an incomplete state.
pub(crate) type Change<Request, Response> =
    fn(Request, SharedConfig) -> core::result::Result<Response, common::Error>;

/// The function for a hook, or `None` if the author did not write the hook, so that unused code is not part of the component.
const fn hook<R: Lifecycle, F: Copy>(name: &str, function: F) -> Option<F> {
    if has::<R>(name) { Some(function) } else { None }
}

impl ResourceEntry {
    pub const fn of<R: Lifecycle>() -> Self {
        Self {
            spec: R::SPEC,
            fields: R::FIELDS,
            constraints: R::CONSTRAINTS,
            hooks: R::HOOKS,
            list: None,
            migrations: R::migrations,
            check: hook::<R, _>("check", dispatch::check::<R>),
            diff: hook::<R, _>("diff", dispatch::diff::<R>),
            create: dispatch::create::<R>,
            resume: hook::<R, _>("resume", dispatch::resume::<R>),
            preview_create: hook::<R, _>("preview-create", dispatch::preview_create::<R>),
            read: hook::<R, _>("read", dispatch::read::<R>),
            update: hook::<R, _>("update", dispatch::update::<R>),
            preview_update: hook::<R, _>("preview-update", dispatch::preview_update::<R>),
            delete: hook::<R, _>("delete", dispatch::delete::<R>),
            migrate: hook::<R, _>("migrate", dispatch::migrate),
        }
    }

    /// Sets the function that lists the resource.
    #[must_use]
    pub const fn with_list(self, list: Option<ListEntry>) -> Self {
        Self { list, ..self }
    }

    /// The function that answers a call, if the author wrote the hook.
    pub(crate) fn hook<C>(&self, name: &str, call: Option<C>) -> Result<C> {
        call.ok_or_else(|| no_hook(self.spec.name, name))
    }
}

fn no_hook(resource: &str, name: &str) -> Error {
    Error::unsupported(format!("`{resource}` has no `{name}`"))
}

/// One function: its part of the schema, and the function that answers its calls.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct FunctionEntry {
    pub(crate) spec: FunctionSpec,
    pub(crate) arguments: &'static [Field],
    pub(crate) constraints: &'static [Constraint],
    pub(crate) output: fn(&mut Types) -> serde_json::Value,
    pub(crate) invoke: fn(wit::InvokeRequest, SharedConfig) -> Result<wit::InvokeResponse>,
}

impl FunctionEntry {
    pub const fn of<F: Function>() -> Self {
        Self {
            spec: F::SPEC,
            arguments: F::Arguments::FIELDS,
            constraints: F::Arguments::CONSTRAINTS,
            output: F::Output::schema,
            invoke: dispatch::invoke::<F>,
        }
    }
}

/// The configuration: its part of the schema, and its hooks.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct ConfigEntry {
    pub(crate) fields: &'static [Field],
    pub(crate) constraints: &'static [Constraint],
    pub(crate) hooks: &'static [&'static str],
    pub(crate) check: Option<fn(wit::CheckConfigRequest) -> Result<wit::CheckConfigResponse>>,
    pub(crate) configure: fn(String, CallContext) -> Result<Rc<Configured>>,
}

/// Selects by method resolution whether a configuration type implements `Configure`: the method of [`WithConfigure`]
/// takes `self` directly, so it precedes the method of [`WithoutConfigure`], which needs one more borrow.
#[doc(hidden)]
#[derive(Debug)]
pub struct Configuration<C>(PhantomData<C>);

impl<C> Configuration<C> {
    #[expect(clippy::new_without_default, reason = "only generated code makes one")]
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

#[doc(hidden)]
pub trait WithConfigure {
    fn entry(&self) -> ConfigEntry;
}

impl<C: Configure> WithConfigure for Configuration<C> {
    fn entry(&self) -> ConfigEntry {
        ConfigEntry {
            fields: C::FIELDS,
            constraints: C::CONSTRAINTS,
            hooks: C::HOOKS,
            check: Some(dispatch::check_config::<C>),
            configure: dispatch::configure::<C>,
        }
    }
}

#[doc(hidden)]
pub trait WithoutConfigure {
    fn entry(&self) -> ConfigEntry;
}

impl<C: ConfigState> WithoutConfigure for &Configuration<C> {
    fn entry(&self) -> ConfigEntry {
        let configure = |config: String, _| Ok(Configured::new(decode::<C>(config)?, ()));
        ConfigEntry {
            fields: C::FIELDS,
            constraints: C::CONSTRAINTS,
            hooks: &[],
            check: None,
            configure,
        }
    }
}
