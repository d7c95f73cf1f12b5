//! Unit tests of a provider, as plain Rust: `cargo test` on the machine where it is written.
//!
//! Outside a component there is no host. What a [`Context`] offers is then answered by stand-ins: messages go to
//! stderr, randomness is the same in every run, waiting takes no time, environment variables are the process's, and
//! HTTP is unavailable.
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
//! }
//!
//! #[resource]
//! impl Lifecycle for Greeting {
//!     fn create(inputs: GreetingInputs, _: &Context) -> Result<Created<Self>> {
//!         let GreetingInputs { name, salutation } = inputs;
//!         Created::new(name.clone(), Greeting { name, salutation })
//!     }
//! }
//!
//! let inputs: GreetingInputs = testing::properties(json!({ "name": "Ada" }))?;
//! let created = Greeting::create(inputs, &testing::context("first"))?;
//! assert_eq!(created.state().salutation, "Hello");
//! # Ok::<(), Error>(())
//! ```

use std::rc::Rc;

use crate::bindings::pulumi_wasm::provider::common::CallContext;
use crate::check::CheckContext;
use crate::config::ProviderConfig;
use crate::context::Context;
use crate::error::{Error, PropertyFailure, Result};
use crate::fields::{Properties, PropertyMap};
use crate::host::NO_EXTRA;
use crate::manifest;
use crate::path::PropertyPath;
use crate::provider::Provider;
use crate::resource::Lifecycle;

/// A context as the host makes it for the resource of this name.
pub fn context(name: &str) -> Context {
    Context::new(call(name), None)
}

/// A context of a configured provider.
pub fn configured_context<C: ProviderConfig>(name: &str, config: C) -> Context {
    Context::new(call(name), Some(Rc::new(config)))
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

/// What `check` makes of a draft: the failures, and the draft as it is afterwards.
///
/// # Errors
/// When `check` fails otherwise than with [`Error::Invalid`].
pub fn check<R: Lifecycle>(mut draft: R::Draft) -> Result<(R::Draft, Vec<PropertyFailure>)> {
    let context = CheckContext::new(context(""), PropertyMap::new());
    let result = R::check(&mut draft, &context);
    let mut failures = context.into_failures();
    match result {
        Ok(()) => {}
        Err(Error::Invalid(more)) => failures.extend(more),
        Err(error) => return Err(error),
    }
    Ok((draft, failures))
}

/// The manifest of a whole provider: `manifest::<PulumiProvider>()`, with the type that `provider!` writes.
///
/// # Errors
/// When the parts do not fit together.
pub fn manifest<P: Provider>() -> Result<serde_json::Value> {
    manifest::manifest::<P>()
}

fn call(name: &str) -> CallContext {
    CallContext {
        urn: format!("urn:pulumi:test::test::test:index:Test::{name}"),
        token: "test:index:Test".to_owned(),
        name: name.to_owned(),
        preview: false,
        deadline_ms: 60_000,
        extra: NO_EXTRA.to_owned(),
    }
}
