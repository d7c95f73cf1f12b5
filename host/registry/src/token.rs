//! Tokens: credentials for one repository, for a few minutes. They are kept in memory alone.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use http::Method;
use pulumi_wasm_capability::limits::Limit;
use pulumi_wasm_core::call::Severity;
use serde::Deserialize;
use url::Url;
use url::form_urlencoded::Serializer;

use super::body::{self, Unread};
use super::credentials::{Credential, FoundCredential};
use super::exchange::{Ask, Exchange, host};
use super::{RegistryError, attempts, retry};

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

/// A registry's description of its tokens.
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
    found: Option<&FoundCredential>,
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
                body: Bytes::from(form.finish()),
                ..Ask::get(address.clone())
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
    if server != host(exchange.origin.base()) {
        let message = format!("{registry} asks for a token of {server}");
        let log = &exchange.context.log;
        log.log(Severity::Info, "", &message, true);
    }
    let shown = format!("the server of tokens {server}");
    let silence = exchange.context.limits.time(Limit::FetchIdleTime);
    let mut attempt = 1;
    let bytes = loop {
        let answer =
            attempts::send_to_realm(exchange, &ask, authorization.as_deref(), &shown).await?;
        match answer.status {
            200 => {}
            400..=403 => return Err(refused(registry, found)),
            status => {
                return Err(RegistryError::unavailable(format!(
                    "{shown} answers with status {status}"
                )));
            }
        }
        match body::read(answer.body, MOST_ANSWER_BYTES, silence).await {
            Ok(bytes) => break bytes,
            Err(Unread::TooLong) => {
                return Err(unusable(&format!(
                    "its answer has more than {MOST_ANSWER_BYTES} bytes"
                )));
            }
            Err(Unread::Broken(error)) if attempt == retry::ATTEMPTS => {
                return Err(RegistryError::unavailable(format!(
                    "the answer of {shown} broke off {attempt} times: {}",
                    error.message()
                )));
            }
            Err(Unread::Broken(_)) => attempt += 1,
        }
    };
    let token = serde_json::from_slice::<Document>(&bytes).ok();
    let token = token.and_then(|document| document.token.or(document.access_token));
    // It becomes a header.
    let is_header = |token: &String| {
        !token.is_empty()
            && token.len() <= MOST_TOKEN_BYTES
            && token.bytes().all(|byte| byte.is_ascii_graphic())
    };
    match token.filter(is_header) {
        Some(token) => {
            exchange.context.secrets.keep(&token);
            Ok(format!("Bearer {token}"))
        }
        None => Err(unusable("its answer has no token")),
    }
}

/// The registry, or its server of tokens, does not take what it was given.
pub(crate) fn refused(registry: &str, found: Option<&FoundCredential>) -> RegistryError {
    let login = login(registry);
    match found {
        Some(found) => {
            let reason = format!(
                "{registry} refuses the credentials{} from {}",
                found.of_user(),
                found.place
            );
            RegistryError::new(reason.trim_end_matches(',')).hint(format!(
                "log in again: {login}; or see that this user may read the repository"
            ))
        }
        None => RegistryError::new(format!(
            "{registry} asks for credentials, and no place has an entry for it"
        ))
        .hint(format!(
            "log in: {login}; or name a file in docker's format in `PULUMI_WASM_REGISTRY_AUTH`"
        )),
    }
}

/// The registry knows the user, who may not do what was asked for: `verb` says what, as in `read`.
pub(crate) fn not_allowed(
    registry: &str,
    found: &FoundCredential,
    verb: &str,
    of: &str,
) -> RegistryError {
    RegistryError::new(format!(
        "{registry} takes the credentials{} from {} and does not let that user {verb} `{of}`",
        found.of_user(),
        found.place
    ))
    .hint(format!(
        "give that user the right to it, or log in as another one: {}",
        login(registry)
    ))
}

/// The commands that log in.
fn login(registry: &str) -> String {
    format!(
        "`docker login {registry}`, `podman login {registry}`, `oras login {registry}` or `pulumi-wasm login {registry}`"
    )
}
