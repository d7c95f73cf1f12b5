//! Putting content into a registry.

use std::time::SystemTime;

use bytes::Bytes;
use http::Method;

use super::exchange::{Answer, Ask};
use super::manifest::MANIFEST;
use super::session::Session;
use super::{Artifact, Digest, RegistryError, retry};

/// Puts an artifact under a tag. Its parts are there before the manifest that names them.
///
/// # Errors
/// When the registry does not take it.
pub(crate) async fn artifact(
    session: &Session,
    artifact: &Artifact,
    tag: &str,
) -> Result<(), RegistryError> {
    for content in [&artifact.config, &artifact.component] {
        blob(session, content).await?;
    }
    manifest(session, tag, MANIFEST, &artifact.manifest).await?;
    Ok(())
}

/// Puts a manifest or an index under a tag or its digest, and gives the answer.
///
/// # Errors
/// When the registry does not take it.
pub(crate) async fn manifest(
    session: &Session,
    name: &str,
    media_type: &str,
    content: &Bytes,
) -> Result<Answer, RegistryError> {
    let ask = Ask {
        method: Method::PUT,
        body: content.clone(),
        ..Ask::get(session.address(&format!("manifests/{name}")))
    };
    let answer = session
        .send(&ask.header("content-type", media_type))
        .await?;
    match answer.status {
        200..=299 => Ok(answer),
        _ => {
            let subject = format!("the manifest of `{}`", session.reference);
            Err(session.error(&subject, answer).await)
        }
    }
}

/// Puts a blob in, unless it is there. An upload that breaks off begins anew: its place at the registry may be gone.
///
/// # Errors
/// When the registry does not take it.
pub(crate) async fn blob(session: &Session, content: &Bytes) -> Result<(), RegistryError> {
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

async fn once(session: &Session, content: &Bytes) -> Result<(), RegistryError> {
    let digest = Digest::of(content);
    let subject = format!("the part {digest} of `{}`", session.reference);
    let known = Ask {
        method: Method::HEAD,
        ..Ask::get(session.address(&format!("blobs/{digest}")))
    };
    if session.send(&known).await?.status == 200 {
        return Ok(());
    }
    let begin = Ask {
        method: Method::POST,
        ..Ask::get(session.address("blobs/uploads/"))
    };
    let answer = session.send(&begin).await?;
    if !(200..=299).contains(&answer.status) {
        return Err(session.error(&subject, answer).await);
    }
    // Some registries give a whole address, and some a path.
    let location = answer.header("location");
    let location = location.and_then(|location| begin.address.join(location).ok());
    let mut address = location.ok_or_else(|| {
        RegistryError::new(format!("{subject}: the registry names no place to put it"))
    })?;
    session.judge(&address)?;
    address
        .query_pairs_mut()
        .append_pair("digest", &digest.to_string());
    let put = Ask {
        method: Method::PUT,
        body: content.clone(),
        ..Ask::get(address)
    };
    let put = put.header("content-type", "application/octet-stream");
    let answer = session.send(&put).await?;
    match answer.status {
        200..=299 => Ok(()),
        _ => Err(session.error(&subject, answer).await),
    }
}
