//! Answers that are read as a whole: never more of them than they may have.

use std::time::Duration;

use pulumi_wasm_capability::http::BodyStream;
use pulumi_wasm_core::error::GuestError;

/// Why a body was not read.
#[derive(Debug)]
pub(crate) enum Unread {
    /// It has more bytes than it may have.
    TooLong,
    /// It broke off, or no data arrived in time.
    Broken(GuestError),
}

/// All of a body, if it has no more bytes than this, and does not stop for longer than `silence`.
///
/// # Errors
/// As [`Unread`] says. No more than one part beyond the most is ever kept.
pub(crate) async fn read(
    mut body: BodyStream,
    most: usize,
    silence: Duration,
) -> Result<Vec<u8>, Unread> {
    let mut bytes = Vec::new();
    while let Some(part) = part(&mut body, silence).await.map_err(Unread::Broken)? {
        if bytes.len() + part.len() > most {
            return Err(Unread::TooLong);
        }
        bytes.extend_from_slice(&part);
    }
    Ok(bytes)
}

/// The next part of a body, or `None` at its end.
///
/// # Errors
/// When it broke off, or nothing came for longer than `silence`.
pub(crate) async fn part(
    body: &mut BodyStream,
    silence: Duration,
) -> Result<Option<bytes::Bytes>, GuestError> {
    match tokio::time::timeout(silence, body.chunk()).await {
        Ok(part) => part,
        Err(_) => Err(GuestError::TimedOut("no data arrived in time".to_owned())),
    }
}
