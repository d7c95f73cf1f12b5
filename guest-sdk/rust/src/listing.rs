//! Selects whether a resource can be listed, and the function that answers the calls. It is separate from `list`,
//! because it depends on `dispatch`.

use std::marker::PhantomData;

use crate::bindings::exports::pulumi_wasm::provider::lifecycle as wit;
use crate::config::SharedConfig;
use crate::dispatch;
use crate::error::Result;
use crate::fields::{Field, Properties};
use crate::list::List;
use crate::rules::Constraint;

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
        list: dispatch::list::<R>,
    });
}

#[doc(hidden)]
pub trait WithoutList {
    const ENTRY: Option<ListEntry> = None;
}

impl<R> WithoutList for Listing<R> {}
