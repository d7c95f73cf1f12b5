//! The signatures and documents that a registry has for a manifest. They are listed by the referrers API, or by an
//! index under a tag if the registry lacks the API (OCI distribution specification 1.1).

use std::time::Instant;

use bytes::Bytes;
use pulumi_wasm_core::error::readable;
use pulumi_wasm_core::text::Excerpt;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::artifact::descriptor::Named;
use crate::artifact::manifest::{ACCEPTED, INDEX, MANIFEST};
use crate::artifact::referrer::{self, Family, Kind, MAX_MANIFEST_BYTES, Parts};
use crate::bounded_list::BoundedList;
use crate::repository::tags;
use crate::repository::upload;
use crate::requests::exchange::RegistryRequest;
use crate::requests::retry;
use crate::requests::session::RepositorySession;
use crate::requests::whole_answer;
use crate::{
    AttachedDocument, AttachedDocuments, Descriptor, Digest, Referrer, Referrers, RegistryError,
};

/// The maximum size of an index in bytes, and the maximum number of pages.
const MAX_INDEX_BYTES: usize = 1 << 20;
const MAX_PAGES: usize = 16;
/// The maximum number of entries of a page. Signatures are only a part of them.
const MAX_ENTRIES: usize = 2048;
/// The number of attempts to update an index that other writers may change at the same time.
const ATTEMPTS: usize = 5;
/// The number of attempts for each part of a referrer: many unusable referrers may come before a good one.
const ATTEMPTS_FOR_EACH: u32 = 2;

#[derive(Default, Deserialize)]
#[serde(default)]
struct Page {
    manifests: BoundedList<Entry, MAX_ENTRIES>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Entry {
    digest: String,
    #[serde(default)]
    artifact_type: String,
}

/// Fetches the signatures of a manifest.
///
/// # Errors
/// If the registry cannot be reached. Signatures that are missing or do not match their digest are reported as
/// skipped.
pub(crate) async fn fetch(
    session: &RepositorySession,
    subject: &Digest,
) -> Result<Referrers, RegistryError> {
    let (found, skipped) = each(session, subject, Family::Signatures, |name| async move {
        let (manifest, parts) = one(session, subject, &name, Family::Signatures).await?;
        whole(session, parts, manifest, ATTEMPTS_FOR_EACH).await
    })
    .await?;
    Ok(Referrers { found, skipped })
}

/// Lists the documents of a manifest.
///
/// # Errors
/// As for [`fetch`].
pub(crate) async fn documents(
    session: &RepositorySession,
    subject: &Digest,
) -> Result<AttachedDocuments, RegistryError> {
    let (found, skipped) = each(session, subject, Family::Documents, |name| async move {
        let (manifest, parts) = one(session, subject, &name, Family::Documents).await?;
        let Kind::Document(kind) = parts.kind else {
            return Err(RegistryError::new("it is a signature"));
        };
        Ok(AttachedDocument {
            kind,
            content: parts.content,
            config: parts.config,
            manifest,
        })
    })
    .await?;
    Ok(AttachedDocuments { found, skipped })
}

/// Fetches each referrer that the registry lists. Returns the usable ones, and a message for each other one: an
/// unusable referrer does not hide usable ones. All of them together may take half of the remaining time, because
/// the component is fetched next.
///
/// # Errors
/// If the registry cannot be reached, or if it was overloaded and no referrer could be fetched.
async fn each<T, Asking: Future<Output = Result<T, RegistryError>>>(
    session: &RepositorySession,
    subject: &Digest,
    family: Family,
    request: impl Fn(String) -> Asking,
) -> Result<(Vec<T>, Vec<String>), RegistryError> {
    let (mut found, mut skipped) = (Vec::new(), Vec::new());
    let names = bounded(session, subject, family, &mut skipped).await?;
    let mut unavailable = None;
    let (begun, max) = (Instant::now(), session.context().time_left() / 2);
    let mut left = u32::try_from(names.len()).unwrap_or(u32::MAX);
    for name in names {
        let share = max.saturating_sub(begun.elapsed()) / left.max(1);
        left = left.saturating_sub(1);
        let shown = Excerpt::name(&name).to_string();
        let asked = tokio::time::timeout(share, Box::pin(request(name))).await;
        let asked = asked.unwrap_or_else(|_| {
            Err(RegistryError::unavailable(format!(
                "the registry does not give it within {}",
                readable(share)
            )))
        });
        match asked {
            Ok(referrer) => found.push(referrer),
            Err(error) => {
                skipped.push(format!("`{shown}`: {}", error.reason));
                if error.is_unavailable {
                    unavailable.get_or_insert(error);
                }
            }
        }
    }
    match unavailable {
        Some(error) if found.is_empty() => Err(error),
        _ => Ok((found, skipped)),
    }
}

/// Fetches a document with its artifact.
///
/// # Errors
/// If the registry does not have it, or sends other bytes.
pub(crate) async fn document(
    session: &RepositorySession,
    document: &AttachedDocument,
) -> Result<Referrer, RegistryError> {
    let parts = Parts {
        kind: Kind::Document(document.kind),
        config: document.config.clone(),
        content: document.content.clone(),
    };
    let manifest = document.manifest.clone();
    whole(session, parts, manifest, retry::ATTEMPTS).await
}

/// The digests that the registry lists, up to the maximum.
async fn bounded(
    session: &RepositorySession,
    subject: &Digest,
    family: Family,
    skipped: &mut Vec<String>,
) -> Result<Vec<String>, RegistryError> {
    let mut named = named(session, subject, family).await?;
    let max = family.max();
    if named.len() > max {
        skipped.push(format!(
            "{} more that the registry names: at most {max} are read",
            named.len() - max
        ));
        named.truncate(max);
    }
    Ok(named)
}

/// The digests of all referrers' manifests that the registry lists.
async fn named(
    session: &RepositorySession,
    subject: &Digest,
    family: Family,
) -> Result<Vec<String>, RegistryError> {
    let mut address = session.address(&format!("referrers/{subject}"));
    if family == Family::Signatures {
        address
            .query_pairs_mut()
            .append_pair("artifactType", Kind::Bundle.media_type());
    }
    let what = what(session);
    let kind = format!("list of {}", family.nouns().1);
    let mut named = Vec::new();
    for _ in 0..MAX_PAGES {
        let request = RegistryRequest::get(address.clone()).header("accept", INDEX);
        let of = (kind.as_str(), what.as_str());
        let answer = match whole_answer::get(session, &request, of, MAX_INDEX_BYTES).await {
            // The registry does not have the referrers API.
            Err(error) if error.is_missing => return under_tag(session, subject, family).await,
            answer => answer?,
        };
        named.extend(names(&answer.bytes, &what, family)?);
        let next = answer.link.as_deref().and_then(tags::next);
        let next = next.and_then(|next| address.join(next).ok());
        match next.filter(|next| next.origin() == address.origin()) {
            Some(next) if named.len() <= family.max() => address = next,
            _ => break,
        }
    }
    Ok(named)
}

async fn under_tag(
    session: &RepositorySession,
    subject: &Digest,
    family: Family,
) -> Result<Vec<String>, RegistryError> {
    match index(session, subject).await? {
        Some(bytes) => names(&bytes, &what(session), family),
        None => Ok(Vec::new()),
    }
}

fn names(page: &[u8], what: &str, family: Family) -> Result<Vec<String>, RegistryError> {
    let subject = format!("the list of {} of {what}", family.nouns().1);
    let page: Page = whole_answer::document(page, &subject)?;
    let is_meant =
        |entry: &Entry| Kind::of(&entry.artifact_type).is_some_and(|kind| kind.family() == family);
    let entries = page.manifests.items.into_iter();
    Ok(entries.filter(is_meant).map(|entry| entry.digest).collect())
}

/// The index under the tag of a subject, if it exists.
async fn index(
    session: &RepositorySession,
    subject: &Digest,
) -> Result<Option<Vec<u8>>, RegistryError> {
    let address = session.address(&format!("manifests/{}", tag(subject)));
    let request = RegistryRequest::get(address).header("accept", ACCEPTED);
    let what = what(session);
    let of = ("list of signatures", what.as_str());
    match whole_answer::get(session, &request, of, MAX_INDEX_BYTES).await {
        Ok(answer) => Ok(Some(answer.bytes)),
        Err(error) if error.is_missing => Ok(None),
        Err(error) => Err(error),
    }
}

fn tag(subject: &Digest) -> String {
    format!("sha256-{}", subject.hex())
}

/// The reference of the manifest, for messages.
fn what(session: &RepositorySession) -> String {
    format!("`{}`", session.reference)
}

async fn one(
    session: &RepositorySession,
    subject: &Digest,
    name: &str,
    family: Family,
) -> Result<(Bytes, Parts), RegistryError> {
    let named = Named {
        digest: name.to_owned(),
        ..Named::default()
    };
    let digest = named.descriptor()?.digest;
    let request = RegistryRequest::get(session.address(&format!("manifests/{digest}")))
        .header("accept", ACCEPTED);
    let request = request.at_most(ATTEMPTS_FOR_EACH);
    let what = format!(
        "the {} {digest} of `{}`",
        family.nouns().0,
        session.reference
    );
    let manifest =
        whole_answer::get(session, &request, ("manifest", &what), MAX_MANIFEST_BYTES).await?;
    let manifest = held_to(manifest.bytes, &digest)?;
    let parts = referrer::parts(&manifest, subject, family)?;
    Ok((manifest, parts))
}

/// Fetches a referrer and the content that its manifest names, with this number of attempts for each part.
async fn whole(
    session: &RepositorySession,
    parts: Parts,
    manifest: Bytes,
    attempts: u32,
) -> Result<Referrer, RegistryError> {
    let noun = parts.kind.family().nouns().0;
    let digest = Digest::of(&manifest);
    let what = format!("the {noun} {digest} of `{}`", session.reference);
    Ok(Referrer {
        kind: parts.kind,
        config: blob(session, &parts.config, &what, attempts).await?,
        content: blob(session, &parts.content, &what, attempts).await?,
        manifest,
    })
}

async fn blob(
    session: &RepositorySession,
    blob: &Descriptor,
    what: &str,
    attempts: u32,
) -> Result<Bytes, RegistryError> {
    let request = RegistryRequest::get(session.address(&format!("blobs/{}", blob.digest)));
    let request = request.at_most(attempts);
    let max = usize::try_from(blob.size).unwrap_or_default();
    let answer = whole_answer::get(session, &request, ("part", what), max).await?;
    held_to(answer.bytes, &blob.digest)
}

fn held_to(bytes: Vec<u8>, digest: &Digest) -> Result<Bytes, RegistryError> {
    let found = Digest::of(&bytes);
    if found == *digest {
        Ok(bytes.into())
    } else {
        Err(RegistryError::new(format!(
            "the registry sends other bytes: their digest is {found}, not {digest}"
        )))
    }
}

/// Attaches a signature or document to a manifest, so that the registry lists it for this subject.
///
/// # Errors
/// If the registry refuses it, or the list is full.
pub(crate) async fn attach(
    session: &RepositorySession,
    subject: &Digest,
    referrer: &Referrer,
) -> Result<(), RegistryError> {
    let family = referrer.kind.family();
    let known = named(session, subject, family).await?;
    if known.contains(&referrer.digest().to_string()) {
        return Ok(());
    }
    if known.len() >= family.max() {
        return Err(RegistryError::new(format!(
            "`{}` has {} {} already, and more are not read",
            session.reference,
            family.max(),
            family.nouns().1
        ))
        .hint(match family {
            Family::Signatures => {
                "remove signatures by unknown keys, or push the component under another version"
            }
            Family::Documents => {
                "remove old ones from the registry, as with `oras manifest delete`"
            }
        }));
    }
    for content in [&referrer.config, &referrer.content] {
        upload::blob(session, content).await?;
    }
    let name = referrer.digest().to_string();
    let answer = upload::manifest(session, &name, MANIFEST, &referrer.manifest).await?;
    let is_listed = answer.header("oci-subject").is_some();
    // A future that holds the body could not move to another thread during an `await`.
    drop(answer);
    if is_listed {
        Ok(())
    } else {
        add_to_index(session, subject, referrer).await
    }
}

/// Adds a referrer to the index under its subject's tag. If two writers update the index at once, the second may
/// drop the other's entry: so the index is read again until it has the entry.
async fn add_to_index(
    session: &RepositorySession,
    subject: &Digest,
    referrer: &Referrer,
) -> Result<(), RegistryError> {
    let what = what(session);
    let family = referrer.kind.family();
    for _ in 0..ATTEMPTS {
        let mut index = match index(session, subject).await? {
            Some(bytes)
                if names(&bytes, &what, family)?.contains(&referrer.digest().to_string()) =>
            {
                return Ok(());
            }
            Some(bytes) => whole_answer::document::<Value>(&bytes, &what)?,
            None => json!({ "schemaVersion": 2, "mediaType": INDEX, "manifests": [] }),
        };
        let Some(entries) = index.get_mut("manifests").and_then(Value::as_array_mut) else {
            return Err(RegistryError::new(format!(
                "the tag `{}` of `{}` is not a list of referrers",
                tag(subject),
                session.reference.place()
            )));
        };
        entries.push(referrer.entry());
        let index = Bytes::from(index.to_string());
        upload::manifest(session, &tag(subject), INDEX, &index).await?;
    }
    let named = under_tag(session, subject, family).await?;
    if named.contains(&referrer.digest().to_string()) {
        Ok(())
    } else {
        Err(RegistryError::unavailable(format!(
            "the list of referrers of {what} was changed by other writers {ATTEMPTS} times"
        ))
        .hint("run the command again"))
    }
}
