//! List: lists existing resources of a type, page by page.

use std::time::{Duration, Instant};

use crate::call::{Call, Effects};
use crate::component::{ListPage, ListRequest, ListedResource};
use crate::error::failure::PropertyFailure;
use crate::error::{CallError, GuestError};
use crate::manifest::Hook;
use crate::package::Package;
use crate::schema;
use crate::value::{PropertyMap, PropertyValue};

/// A checked query.
#[derive(Debug, Clone, PartialEq)]
pub enum Query {
    /// The query for the component.
    Known(PropertyMap),
    /// The query is unknown, so nothing can be listed yet.
    Unknown,
}

/// Checks a query by the schema's `listInputs`.
///
/// # Errors
/// If no component serves the type, it has no hook `list`, or the query does not match `listInputs`.
pub fn list_query(package: &Package, call: &Call, query: PropertyMap) -> Result<Query, CallError> {
    let token = &call.subject.token;
    let binding = &package.resource(token)?;
    if !binding.has(Hook::List) {
        return Err(CallError::Guest(GuestError::Unsupported(format!(
            "`{token}` cannot be listed: its component has no `list`"
        ))));
    }
    let Some(declared) = &binding.schema.list_inputs else {
        return match query.keys().next() {
            None => Ok(Query::Known(query)),
            Some(key) => Err(invalid(vec![PropertyFailure {
                property: key.clone(),
                reason: "listing this type takes no query".to_owned(),
            }])),
        };
    };
    let checked = schema::check(binding.package, declared, query, &schema::no_environment);
    if !checked.failures.is_empty() {
        return Err(invalid(checked.failures));
    }
    let is_unknown = checked.inputs.values().any(PropertyValue::contains_unknown);
    Ok(if is_unknown || binding.ready().is_err() {
        Query::Unknown
    } else {
        Query::Known(checked.inputs)
    })
}

/// Lists one page of resources for a checked query.
///
/// # Errors
/// If no component serves the type, or the call fails.
pub async fn list(
    package: &Package,
    call: &Call,
    request: ListRequest<'_>,
) -> Result<ListPage, CallError> {
    let binding = &package.resource(&call.subject.token)?;
    binding.ready()?;
    let call = Call {
        effects: Effects::Read,
        ..call.clone()
    };
    let page = binding.component.list(&call, request).await?;
    binding
        .open_ids
        .warn_about_listed(&call, binding.token, &page.found);
    Ok(page)
}

/// The state of a list: the number of results so far, and the position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listing {
    /// The maximum number of results; 0 for all.
    limit: u64,
    /// The maximum number of results before the engine asks again; 0 for all.
    page_size: u64,
    /// The number of results over all pages.
    given: u64,
    /// The number of results since the engine asked.
    given_now: u64,
    /// The number of results of the guest's next page that were already returned.
    skip: usize,
    /// The guest's token of its next page.
    token: String,
    ended: bool,
    /// The time that the pages took. All pages together have the time limit of one call, because a guest may return
    /// pages without end.
    spent: Duration,
}

/// A part of the results.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Page {
    pub found: Vec<ListedResource>,
    /// The token that lets the engine continue, if this is the last requested result and more exist.
    pub continuation: Option<String>,
}

impl Listing {
    /// Begins or continues a list.
    ///
    /// # Errors
    /// If this host did not create the continuation.
    pub fn begin(limit: u64, page_size: u64, continuation: &str) -> Result<Self, CallError> {
        let mut listing = Self {
            limit,
            page_size,
            given: 0,
            given_now: 0,
            skip: 0,
            token: String::new(),
            ended: false,
            spent: Duration::ZERO,
        };
        if !continuation.is_empty() {
            let parts = parse_continuation(continuation);
            let (given, skip, token) = parts.ok_or_else(|| {
                invalid(vec![PropertyFailure {
                    property: "continuationToken".to_owned(),
                    reason: "this is not a continuation token of this host".to_owned(),
                }])
            })?;
            listing.given = given;
            listing.skip = skip;
            token.clone_into(&mut listing.token);
        }
        Ok(listing)
    }

    /// Asks the guest for more results; `None` at the end.
    ///
    /// # Errors
    /// If the call fails, or the guest repeats a page token.
    pub async fn next(
        &mut self,
        package: &Package,
        call: &Call,
        query: &PropertyMap,
    ) -> Result<Option<Page>, CallError> {
        let left = match self.limit {
            0 => u64::MAX,
            limit => limit.saturating_sub(self.given),
        };
        let left_now = match self.page_size {
            0 => u64::MAX,
            size => size.saturating_sub(self.given_now),
        };
        if self.ended || left == 0 {
            return Ok(None);
        }
        let skip = u64::try_from(self.skip).unwrap_or(u64::MAX);
        let wanted = |count: u64| {
            (count < u64::MAX)
                .then(|| u32::try_from(count.saturating_add(skip)).unwrap_or(u32::MAX))
        };
        let request = ListRequest {
            query,
            limit: wanted(left),
            page_size: wanted(left_now),
            continuation_token: &self.token,
        };
        let call = Call {
            spent: self.spent,
            ..call.clone()
        };
        let began = Instant::now();
        let page = list(package, &call, request).await?;
        self.spent += began.elapsed();
        let mut found: Vec<ListedResource> = page.found.into_iter().skip(self.skip).collect();
        if !page.continuation_token.is_empty() && page.continuation_token == self.token {
            return Err(CallError::BadAnswer(
                "its list returned the same continuation token again".to_owned(),
            ));
        }
        let most = usize::try_from(left.min(left_now)).unwrap_or(usize::MAX);
        let is_cut = found.len() > most;
        found.truncate(most);
        let count = u64::try_from(found.len()).unwrap_or(u64::MAX);
        self.given = self.given.saturating_add(count);
        self.given_now = self.given_now.saturating_add(count);
        if is_cut {
            self.skip += found.len();
        } else {
            self.skip = 0;
            self.token = page.continuation_token;
        }
        let is_all = !is_cut && self.token.is_empty();
        let mut continuation = None;
        if is_all || count == left {
            self.ended = true;
        } else if count == left_now {
            self.ended = true;
            continuation = Some(format!("{}.{}.{}", self.given, self.skip, self.token));
        }
        Ok(Some(Page {
            found,
            continuation,
        }))
    }
}

/// The number of earlier results, the number of those from the guest's next page, and the token of that page.
fn parse_continuation(continuation: &str) -> Option<(u64, usize, &str)> {
    let mut parts = continuation.splitn(3, '.');
    let given = parts.next()?.parse().ok()?;
    let skip = parts.next()?.parse().ok()?;
    Some((given, skip, parts.next()?))
}

fn invalid(failures: Vec<PropertyFailure>) -> CallError {
    CallError::Guest(GuestError::Invalid(failures))
}
