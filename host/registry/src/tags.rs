//! The tags of a repository.

use std::cmp::Ordering;

use pulumi_wasm_core::call::Severity;
use pulumi_wasm_core::text::Excerpt;
use semver::Version;
use serde::Deserialize;

use super::body::{self, Unread};
use super::exchange::Ask;
use super::session::Session;
use super::{Reference, RegistryError};

/// The most pages that are read, and the most bytes of one.
const MOST_PAGES: usize = 16;
const MOST_BYTES: usize = 4 << 20;
/// How many tags a page should have.
const PAGE: &str = "1000";

#[derive(Deserialize)]
struct Document {
    tags: Option<Vec<String>>,
}

/// The tags: versions first, the newest one before the others, then the rest by name. A list that goes on after the last page that
/// is read gives a warning.
///
/// # Errors
/// When the registry does not have the repository, or gives something else.
pub(crate) async fn list(session: &Session) -> Result<Vec<String>, RegistryError> {
    let mut address = session.address("tags/list");
    address.query_pairs_mut().append_pair("n", PAGE);
    let subject = format!("the tags of `{}`", session.reference.place());
    let (mut tags, mut is_whole) = (Vec::new(), false);
    for _ in 0..MOST_PAGES {
        let answer = session.send(&Ask::get(address.clone())).await?;
        if answer.status != 200 {
            return Err(session.error(&subject, answer).await);
        }
        let next = answer.header("link").and_then(next).map(str::to_owned);
        let bytes = body::read(answer.body, MOST_BYTES, session.silence()).await;
        let bytes = bytes.map_err(|unread| match unread {
            Unread::TooLong => RegistryError::new(format!("{subject} have more than 4 MiB")),
            Unread::Broken(error) => {
                RegistryError::unavailable(format!("{subject}: {}", error.message()))
            }
        })?;
        let document: Document = serde_json::from_slice(&bytes).map_err(|error| {
            let error = error.to_string();
            RegistryError::new(format!(
                "{subject} cannot be understood: {}",
                Excerpt::reason(&error)
            ))
        })?;
        let found = document.tags.unwrap_or_default().into_iter();
        // A tag of another form names nothing, and could be anything.
        tags.extend(found.filter(|tag| Reference::is_tag(tag)));
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
    if !is_whole {
        let message = format!(
            "not all of {subject} are known: at most {MOST_PAGES} pages of the registry's list are read\nhint: name the version that you \
             want, which is found without the list"
        );
        session
            .context()
            .log
            .log(Severity::Warning, "", &message, false);
    }
    tags.sort_by(order);
    tags.dedup();
    Ok(tags)
}

/// The address of the next page in a header `Link`, as RFC 8288 writes it.
fn next(header: &str) -> Option<&str> {
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
