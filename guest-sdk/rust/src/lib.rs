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

#[doc(hidden)]
#[allow(
    missing_docs,
    unreachable_pub,
    unsafe_code,
    clippy::all,
    reason = "generated from the WIT"
)]
pub mod bindings;

mod annotations;
mod backoff;
mod check;
#[doc(hidden)]
#[allow(
    missing_docs,
    unreachable_pub,
    unsafe_code,
    clippy::all,
    reason = "generated from the WIT"
)]
pub mod component_bindings;
mod config;
mod context;
mod declaration;
mod deployment;
mod diff;
mod dispatch;
mod encoding;
mod error;
mod fatal;
mod fields;
mod function;
#[doc(hidden)]
pub mod generated;
mod guest;
mod hook_context;
mod hooks;
mod host;
pub mod http;
mod lazy;
mod list;
mod listing;
mod manifest;
mod map;
mod migration;
mod old;
mod path;
pub mod prelude;
mod property;
mod provider;
mod random;
mod recording;
mod request;
mod resource;
mod rules;
mod schema;
mod shared;
mod state;
pub mod testing;
mod types;
mod value;
mod view;
mod wire;

#[cfg(test)]
mod tests;

pub use backoff::{Backoff, Progress};
pub use check::CheckContext;
pub use config::{ConfigState, Configure, ProviderConfig};
pub use context::{ConfigureContext, Context};
pub use declaration::{Credential, Env, Mapping, Net, Package, Provider, Tls};
pub use deployment::{
    Alias, All, Applied, Child, ChildInputs, ChildRegistration, ComponentContext, ComponentState,
    Construct, Declared, DeclaredList, Expressible, HookArguments, Input, Interpolated, Known,
    Options, Output, OwnType, ReferenceTo, ResourceType, This, Typed, all, of,
};
pub use diff::{Change, Diff, Difference};
pub use encoding::{Decoder, Encoder};
pub use error::context::ErrorContext;
pub use error::{Error, PartialState, PropertyFailure, Result};
pub use fields::Properties;
pub use hook_context::{
    CreateContext, DeleteContext, DiffContext, FunctionContext, HookContext, ListContext,
    PreviewContext, ReadContext, UpdateContext, WaitContext,
};
pub use hooks::Hooks;
pub use lazy::Lazy;
pub use list::{List, ListRequest, ListedResource, Page};
pub use map::PropertyMap;
pub use migration::{Migrations, OldState};
pub use path::{AsPath, Elements, Entries, Fields, Path, PropertyName, PropertyPath, Whole};
pub use property::{
    AnyResource, Archive, ArchiveEntry, Asset, AssetOrArchive, AssetReader, Enum, Exact, HasDraft,
    HostOnly, Json, Property, Referable, ResourceReference,
};
pub use provider::ProviderComponent;
pub use pulumi_wasm_provider_macros::{
    Arguments, Component, Config, Enum, Object, OldProperties, Resource, Results, Union, config,
    function, interpolate, method, properties, provider, resource,
};
pub use rand_core;
pub use random::Random;
pub use recording::{Created, Updated};
pub use request::{
    CheckRequest, CreateRequest, DeleteRequest, PreviewCreateRequest, PreviewUpdateRequest,
    ReadRequest, ReadResult, ResumeRequest, UpdateRequest,
};
pub use resource::Lifecycle;
pub use shared::{Made, Rate, Shared};
pub use state::{Recordable, ResourceState};
pub use types::Types;
pub use value::Value;
pub use view::{View, Views};
