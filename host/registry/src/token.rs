//! Tokens: credentials for one repository, for a few minutes. They are kept in memory alone.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use http::Method;
use pulumi_wasm_capability::limits::Limit;
use serde::Deserialize;
use url::Url;
use url::form_urlencoded::Serializer;

use super::RegistryError;
use super::body::{self, Unread};
use super::credentials::{Credential, Found};
use super::exchange::{Ask, Exchange, NotAnswered, host};

/// The most bytes of a server's answer, and of a token.
const MOST_ANSWER_BYTES: usize = 1 << 20;
const MOST_TOKEN_BYTES: usize = 64 << 10;
/// The name that servers of tokens are told.
const CLIENT: &str = "pulumi-wasm";

#[derive(Deserialize)]
struct Document {
    token: Option<String>,
    access_token: Option<String>,
}

/// What a registry says about its tokens.
pub(crate) struct Realm<'a> {
    pub(crate) address: &'a str,
    pub(crate) service: Option<&'a str>,
    /// What the token has to be good for, as in `repository:acme/provider:pull`; `None` for credentials that are only to be checked.
    pub(crate) scope: Option<&'a str>,
}

/// The header `Authorization` for a user and a password.
pub(crate) fn basic(user: &str, password: &str) -> String {
    format!("Basic {}", STANDARD.encode(format!("{user}:{password}")))
}

/// Asks for a token; without credentials, for one that everybody gets. Gives the header `Authorization`.
///
/// # Errors
/// When the server is none that credentials may be sent to, refuses, or answers nonsense.
pub(crate) async fn fetch(
    exchange: &Exchange,
    registry: &str,
    realm: &Realm<'_>,
    found: Option<&Found>,
) -> Result<String, RegistryError> {
    let unusable = |reason: &str| {
        RegistryError::new(format!(
            "{registry} asks for a token of a server that cannot be used: {reason}"
        ))
    };
    let address = Url::parse(realm.address).map_err(|_| unusable("it names no address"))?;
    exchange
        .origin
        .judge(&address)
        .map_err(|reason| unusable(&reason))?;
    let (ask, authorization) = match found.map(|found| &found.credential) {
        Some(Credential::IdentityToken(token)) => {
            let mut form = Serializer::new(String::new());
            form.append_pair("grant_type", "refresh_token")
                .append_pair("service", realm.service.unwrap_or_default())
                .append_pair("client_id", CLIENT)
                .append_pair("refresh_token", token);
            if let Some(scope) = realm.scope {
                form.append_pair("scope", scope);
            }
            let ask = Ask {
                method: Method::POST,
                address: address.clone(),
                headers: Vec::new(),
                body: Bytes::from(form.finish()),
            };
            let ask = ask.header("content-type", "application/x-www-form-urlencoded");
            (ask, None)
        }
        other => {
            let mut address = address.clone();
            let mut query = address.query_pairs_mut();
            if let Some(service) = realm.service {
                query.append_pair("service", service);
            }
            if let Some(scope) = realm.scope {
                query.append_pair("scope", scope);
            }
            drop(query);
            let authorization = match other {
                Some(Credential::Password { user, password }) => Some(basic(user, password)),
                _ => None,
            };
            (Ask::get(address), authorization)
        }
    };
    let server = host(&address);
    let answer = exchange.send_to_realm(&ask, authorization.as_deref()).await;
    let answer = answer.map_err(|error| match error {
        NotAnswered::Refused(error) => error,
        NotAnswered::Failed(failure) => RegistryError::of_network(&failure.error),
    })?;
    match answer.status {
        200 => {}
        400..=403 => return Err(refused(registry, found)),
        status => {
            return Err(RegistryError::unavailable(format!(
                "the server of tokens {server} answers with status {status}"
            )));
        }
    }
    let silence = exchange.context.limits.time(Limit::FetchIdleTime);
    let bytes = body::read(answer.body, MOST_ANSWER_BYTES, silence).await;
    let bytes = bytes.map_err(|unread| match unread {
        Unread::TooLong => unusable(&format!(
            "its answer has more than {MOST_ANSWER_BYTES} bytes"
        )),
        Unread::Broken(error) => RegistryError::unavailable(format!(
            "the answer of the server of tokens {server} broke off: {}",
            error.message()
        )),
    })?;
    let token = serde_json::from_slice::<Document>(&bytes).ok();
    let token = token.and_then(|document| document.token.or(document.access_token));
    // It becomes a header.
    let is_header = |token: &String| {
        !token.is_empty()
            && token.len() <= MOST_TOKEN_BYTES
            && token.bytes().all(|byte| byte.is_ascii_graphic())
    };
    match token.filter(is_header) {
        Some(token) => Ok(format!("Bearer {token}")),
        None => Err(unusable("its answer has no token")),
    }
}

/// The registry, or its server of tokens, does not take what it was given.
pub(crate) fn refused(registry: &str, found: Option<&Found>) -> RegistryError {
    let login = format!(
        "`docker login {registry}`, `podman login {registry}`, `oras login {registry}` or `pulumi-wasm login {registry}`"
    );
    match found {
        Some(found) => RegistryError::new(format!(
            "{registry} refuses the credentials{} from {}",
            found.of_user(),
            found.place
        ))
        .hint(format!(
            "log in again: {login}; or see that this user may read the repository"
        )),
        None => RegistryError::new(format!(
            "{registry} asks for credentials, and no place has an entry for it"
        ))
        .hint(format!(
            "log in: {login}; or name a file in docker's format in `PULUMI_WASM_REGISTRY_AUTH`"
        )),
    }
}
