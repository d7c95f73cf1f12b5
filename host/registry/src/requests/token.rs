//! Tokens: credentials for one repository that are valid for minutes. They are kept only in memory.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use http::Method;
use pulumi_wasm_capability::limits::Limit;
use pulumi_wasm_core::call::Severity;
use serde::Deserialize;
use url::Url;
use url::form_urlencoded::Serializer;

use crate::RegistryError;
use crate::credentials::{Credential, FoundCredential};
use crate::requests::attempts;
use crate::requests::body::{self, Unread};
use crate::requests::exchange::{Exchange, RegistryRequest, host};
use crate::requests::retry;

/// The maximum size of a token endpoint's answer, and of a token, in bytes.
const MAX_ANSWER_BYTES: usize = 1 << 20;
const MAX_TOKEN_BYTES: usize = 64 << 10;
/// The client name that token endpoints get.
const CLIENT: &str = "pulumi-wasm";

#[derive(Deserialize)]
struct Document {
    token: Option<String>,
    access_token: Option<String>,
}

/// A token endpoint, as a registry describes it.
pub(crate) struct Realm<'a> {
    pub(crate) address: &'a str,
    pub(crate) service: Option<&'a str>,
    /// The scope that the token must have, as in `repository:acme/provider:pull`. `None` to only check the
    /// credentials.
    pub(crate) scope: Option<&'a str>,
}

/// The header `Authorization` for a user and a password.
pub(crate) fn basic(user: &str, password: &str) -> String {
    format!("Basic {}", STANDARD.encode(format!("{user}:{password}")))
}

/// Requests a token, without credentials an anonymous one. Returns the header `Authorization`.
///
/// # Errors
/// If credentials must not be sent to the endpoint, or it refuses, or its answer is not valid.
pub(crate) async fn fetch(
    exchange: &Exchange,
    registry: &str,
    realm: &Realm<'_>,
    found: Option<&FoundCredential>,
) -> Result<String, RegistryError> {
    let unusable = |reason: &str| {
        RegistryError::new(format!(
            "{registry} names a token endpoint that cannot be used: {reason}"
        ))
    };
    let address = Url::parse(realm.address).map_err(|_| unusable("it does not name an address"))?;
    exchange
        .origin
        .judge(&address)
        .map_err(|reason| unusable(&reason))?;
    let (request, authorization) = match found.map(|found| &found.credential) {
        Some(Credential::IdentityToken(token)) => {
            let mut form = Serializer::new(String::new());
            form.append_pair("grant_type", "refresh_token")
                .append_pair("service", realm.service.unwrap_or_default())
                .append_pair("client_id", CLIENT)
                .append_pair("refresh_token", token);
            if let Some(scope) = realm.scope {
                form.append_pair("scope", scope);
            }
            let request = RegistryRequest {
                method: Method::POST,
                body: Bytes::from(form.finish()),
                ..RegistryRequest::get(address.clone())
            };
            let request = request.header("content-type", "application/x-www-form-urlencoded");
            (request, None)
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
            (RegistryRequest::get(address), authorization)
        }
    };
    let server = host(&address);
    if server != host(exchange.origin.base()) {
        let message = format!("{registry} requires a token from {server}");
        let log = &exchange.context.log;
        log.log(Severity::Info, "", &message, true);
    }
    let shown = format!("the token endpoint {server}");
    let silence = exchange.context.limits.time(Limit::FetchIdleTime);
    let mut attempt = 1;
    let bytes = loop {
        let answer =
            attempts::send_to_realm(exchange, &request, authorization.as_deref(), &shown).await?;
        match answer.status {
            200 => {}
            400..=403 => return Err(refused(registry, found)),
            status => {
                return Err(RegistryError::unavailable(format!(
                    "{shown} answers with status {status}"
                )));
            }
        }
        match body::read(answer.body, MAX_ANSWER_BYTES, silence).await {
            Ok(bytes) => break bytes,
            Err(Unread::TooLong) => {
                return Err(unusable(&format!(
                    "its answer has more than {MAX_ANSWER_BYTES} bytes"
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
    // The token becomes a part of a header.
    let is_header = |token: &String| {
        !token.is_empty()
            && token.len() <= MAX_TOKEN_BYTES
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

/// The error if the registry or its token endpoint refuses the credentials.
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
            "{registry} asks for credentials, but none are configured for it"
        ))
        .hint(format!(
            "log in: {login}; or name a file in docker's format in `PULUMI_WASM_REGISTRY_AUTH`"
        )),
    }
}

/// The error if the user lacks a permission. `verb` names the action, as in `read`.
pub(crate) fn not_allowed(
    registry: &str,
    found: &FoundCredential,
    verb: &str,
    of: &str,
) -> RegistryError {
    RegistryError::new(format!(
        "{registry} accepts the credentials{} from {}, but does not let that user {verb} `{of}`",
        found.of_user(),
        found.place
    ))
    .hint(format!(
        "give that user the permission, or log in as another user: {}",
        login(registry)
    ))
}

/// The commands for logging in.
fn login(registry: &str) -> String {
    format!(
        "`docker login {registry}`, `podman login {registry}`, `oras login {registry}` or `pulumi-wasm login {registry}`"
    )
}
