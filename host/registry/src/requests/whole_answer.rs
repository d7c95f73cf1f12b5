//! Small answers that are read completely, and requested again if the connection breaks off.

use pulumi_wasm_capability::limits::show_bytes;
use pulumi_wasm_core::text::Excerpt;
use serde::de::DeserializeOwned;

use crate::RegistryError;
use crate::error::ADDRESS_HINT;
use crate::requests::body::{self, Unread};
use crate::requests::exchange::RegistryRequest;
use crate::requests::session::RepositorySession;

/// An answer with the expected status, read completely.
pub(crate) struct WholeAnswer {
    pub(crate) bytes: Vec<u8>,
    pub(crate) content_type: Option<String>,
    /// The digest that the registry reports.
    pub(crate) said: Option<String>,
    /// The header `Link`.
    pub(crate) link: Option<String>,
}

/// Requests a part of `subject`, of at most `max` bytes. `kind` names the part in messages, as in "manifest".
///
/// # Errors
/// If it is missing or longer, or if the connection breaks off each time.
pub(crate) async fn get(
    session: &RepositorySession,
    request: &RegistryRequest,
    (kind, subject): (&str, &str),
    max: usize,
) -> Result<WholeAnswer, RegistryError> {
    let mut attempts = 1;
    loop {
        let answer = session.send(request).await?;
        if answer.status != 200 {
            return Err(session.error(subject, answer).await);
        }
        let content_type = answer.header("content-type").map(str::to_owned);
        let said = answer.header("docker-content-digest").map(str::to_owned);
        let link = answer.header("link").map(str::to_owned);
        match body::read(answer.body, max, session.silence()).await {
            Ok(bytes) => {
                return Ok(WholeAnswer {
                    bytes,
                    content_type,
                    said,
                    link,
                });
            }
            Err(Unread::TooLong) => {
                let max = show_bytes(max as u64);
                return Err(RegistryError::new(format!(
                    "{subject} has a {kind} of more than {max}"
                ))
                .hint(ADDRESS_HINT));
            }
            Err(Unread::Broken(error)) if attempts >= request.attempts => {
                return Err(RegistryError::unavailable(format!(
                    "the {kind} of {subject} broke off {attempts} times: {}",
                    error.message()
                )));
            }
            Err(Unread::Broken(_)) => attempts += 1,
        }
    }
}

/// Parses JSON from a registry.
///
/// # Errors
/// If it is not JSON of this form.
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
        .hint(ADDRESS_HINT)
    })
}
