//! The bytes of a blob: counted and hashed while they arrive, and asked for again from where they broke off.

use pulumi_wasm_capability::limits::Limit;
use pulumi_wasm_core::error::GuestError;
use sha2::{Digest as _, Sha256};

use super::body;
use super::exchange::{Answer, Ask};
use super::progress::Progress;
use super::session::Session;
use super::{Descriptor, Digest, RegistryError, retry};

/// The room that is made before a byte has come, at most: a length is only a claim.
const FIRST_ROOM: u64 = 1 << 20;

/// What has arrived so far.
struct Arrived {
    bytes: Vec<u8>,
    hasher: Sha256,
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
        .hint(format!("raise it with {}", limits.knob(limit))));
    }
    let room = usize::try_from(blob.size.min(FIRST_ROOM)).unwrap_or_default();
    let mut arrived = Arrived {
        bytes: Vec::with_capacity(room),
        hasher: Sha256::new(),
    };
    let mut progress = Progress::new(&session.context().log, session.reference.place());
    let mut attempts = 1;
    loop {
        let answer = ask(session, blob, &mut arrived).await?;
        let Err(error) = receive(session, blob, answer, &mut arrived, &mut progress).await? else {
            break;
        };
        if attempts == retry::ATTEMPTS {
            return Err(RegistryError::unavailable(format!(
                "the component of `{}` broke off {attempts} times, the last time after {} of {} bytes: {}",
                session.reference,
                arrived.bytes.len(),
                blob.size,
                error.message()
            )));
        }
        attempts += 1;
    }
    let found = Digest::finished(arrived.hasher);
    if found != blob.digest {
        return Err(RegistryError::new(format!(
            "the registry gives other bytes for the component of `{}`: they are {found}, and not {}",
            session.reference, blob.digest
        ))
        .hint("they were discarded; ask the registry's operator, or take another source"));
    }
    Ok(arrived.bytes)
}

/// Asks for the rest of a blob.
async fn ask(
    session: &Session,
    blob: &Descriptor,
    arrived: &mut Arrived,
) -> Result<Answer, RegistryError> {
    let mut ask = Ask::get(session.address(&format!("blobs/{}", blob.digest)));
    let from = arrived.bytes.len();
    if from > 0 {
        ask = ask.header("range", format!("bytes={from}-"));
    }
    let answer = session.send(&ask).await?;
    match answer.status {
        206 if from > 0 => {
            let range = answer.header("content-range").unwrap_or_default();
            let start = range
                .strip_prefix("bytes ")
                .and_then(|range| range.split('-').next());
            match start.is_some_and(|start| start.trim() == from.to_string()) {
                true => Ok(answer),
                false => Err(RegistryError::new(format!(
                    "the registry gives another part of the component of `{}` than it was asked for",
                    session.reference
                ))),
            }
        }
        200 => {
            // All of it once more.
            arrived.bytes.clear();
            arrived.hasher = Sha256::new();
            Ok(answer)
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
    blob: &Descriptor,
    mut answer: Answer,
    arrived: &mut Arrived,
    progress: &mut Progress<'_>,
) -> Result<Result<(), GuestError>, RegistryError> {
    let silence = session.silence();
    loop {
        let part = match body::part(&mut answer.body, silence).await {
            Ok(part) => part,
            Err(error) => return Ok(Err(error)),
        };
        let received = arrived.bytes.len() as u64;
        let Some(part) = part else {
            return Ok(match received == blob.size {
                true => Ok(()),
                false => Err(GuestError::Unavailable(
                    "the answer was too short".to_owned(),
                )),
            });
        };
        let received = received + part.len() as u64;
        if received > blob.size {
            return Err(RegistryError::new(format!(
                "the registry gives more bytes for the component of `{}` than the {} that its manifest says",
                session.reference, blob.size
            )));
        }
        arrived.hasher.update(&part);
        arrived.bytes.extend_from_slice(&part);
        progress.tell(received, Some(blob.size));
    }
}
