//! The bytes of a blob: counted and hashed while they arrive, and asked for again from where they broke off.

use pulumi_wasm_capability::limits::Limit;
use pulumi_wasm_core::error::GuestError;
use sha2::{Digest as _, Sha256};

use super::body;
use super::exchange::{Answer, Ask};
use super::progress::Progress;
use super::session::Session;
use super::{Descriptor, Digest, RegistryError, resume, retry};

/// The room that is made before a byte has come, at most: a length is only a claim.
const FIRST_ROOM: u64 = 1 << 20;

/// What is fetched.
struct Blob<'a> {
    digest: &'a Digest,
    /// In bytes, if a manifest says it.
    size: Option<u64>,
}

impl Blob<'_> {
    /// The error for more bytes than it may have.
    fn too_long(&self, session: &Session) -> RegistryError {
        if let Some(size) = self.size {
            return RegistryError::new(format!(
                "the registry gives more bytes for the component of `{}` than the {size} that its manifest says",
                session.reference
            ));
        }
        let limits = &session.context().limits;
        let limit = Limit::ComponentSize;
        RegistryError::new(format!(
            "the component of `{}` has more than the limit {} of {}",
            session.reference,
            limit.name(),
            limit.show(limits.get(limit))
        ))
        .hint(limits.hint(limit))
    }
}

/// The bytes that have arrived.
struct Arrived {
    bytes: Vec<u8>,
    hasher: Sha256,
}

impl Arrived {
    /// The digest of all that has arrived.
    fn digest(&self) -> Digest {
        Digest::finished(self.hasher.clone())
    }

    /// Forgets it.
    fn clear(&mut self) {
        self.bytes.clear();
        self.hasher = Sha256::new();
    }
}

/// Fetches a blob.
///
/// # Errors
/// When it is larger than the limit, is not there, or is not what its descriptor says.
pub(crate) async fn fetch(session: &Session, blob: &Descriptor) -> Result<Vec<u8>, RegistryError> {
    let limits = &session.context().limits;
    let limit = Limit::ComponentSize;
    if blob.size > limits.get(limit) {
        return Err(RegistryError::new(format!(
            "the component of `{}` has {}, and the limit {} is {}",
            session.reference,
            limit.show(blob.size),
            limit.name(),
            limit.show(limits.get(limit))
        ))
        .hint(limits.hint(limit)));
    }
    let blob = Blob {
        digest: &blob.digest,
        size: Some(blob.size),
    };
    whole(session, &blob).await
}

/// Fetches a blob whose digest alone is known.
///
/// # Errors
/// When it is larger than the limit, is not there, or has another digest.
pub(crate) async fn fetch_by_digest(
    session: &Session,
    digest: &Digest,
) -> Result<Vec<u8>, RegistryError> {
    whole(session, &Blob { digest, size: None }).await
}

async fn whole(session: &Session, blob: &Blob<'_>) -> Result<Vec<u8>, RegistryError> {
    let room = blob.size.unwrap_or_default().min(FIRST_ROOM);
    let room = usize::try_from(room).unwrap_or_default();
    let mut arrived = Arrived {
        bytes: Vec::with_capacity(room),
        hasher: Sha256::new(),
    };
    let mut progress = Progress::new(&session.context().log, session.reference.place());
    let mut attempts = 1;
    loop {
        let received = match ask(session, blob, &mut arrived).await? {
            Ok(answer) => receive(session, blob, answer, &mut arrived, &mut progress).await?,
            Err(error) => Err(error),
        };
        let Err(error) = received else {
            break;
        };
        // It may have broken off after its last byte: there is no rest to ask for.
        let count = arrived.bytes.len() as u64;
        let is_all = blob.size.is_none_or(|size| size == count);
        if is_all && arrived.digest() == *blob.digest {
            break;
        }
        if attempts == retry::ATTEMPTS {
            return Err(RegistryError::unavailable(format!(
                "the component of `{}` broke off {attempts} times, the last time after {}{} bytes: {}",
                session.reference,
                arrived.bytes.len(),
                blob.size
                    .map_or_else(String::new, |size| format!(" of {size}")),
                error.message()
            )));
        }
        attempts += 1;
    }
    let found = arrived.digest();
    if found != *blob.digest {
        return Err(RegistryError::new(format!(
            "the registry gives other bytes for the component of `{}`: they are {found}, and not {}",
            session.reference, blob.digest
        ))
        .hint("they were discarded; ask the registry's operator, or take another source"));
    }
    Ok(arrived.bytes)
}

/// Asks for the rest of a blob. The inner error is that the registry does not give it: then nothing has arrived any more.
async fn ask(
    session: &Session,
    blob: &Blob<'_>,
    arrived: &mut Arrived,
) -> Result<Result<Answer, GuestError>, RegistryError> {
    let mut ask = Ask::get(session.address(&format!("blobs/{}", blob.digest)));
    let from = arrived.bytes.len();
    if from > 0 {
        ask = ask.header("range", format!("bytes={from}-"));
    }
    let answer = session.send(&ask).await?;
    match answer.status {
        206 if from > 0 => {
            if resume::is_behind(&answer, from) {
                return Ok(Ok(answer));
            }
            arrived.clear();
            Ok(Err(GuestError::Unavailable(
                "the registry gives another part than it was asked for".to_owned(),
            )))
        }
        416 if from > 0 => {
            arrived.clear();
            Ok(Err(GuestError::Unavailable(
                "the registry does not give the rest".to_owned(),
            )))
        }
        200 => {
            // All of it once more.
            arrived.clear();
            Ok(Ok(answer))
        }
        _ => {
            let subject = format!("the component {} of `{}`", blob.digest, session.reference);
            Err(session.error(&subject, answer).await)
        }
    }
}

/// Takes what an answer brings. The inner error is that it broke off.
async fn receive(
    session: &Session,
    blob: &Blob<'_>,
    mut answer: Answer,
    arrived: &mut Arrived,
    progress: &mut Progress<'_>,
) -> Result<Result<(), GuestError>, RegistryError> {
    let silence = session.silence();
    let most = session.context().limits.get(Limit::ComponentSize);
    let most = blob.size.unwrap_or(most);
    loop {
        let part = match body::part(&mut answer.body, silence).await {
            Ok(part) => part,
            Err(error) => return Ok(Err(error)),
        };
        let received = arrived.bytes.len() as u64;
        let Some(part) = part else {
            return Ok(match blob.size.is_none_or(|size| received == size) {
                true => Ok(()),
                false => Err(GuestError::Unavailable(
                    "the answer was too short".to_owned(),
                )),
            });
        };
        let received = received + part.len() as u64;
        if received > most {
            return Err(blob.too_long(session));
        }
        arrived.hasher.update(&part);
        arrived.bytes.extend_from_slice(&part);
        progress.tell(received, blob.size);
    }
}
