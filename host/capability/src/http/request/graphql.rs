//! GraphQL queries that are sent by POST. They are read-only requests, so calls without effects may send them.
//!
//! GraphQL over HTTP, section 6.2, sends queries and mutations alike by POST, as a JSON object with `query`, `operationName`,
//! `variables` and `extensions`. Only the document shows whether a request changes something, so the host reads it.
//!
//! A server that is not a GraphQL server may ignore a body, so the address must name GraphQL too.

mod document;
#[cfg(test)]
mod tests;
mod tokens;

use std::borrow::Cow;
use std::fmt;

use http::Method;
use pulumi_wasm_core::text::{Excerpt, is_unambiguous_segment};
use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use url::Url;

use super::method_override::{self, Searched};
use super::validate::is_header;
use document::NotReading;

/// Path segments that address a GraphQL server: the usual names, and the default of gqlgen.
const NAMES: [&str; 4] = ["graphql", "gql", "query", "graphql.json"];

/// Why a request is not a GraphQL query.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum NotQuery {
    /// It has nothing to do with GraphQL.
    OtherRequest,
    /// Its document does not only read.
    Document(NotReading),
    /// A server may run another operation than the host reads, for this reason.
    Unclear(String),
}

impl NotQuery {
    /// The reason for people; `None` for [`Self::OtherRequest`].
    pub(crate) fn reason(&self) -> Option<String> {
        match self {
            NotQuery::OtherRequest => None,
            NotQuery::Document(reason) => Some(reason.to_string()),
            NotQuery::Unclear(reason) => Some(reason.clone()),
        }
    }
}

/// A text of JSON, which is copied only if it has escapes in it.
#[derive(Deserialize)]
struct Text<'json>(#[serde(borrow)] Cow<'json, str>);

/// Whether requests with this method to this address may be GraphQL queries: a POST whose path is empty or ends with a usual
/// name, perhaps with a version behind it, or whose host is called after GraphQL. Some servers take parts of the request from
/// the query of the address, so the address has none.
pub(crate) fn may_be_query(method: &Method, url: &Url) -> bool {
    if *method != Method::POST || url.query().is_some_and(|query| !query.is_empty()) {
        return false;
    }
    let path = url.path().trim_start_matches('/');
    let path = path.strip_suffix('/').unwrap_or(path);
    let mut segments: Vec<&str> = path.split('/').filter(|_| !path.is_empty()).collect();
    // `//` is not a path that all servers read alike.
    if url.path().starts_with("//") || !segments.iter().all(|part| is_unambiguous_segment(part, ""))
    {
        return false;
    }
    segments.pop_if(|last| is_version(last));
    let is_name = |part: &str| NAMES.iter().any(|name| part.eq_ignore_ascii_case(name));
    let host = url.host_str().unwrap_or_default();
    let label = host.split('.').next().unwrap_or_default();
    segments.last().is_none_or(|last| is_name(last)) || ["graphql", "gql"].contains(&label)
}

/// Whether a path segment is a version, such as `v2`.
fn is_version(part: &str) -> bool {
    let number = part.strip_prefix('v').unwrap_or_default();
    !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
}

/// Judges the headers and the body of a request that may be a query.
///
/// # Errors
/// The reason, if it is not a query.
pub(crate) fn check(headers: &[(String, String)], body: &[u8]) -> Result<(), NotQuery> {
    if !is_json(headers) {
        return Err(NotQuery::OtherRequest);
    }
    let mut reason = None;
    let mut reader = serde_json::Deserializer::from_slice(body);
    let read = Requests {
        may_be_list: true,
        reason: &mut reason,
    }
    .deserialize(&mut reader)
    .and_then(|()| reader.end());
    match (reason, read) {
        (Some(reason), _) => Err(reason),
        (None, Ok(())) => Ok(()),
        // The JSON is well-formed, and of another form.
        (None, Err(error)) if error.is_data() => Err(NotQuery::OtherRequest),
        (None, Err(_)) => Err(NotQuery::Unclear("its JSON cannot be read".to_owned())),
    }
}

/// Whether the body is JSON for every server.
fn is_json(headers: &[(String, String)]) -> bool {
    let mut types = headers
        .iter()
        .filter(|(name, _)| is_header(name, "content-type"));
    let media_type = types.next().and_then(|(_, value)| value.split(';').next());
    media_type.is_some_and(|name| name.trim().eq_ignore_ascii_case("application/json"))
        && method_override::search_of(headers).is_ok_and(|searches| searches == [Searched::Json])
}

/// Reads one request, or a list of requests, which some servers run together.
struct Requests<'r> {
    may_be_list: bool,
    /// Why the request is not a query.
    reason: &'r mut Option<NotQuery>,
}

impl Requests<'_> {
    /// Ends the reading with a reason.
    fn fails<T, E: serde::de::Error>(self, reason: NotQuery) -> Result<T, E> {
        *self.reason = Some(reason);
        Err(E::custom("not a query"))
    }
}

impl<'de> DeserializeSeed<'de> for Requests<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Requests<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a GraphQL request")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        if !self.may_be_list {
            return self.fails(NotQuery::OtherRequest);
        }
        let mut count = 0;
        loop {
            let one = Requests {
                may_be_list: false,
                reason: self.reason,
            };
            if list.next_element_seed(one)?.is_none() {
                break;
            }
            count += 1;
        }
        match count {
            0 => self.fails(NotQuery::OtherRequest),
            _ => Ok(()),
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let (mut document, mut selected) = (None, None);
        let (mut has_variables, mut further) = (false, None);
        while let Some(Text(name)) = map.next_key::<Text<'de>>()? {
            let is_second = match &*name {
                "query" => document.replace(map.next_value::<Text<'de>>()?).is_some(),
                "operationName" => selected
                    .replace(map.next_value::<Option<Text<'de>>>()?)
                    .is_some(),
                "variables" => {
                    map.next_value::<IgnoredAny>()?;
                    std::mem::replace(&mut has_variables, true)
                }
                // Also `extensions`, which may select a stored document.
                _ => {
                    if map.next_value::<Option<IgnoredAny>>()?.is_some() {
                        further.get_or_insert_with(|| Excerpt::name(&name).to_string());
                    }
                    false
                }
            };
            if is_second {
                return self.fails(NotQuery::Unclear(format!("its JSON has `{name}` twice")));
            }
        }
        let Some(Text(document)) = document else {
            return self.fails(NotQuery::OtherRequest);
        };
        if let Some(further) = further {
            let reason =
                format!("its server may obey `{further}` rather than the GraphQL document");
            return self.fails(NotQuery::Unclear(reason));
        }
        // An empty name selects nothing.
        let selected = selected.flatten().filter(|Text(name)| !name.is_empty());
        let selected = selected.as_ref().map(|Text(name)| &**name);
        match document::only_reads(&document, selected) {
            Ok(()) => Ok(()),
            Err(reason) => self.fails(NotQuery::Document(reason)),
        }
    }
}
