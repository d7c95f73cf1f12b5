#![doc = include_str!("../README.md")]
#![warn(missing_docs)]
#![cfg_attr(
    test,
    allow(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        reason = "tests may fail this way"
    )
)]

// The macros name this crate by its path, also in its tests.
extern crate self as pulumi_wasm_provider;

mod context;
mod deployment;
mod dispatch;
mod encoding;
mod error;
mod fields;
#[doc(hidden)]
pub mod generated;
mod host;
pub mod http;
mod manifest;
pub mod prelude;
mod property;
mod provider;
mod resource;
pub mod testing;
mod value;

#[cfg(test)]
mod tests;

pub use context::backoff::{Backoff, Progress};
pub use context::check::CheckContext;
pub use context::config::{ConfigState, Configure, ProviderConfig};
pub use context::hook::{
    CreateContext, DeleteContext, DiffContext, FunctionContext, HookContext, ListContext,
    PreviewContext, ReadContext, UpdateContext, WaitContext,
};
pub use context::random::Random;
pub use context::shared::{Made, Rate, Shared};
pub use context::{ConfigureContext, Context};
pub use deployment::{
    Alias, All, Applied, Child, ChildInputs, ChildRegistration, ComponentContext, ComponentState,
    Construct, Declared, DeclaredList, Expressible, HookArguments, Input, Interpolated, Known,
    Options, Output, OwnType, ReferenceTo, ResourceType, This, Typed, all, of,
};
pub use encoding::{Decoder, Encoder};
pub use error::context::ErrorContext;
pub use error::{Error, PartialState, PropertyFailure, Result};
pub use fields::Properties;
pub use fields::lazy::Lazy;
#[doc(hidden)]
pub use host::{bindings, component_bindings};
pub use manifest::types::Types;
pub use property::{
    AnyResource, Archive, ArchiveEntry, Asset, AssetOrArchive, AssetReader, Enum, Exact, HasDraft,
    HostOnly, Json, Property, Referable, ResourceReference,
};
pub use provider::ProviderComponent;
pub use provider::declaration::{Credential, Env, Mapping, Net, Package, Provider, Tls};
pub use pulumi_wasm_provider_macros::{
    Arguments, Component, Config, Enum, Object, OldProperties, Resource, Results, Union, config,
    function, interpolate, method, properties, provider, resource,
};
pub use rand_core;
pub use resource::Lifecycle;
pub use resource::diff::{Change, Diff, Difference};
pub use resource::hooks::Hooks;
pub use resource::list::{List, ListRequest, ListedResource, Page};
pub use resource::migration::{Migrations, OldState};
pub use resource::recording::{Created, Updated};
pub use resource::request::{
    CheckRequest, CreateRequest, DeleteRequest, PreviewCreateRequest, PreviewUpdateRequest,
    ReadRequest, ReadResult, ResumeRequest, UpdateRequest,
};
pub use resource::state::{Recordable, ResourceState};
pub use resource::view::{View, Views};
pub use value::Value;
pub use value::map::PropertyMap;
pub use value::path::{AsPath, Elements, Entries, Fields, Path, PropertyName, PropertyPath, Whole};
