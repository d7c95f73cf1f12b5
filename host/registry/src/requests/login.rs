//! Checks credentials with the registry before they are stored.

use crate::context::in_fetch_time;
use crate::credentials::{Credential, FoundCredential, Secret};
use crate::requests::attempts;
use crate::requests::challenge::{self, Challenge};
use crate::requests::exchange::{Exchange, RegistryRequest};
use crate::requests::registry_endpoint::RegistryEndpoint;
use crate::requests::token::{self, Realm};
use crate::{HostTrust, RegistryContext, RegistryError, RegistryHost};

impl RegistryHost {
    /// Asks the registry's base endpoint (OCI distribution specification 1.1) whether it accepts a user and a
    /// password.
    ///
    /// # Errors
    /// If the registry refuses them, cannot be reached, redirects to another server, or does not ask for
    /// credentials.
    pub async fn check_login(
        &self,
        user: &str,
        password: &Secret,
        context: RegistryContext,
    ) -> Result<(), RegistryError> {
        let exchange = Exchange {
            origin: RegistryEndpoint::of_registry(
                self.as_str(),
                HostTrust::Named,
                &context.plain_http,
            )?,
            context,
        };
        let found = FoundCredential {
            credential: Credential::Password {
                user: user.to_owned(),
                password: password.0.clone(),
            },
            place: "standard input".to_owned(),
        };
        found.tell(&exchange.context.secrets);
        let subject = (self.as_str(), "the registry");
        in_fetch_time(&exchange.context, subject, self.check(&exchange, &found)).await
    }

    async fn check(
        &self,
        exchange: &Exchange,
        found: &FoundCredential,
    ) -> Result<(), RegistryError> {
        let registry = self.as_str();
        let mut address = exchange.origin.base().clone();
        address.set_path("/v2/");
        let request = RegistryRequest::get(address);
        let answer = attempts::send(exchange, &request, None, registry).await?;
        // Another server must neither choose where the credentials go, nor confirm them.
        let leads_away = || {
            RegistryError::new(format!(
                "{registry} redirects to another server, but a registry answers this request itself"
            ))
            .hint("check that this host and port belong to a registry")
        };
        match answer.status {
            _ if !answer.is_own => return Err(leads_away()),
            401 => {}
            200 => {
                return Err(RegistryError::new(format!(
                    "{registry} does not ask for credentials, so it cannot check these"
                ))
                .hint("this registry needs no login"));
            }
            status => {
                return Err(RegistryError::new(format!(
                    "{registry} answers with status {status}, but a registry asks for credentials here"
                ))
                .hint("check that this host and port belong to a registry"));
            }
        }
        let challenges = answer.all("www-authenticate").flat_map(challenge::read);
        let challenges: Vec<Challenge> = challenges.collect();
        let authorization = match (challenges.first(), &found.credential) {
            (Some(Challenge::Bearer { realm, service, .. }), _) => {
                let realm = Realm {
                    address: realm,
                    service: service.as_deref(),
                    scope: None,
                };
                token::fetch(exchange, registry, &realm, Some(found)).await?
            }
            (Some(Challenge::Basic), Credential::Password { user, password }) => {
                token::basic(user, password)
            }
            _ => {
                return Err(RegistryError::new(format!(
                    "{registry} asks for credentials by a method that is not supported"
                )));
            }
        };
        let answer = attempts::send(exchange, &request, Some(&authorization), registry).await?;
        match answer.status {
            _ if !answer.is_own => Err(leads_away()),
            200 => Ok(()),
            _ => Err(token::refused(registry, Some(found))),
        }
    }
}
