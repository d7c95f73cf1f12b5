//! The tags of a repository.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::fmt;

use pulumi_wasm_core::call::Severity;
use pulumi_wasm_core::text::Excerpt;
use semver::Version;
use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

use crate::requests::exchange::RegistryRequest;
use crate::requests::session::RepositorySession;
use crate::requests::whole_answer;
use crate::{Reference, RegistryError};

/// The maximum number of pages, and the maximum size of a page in bytes.
const MAX_PAGES: usize = 16;
const MAX_BYTES: usize = 4 << 20;
/// The number of tags to request for each page.
const PAGE: &str = "1000";

/// The maximum number of tags of all pages together.
const MAX_TAGS: usize = 50_000;

/// The tags so far, without duplicates.
#[derive(Default)]
struct Tags {
    found: BTreeSet<String>,
    /// Whether a tag was dropped because the maximum was reached.
    is_full: bool,
}

impl Tags {
    /// Adds a tag. Texts that are not valid tags are dropped.
    fn take(&mut self, tag: String) {
        if !Reference::is_tag(&tag) || self.found.contains(&tag) {
            return;
        }
        if self.found.len() < MAX_TAGS {
            self.found.insert(tag);
        } else {
            self.is_full = true;
        }
    }

    /// Adds the tags of a page while it is parsed: a list takes far more memory than its text, so the page's list
    /// is never in memory as a whole.
    fn read(&mut self, page: &[u8]) -> serde_json::Result<()> {
        let mut reader = serde_json::Deserializer::from_slice(page);
        Page(self).deserialize(&mut reader)?;
        reader.end()
    }
}

/// The JSON document of a page.
struct Page<'a>(&'a mut Tags);

impl<'de> DeserializeSeed<'de> for Page<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Page<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a document with tags")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<(), A::Error> {
        while let Some(is_tags) = members.next_key::<Name>()?.map(|name| name.is_tags) {
            if is_tags {
                members.next_value_seed(List(&mut *self.0))?
            } else {
                let IgnoredAny = members.next_value()?;
            }
        }
        Ok(())
    }
}

/// The name of a member.
struct Name {
    is_tags: bool,
}

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = std::borrow::Cow::<str>::deserialize(deserializer)?;
        Ok(Self {
            is_tags: name == "tags",
        })
    }
}

/// The list of a page, which may be `null`.
struct List<'a>(&'a mut Tags);

impl<'de> DeserializeSeed<'de> for List<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for List<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a list of tags")
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut tags: A) -> Result<(), A::Error> {
        while let Some(tag) = tags.next_element()? {
            self.0.take(tag);
        }
        Ok(())
    }
}

/// The tags of a repository: versions first, from new to old, then the others by name. A warning says so if the
/// list continues after the last page that is read.
///
/// # Errors
/// If the registry does not have the repository, or its answer is not a list of tags.
pub(crate) async fn list(session: &RepositorySession) -> Result<Vec<String>, RegistryError> {
    let mut address = session.address("tags/list");
    address.query_pairs_mut().append_pair("n", PAGE);
    let place = session.reference.place();
    let subject = format!("the list of tags of `{place}`");
    let (mut tags, mut is_whole) = (Tags::default(), false);
    for _ in 0..MAX_PAGES {
        let request = RegistryRequest::get(address.clone());
        let answer = whole_answer::get(session, &request, ("page", &subject), MAX_BYTES).await?;
        let next = answer.link.as_deref().and_then(next).map(str::to_owned);
        tags.read(&answer.bytes).map_err(|error| {
            let error = error.to_string();
            RegistryError::new(format!(
                "{subject} cannot be understood: {}",
                Excerpt::reason(&error)
            ))
        })?;
        let Some(next) = next else {
            is_whole = true;
            break;
        };
        let next = address.join(&next).ok();
        let Some(next) = next.filter(|next| next.origin() == address.origin()) else {
            break;
        };
        address = next;
    }
    if !is_whole || tags.is_full {
        let message = format!(
            "not all tags of `{place}` are known: at most {MAX_PAGES} pages of the registry's list are read, and at most {MAX_TAGS} tags are kept\nhint: name the version that you need: it is found without the list"
        );
        session
            .context()
            .log
            .log(Severity::Warning, "", &message, false);
    }
    let mut tags: Vec<String> = tags.found.into_iter().collect();
    tags.sort_by(order);
    Ok(tags)
}

/// The address of the next page in a header `Link` (RFC 8288).
pub(crate) fn next(header: &str) -> Option<&str> {
    let (address, relation) = header.split_once('>')?;
    let is_next = relation.contains("rel=\"next\"") || relation.contains("rel=next");
    address.trim().strip_prefix('<').filter(|_| is_next)
}

fn order(one: &String, other: &String) -> Ordering {
    let version = |tag: &String| Version::parse(tag.strip_prefix('v').unwrap_or(tag)).ok();
    match (version(one), version(other)) {
        (Some(first), Some(second)) => second.cmp(&first).then_with(|| one.cmp(other)),
        (Some(_), None) => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
        (None, None) => one.cmp(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_kept_once_and_up_to_a_bound() {
        let mut tags = Tags::default();
        let page = format!(
            r#"{{"name":"x","tags":[{}"b",".no"]}}"#,
            r#""a","#.repeat(100_000)
        );
        tags.read(page.as_bytes()).expect("a page");
        assert_eq!(tags.found.iter().collect::<Vec<_>>(), ["a", "b"]);
        for page in [r#"{"tags":null}"#, "{}"] {
            tags.read(page.as_bytes()).expect(page);
        }
        assert!(!tags.is_full);
        for page in ["[]", "{", r#"{"tags":{}}"#, r#"{"tags":[1]}"#, "{} {}"] {
            assert!(tags.read(page.as_bytes()).is_err(), "{page}");
        }
        let many: Vec<String> = (0..MAX_TAGS)
            .map(|number| format!("\"t{number}\""))
            .collect();
        tags.read(format!(r#"{{"tags":[{}]}}"#, many.join(",")).as_bytes())
            .expect("a page");
        assert!(tags.is_full);
        assert_eq!(tags.found.len(), MAX_TAGS);
    }
}
