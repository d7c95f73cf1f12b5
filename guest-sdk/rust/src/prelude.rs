//! Everything that a provider usually needs: `use pulumi_wasm_provider::prelude::*;`.

pub use crate::{
    Arguments, CheckContext, Choice, Config, Configure, Context, Created, Diff, Error,
    ErrorContext, Json, Lifecycle, Object, Property, Read, Resource, Result, Value, config,
    function, provider, resource,
};
