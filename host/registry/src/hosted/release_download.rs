//! Downloads release assets: from GitHub by their public address or by the API, from GitLab by the API.
//!
//! A token is sent only to the host in the name, and never after a redirect. The host must be the public host of
//! the service, or the user or operator must have listed it for this token:
//! [`ReleaseTokens`](crate::ReleaseTokens).

use pulumi_wasm_capability::limits::Limit;
use serde::Deserialize;
use url::Url;

use crate::context::in_fetch_time;
use crate::hosted::release_asset::Forge;
use crate::hosted::web_download::{Download, if_there, require_digest};
use crate::requests::attempts;
use crate::requests::body::{self, Unread};
use crate::requests::exchange::{Exchange, RegistryRequest};
use crate::requests::registry_endpoint::RegistryEndpoint;
use crate::{HostTrust, RegistryContext, RegistryError, ReleaseAsset};

/// The host of assets in public GitHub repositories, which has no rate limit.
const PUBLIC_GITHUB: &str = "github.com";
/// The maximum size of a release's description, in bytes.
const MAX_DESCRIPTION_BYTES: usize = 4 << 20;

/// A release in GitHub's API.
#[derive(Deserialize)]
struct Description {
    assets: Vec<Asset>,
}

#[derive(Deserialize)]
struct Asset {
    id: u64,
    name: String,
}

impl ReleaseAsset {
    /// Downloads the asset, and checks its digest if that is known.
    ///
    /// # Errors
    /// If the release does not have the asset, or the server sends other bytes, or exceeds the limit. Each error
    /// has a hint.
    pub async fn fetch(
        &self,
        trust: HostTrust,
        context: RegistryContext,
    ) -> Result<Vec<u8>, RegistryError> {
        let bytes = self.fetch_asset(trust, context).await?;
        let name = self.with_digest(None).to_string();
        require_digest(&name, self.digest(), bytes)
    }

    /// Downloads the asset with the component's bundle, if the release has one.
    ///
    /// # Errors
    /// If the server does not say whether the bundle exists, or the bundle is too long.
    pub(crate) async fn fetch_bundle(
        &self,
        trust: HostTrust,
        context: RegistryContext,
    ) -> Result<Option<Vec<u8>>, RegistryError> {
        if_there(self.bundle().fetch_asset(trust, context).await)
    }

    async fn fetch_asset(
        &self,
        trust: HostTrust,
        context: RegistryContext,
    ) -> Result<Vec<u8>, RegistryError> {
        let token = self.token(&context)?;
        let work = self.bytes(trust, token.as_deref(), &context);
        in_fetch_time(&context, (&self.to_string(), self.host()), work).await
    }

    async fn bytes(
        &self,
        trust: HostTrust,
        token: Option<&str>,
        context: &RegistryContext,
    ) -> Result<Vec<u8>, RegistryError> {
        let own = self.exchange(self.host(), trust, context)?;
        match self.forge {
            Forge::GitLab => {
                let address = self.gitlab_address(own.origin.base());
                self.download(&own, address, token).await
            }
            Forge::GitHub if self.host() == self.forge.public_host() => {
                let public = self.exchange(PUBLIC_GITHUB, trust, context)?;
                let address = self.public_address(public.origin.base());
                match self.download(&public, address, None).await {
                    // Private repositories also give this status without a token.
                    Err(error) if error.is_missing && token.is_some() => {
                        self.by_api(&own, token).await
                    }
                    other => other,
                }
            }
            Forge::GitHub => self.by_api(&own, token).await,
        }
    }

    /// An exchange with a host of the forge.
    pub(crate) fn exchange(
        &self,
        host: &str,
        trust: HostTrust,
        context: &RegistryContext,
    ) -> Result<Exchange, RegistryError> {
        Ok(Exchange {
            origin: RegistryEndpoint::of_registry(host, trust, &context.plain_http)?,
            context: context.clone(),
        })
    }

    /// The header with the user's token, if there is one and the host may get it.
    pub(crate) fn token(&self, context: &RegistryContext) -> Result<Option<String>, RegistryError> {
        let Some(token) = context.release_tokens.of(self.forge, self.host()) else {
            return Ok(None);
        };
        context.secrets.keep(&token.0);
        if token.0.bytes().all(|byte| byte.is_ascii_graphic()) {
            Ok(Some(format!("Bearer {}", token.0)))
        } else {
            Err(RegistryError::new(format!(
                "the token in `{}` has characters that no token has",
                self.forge.token_variable()
            ))
            .hint("set it to the token alone, without spaces and quotes"))
        }
    }

    /// The address of an asset in a public repository.
    fn public_address(&self, base: &Url) -> Url {
        let (project, tag, asset) = (self.project(), self.tag(), self.asset());
        with_path(base, &format!("/{project}/releases/download/{tag}/{asset}"))
    }

    /// The address of an asset in GitLab's API.
    fn gitlab_address(&self, base: &Url) -> Url {
        let (project, tag, asset) = (self.project(), self.tag(), self.asset());
        let project = project.replace('/', "%2F");
        with_path(
            base,
            &format!("/api/v4/projects/{project}/releases/{tag}/downloads/{asset}"),
        )
    }

    /// Downloads the asset by its number in GitHub's API.
    async fn by_api(
        &self,
        exchange: &Exchange,
        token: Option<&str>,
    ) -> Result<Vec<u8>, RegistryError> {
        let (base, project) = (exchange.origin.base(), self.project());
        let tag = self.tag();
        let address = with_path(base, &format!("/repos/{project}/releases/tags/{tag}"));
        let description = self.description(exchange, address, token).await?;
        let name = self.asset();
        let mut assets = description.assets.into_iter();
        let Some(Asset { id, .. }) = assets.find(|asset| asset.name == name) else {
            return Err(RegistryError {
                is_missing: true,
                ..RegistryError::new(format!(
                    "the release {tag} of `{self}` has no asset `{name}`"
                ))
                .hint("write the name of the asset after the version")
            });
        };
        let address = with_path(base, &format!("/repos/{project}/releases/assets/{id}"));
        self.download(exchange, address, token).await
    }

    async fn description(
        &self,
        exchange: &Exchange,
        address: Url,
        token: Option<&str>,
    ) -> Result<Description, RegistryError> {
        let request = RegistryRequest::get(address).header("accept", "application/vnd.github+json");
        let answer = attempts::send(exchange, &request, token, self.host()).await?;
        if answer.status != 200 {
            return Err(self.refused(answer.status, self.host(), token.is_some()));
        }
        let limits = &exchange.context.limits;
        let silence = limits.time(Limit::FetchIdleTime);
        let unusable =
            |reason: &str| RegistryError::new(format!("`{self}`: {} {reason}", self.host()));
        let bytes = body::read(answer.body, MAX_DESCRIPTION_BYTES, silence).await;
        let bytes = bytes.map_err(|unread| match unread {
            Unread::TooLong => unusable(&format!(
                "describes the release with more than {} MiB",
                MAX_DESCRIPTION_BYTES >> 20
            )),
            Unread::Broken(error) => RegistryError::of_network(&error),
        })?;
        serde_json::from_slice(&bytes).map_err(|_| {
            unusable("does not describe the release as GitHub does")
                .hint("use the host of GitHub's API, as in `github://api.github.com/…`")
        })
    }

    async fn download(
        &self,
        exchange: &Exchange,
        address: Url,
        token: Option<&str>,
    ) -> Result<Vec<u8>, RegistryError> {
        let request = RegistryRequest::get(address).header("accept", "application/octet-stream");
        let refused = |status: u16, server: &str| self.refused(status, server, token.is_some());
        Download {
            target: self.target(),
            shown: self.to_string(),
            place: format!("{} {}", self.project(), self.tag()),
            request,
            authorization: token,
            exchange,
            refused: &refused,
        }
        .whole()
        .await
    }

    /// The advice how to give the plugin a token for a private project.
    pub(crate) fn how_to_read_it(&self) -> String {
        let (variable, host) = (self.forge.token_variable(), self.host());
        let set = format!("set `{variable}` to a token that may read it");
        if host == self.forge.public_host() {
            set
        } else {
            format!(
                "{set}; if {host} may get that token, also write `{host}: {{ token: {variable} }}` below `registries` in `sources.yaml`"
            )
        }
    }

    fn refused(&self, status: u16, server: &str, with_token: bool) -> RegistryError {
        let private = if with_token {
            format!(
                "check that the token in `{}` may read the project",
                self.forge.token_variable()
            )
        } else {
            format!("if the project is private, {}", self.how_to_read_it())
        };
        let reason = format!("`{self}`: {server} answers with status {status}");
        match status {
            404 | 410 => RegistryError {
                is_missing: true,
                ..RegistryError::new(format!(
                    "`{self}` is not there (status {status}): {server} has no asset `{}` in a release {}",
                    self.asset(),
                    self.tag()
                ))
                .hint(private)
            },
            401 | 403 => RegistryError::new(reason).hint(private),
            _ => RegistryError::new(reason),
        }
    }
}

fn with_path(base: &Url, path: &str) -> Url {
    let mut address = base.clone();
    address.set_path(path);
    address
}
