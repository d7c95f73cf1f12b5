//! Uploads to a registry.

use std::time::SystemTime;

use bytes::Bytes;
use http::Method;

use crate::requests::exchange::{Answer, RegistryRequest};
use crate::requests::retry;
use crate::requests::session::RepositorySession;
use crate::{Artifact, Digest, RegistryError};

/// Uploads the blobs of an artifact. The manifest that names them is pushed after them.
///
/// # Errors
/// If the registry refuses one of them.
pub(crate) async fn blobs(
    session: &RepositorySession,
    artifact: &Artifact,
) -> Result<(), RegistryError> {
    for content in [&artifact.config, &artifact.component] {
        blob(session, content).await?;
    }
    Ok(())
}

/// Pushes a manifest or an index under a tag or its digest, and returns the answer.
///
/// # Errors
/// If the registry refuses it.
pub(crate) async fn manifest(
    session: &RepositorySession,
    name: &str,
    media_type: &str,
    content: &Bytes,
) -> Result<Answer, RegistryError> {
    let request = RegistryRequest {
        method: Method::PUT,
        body: content.clone(),
        ..RegistryRequest::get(session.address(&format!("manifests/{name}")))
    };
    let answer = session
        .send(&request.header("content-type", media_type))
        .await?;
    match answer.status {
        200..=299 => Ok(answer),
        _ => {
            let subject = format!("the manifest of `{}`", session.reference);
            Err(session.error(&subject, answer).await)
        }
    }
}

/// Uploads a blob, unless the registry already has it. If an upload breaks off, it starts again, because the
/// registry may have discarded the first part.
///
/// # Errors
/// If the registry refuses it.
pub(crate) async fn blob(
    session: &RepositorySession,
    content: &Bytes,
) -> Result<(), RegistryError> {
    let mut attempts = 1;
    loop {
        match once(session, content).await {
            Err(error) if error.is_unavailable && attempts < retry::ATTEMPTS => {}
            done => return done,
        }
        let first = session.context().first_wait;
        if let Some(wait) = retry::wait(first, attempts, None, SystemTime::now()) {
            tokio::time::sleep(wait).await;
        }
        attempts += 1;
    }
}

async fn once(session: &RepositorySession, content: &Bytes) -> Result<(), RegistryError> {
    let digest = Digest::of(content);
    let subject = format!("the part {digest} of `{}`", session.reference);
    let known = RegistryRequest {
        method: Method::HEAD,
        ..RegistryRequest::get(session.address(&format!("blobs/{digest}")))
    };
    if session.send(&known).await?.status == 200 {
        return Ok(());
    }
    let begin = RegistryRequest {
        method: Method::POST,
        ..RegistryRequest::get(session.address("blobs/uploads/"))
    };
    let answer = session.send(&begin).await?;
    if !(200..=299).contains(&answer.status) {
        return Err(session.error(&subject, answer).await);
    }
    // Some registries send an absolute address, others a path.
    let location = answer.header("location");
    let location = location.and_then(|location| begin.address.join(location).ok());
    let mut address = location.ok_or_else(|| {
        RegistryError::new(format!(
            "{subject}: the registry does not say where to upload it"
        ))
    })?;
    session.judge(&address)?;
    address
        .query_pairs_mut()
        .append_pair("digest", &digest.to_string());
    let put = RegistryRequest {
        method: Method::PUT,
        body: content.clone(),
        ..RegistryRequest::get(address)
    };
    let put = put.header("content-type", "application/octet-stream");
    let answer = session.send(&put).await?;
    match answer.status {
        200..=299 => Ok(()),
        // An earlier attempt ended the upload, but a gateway lost the answer, or the registry removed it meanwhile.
        404 => {
            let error = session.error(&subject, answer).await;
            Err(RegistryError {
                is_unavailable: true,
                reason: format!(
                    "the registry does not know the upload any more: {}",
                    error.reason
                ),
                ..error
            })
        }
        _ => Err(session.error(&subject, answer).await),
    }
}
