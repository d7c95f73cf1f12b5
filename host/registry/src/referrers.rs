//! The signatures and documents that a registry has for a manifest: by its API, or else by an index under a tag, as the OCI distribution specification 1.1
//! has both.

use std::time::Instant;

use bytes::Bytes;
use pulumi_wasm_core::error::readable;
use pulumi_wasm_core::text::Excerpt;
use serde::Deserialize;
use serde_json::{Value, json};

use super::bounded_list::BoundedList;
use super::descriptor::Named;
use super::exchange::Ask;
use super::manifest::{ACCEPTED, INDEX, MANIFEST};
use super::referrer::{self, Family, Kind, MOST_MANIFEST_BYTES, Parts};
use super::session::Session;
use super::{
    AttachedDocument, AttachedDocuments, Descriptor, Digest, Referrer, Referrers, RegistryError,
    retry, tags, upload, whole_answer,
};

/// The most bytes of an index, and the most pages of an answer.
const MOST_INDEX_BYTES: usize = 1 << 20;
const MOST_PAGES: usize = 16;
/// The most things that one page names, of which signatures are a part.
const MOST_ENTRIES: usize = 2048;
/// So often an index is written that another writer may have changed meanwhile.
const ATTEMPTS: usize = 5;
/// So often each part of one referrer is asked for: there may be many of no use before a good one.
const ATTEMPTS_FOR_EACH: u32 = 2;

#[derive(Default, Deserialize)]
#[serde(default)]
struct Page {
    manifests: BoundedList<Entry, MOST_ENTRIES>,
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
/// When the registry cannot be asked. A signature that it does not have, or gives otherwise, is told among those that are skipped.
pub(crate) async fn fetch(session: &Session, subject: &Digest) -> Result<Referrers, RegistryError> {
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
    session: &Session,
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

/// Asks for each of the referrers that the registry names. Gives those that it has, and for each other one the reason, in words for people:
/// one that the registry cannot deliver hides none that it can. All together take half of the time that is left, as the component comes
/// after them.
///
/// # Errors
/// When the registry cannot be asked, or had no time for one of them, and there is no other.
async fn each<T, Asking: Future<Output = Result<T, RegistryError>>>(
    session: &Session,
    subject: &Digest,
    family: Family,
    ask: impl Fn(String) -> Asking,
) -> Result<(Vec<T>, Vec<String>), RegistryError> {
    let (mut found, mut skipped) = (Vec::new(), Vec::new());
    let names = bounded(session, subject, family, &mut skipped).await?;
    let mut unavailable = None;
    let (begun, most) = (Instant::now(), session.context().time_left() / 2);
    let mut left = u32::try_from(names.len()).unwrap_or(u32::MAX);
    for name in names {
        let share = most.saturating_sub(begun.elapsed()) / left.max(1);
        left = left.saturating_sub(1);
        let shown = Excerpt::name(&name).to_string();
        let asked = tokio::time::timeout(share, Box::pin(ask(name))).await;
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
/// When the registry does not have it, or gives other bytes.
pub(crate) async fn document(
    session: &Session,
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

/// The digests that the registry names, up to the most that are read.
async fn bounded(
    session: &Session,
    subject: &Digest,
    family: Family,
    skipped: &mut Vec<String>,
) -> Result<Vec<String>, RegistryError> {
    let mut named = named(session, subject, family).await?;
    let most = family.most();
    if named.len() > most {
        skipped.push(format!(
            "{} more that the registry names: at most {most} are read",
            named.len() - most
        ));
        named.truncate(most);
    }
    Ok(named)
}

/// The digests of the referrers' manifests, as the registry names them.
async fn named(
    session: &Session,
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
    for _ in 0..MOST_PAGES {
        let ask = Ask::get(address.clone()).header("accept", INDEX);
        let of = (kind.as_str(), what.as_str());
        let answer = match whole_answer::get(session, &ask, of, MOST_INDEX_BYTES).await {
            // A registry without the API.
            Err(error) if error.is_missing => return under_tag(session, subject, family).await,
            answer => answer?,
        };
        named.extend(names(&answer.bytes, &what, family)?);
        let next = answer.link.as_deref().and_then(tags::next);
        let next = next.and_then(|next| address.join(next).ok());
        match next.filter(|next| next.origin() == address.origin()) {
            Some(next) if named.len() <= family.most() => address = next,
            _ => break,
        }
    }
    Ok(named)
}

async fn under_tag(
    session: &Session,
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

/// The index under the tag of a subject, if there is one.
async fn index(session: &Session, subject: &Digest) -> Result<Option<Vec<u8>>, RegistryError> {
    let address = session.address(&format!("manifests/{}", tag(subject)));
    let ask = Ask::get(address).header("accept", ACCEPTED);
    let what = what(session);
    let of = ("list of signatures", what.as_str());
    match whole_answer::get(session, &ask, of, MOST_INDEX_BYTES).await {
        Ok(answer) => Ok(Some(answer.bytes)),
        Err(error) if error.is_missing => Ok(None),
        Err(error) => Err(error),
    }
}

fn tag(subject: &Digest) -> String {
    format!("sha256-{}", subject.hex())
}

/// The reference of the manifest, in messages.
fn what(session: &Session) -> String {
    format!("`{}`", session.reference)
}

async fn one(
    session: &Session,
    subject: &Digest,
    name: &str,
    family: Family,
) -> Result<(Bytes, Parts), RegistryError> {
    let named = Named {
        digest: name.to_owned(),
        ..Named::default()
    };
    let digest = named.descriptor()?.digest;
    let ask = Ask::get(session.address(&format!("manifests/{digest}"))).header("accept", ACCEPTED);
    let ask = ask.at_most(ATTEMPTS_FOR_EACH);
    let what = format!(
        "the {} {digest} of `{}`",
        family.nouns().0,
        session.reference
    );
    let manifest =
        whole_answer::get(session, &ask, ("manifest", &what), MOST_MANIFEST_BYTES).await?;
    let manifest = held_to(manifest.bytes, &digest)?;
    let parts = referrer::parts(&manifest, subject, family)?;
    Ok((manifest, parts))
}

/// A referrer with the contents that its manifest names, each of which is asked for so often at most.
async fn whole(
    session: &Session,
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
    session: &Session,
    blob: &Descriptor,
    what: &str,
    attempts: u32,
) -> Result<Bytes, RegistryError> {
    let ask = Ask::get(session.address(&format!("blobs/{}", blob.digest)));
    let ask = ask.at_most(attempts);
    let most = usize::try_from(blob.size).unwrap_or_default();
    let answer = whole_answer::get(session, &ask, ("part", what), most).await?;
    held_to(answer.bytes, &blob.digest)
}

fn held_to(bytes: Vec<u8>, digest: &Digest) -> Result<Bytes, RegistryError> {
    let found = Digest::of(&bytes);
    match found == *digest {
        true => Ok(bytes.into()),
        false => Err(RegistryError::new(format!(
            "the registry gives other bytes: they are {found}, and not {digest}"
        ))),
    }
}

/// Puts a signature or a document of a manifest in, so that the registry names it for its subject.
///
/// # Errors
/// When the registry does not take it, or its list has no room.
pub(crate) async fn attach(
    session: &Session,
    subject: &Digest,
    referrer: &Referrer,
) -> Result<(), RegistryError> {
    let family = referrer.kind.family();
    let known = named(session, subject, family).await?;
    if known.contains(&referrer.digest().to_string()) {
        return Ok(());
    }
    if known.len() >= family.most() {
        return Err(RegistryError::new(format!(
            "`{}` has {} {} already, and more are not read",
            session.reference,
            family.most(),
            family.nouns().1
        ))
        .hint(match family {
            Family::Signatures => {
                "remove those that no key vouches for, or push the component under another version"
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
    // Its body may not move between threads while something else is waited for.
    drop(answer);
    match is_listed {
        true => Ok(()),
        false => add_to_index(session, subject, referrer).await,
    }
}

/// Adds a referrer to the index under its subject's tag. Of two writers at once, the later one may drop the other's entry: what is
/// there is read again, until the entry is in it.
async fn add_to_index(
    session: &Session,
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
    match named.contains(&referrer.digest().to_string()) {
        true => Ok(()),
        false => Err(RegistryError::unavailable(format!(
            "the list of referrers of {what} was changed by other writers {ATTEMPTS} times"
        ))
        .hint("run the command again")),
    }
}
