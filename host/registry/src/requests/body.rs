//! Reads bodies of bounded length.

use std::time::Duration;

use pulumi_wasm_capability::http::BodyStream;
use pulumi_wasm_core::error::GuestError;

/// Why a body could not be read.
#[derive(Debug)]
pub(crate) enum Unread {
    /// It is longer than allowed.
    TooLong,
    /// The connection broke off, or no data arrived in time.
    Broken(GuestError),
}

/// Reads a body of at most `max` bytes. Fails if no data arrives for longer than `silence`.
///
/// # Errors
/// See [`Unread`]. At most one chunk beyond the maximum is kept in memory.
pub(crate) async fn read(
    mut body: BodyStream,
    max: usize,
    silence: Duration,
) -> Result<Vec<u8>, Unread> {
    let mut bytes = Vec::new();
    while let Some(part) = part(&mut body, silence).await.map_err(Unread::Broken)? {
        if bytes.len() + part.len() > max {
            return Err(Unread::TooLong);
        }
        bytes.extend_from_slice(&part);
    }
    Ok(bytes)
}

/// The next chunk of a body, or `None` at its end.
///
/// # Errors
/// If the connection broke off, or no data arrived for longer than `silence`.
pub(crate) async fn part(
    body: &mut BodyStream,
    silence: Duration,
) -> Result<Option<bytes::Bytes>, GuestError> {
    match tokio::time::timeout(silence, body.chunk()).await {
        Ok(part) => part,
        Err(_) => Err(GuestError::TimedOut("no data arrived in time".to_owned())),
    }
}
