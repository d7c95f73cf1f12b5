//! GraphQL queries that are sent by POST. They are read-only requests, so calls without effects may send them.
//!
//! GraphQL over HTTP, section 6.2, sends queries and mutations alike by POST, as a JSON object with `query`, `operationName`,
//! `variables` and `extensions`. Only the document shows whether a request changes something, so the host reads it.
//!
//! A server that is not a GraphQL server may ignore the body, so the path must name GraphQL too.

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

/// Path segments that mean a GraphQL server, and nothing else. Many servers have `query` in paths that change something.
const NAMES: [&str; 2] = ["graphql", "gql"];

/// The one member of `extensions` that selects no document: Apollo Client names itself in it.
const CLIENT_LIBRARY: &str = "clientLibrary";

/// Why a request is not a GraphQL query.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum NotQuery {
    /// Its body has another form than a GraphQL request.
    OtherBody,
    /// Its document does not only read.
    Document(NotReading),
    /// A server may run another operation than the host reads, for this reason.
    Unclear(String),
}

impl NotQuery {
    /// Whether the document asks for more than queries.
    pub(crate) fn asks_for_more(&self) -> bool {
        matches!(
            self,
            NotQuery::Document(NotReading::Mutation(_) | NotReading::Subscription(_))
        )
    }
}

/// The reason for people.
impl fmt::Display for NotQuery {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotQuery::OtherBody => formatter.write_str("its body is not a GraphQL request"),
            NotQuery::Document(reason) => reason.fmt(formatter),
            NotQuery::Unclear(reason) => formatter.write_str(reason),
        }
    }
}

/// A text of JSON, which is copied only if it has escapes in it.
#[derive(Deserialize)]
struct Text<'json>(#[serde(borrow)] Cow<'json, str>);

/// Whether requests with this method to this address may be GraphQL queries: a POST to a path that ends with `graphql` or
/// `gql`, perhaps with a version behind it, or to the path of Shopify's API. Some servers take parts of the request from
/// the query of the address, so an address with a query does not count.
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
    match segments.as_slice() {
        // A database of Firebase has other paths that end with `graphql.json`, and its POST adds an entry.
        ["admin", "api", "graphql.json"] => return true,
        ["admin", "api", release, "graphql.json"] => return is_release(release),
        _ => {}
    }
    segments.pop_if(|last| is_version(last));
    let is_name = |part: &&str| NAMES.iter().any(|name| part.eq_ignore_ascii_case(name));
    segments.last().is_some_and(is_name)
}

/// Whether a path segment is a release of Shopify's API: `2024-01` or `unstable`.
fn is_release(part: &str) -> bool {
    let is_number = |text: &str, digits: usize| {
        text.len() == digits && text.bytes().all(|byte| byte.is_ascii_digit())
    };
    part == "unstable"
        || part
            .split_once('-')
            .is_some_and(|(year, month)| is_number(year, 4) && is_number(month, 2))
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
    const UNREADABLE: &str = "its JSON cannot be read";
    is_json(headers).map_err(NotQuery::Unclear)?;
    // The reader does not look at texts that it skips.
    let body = std::str::from_utf8(body).map_err(|_| NotQuery::Unclear(UNREADABLE.to_owned()))?;
    let mut reason = None;
    let mut reader = serde_json::Deserializer::from_str(body);
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
        (None, Err(error)) if error.is_data() => Err(NotQuery::OtherBody),
        (None, Err(_)) => Err(NotQuery::Unclear(UNREADABLE.to_owned())),
    }
}

/// The reason why a POST request with this content type and body is not a GraphQL query. None for a query. For the fuzzer.
pub fn refusal(content_type: &str, body: &[u8]) -> Option<String> {
    let headers = [("Content-Type".to_owned(), content_type.to_owned())];
    let judged = check(&headers, body);
    judged.err().map(|reason| reason.to_string())
}

/// Checks that the body is JSON for every server.
///
/// # Errors
/// The reason, if a server may read it in another form.
fn is_json(headers: &[(String, String)]) -> Result<(), String> {
    let mut types = headers
        .iter()
        .filter(|(name, _)| is_header(name, "content-type"));
    let media_type = types.next().and_then(|(_, value)| value.split(';').next());
    if !media_type.is_some_and(|name| name.trim().eq_ignore_ascii_case("application/json")) {
        return Err("its `Content-Type` is not `application/json`".to_owned());
    }
    match method_override::search_of(headers) {
        Ok([Searched::Json]) => Ok(()),
        Ok(_) => Err("its `Content-Type` has a parameter that JSON does not have".to_owned()),
        Err(unclear) => Err(unclear.to_string()),
    }
}

/// The member `extensions` of a request.
struct Extensions {
    /// Whether it says nothing to the server but the name of the client.
    is_plain: bool,
}

impl<'de> Deserialize<'de> for Extensions {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Members;
        impl<'de> Visitor<'de> for Members {
            type Value = Extensions;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Extensions, A::Error> {
                let mut is_plain = true;
                while let Some((Text(name), IgnoredAny)) = map.next_entry::<Text<'de>, _>()? {
                    is_plain &= name == CLIENT_LIBRARY;
                }
                Ok(Extensions { is_plain })
            }
        }
        deserializer.deserialize_map(Members)
    }
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
            return self.fails(NotQuery::OtherBody);
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
            0 => self.fails(NotQuery::OtherBody),
            _ => Ok(()),
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let mut document = None;
        let (mut has_name, mut has_variables, mut has_extensions) = (false, false, false);
        let mut further = None;
        while let Some(Text(name)) = map.next_key::<Text<'de>>()? {
            let is_second = match &*name {
                "query" => document.replace(map.next_value::<Text<'de>>()?).is_some(),
                // Each operation of the document is judged, because a server may ignore the name.
                "operationName" => {
                    map.next_value::<Option<Text<'de>>>()?;
                    std::mem::replace(&mut has_name, true)
                }
                "variables" => {
                    map.next_value::<IgnoredAny>()?;
                    std::mem::replace(&mut has_variables, true)
                }
                "extensions" => {
                    let extensions = map.next_value::<Option<Extensions>>()?;
                    if extensions.is_some_and(|extensions| !extensions.is_plain) {
                        // They may select a stored document.
                        further.get_or_insert_with(|| name.to_string());
                    }
                    std::mem::replace(&mut has_extensions, true)
                }
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
            return self.fails(NotQuery::OtherBody);
        };
        if let Err(reason) = document::only_reads(&document) {
            return self.fails(NotQuery::Document(reason));
        }
        let Some(further) = further else {
            return Ok(());
        };
        let reason = format!("its server may obey `{further}` rather than the GraphQL document");
        self.fails(NotQuery::Unclear(reason))
    }
}
