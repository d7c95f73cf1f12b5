//! The signatures that a registry has for a manifest: by its API, or else by an index under a tag, as the OCI distribution specification 1.1
//! has both.

use bytes::Bytes;
use pulumi_wasm_core::text::Excerpt;
use serde::Deserialize;
use serde_json::{Value, json};

use super::bounded_list::BoundedList;
use super::descriptor::Named;
use super::exchange::Ask;
use super::manifest::{ACCEPTED, INDEX, MANIFEST};
use super::referrer::{self, BUNDLE, MOST_MANIFEST_BYTES, MOST_REFERRERS};
use super::session::Session;
use super::{Descriptor, Digest, Referrer, Referrers, RegistryError, tags, upload, whole_answer};

/// The most bytes of an index, and the most pages of an answer.
const MOST_INDEX_BYTES: usize = 1 << 20;
const MOST_PAGES: usize = 16;
/// The most things that one page names, of which signatures are a part.
const MOST_ENTRIES: usize = 2048;
/// So often an index is written that another writer may have changed meanwhile.
const ATTEMPTS: usize = 5;

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
    let mut referrers = Referrers::default();
    let named = named(session, subject).await?;
    for (number, name) in named.iter().enumerate() {
        if number == MOST_REFERRERS {
            referrers.skipped.push(format!(
                "{} more that the registry names: at most {MOST_REFERRERS} are read",
                named.len() - number
            ));
            break;
        }
        match one(session, subject, name).await {
            Ok(found) => referrers.found.push(found),
            Err(error) if error.is_unavailable => return Err(error),
            Err(error) => {
                let name = Excerpt::name(name);
                referrers
                    .skipped
                    .push(format!("`{name}`: {}", error.reason));
            }
        }
    }
    Ok(referrers)
}

/// The digests of the signatures' manifests, as the registry names them.
async fn named(session: &Session, subject: &Digest) -> Result<Vec<String>, RegistryError> {
    let mut address = session.address(&format!("referrers/{subject}"));
    address
        .query_pairs_mut()
        .append_pair("artifactType", BUNDLE);
    let what = what(session);
    let mut named = Vec::new();
    for _ in 0..MOST_PAGES {
        let ask = Ask::get(address.clone()).header("accept", INDEX);
        let of = ("list of signatures", what.as_str());
        let answer = match whole_answer::get(session, &ask, of, MOST_INDEX_BYTES).await {
            // A registry without the API.
            Err(error) if error.is_missing => return under_tag(session, subject).await,
            answer => answer?,
        };
        named.extend(names(&answer.bytes, &what)?);
        let next = answer.link.as_deref().and_then(tags::next);
        let next = next.and_then(|next| address.join(next).ok());
        match next.filter(|next| next.origin() == address.origin()) {
            Some(next) if named.len() <= MOST_REFERRERS => address = next,
            _ => break,
        }
    }
    Ok(named)
}

async fn under_tag(session: &Session, subject: &Digest) -> Result<Vec<String>, RegistryError> {
    match index(session, subject).await? {
        Some(bytes) => names(&bytes, &what(session)),
        None => Ok(Vec::new()),
    }
}

fn names(page: &[u8], what: &str) -> Result<Vec<String>, RegistryError> {
    let page: Page = whole_answer::document(page, &format!("the list of signatures of {what}"))?;
    let entries = page.manifests.items.into_iter();
    Ok(entries
        .filter(|entry| entry.artifact_type == BUNDLE)
        .map(|entry| entry.digest)
        .collect())
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

/// What has signatures, in messages.
fn what(session: &Session) -> String {
    format!("`{}`", session.reference)
}

async fn one(session: &Session, subject: &Digest, name: &str) -> Result<Referrer, RegistryError> {
    let named = Named {
        digest: name.to_owned(),
        ..Named::default()
    };
    let digest = named.descriptor()?.digest;
    let ask = Ask::get(session.address(&format!("manifests/{digest}"))).header("accept", ACCEPTED);
    let what = format!("the signature {digest} of `{}`", session.reference);
    let manifest =
        whole_answer::get(session, &ask, ("manifest", &what), MOST_MANIFEST_BYTES).await?;
    let manifest = held_to(manifest.bytes, &digest)?;
    let parts = referrer::parts(&manifest, subject)?;
    Ok(Referrer {
        config: blob(session, &parts.config, &what).await?,
        bundle: blob(session, &parts.bundle, &what).await?,
        manifest,
    })
}

async fn blob(session: &Session, blob: &Descriptor, what: &str) -> Result<Bytes, RegistryError> {
    let ask = Ask::get(session.address(&format!("blobs/{}", blob.digest)));
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

/// Puts a signature of a manifest in, so that the registry names it for its subject.
///
/// # Errors
/// When the registry does not take it, or its list of signatures has no room.
pub(crate) async fn attach(
    session: &Session,
    subject: &Digest,
    referrer: &Referrer,
) -> Result<(), RegistryError> {
    let known = named(session, subject).await?;
    if known.contains(&referrer.digest().to_string()) {
        return Ok(());
    }
    if known.len() >= MOST_REFERRERS {
        return Err(RegistryError::new(format!(
            "`{}` has {MOST_REFERRERS} signatures already, and more are not read",
            session.reference
        ))
        .hint(
            "remove those that no key vouches for, or push the component under another version",
        ));
    }
    for content in [&referrer.config, &referrer.bundle] {
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

/// Adds a signature to the index under its subject's tag. Of two writers at once, the later one may drop the other's entry: what is
/// there is read again, until the entry is in it.
async fn add_to_index(
    session: &Session,
    subject: &Digest,
    referrer: &Referrer,
) -> Result<(), RegistryError> {
    let what = what(session);
    for _ in 0..ATTEMPTS {
        let mut index = match index(session, subject).await? {
            Some(bytes) if names(&bytes, &what)?.contains(&referrer.digest().to_string()) => {
                return Ok(());
            }
            Some(bytes) => whole_answer::document::<Value>(&bytes, &what)?,
            None => json!({ "schemaVersion": 2, "mediaType": INDEX, "manifests": [] }),
        };
        let Some(entries) = index.get_mut("manifests").and_then(Value::as_array_mut) else {
            return Err(RegistryError::new(format!(
                "the tag `{}` of `{}` is not a list of signatures",
                tag(subject),
                session.reference.place()
            )));
        };
        entries.push(referrer.entry());
        let index = Bytes::from(index.to_string());
        upload::manifest(session, &tag(subject), INDEX, &index).await?;
    }
    let named = under_tag(session, subject).await?;
    match named.contains(&referrer.digest().to_string()) {
        true => Ok(()),
        false => Err(RegistryError::unavailable(format!(
            "the list of signatures of {what} was changed by other writers {ATTEMPTS} times"
        ))
        .hint("run the command again")),
    }
}
