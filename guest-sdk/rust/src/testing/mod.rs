//! Stand-ins for the host in unit tests of a provider's functions: `cargo test` on the machine where it is written.
//!
//! Outside a component the host is missing. A [`Host`] that the test makes then answers for a [`Context`]. Without one,
//! messages go to stderr, randomness is the same in every run, waiting takes no time, environment variables are the
//! process's, and HTTP is unavailable.
//!
//! Functions of a resource can be called as they are, with a request, such as
//! [`CreateRequest::new`](crate::CreateRequest::new), and a [`context`]. The crate `pulumi-wasm-testing` tests the
//! behaviour that a user sees, from defaults and checks to previews and replacements: it runs the provider with the
//! core of the host.
//!
//! ```
//! use pulumi_wasm_provider::prelude::*;
//! use pulumi_wasm_provider::testing;
//! use serde_json::json;
//!
//! #[derive(Resource)]
//! struct Greeting {
//!     name: String,
//!     #[property(default = "Hello")]
//!     salutation: String,
//!     #[property(output)]
//!     message: String,
//! }
//!
//! #[resource]
//! impl Lifecycle for Greeting {
//!     fn create(request: CreateRequest<Self>, _: &CreateContext) -> Result<Created<Self>> {
//!         let inputs = request.inputs;
//!         let message = format!("{}, {}!", inputs.salutation, inputs.name);
//!         Ok(Created::new(inputs.name, GreetingOutputs { message }))
//!     }
//! }
//!
//! let (id, recorded) = testing::create::<Greeting>(json!({ "name": "Ada" }), testing::context("first"))?;
//! assert_eq!(id, "Ada");
//! assert_eq!(recorded, json!({ "name": "Ada", "salutation": "Hello", "message": "Hello, Ada!" }));
//! # Ok::<(), Error>(())
//! ```

#[cfg_attr(
    target_arch = "wasm32",
    allow(dead_code, reason = "tests run natively")
)]
mod exchanges;
mod expected;
#[cfg_attr(
    target_arch = "wasm32",
    allow(dead_code, reason = "tests run natively")
)]
pub(crate) mod fake;
mod host;
#[cfg(not(target_arch = "wasm32"))]
#[allow(dead_code, reason = "tests look at what was declared")]
pub(crate) mod nodes;
mod script;
#[cfg_attr(
    target_arch = "wasm32",
    allow(dead_code, reason = "tests run natively")
)]
mod shared;

pub use expected::Expected;
pub use host::Host;

use crate::context::Context;
use crate::context::check::CheckContext;
use crate::context::config::{Configure, Configured, ProviderConfig};
use crate::context::hook::{CreateContext, HookContext};
use crate::dispatch;
use crate::encoding;
use crate::encoding::Text;
use crate::error::{Error, PropertyFailure, Result};
use crate::fields::{Properties, read_struct};
use crate::host::bindings::pulumi_wasm::provider::common::CallContext;
use crate::host::wire::{self, Special};
use crate::manifest;
use crate::provider::ProviderComponent;
use crate::resource::Lifecycle;
use crate::resource::migration::{Migrations, OldState};
use crate::resource::record::OldRecord;
use crate::resource::request::{CheckRequest, CreateRequest};
use crate::value::map::PropertyMap;
use crate::value::path::PropertyPath;

/// A context like the host's for the resource with this name: a [`Context`], or the context of a hook, such as
/// [`CreateContext`].
pub fn context<X: HookContext>(name: &str) -> X {
    X::of(Context::new(call(name), None))
}

/// A context of a configured provider, as [`context`].
pub fn configured_context<X: HookContext, C: ProviderConfig>(name: &str, config: C) -> X {
    X::of(Context::new(call(name), Some(Configured::new(config, ()))))
}

/// A context of a configured provider whose configuration has a client, as [`context`]. It calls `configure`.
///
/// # Errors
/// When `configure` fails.
pub fn context_with_client<X: HookContext, C: ProviderConfig + Configure>(
    name: &str,
    config: C,
) -> Result<X> {
    let client = config.configure(&context(name))?;
    Ok(X::of(Context::new(
        call(name),
        Some(Configured::new(config, client)),
    )))
}

/// Inputs, a draft, a state or a configuration from JSON, with defaults, as a call gets it.
///
/// # Errors
/// When the JSON is not an object, or does not fit the type.
pub fn properties<P: Properties>(json: serde_json::Value) -> Result<P> {
    match json {
        serde_json::Value::Object(properties) => {
            Ok(P::from_properties(properties, &PropertyPath::Root)?)
        }
        other => Err(Error::other(format!("expected an object, found `{other}`"))),
    }
}

/// Calls `create` with inputs from JSON and with defaults: returns the id and the recorded state, including the inputs.
///
/// # Errors
/// When the inputs do not fit, or `create` fails.
pub fn create<R: Lifecycle>(
    inputs: serde_json::Value,
    context: CreateContext,
) -> Result<(String, serde_json::Value)> {
    let given = Text::new(inputs.to_string());
    let context = context.with_given(&given, R::FIELDS);
    let created = R::create(CreateRequest::new(read_struct(&given)?), &context);
    let created = created.map_err(|error| dispatch::completed(error, &given, R::FIELDS))?;
    let (id, recording, _) = created.into_parts();
    let outputs = dispatch::recorded(&id, &recording, &given).map_err(Error::of_host)?;
    Ok((id, encoding::parse(&outputs)?.into()))
}

/// The result of `check` for a draft: the failures, and the changed draft.
///
/// # Errors
/// When `check` fails otherwise than with [`Error::Invalid`].
pub fn check<R: Lifecycle>(draft: R::Draft) -> Result<(R::Draft, Vec<PropertyFailure>)> {
    let context: CheckContext = context("");
    let mut request = CheckRequest::new(draft);
    let result = R::check(&mut request, &context);
    let mut failures = context.into_failures();
    match result {
        Ok(()) => {}
        Err(Error::Invalid(more)) => failures.extend(more),
        Err(error) => return Err(error),
    }
    Ok((request.inputs, failures))
}

/// A state that an older version recorded, in its form of today: inputs and outputs, each if it was given. The result
/// must fit the resource's structs.
///
/// # Errors
/// When a step fails, or the result does not fit.
pub fn migrate<R: Lifecycle>(
    from_version: u32,
    inputs: Option<serde_json::Value>,
    outputs: Option<serde_json::Value>,
) -> Result<(Option<serde_json::Value>, Option<serde_json::Value>)> {
    let map = |json: Option<serde_json::Value>| match json {
        None => Ok(None),
        Some(serde_json::Value::Object(map)) => Ok(Some(map)),
        Some(other) => Err(Error::other(format!("expected an object, found `{other}`"))),
    };
    let mut migrations = Migrations::default();
    R::migrations(&mut migrations);
    let mut state = OldState::new(map(inputs)?, map(outputs)?);
    migrations.run(from_version, &mut state)?;
    let (inputs, outputs) = state.into_parts();
    if let Some(inputs) = &inputs {
        R::Inputs::from_properties(inputs.clone(), &PropertyPath::Root)?;
    }
    if let Some(outputs) = &outputs {
        let text = |map: &PropertyMap| Text::new(encoding::print(map.clone()));
        let inputs = inputs.as_ref().map_or_else(|| Text::new("{}"), text);
        OldRecord::<R>::new(text(outputs), inputs).state()?;
    }
    Ok((inputs.map(Into::into), outputs.map(Into::into)))
}

/// An asset with this handle, as a program's asset arrives. Its content comes from [`Host::asset`].
pub fn asset(handle: u32, hash: &str) -> serde_json::Value {
    handled(Special::Asset, handle, hash)
}

/// An archive with this handle, as a program's archive arrives. Its entries come from [`Host::archive`].
pub fn archive(handle: u32, hash: &str) -> serde_json::Value {
    handled(Special::Archive, handle, hash)
}

fn handled(special: Special, handle: u32, hash: &str) -> serde_json::Value {
    let members = [
        ("handle".to_owned(), handle.into()),
        ("hash".to_owned(), hash.into()),
    ];
    wire::signed(special, members.into_iter().collect())
}

/// A value that is not known yet, as it arrives in checks and previews.
pub fn unknown() -> serde_json::Value {
    wire::unknown()
}

/// A value as a secret, as it arrives.
pub fn secret(value: impl Into<serde_json::Value>) -> serde_json::Value {
    wire::secret(value.into())
}

/// The manifest of a whole provider: `manifest::<PulumiProvider>()`, with the type that `provider!` writes.
///
/// # Errors
/// When the parts do not fit together.
pub fn manifest<P: ProviderComponent>() -> Result<serde_json::Value> {
    manifest::manifest::<P>()
}

fn call(name: &str) -> CallContext {
    CallContext {
        urn: format!("urn:pulumi:test::test::test:index:Test::{name}"),
        token: "test:index:Test".to_owned(),
        name: name.to_owned(),
        project: Some("test".to_owned()),
        stack: Some("test".to_owned()),
        preview: false,
        time_left_ms: 60_000,
        extra: crate::host::no_extra(),
    }
}
