//! Everything that a provider usually needs: `use pulumi_wasm_provider::prelude::*;`.

pub use crate::{
    Alias, Archive, Arguments, Asset, AssetOrArchive, Backoff, CheckContext, CheckRequest, Child,
    Component, ComponentContext, Config, Configure, ConfigureContext, Construct, Context,
    CreateContext, CreateRequest, Created, Credential, DeleteContext, DeleteRequest, Diff,
    DiffContext, Enum, Env, Error, ErrorContext, Exact, FunctionContext, HostOnly, Input, Json,
    Lifecycle, List, ListContext, ListRequest, ListedResource, Mapping, Migrations, Net, Object,
    OldProperties, Options, Output, Package, Page, PreviewContext, PreviewCreateRequest,
    PreviewUpdateRequest, Progress, Property, Provider, ReadContext, ReadRequest, ReadResult,
    Resource, ResourceReference, Result, Results, ResumeRequest, This, Tls, Union, UpdateContext,
    UpdateRequest, Updated, Value, View, WaitContext, Whole, all, config, function, interpolate,
    method, of, properties, provider, resource,
};
