//! Where a component was found when its package was added.

use std::fmt;

use pulumi_wasm_core::text::quoted;
use pulumi_wasm_registry::{HostedFile, Reference};

use super::project;

/// Where a component was found. It is looked for there again on a machine that does not have it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// A file: its path relative to the project, or its name alone.
    File(String),
    /// A registry. The reference has the digest of the manifest.
    Registry(Reference),
    /// A web server, or a release. The name has no digest: it is that of the component.
    Web(HostedFile),
}

impl Place {
    /// A recorded path, if it has the form of one.
    #[must_use]
    pub(super) fn recorded(path: &str) -> Option<Self> {
        project::is_recorded_form(path).then(|| Self::File(path.to_owned()))
    }

    /// A recorded reference or address, if it has the form of one.
    #[must_use]
    pub(super) fn fetched(text: &str) -> Option<Self> {
        if HostedFile::is_meant(text) {
            let file: HostedFile = text.parse().ok()?;
            return file.digest().is_none().then_some(Self::Web(file));
        }
        let reference: Reference = text.parse().ok()?;
        reference.digest()?;
        Some(Self::Registry(reference))
    }

    /// The recorded path, if it is a file.
    #[must_use]
    pub fn path(&self) -> Option<&str> {
        match self {
            Self::File(path) => Some(path),
            Self::Registry(_) | Self::Web(_) => None,
        }
    }

    /// The reference, if it is in a registry.
    #[must_use]
    pub fn reference(&self) -> Option<&Reference> {
        match self {
            Self::File(_) | Self::Web(_) => None,
            Self::Registry(reference) => Some(reference),
        }
    }

    /// What is recorded of a place that components are fetched from. `None` if it is a file.
    #[must_use]
    pub(super) fn recorded_source(&self) -> Option<String> {
        match self {
            Self::File(_) => None,
            Self::Registry(_) | Self::Web(_) => Some(self.to_string()),
        }
    }

    /// The registry, the repository and the manifest, without the tag, which proves nothing; or the address. `None` if it is a
    /// file.
    #[must_use]
    pub(super) fn origin(&self) -> Option<String> {
        match self {
            Self::File(_) => None,
            Self::Registry(reference) => {
                let digest = reference.digest()?;
                Some(format!("{}@{digest}", reference.place()))
            }
            Self::Web(file) => Some(file.unpinned().to_string()),
        }
    }

    /// `HOST` or `HOST:PORT` of the server that it is on. `None` if it is a file.
    #[must_use]
    pub(super) fn server(&self) -> Option<String> {
        match self {
            Self::File(_) => None,
            Self::Registry(reference) => Some(reference.registry().to_owned()),
            Self::Web(file) => Some(file.server()),
        }
    }

    /// The word that a user types for it, as a shell takes it.
    #[must_use]
    pub fn word(&self) -> String {
        match self {
            Self::File(path) => quoted(&format!("./{path}")),
            Self::Registry(reference) => quoted(&reference.to_string()),
            Self::Web(file) => quoted(&file.to_string()),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => formatter.write_str(path),
            Self::Registry(reference) => reference.fmt(formatter),
            Self::Web(file) => file.fmt(formatter),
        }
    }
}
