//! Components that are single files on servers: at an address, or among the assets of a release.

use std::fmt;
use std::str::FromStr;

use semver::Version;

use super::{Digest, RegistryContext, RegistryError, ReleaseAsset, Trust, WebFile};

/// A component that is one file on a server.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum HostedFile {
    /// At an address.
    Web(WebFile),
    /// An asset of a release.
    Release(ReleaseAsset),
}

impl FromStr for HostedFile {
    type Err = String;

    /// Reads an address or the name of a release.
    ///
    /// # Errors
    /// A sentence: the part that is wrong, and its form.
    fn from_str(text: &str) -> Result<Self, String> {
        match ReleaseAsset::is_meant(text) {
            true => text.parse().map(Self::Release),
            false => text.parse().map(Self::Web),
        }
    }
}

impl HostedFile {
    /// Whether a word is meant as one, well-formed or not.
    #[must_use]
    pub fn is_meant(word: &str) -> bool {
        WebFile::is_meant(word) || ReleaseAsset::is_meant(word)
    }

    /// The digest of the component, if there is one.
    #[must_use]
    pub fn digest(&self) -> Option<&Digest> {
        match self {
            Self::Web(file) => file.digest(),
            Self::Release(release) => release.digest(),
        }
    }

    /// The same, held to the component with this digest.
    #[must_use]
    pub fn pinned(&self, digest: Digest) -> Self {
        match self {
            Self::Web(file) => Self::Web(file.pinned(digest)),
            Self::Release(release) => Self::Release(release.with_digest(Some(digest))),
        }
    }

    /// The same without a digest.
    #[must_use]
    pub fn unpinned(&self) -> Self {
        match self {
            Self::Web(file) => Self::Web(file.unpinned()),
            Self::Release(release) => Self::Release(release.with_digest(None)),
        }
    }

    /// The release, if it is an asset of one.
    #[must_use]
    pub fn release(&self) -> Option<&ReleaseAsset> {
        match self {
            Self::Web(_) => None,
            Self::Release(release) => Some(release),
        }
    }

    /// The version that the name says.
    #[must_use]
    pub fn version(&self) -> Option<Version> {
        self.release().and_then(ReleaseAsset::version)
    }

    /// What policies and mirrors call it: the address, or the host and the project without version and asset.
    #[must_use]
    pub fn place(&self) -> String {
        match self {
            Self::Web(file) => file.address().to_string(),
            Self::Release(release) => release.place(),
        }
    }

    /// `HOST`, or `HOST:PORT` if the port is not that of the scheme.
    #[must_use]
    pub fn server(&self) -> String {
        match self {
            Self::Web(file) => file.server(),
            Self::Release(release) => release.host().to_owned(),
        }
    }

    /// Whether both are the same file, whatever digests are said of it.
    #[must_use]
    pub fn is_at(&self, other: &Self) -> bool {
        self.unpinned() == other.unpinned()
    }

    /// Whether one may be another version of the other: the same address, or another release of the project.
    #[must_use]
    pub fn is_of_source(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Release(one), Self::Release(other)) => one.is_of_project(other),
            _ => self.is_at(other),
        }
    }

    /// Whether both are on one server, asked in the same way.
    #[must_use]
    pub fn is_on_server_of(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Web(one), Self::Web(other)) => one.is_on_server_of(other),
            (Self::Release(one), Self::Release(other)) => {
                one.forge == other.forge && one.host() == other.host()
            }
            _ => false,
        }
    }

    /// Fetches the component: exactly the bytes of its digest, if it has one.
    ///
    /// # Errors
    /// When the server does not have it, or gives other bytes, or more than the limit; each with advice.
    pub async fn fetch(
        &self,
        trust: Trust,
        context: RegistryContext,
    ) -> Result<Vec<u8>, RegistryError> {
        match self {
            Self::Web(file) => file.fetch(trust, context).await,
            Self::Release(release) => release.fetch(trust, context).await,
        }
    }

    /// Fetches the bundle beside the component, if there is one: the file of the same name with `.sigstore.json` behind it. Nothing of
    /// it is judged.
    ///
    /// # Errors
    /// When the server does not say whether it has one, or it is too long.
    pub async fn fetch_bundle(
        &self,
        trust: Trust,
        context: RegistryContext,
    ) -> Result<Option<Vec<u8>>, RegistryError> {
        match self {
            Self::Web(file) => file.fetch_bundle(trust, context).await,
            Self::Release(release) => release.fetch_bundle(trust, context).await,
        }
    }
}

impl fmt::Display for HostedFile {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Web(file) => file.fmt(formatter),
            Self::Release(release) => release.fmt(formatter),
        }
    }
}
