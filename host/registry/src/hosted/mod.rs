//! Components that are single files on servers: at a web address, or as an asset of a release.

pub(crate) mod release_asset;
pub(crate) mod release_download;
pub(crate) mod release_list;
pub(crate) mod web_download;
pub(crate) mod web_file;

use std::fmt;
use std::str::FromStr;

use semver::Version;

use crate::{Digest, HostTrust, RegistryContext, RegistryError, ReleaseAsset, WebFile};

/// A component that is one file on a server.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum HostedFile {
    /// A file at a web address.
    Web(WebFile),
    /// An asset of a release.
    Release(ReleaseAsset),
}

impl FromStr for HostedFile {
    type Err = String;

    /// Parses a web address or the name of a release asset.
    ///
    /// # Errors
    /// A sentence with the wrong part, and its form.
    fn from_str(text: &str) -> Result<Self, String> {
        if ReleaseAsset::is_meant(text) {
            text.parse().map(Self::Release)
        } else {
            text.parse().map(Self::Web)
        }
    }
}

impl HostedFile {
    /// Whether a word is meant as a hosted file, even if it is malformed.
    #[must_use]
    pub fn is_meant(word: &str) -> bool {
        WebFile::is_meant(word) || ReleaseAsset::is_meant(word)
    }

    /// The digest of the component, if it is known.
    #[must_use]
    pub fn digest(&self) -> Option<&Digest> {
        match self {
            Self::Web(file) => file.digest(),
            Self::Release(release) => release.digest(),
        }
    }

    /// The same file, pinned to this digest.
    #[must_use]
    pub fn pinned(&self, digest: Digest) -> Self {
        match self {
            Self::Web(file) => Self::Web(file.pinned(digest)),
            Self::Release(release) => Self::Release(release.with_digest(Some(digest))),
        }
    }

    /// The same file without a digest.
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

    /// The version in the name.
    #[must_use]
    pub fn version(&self) -> Option<Version> {
        self.release().and_then(ReleaseAsset::version)
    }

    /// Its name in policies and mirrors: the address, or the host and project without version and asset.
    #[must_use]
    pub fn place(&self) -> String {
        match self {
            Self::Web(file) => file.address().to_string(),
            Self::Release(release) => release.place(),
        }
    }

    /// `HOST`, or `HOST:PORT` if the port is not the scheme's default.
    #[must_use]
    pub fn server(&self) -> String {
        match self {
            Self::Web(file) => file.server(),
            Self::Release(release) => release.host().to_owned(),
        }
    }

    /// Whether both are the same file, regardless of their digests.
    #[must_use]
    pub fn is_at(&self, other: &Self) -> bool {
        self.unpinned() == other.unpinned()
    }

    /// Whether they may be two versions of one component: the same address, or two releases of one project.
    #[must_use]
    pub fn is_of_source(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Release(one), Self::Release(other)) => one.is_of_project(other),
            _ => self.is_at(other),
        }
    }

    /// Whether both are on one server, by the same scheme.
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

    /// Downloads the component, and checks its digest if that is known.
    ///
    /// # Errors
    /// If the server does not have the file, sends other bytes, or exceeds the limit. Each error has a hint.
    pub async fn fetch(
        &self,
        trust: HostTrust,
        context: RegistryContext,
    ) -> Result<Vec<u8>, RegistryError> {
        match self {
            Self::Web(file) => file.fetch(trust, context).await,
            Self::Release(release) => release.fetch(trust, context).await,
        }
    }

    /// Downloads the bundle beside the component, if it exists: the component's name with `.sigstore.json`
    /// appended. The bundle is not verified.
    ///
    /// # Errors
    /// If the server does not say whether the bundle exists, or the bundle is too long.
    pub async fn fetch_bundle(
        &self,
        trust: HostTrust,
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
