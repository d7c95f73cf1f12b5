//! Whether a registry takes credentials, before they are kept.

use super::attempts;
use super::challenge::{self, Challenge};
use super::credentials::{Credential, FoundCredential, Secret};
use super::exchange::{Ask, Exchange};
use super::fetch_time;
use super::registry_endpoint::RegistryEndpoint;
use super::token::{self, Realm};
use super::{RegistryContext, RegistryError, RegistryHost, Trust};

impl RegistryHost {
    /// Asks the registry, by the first address of the OCI distribution specification 1.1, whether it takes a user and a password.
    ///
    /// # Errors
    /// When it refuses them, cannot be asked, leads to another server, or does not ask for credentials.
    pub async fn check_login(
        &self,
        user: &str,
        password: &Secret,
        context: RegistryContext,
    ) -> Result<(), RegistryError> {
        let exchange = Exchange {
            origin: RegistryEndpoint::of_registry(
                self.as_str(),
                Trust::Named,
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
        fetch_time::bounded(&exchange.context, subject, self.check(&exchange, &found)).await
    }

    async fn check(
        &self,
        exchange: &Exchange,
        found: &FoundCredential,
    ) -> Result<(), RegistryError> {
        let registry = self.as_str();
        let mut address = exchange.origin.base().clone();
        address.set_path("/v2/");
        let ask = Ask::get(address);
        let answer = attempts::send(exchange, &ask, None, registry).await?;
        // Another server names nothing that the credentials may go to, and cannot say that they are right.
        let leads_away = || {
            RegistryError::new(format!(
                "{registry} leads to another server, and a registry answers here by itself"
            ))
            .hint("see that the host and the port are those of a registry")
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
                    "{registry} answers with status {status}, and a registry asks for credentials here"
                ))
                .hint("see that the host and the port are those of a registry"));
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
                    "{registry} wants credentials, and says in no known way which"
                )));
            }
        };
        let answer = attempts::send(exchange, &ask, Some(&authorization), registry).await?;
        match answer.status {
            _ if !answer.is_own => Err(leads_away()),
            200 => Ok(()),
            _ => Err(token::refused(registry, Some(found))),
        }
    }
}
