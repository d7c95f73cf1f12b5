//! Lists existing resources, and selects whether a resource can be listed.

use std::marker::PhantomData;

use crate::context::Context;
use crate::context::config::SharedConfig;
use crate::context::hook::{HookContext, ListContext};
use crate::error::Result;
use crate::fields::{Field, Properties, decode};
use crate::host::bindings::exports::pulumi_wasm::provider::lifecycle as wit;
use crate::host::no_extra;
use crate::manifest::rules::Constraint;
use crate::resource::list::{List, ListRequest, ListedResource};

fn list<R: List>(request: wit::ListRequest, config: SharedConfig) -> Result<wit::ListResponse> {
    let context = ListContext::of(Context::new(request.context, config));
    let request = ListRequest {
        query: decode(request.query)?,
        limit: Some(request.limit).filter(|limit| *limit > 0),
        page_size: Some(request.page_size).filter(|size| *size > 0),
        continuation_token: Some(request.continuation_token).filter(|token| !token.is_empty()),
    };
    let page = R::list(request, &context)?;
    let listed = |ListedResource { id, name }| wit::ListedResource {
        id,
        name,
        extra: no_extra(),
    };
    Ok(wit::ListResponse {
        resources: page.resources.into_iter().map(listed).collect(),
        continuation_token: page.continuation_token.unwrap_or_default(),
        extra: no_extra(),
    })
}

/// A resource's `list`: its part of the schema, and the function that answers its calls.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct ListEntry {
    pub(crate) query: &'static [Field],
    pub(crate) constraints: &'static [Constraint],
    pub(crate) list: fn(wit::ListRequest, SharedConfig) -> Result<wit::ListResponse>,
}

/// Selects whether a resource implements `List`: the inherent `ENTRY` exists only then, and precedes the `ENTRY` of
/// [`WithoutList`].
#[doc(hidden)]
#[derive(Debug)]
pub struct Listing<R>(PhantomData<R>);

impl<R: List> Listing<R> {
    pub const ENTRY: Option<ListEntry> = Some(ListEntry {
        query: R::Query::FIELDS,
        constraints: R::Query::CONSTRAINTS,
        list: list::<R>,
    });
}

#[doc(hidden)]
pub trait WithoutList {
    const ENTRY: Option<ListEntry> = None;
}

impl<R> WithoutList for Listing<R> {}
