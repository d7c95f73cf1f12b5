//! Requests to one repository: authenticated if the registry asks for it, and retried while it is overloaded.

use std::time::Duration;

use parking_lot::Mutex;
use pulumi_wasm_capability::limits::Limit;
use pulumi_wasm_core::text::Excerpt;
use serde::Deserialize;
use url::Url;

use crate::credentials::{Credential, FoundCredential};
use crate::requests::attempts;
use crate::requests::body;
use crate::requests::challenge::{self, Challenge};
use crate::requests::exchange::{Answer, Exchange, RegistryRequest};
use crate::requests::registry_endpoint::RegistryEndpoint;
use crate::requests::token::{self, Realm};
use crate::{HostTrust, Reference, RegistryContext, RegistryError};

/// The maximum size of an error document, in bytes.
const MAX_ERROR_BYTES: usize = 64 << 10;

/// A repository, and the token for it.
pub(crate) struct RepositorySession {
    pub(crate) reference: Reference,
    exchange: Exchange,
    /// The actions that a token must permit, as in `pull,push`.
    actions: &'static str,
    /// The header `Authorization`, after the registry asked for it.
    authorization: Mutex<Option<String>>,
}

impl RepositorySession {
    /// Opens no connection yet.
    pub(crate) fn new(
        reference: &Reference,
        trust: HostTrust,
        context: RegistryContext,
        actions: &'static str,
    ) -> Result<Self, RegistryError> {
        Ok(Self {
            reference: reference.clone(),
            exchange: Exchange {
                origin: RegistryEndpoint::of(reference, trust, &context.plain_http)?,
                context,
            },
            actions,
            authorization: Mutex::default(),
        })
    }

    pub(crate) fn context(&self) -> &RegistryContext {
        &self.exchange.context
    }

    /// The maximum time without data from the server.
    pub(crate) fn silence(&self) -> Duration {
        self.context().limits.time(Limit::FetchIdleTime)
    }

    /// Checks an address that the registry named.
    ///
    /// # Errors
    /// If a registry may not lead to it.
    pub(crate) fn judge(&self, address: &Url) -> Result<(), RegistryError> {
        self.exchange.origin.judge(address).map_err(|reason| {
            let registry = self.reference.registry();
            RegistryError::new(format!(
                "{registry} names an address that is not allowed: {reason}"
            ))
        })
    }

    /// The address of a path in the repository, such as `manifests/1.2.0`.
    pub(crate) fn address(&self, path: &str) -> Url {
        let mut address = self.exchange.origin.base().clone();
        address.set_path(&format!("/v2/{}/{path}", self.reference.repository()));
        address
    }

    /// Sends a request, and authenticates if the registry asks for it. The request is retried after the time that
    /// the server asks for, or after a network error if it only reads.
    ///
    /// # Errors
    /// If the server does not answer, or suitable credentials are missing. Any other answer is returned.
    pub(crate) async fn send(&self, request: &RegistryRequest) -> Result<Answer, RegistryError> {
        let authorization = self.authorization.lock().clone();
        let answer = self.send_again(request, authorization.as_deref()).await?;
        // A server that the registry redirected to must not ask for the user's credentials.
        if answer.status != 401 || !answer.is_own {
            return Ok(answer);
        }
        // The token may have expired: retries with a new one.
        let challenges = answer.all("www-authenticate").flat_map(challenge::read);
        let challenges: Vec<Challenge> = challenges.collect();
        let (authorization, found) = self.authorize(&challenges).await?;
        let answer = self.send_again(request, Some(&authorization)).await?;
        if answer.is_own && matches!(answer.status, 401 | 403) {
            let is_known = answer.status == 403 || authorization.starts_with("Bearer ");
            return Err(match &found {
                Some(found) if is_known => self.not_allowed(found),
                found => token::refused(self.reference.registry(), found.as_ref()),
            });
        }
        *self.authorization.lock() = Some(authorization);
        Ok(answer)
    }

    fn not_allowed(&self, found: &FoundCredential) -> RegistryError {
        let verb = if self.actions.contains("push") {
            "write to"
        } else {
            "read"
        };
        let (registry, repository) = (self.reference.registry(), self.reference.repository());
        token::not_allowed(registry, found, verb, repository)
    }

    async fn send_again(
        &self,
        request: &RegistryRequest,
        authorization: Option<&str>,
    ) -> Result<Answer, RegistryError> {
        let registry = self.reference.registry();
        attempts::send(&self.exchange, request, authorization, registry).await
    }

    /// The header that the registry asks for, and the credentials that were used.
    async fn authorize(
        &self,
        challenges: &[Challenge],
    ) -> Result<(String, Option<FoundCredential>), RegistryError> {
        let registry = self.reference.registry();
        let credentials = &self.context().credentials;
        let found = credentials
            .find(registry, self.reference.repository())
            .await?;
        if let Some(found) = &found {
            found.tell(&self.context().secrets);
        }
        for challenge in challenges {
            match (challenge, &found) {
                (Challenge::Bearer { realm, service, .. }, _) => {
                    let scope = format!(
                        "repository:{}:{}",
                        self.reference.repository(),
                        self.actions
                    );
                    let realm = Realm {
                        address: realm,
                        service: service.as_deref(),
                        scope: Some(&scope),
                    };
                    let token = token::fetch(&self.exchange, registry, &realm, found.as_ref());
                    return Ok((token.await?, found));
                }
                (
                    Challenge::Basic,
                    Some(FoundCredential {
                        credential: Credential::Password { user, password },
                        ..
                    }),
                ) => return Ok((token::basic(user, password), found)),
                (Challenge::Basic, _) => {}
            }
        }
        if challenges.is_empty() {
            Err(RegistryError::new(format!(
                "{registry} asks for credentials by a method that is not supported"
            )))
        } else {
            Err(token::refused(registry, found.as_ref()))
        }
    }

    /// The error for an answer, with the codes of the OCI distribution specification 1.1.
    pub(crate) async fn error(&self, subject: &str, answer: Answer) -> RegistryError {
        #[derive(Deserialize)]
        struct Document {
            errors: Vec<Item>,
        }
        #[derive(Deserialize)]
        struct Item {
            code: String,
        }
        let (status, is_own) = (answer.status, answer.is_own);
        let bytes = body::read(answer.body, MAX_ERROR_BYTES, self.silence()).await;
        let document: Option<Document> = bytes
            .ok()
            .and_then(|bytes| serde_json::from_slice(&bytes).ok());
        // The messages of the document may repeat the request, including credentials.
        let is_code = |code: &String| {
            code.bytes()
                .all(|byte| byte.is_ascii_uppercase() || byte == b'_')
        };
        let codes = document.into_iter().flat_map(|document| document.errors);
        let codes: Vec<String> = codes
            .map(|item| item.code)
            .filter(is_code)
            .take(4)
            .collect();
        let codes = if codes.is_empty() {
            String::new()
        } else {
            format!(" ({})", Excerpt::name(&codes.join(", ")))
        };
        let server = if is_own {
            "the registry"
        } else {
            "a server that the registry leads to"
        };
        let reason = format!("{subject}: {server} answers with status {status}{codes}");
        match status {
            404 => RegistryError {
                is_missing: true,
                ..RegistryError::new(format!("{subject} is not there{codes}"))
            },
            403 if is_own => RegistryError::new(reason).hint(format!(
                "give your user the permission for this in `{}`",
                self.reference.place()
            )),
            _ => RegistryError::new(reason),
        }
    }
}
