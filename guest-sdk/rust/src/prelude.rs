//! Everything that a provider usually needs: `use pulumi_wasm_provider::prelude::*;`.

pub use crate::{
    Alias, Archive, Arguments, Asset, AssetOrArchive, CheckContext, Child, Component, Config,
    Configure, Construct, Context, Created, Deployment, Diff, Enum, Error, ErrorContext, Exact,
    Input, Json, Lifecycle, List, Migrations, Object, Options, Output, Page, Paging, Poll,
    Property, Read, Recorded, Resource, ResourceReference, Result, This, Union, Updated, Value,
    View, Wait, Withheld, all, config, function, interpolate, method, of, properties, provider,
    resource,
};
