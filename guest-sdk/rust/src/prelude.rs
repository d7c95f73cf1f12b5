//! Everything that a provider usually needs: `use pulumi_wasm_provider::prelude::*;`.

pub use crate::{
    Archive, Arguments, Asset, AssetOrArchive, CheckContext, Config, Configure, Context, Created,
    Diff, Enum, Error, ErrorContext, Exact, Json, Lifecycle, List, Migrations, Object, Page,
    Paging, Poll, Property, Read, Recorded, Resource, ResourceReference, Result, Union, Updated,
    Value, View, Wait, Withheld, config, function, provider, resource,
};
