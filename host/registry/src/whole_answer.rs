//! Small answers that are read as a whole, and asked for again if they break off.

use pulumi_wasm_capability::limits::show_bytes;
use pulumi_wasm_core::text::Excerpt;
use serde::de::DeserializeOwned;

use super::RegistryError;
use super::body::{self, Unread};
use super::exchange::Ask;
use super::session::Session;

/// An answer that says where it is as it should be.
pub(crate) struct WholeAnswer {
    pub(crate) bytes: Vec<u8>,
    pub(crate) content_type: Option<String>,
    /// The digest according to the registry.
    pub(crate) said: Option<String>,
    /// The header `Link`.
    pub(crate) link: Option<String>,
}

/// Asks for a part of something, of at most so many bytes. In messages, `subject` is the name of the whole, and `kind` that of the part, as in
/// "manifest".
///
/// # Errors
/// When it is not there, is longer, or breaks off again and again.
pub(crate) async fn get(
    session: &Session,
    ask: &Ask,
    (kind, subject): (&str, &str),
    most: usize,
) -> Result<WholeAnswer, RegistryError> {
    let mut attempts = 1;
    loop {
        let answer = session.send(ask).await?;
        if answer.status != 200 {
            return Err(session.error(subject, answer).await);
        }
        let content_type = answer.header("content-type").map(str::to_owned);
        let said = answer.header("docker-content-digest").map(str::to_owned);
        let link = answer.header("link").map(str::to_owned);
        match body::read(answer.body, most, session.silence()).await {
            Ok(bytes) => {
                return Ok(WholeAnswer {
                    bytes,
                    content_type,
                    said,
                    link,
                });
            }
            Err(Unread::TooLong) => {
                let most = show_bytes(most as u64);
                return Err(RegistryError::new(format!(
                    "{subject} has a {kind} of more than {most}"
                )));
            }
            Err(Unread::Broken(error)) if attempts >= ask.attempts => {
                return Err(RegistryError::unavailable(format!(
                    "the {kind} of {subject} broke off {attempts} times: {}",
                    error.message()
                )));
            }
            Err(Unread::Broken(_)) => attempts += 1,
        }
    }
}

/// Reads JSON that a registry gave.
///
/// # Errors
/// When it is something else.
pub(crate) fn document<T: DeserializeOwned>(
    bytes: &[u8],
    subject: &str,
) -> Result<T, RegistryError> {
    serde_json::from_slice(bytes).map_err(|error| {
        let error = error.to_string();
        RegistryError::new(format!(
            "{subject} cannot be understood: {}",
            Excerpt::reason(&error)
        ))
    })
}
