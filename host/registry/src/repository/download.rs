//! Downloads a blob: counts and hashes the bytes while they arrive, and resumes after a broken connection.

use pulumi_wasm_capability::limits::Limit;
use pulumi_wasm_core::error::GuestError;
use sha2::{Digest as _, Sha256};

use crate::requests::body;
use crate::requests::exchange::{Answer, RegistryRequest};
use crate::requests::progress::Progress;
use crate::requests::resume;
use crate::requests::retry;
use crate::requests::session::RepositorySession;
use crate::{Descriptor, Digest, RegistryError};

/// The maximum memory to reserve before the first byte: the claimed length may be wrong.
const FIRST_ROOM: u64 = 1 << 20;

/// The blob to download.
struct Blob<'a> {
    digest: &'a Digest,
    /// In bytes, if a manifest has the size.
    size: Option<u64>,
}

impl Blob<'_> {
    /// The error for a blob that is too long.
    fn too_long(&self, session: &RepositorySession) -> RegistryError {
        if let Some(size) = self.size {
            return RegistryError::new(format!(
                "the registry sends more bytes for the component of `{}` than the {size} in its manifest",
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
    /// The digest of all bytes that have arrived.
    fn digest(&self) -> Digest {
        Digest::finished(self.hasher.clone())
    }

    /// Discards all bytes.
    fn clear(&mut self) {
        self.bytes.clear();
        self.hasher = Sha256::new();
    }
}

/// Downloads a blob.
///
/// # Errors
/// If it is larger than the limit, is missing, or does not match its descriptor.
pub(crate) async fn fetch(
    session: &RepositorySession,
    blob: &Descriptor,
) -> Result<Vec<u8>, RegistryError> {
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

/// Downloads a blob when only its digest is known.
///
/// # Errors
/// If it is larger than the limit, is missing, or has another digest.
pub(crate) async fn fetch_by_digest(
    session: &RepositorySession,
    digest: &Digest,
) -> Result<Vec<u8>, RegistryError> {
    whole(session, &Blob { digest, size: None }).await
}

async fn whole(session: &RepositorySession, blob: &Blob<'_>) -> Result<Vec<u8>, RegistryError> {
    let room = blob.size.unwrap_or_default().min(FIRST_ROOM);
    let room = usize::try_from(room).unwrap_or_default();
    let mut arrived = Arrived {
        bytes: Vec::with_capacity(room),
        hasher: Sha256::new(),
    };
    let mut progress = Progress::new(&session.context().log, session.reference.place());
    let mut attempts = 1;
    loop {
        let received = match request(session, blob, &mut arrived).await? {
            Ok(answer) => receive(session, blob, answer, &mut arrived, &mut progress).await?,
            Err(error) => Err(error),
        };
        let Err(error) = received else {
            break;
        };
        // The connection may have broken after the last byte: then the download is complete.
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
            "the registry sends other bytes for the component of `{}`: their digest is {found}, not {}",
            session.reference, blob.digest
        ))
        .hint("they were discarded; ask the registry's operator, or take another source"));
    }
    Ok(arrived.bytes)
}

/// Requests the rest of a blob. The inner error means that the registry did not send it: then all bytes were
/// discarded.
async fn request(
    session: &RepositorySession,
    blob: &Blob<'_>,
    arrived: &mut Arrived,
) -> Result<Result<Answer, GuestError>, RegistryError> {
    let mut request = RegistryRequest::get(session.address(&format!("blobs/{}", blob.digest)));
    let from = arrived.bytes.len();
    if from > 0 {
        request = request.header("range", format!("bytes={from}-"));
    }
    let answer = session.send(&request).await?;
    match answer.status {
        206 if from > 0 => {
            if resume::is_behind(&answer, from) {
                return Ok(Ok(answer));
            }
            arrived.clear();
            Ok(Err(GuestError::Unavailable(
                "the registry sends another range than requested".to_owned(),
            )))
        }
        416 if from > 0 => {
            arrived.clear();
            Ok(Err(GuestError::Unavailable(
                "the registry does not send the rest".to_owned(),
            )))
        }
        200 => {
            // The whole blob again.
            arrived.clear();
            Ok(Ok(answer))
        }
        _ => {
            let subject = format!("the component {} of `{}`", blob.digest, session.reference);
            Err(session.error(&subject, answer).await)
        }
    }
}

/// Reads an answer's body. The inner error means that the connection broke off.
async fn receive(
    session: &RepositorySession,
    blob: &Blob<'_>,
    mut answer: Answer,
    arrived: &mut Arrived,
    progress: &mut Progress<'_>,
) -> Result<Result<(), GuestError>, RegistryError> {
    let silence = session.silence();
    let max = session.context().limits.get(Limit::ComponentSize);
    let max = blob.size.unwrap_or(max);
    loop {
        let part = match body::part(&mut answer.body, silence).await {
            Ok(part) => part,
            Err(error) => return Ok(Err(error)),
        };
        let received = arrived.bytes.len() as u64;
        let Some(part) = part else {
            return Ok(if blob.size.is_none_or(|size| received == size) {
                Ok(())
            } else {
                Err(GuestError::Unavailable(
                    "the answer was too short".to_owned(),
                ))
            });
        };
        let received = received + part.len() as u64;
        if received > max {
            return Err(blob.too_long(session));
        }
        arrived.hasher.update(&part);
        arrived.bytes.extend_from_slice(&part);
        progress.tell(received, blob.size);
    }
}
