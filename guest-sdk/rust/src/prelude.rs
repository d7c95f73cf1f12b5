//! Everything that a provider usually needs: `use pulumi_wasm_provider::prelude::*;`.

pub use crate::{
    Archive, Arguments, Asset, AssetOrArchive, CheckContext, Choice, Config, Configure, Context,
    Created, Diff, Error, ErrorContext, Exact, Json, Lifecycle, Migrations, Object, Page, Paging,
    Poll, Property, Read, Recorded, Resource, ResourceReference, Result, Union, Value, View, Wait,
    Withheld, config, function, provider, resource,
};
