//! Finding things that exist.

use crate::context::Context;
use crate::error::Result;
use crate::fields::Properties;
use crate::state::ResourceState;

/// How much of a list is wanted, and where to go on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Paging {
    /// How many more things are wanted; `None` for as many as there are.
    pub limit: Option<u32>,
    /// How many the engine would like in one answer; `None` leaves it to the provider. More may be given.
    pub page_size: Option<u32>,
    /// The continuation that the page before gave to [`Page::next`]; `None` for the first page.
    pub continuation: Option<String>,
}

/// Things that were found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    pub(crate) found: Vec<Found>,
    pub(crate) continuation: Option<String>,
}

/// One thing that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The id, as an import takes it.
    pub id: String,
    /// A name for people.
    pub name: String,
}

impl Page {
    /// A page with nothing on it yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a thing: its id as an import takes it, and a name for people.
    pub fn add(&mut self, id: impl Into<String>, name: impl Into<String>) {
        self.found.push(Found {
            id: id.into(),
            name: name.into(),
        });
    }

    /// Says that there is more, and where to go on: any text that is not empty, which comes back as
    /// [`Paging::continuation`].
    #[must_use]
    pub fn next(mut self, continuation: impl Into<String>) -> Self {
        self.continuation = Some(continuation.into()).filter(|next| !next.is_empty());
        self
    }

    /// The things on the page.
    pub fn found(&self) -> &[Found] {
        &self.found
    }

    /// The place to go on from; `None` at the end.
    pub fn continuation(&self) -> Option<&str> {
        self.continuation.as_deref()
    }
}

/// Pairs of an id and a name.
impl<I: Into<String>, N: Into<String>> FromIterator<(I, N)> for Page {
    fn from_iter<T: IntoIterator<Item = (I, N)>>(pairs: T) -> Self {
        let mut page = Self::new();
        for (id, name) in pairs {
            page.add(id, name);
        }
        page
    }
}

/// A resource of which programs may ask which things exist. `provider!` finds the `impl` by itself.
///
/// ```
/// # use pulumi_wasm_provider::prelude::*;
/// # #[derive(Resource)]
/// # struct Zone { name: String }
/// # #[resource]
/// # impl Lifecycle for Zone {
/// #     fn create(inputs: ZoneInputs, _: &Context) -> Result<Created<Self>> { Ok(Created::new(inputs.name, ZoneOutputs)) }
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
///     fn list(query: ZoneQuery, _: &Paging, _: &Context) -> Result<Page> {
///         let prefix = query.prefix.unwrap_or_default();
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
    /// What a program asks by: any struct that derives `Arguments`.
    type Query: Properties;

    /// Finds things. Changes nothing, and is called again with the page's continuation until the engine has enough.
    ///
    /// # Errors
    /// An error ends the listing.
    fn list(query: Self::Query, paging: &Paging, cx: &Context) -> Result<Page>;
}
