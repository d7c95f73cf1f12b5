//! Listing existing resources.

use crate::context::hook::ListContext;
use crate::error::Result;
use crate::fields::Properties;
use crate::resource::state::ResourceState;

/// The request of [`list`](List::list): the query, how many resources are wanted, and the place of the page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ListRequest<Q> {
    /// The filter of the program.
    pub query: Q,
    /// How many more resources are wanted; `None` for as many as there are.
    pub limit: Option<u32>,
    /// The number of resources that the engine would like in one page; `None` leaves it to the provider. A page may
    /// have more.
    pub page_size: Option<u32>,
    /// The token of the page before; `None` for the first page.
    pub continuation_token: Option<String>,
}

impl<Q> ListRequest<Q> {
    /// A request for a unit test: for the first page, of any length.
    pub fn new(query: Q) -> Self {
        Self {
            query,
            limit: None,
            page_size: None,
            continuation_token: None,
        }
    }
}

/// Resources that exist, and whether there are more.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Page {
    /// The resources on the page.
    pub resources: Vec<ListedResource>,
    /// The place of the next page; `None` on the last page.
    pub continuation_token: Option<String>,
}

/// A resource that exists.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ListedResource {
    /// The id in the form that an import accepts.
    pub id: String,
    /// A name for people.
    pub name: String,
}

impl ListedResource {
    /// A resource with its id, as an import takes it, and a name for people.
    pub fn new(id: impl Into<String>, name: impl Into<String>) -> Self {
        Self {
            id: id.into(),
            name: name.into(),
        }
    }
}

impl Page {
    /// An empty page.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a resource: its id as an import takes it, and a name for people.
    pub fn add(&mut self, id: impl Into<String>, name: impl Into<String>) {
        self.resources.push(ListedResource::new(id, name));
    }

    /// Sets the token of the next page: any text that is not empty, which comes back as
    /// [`ListRequest::continuation_token`].
    #[must_use]
    pub fn with_continuation_token(mut self, token: impl Into<String>) -> Self {
        self.continuation_token = Some(token.into()).filter(|token| !token.is_empty());
        self
    }
}

impl FromIterator<ListedResource> for Page {
    fn from_iter<T: IntoIterator<Item = ListedResource>>(resources: T) -> Self {
        Self {
            resources: resources.into_iter().collect(),
            continuation_token: None,
        }
    }
}

/// Pairs of an id and a name.
impl<I: Into<String>, N: Into<String>> FromIterator<(I, N)> for Page {
    fn from_iter<T: IntoIterator<Item = (I, N)>>(pairs: T) -> Self {
        let listed = |(id, name)| ListedResource::new(id, name);
        pairs.into_iter().map(listed).collect()
    }
}

/// A resource type that programs may list. `provider!` finds the `impl`.
///
/// ```
/// # use pulumi_wasm_provider::prelude::*;
/// # #[derive(Resource)]
/// # struct Zone { name: String }
/// # #[resource]
/// # impl Lifecycle for Zone {
/// #     fn create(request: CreateRequest<Self>, _: &CreateContext) -> Result<Created<Self>> {
/// #         Ok(Created::new(request.inputs.name, ZoneOutputs))
/// #     }
/// # }
/// #[derive(Arguments)]
/// struct ZoneQuery {
///     /// What the names begin with.
///     prefix: Option<String>,
/// }
///
/// impl List for Zone {
///     type Query = ZoneQuery;
///
///     fn list(request: ListRequest<ZoneQuery>, _: &ListContext) -> Result<Page> {
///         let prefix = request.query.prefix.unwrap_or_default();
///         let zones = ["example.com.", "example.org."].into_iter();
///         Ok(zones.filter(|name| name.starts_with(&prefix)).map(|name| (name, name)).collect())
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be listed",
    label = "no `impl List`",
    note = "write `impl List for {Self}` with `type Query` and `fn list`"
)]
pub trait List: ResourceState {
    /// The filter of a program: any struct that derives `Arguments`.
    type Query: Properties;

    /// Finds resources. Changes nothing, and is called again with the page's continuation token until the engine has
    /// enough.
    ///
    /// # Errors
    /// An error ends the listing.
    fn list(request: ListRequest<Self::Query>, cx: &ListContext) -> Result<Page>;
}
