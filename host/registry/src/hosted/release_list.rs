//! The versions of a project's releases, as the forge's API lists them.

use pulumi_wasm_capability::limits::Limit;
use pulumi_wasm_core::call::Severity;
use pulumi_wasm_core::text::Excerpt;
use semver::Version;
use serde::Deserialize;

use crate::bounded_list::BoundedList;
use crate::context::in_fetch_time;
use crate::hosted::release_asset::Forge;
use crate::repository::tags;
use crate::requests::attempts;
use crate::requests::body::{self, Unread};
use crate::requests::exchange::{Exchange, RegistryRequest};
use crate::{HostTrust, RegistryContext, RegistryError, ReleaseAsset};

/// The number of releases to request for each page, the maximum number of pages, and the maximum size of a page in
/// bytes.
const PAGE: &str = "50";
const MAX_PAGES: usize = 16;
const MAX_PAGE_BYTES: usize = 8 << 20;
/// The maximum number of releases of a page, and of assets of a release.
const MAX_RELEASES: usize = 100;
const MAX_ASSETS: usize = 1024;

/// A released version of a project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReleasedVersion {
    pub version: Version,
    /// Whether it is a pre-release, by its version or because its publisher marked it.
    pub is_early: bool,
}

/// A release in the APIs of GitHub and GitLab.
#[derive(Deserialize)]
struct Listed {
    tag_name: String,
    /// Only on GitHub.
    #[serde(default)]
    draft: bool,
    #[serde(default)]
    prerelease: bool,
    /// Only on GitLab: the release is announced for a later date.
    #[serde(default)]
    upcoming_release: bool,
    #[serde(default)]
    assets: Assets,
}

/// The assets: a list on GitHub. GitLab has them in members that are not read.
#[derive(Deserialize)]
#[serde(untagged)]
enum Assets {
    List(BoundedList<Asset, MAX_ASSETS>),
    Other(serde::de::IgnoredAny),
}

impl Default for Assets {
    fn default() -> Self {
        Self::Other(serde::de::IgnoredAny)
    }
}

#[derive(Deserialize)]
struct Asset {
    name: String,
}

impl Listed {
    /// The version, if it is published and has the asset.
    fn version(self, asset: &str) -> Option<ReleasedVersion> {
        let version = Version::parse(self.tag_name.strip_prefix('v')?).ok()?;
        let has_asset = match &self.assets {
            Assets::List(list) => {
                list.count > MAX_ASSETS || list.items.iter().any(|found| found.name == asset)
            }
            Assets::Other(_) => true,
        };
        let is_out = !self.draft && !self.upcoming_release && has_asset;
        is_out.then(|| ReleasedVersion {
            is_early: self.prerelease || !version.pre.is_empty(),
            version,
        })
    }
}

impl ReleaseAsset {
    /// The versions that have the asset, in the order of the forge. If there are more releases than are read, a
    /// warning says so.
    ///
    /// # Errors
    /// If the forge does not have the project, or does not list its releases. The error has a hint.
    pub async fn versions(
        &self,
        trust: HostTrust,
        context: RegistryContext,
    ) -> Result<Vec<ReleasedVersion>, RegistryError> {
        let token = self.token(&context)?;
        let exchange = self.exchange(self.host(), trust, &context)?;
        let work = self.listed(&exchange, token.as_deref());
        in_fetch_time(&context, (&self.place(), self.host()), work).await
    }

    async fn listed(
        &self,
        exchange: &Exchange,
        token: Option<&str>,
    ) -> Result<Vec<ReleasedVersion>, RegistryError> {
        let mut address = exchange.origin.base().clone();
        let project = self.project();
        address.set_path(&match self.forge {
            Forge::GitHub => format!("/repos/{project}/releases"),
            Forge::GitLab => format!("/api/v4/projects/{}/releases", project.replace('/', "%2F")),
        });
        address.query_pairs_mut().append_pair("per_page", PAGE);
        let asset = self.asset();
        let mut versions = Vec::new();
        for _ in 0..MAX_PAGES {
            let request =
                RegistryRequest::get(address.clone()).header("accept", "application/json");
            let answer = attempts::send(exchange, &request, token, self.host()).await?;
            if answer.status != 200 {
                return Err(self.unlisted(answer.status, token.is_some()));
            }
            let next = answer.header("link").and_then(next);
            let next = next.and_then(|next| address.join(next).ok());
            let silence = exchange.context.limits.time(Limit::FetchIdleTime);
            let bytes = body::read(answer.body, MAX_PAGE_BYTES, silence).await;
            let bytes = bytes.map_err(|unread| match unread {
                Unread::TooLong => self.unusable(&format!(
                    "a page of them has more than {} MiB",
                    MAX_PAGE_BYTES >> 20
                )),
                Unread::Broken(error) => RegistryError::of_network(&error),
            })?;
            let page: BoundedList<Listed, MAX_RELEASES> =
                serde_json::from_slice(&bytes).map_err(|error| {
                    let error = error.to_string();
                    self.unusable(&format!(
                        "the list cannot be understood: {}",
                        Excerpt::reason(&error)
                    ))
                })?;
            let found = page.items.into_iter();
            versions.extend(found.filter_map(|listed| listed.version(&asset)));
            match next {
                None => return Ok(versions),
                // The token must not go to another server.
                Some(next) if next.origin() == address.origin() => address = next,
                Some(_) => break,
            }
        }
        let message = format!(
            "not all releases of `{}` are known: at most {MAX_PAGES} pages of their list are read\nhint: name the version that you need: it is found without the list",
            self.place()
        );
        let log = &exchange.context.log;
        log.log(Severity::Warning, "", &message, false);
        Ok(versions)
    }

    fn unusable(&self, reason: &str) -> RegistryError {
        RegistryError::new(format!(
            "the releases of `{}` are not known: {reason}",
            self.place()
        ))
        .hint("name the version that you need: it is found without the list")
    }

    fn unlisted(&self, status: u16, with_token: bool) -> RegistryError {
        let variable = self.forge.token_variable();
        let error = self.unusable(&format!("{} answers with status {status}", self.host()));
        let hint = match (status, with_token) {
            (401 | 403 | 404, true) => format!(
                "check that the project exists, and that the token in `{variable}` may read it; or name the version that you need"
            ),
            (401 | 403 | 404, false) => format!(
                "check that the project exists; if it is private, or the server has reached its limit of requests without a token, {}; or name the version that you need",
                self.how_to_read_it()
            ),
            _ => return error,
        };
        RegistryError {
            is_missing: status == 404,
            ..error.hint(hint)
        }
    }
}

/// The address of the next page in a header `Link`, which has several addresses on forges.
fn next(header: &str) -> Option<&str> {
    header.split(',').find_map(tags::next)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_page_is_found_among_several() {
        let header = "<https://x/?page=1>; rel=\"first\", <https://x/?page=3>; rel=\"next\", <https://x/?page=9>; rel=\"last\"";
        assert_eq!(next(header), Some("https://x/?page=3"));
        assert_eq!(next("<https://x/?page=1>; rel=\"first\""), None);
    }
}
