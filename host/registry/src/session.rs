//! Requests to one repository: with credentials if the registry asks for some, and again if it has no time.

use std::time::Duration;

use parking_lot::Mutex;
use pulumi_wasm_capability::limits::Limit;
use pulumi_wasm_core::text::Excerpt;
use serde::Deserialize;
use url::Url;

use super::body;
use super::challenge::{self, Challenge};
use super::credentials::{Credential, FoundCredential};
use super::exchange::{Answer, Ask, Exchange};
use super::registry_endpoint::RegistryEndpoint;
use super::token::{self, Realm};
use super::{Reference, RegistryContext, RegistryError, Trust, attempts};

/// The most bytes of an error that are read.
const MOST_ERROR_BYTES: usize = 64 << 10;

/// One repository, and the token for it.
pub(crate) struct Session {
    pub(crate) reference: Reference,
    exchange: Exchange,
    /// The permitted actions, in the words of tokens.
    actions: &'static str,
    /// The header `Authorization`, once the registry asked for it.
    authorization: Mutex<Option<String>>,
}

impl Session {
    /// Opens no connection yet.
    pub(crate) fn new(
        reference: &Reference,
        trust: Trust,
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

    /// How long a server may send nothing.
    pub(crate) fn silence(&self) -> Duration {
        self.context().limits.time(Limit::FetchIdleTime)
    }

    /// Judges an address that the registry named.
    ///
    /// # Errors
    /// When a registry may not redirect to it.
    pub(crate) fn judge(&self, address: &Url) -> Result<(), RegistryError> {
        self.exchange.origin.judge(address).map_err(|reason| {
            let registry = self.reference.registry();
            RegistryError::new(format!(
                "{registry} names an address that is not asked: {reason}"
            ))
        })
    }

    /// The address of something in the repository, as in `manifests/1.2.0`.
    pub(crate) fn address(&self, path: &str) -> Url {
        let mut address = self.exchange.origin.base().clone();
        address.set_path(&format!("/v2/{}/{path}", self.reference.repository()));
        address
    }

    /// Sends a request with the credentials that it needs. An answer that asks to wait is waited for, and a request that only
    /// reads is sent again if there is none.
    ///
    /// # Errors
    /// When there is no answer, or it asks for credentials that are not to be had. Any other answer is given.
    pub(crate) async fn send(&self, ask: &Ask) -> Result<Answer, RegistryError> {
        let authorization = self.authorization.lock().clone();
        let answer = self.send_again(ask, authorization.as_deref()).await?;
        // Storage that the registry leads to names no server that the user's credentials may go to.
        if answer.status != 401 || !answer.is_own {
            return Ok(answer);
        }
        // A token may have come to its end meanwhile: once more with a new one.
        let challenges = answer.all("www-authenticate").flat_map(challenge::read);
        let challenges: Vec<Challenge> = challenges.collect();
        let (authorization, found) = self.authorize(&challenges).await?;
        let answer = self.send_again(ask, Some(&authorization)).await?;
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
        let verb = match self.actions.contains("push") {
            true => "write to",
            false => "read",
        };
        let (registry, repository) = (self.reference.registry(), self.reference.repository());
        token::not_allowed(registry, found, verb, repository)
    }

    async fn send_again(
        &self,
        ask: &Ask,
        authorization: Option<&str>,
    ) -> Result<Answer, RegistryError> {
        let registry = self.reference.registry();
        attempts::send(&self.exchange, ask, authorization, registry).await
    }

    /// The header that the registry asks for, and the credentials in it.
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
        match challenges.is_empty() {
            true => Err(RegistryError::new(format!(
                "{registry} wants credentials, and says in no known way which"
            ))),
            false => Err(token::refused(registry, found.as_ref())),
        }
    }

    /// What an answer with an error says: its codes, as the OCI distribution specification 1.1 lists them.
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
        let bytes = body::read(answer.body, MOST_ERROR_BYTES, self.silence()).await;
        let document: Option<Document> = bytes
            .ok()
            .and_then(|bytes| serde_json::from_slice(&bytes).ok());
        // Its sentences may repeat what was sent, credentials too.
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
        let codes = match codes.is_empty() {
            true => String::new(),
            false => format!(" ({})", Excerpt::name(&codes.join(", "))),
        };
        let server = match is_own {
            true => "the registry",
            false => "a server that the registry leads to",
        };
        let reason = format!("{subject}: {server} answers with status {status}{codes}");
        match status {
            404 => RegistryError {
                is_missing: true,
                ..RegistryError::new(format!("{subject} is not there{codes}"))
            },
            403 if is_own => RegistryError::new(reason).hint(format!(
                "give the user of your login the right to do this in `{}`",
                self.reference.place()
            )),
            _ => RegistryError::new(reason),
        }
    }
}
