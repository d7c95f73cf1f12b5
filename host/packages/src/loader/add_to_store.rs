//! Putting components into the store that no package is made of now: those that stacks were deployed with.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use pulumi_wasm_capability::limits::{Limit, Limits};
use pulumi_wasm_core::call::LogSink;

use super::Loader;
use super::by_arguments::read_blocking;
use super::found::{Candidate, Found, Loading};
use super::required::Required;
use crate::file::{require_world, too_large};
use crate::{ComponentReference, Digest, Place, Source, SourceError, read_component};

/// A component that was put into the store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredComponent {
    pub digest: Digest,
    /// The package's name.
    pub name: String,
    /// The package's version.
    pub version: String,
}

/// A component of a registry or a web server that was put into the store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptReference {
    pub kept: StoredComponent,
    /// The reference with the digest of the manifest, or the address.
    pub place: Place,
    file: PathBuf,
}

impl StoredComponent {
    pub(super) fn of(found: &Found) -> Self {
        Self {
            digest: found.reference.digest.clone(),
            name: found.manifest.name().to_owned(),
            version: found.manifest.version().to_owned(),
        }
    }
}

impl KeptReference {
    /// The component itself.
    ///
    /// # Errors
    /// When it cannot be read, or was changed meanwhile.
    pub fn read(&self, limits: &Limits) -> Result<Vec<u8>, SourceError> {
        let (bytes, digest) = read_component(&self.file, limits)?;
        match digest == self.kept.digest {
            true => Ok(bytes),
            false => Err(SourceError::new(format!(
                "`{}` in the store is damaged",
                self.file.display()
            ))
            .hint("`pulumi-wasm cache verify` lists all that are")),
        }
    }
}

impl Loader {
    /// Puts the component of a registry or a web server into the store. Nothing is granted by it.
    ///
    /// # Errors
    /// When the server does not have it, it is not a component that may run, or the store cannot be written.
    pub async fn keep_source(
        &self,
        source: &Source,
        limits: &Limits,
        log: &Arc<dyn LogSink>,
    ) -> Result<KeptReference, SourceError> {
        let policy = self.policy()?;
        let mut limits = limits.clone();
        policy.cap(&mut limits);
        let loading = Loading {
            policy: &policy,
            limits: &limits,
            log,
        };
        let found = self.keep_fetched(source, &[], &loading).await?;
        Ok(KeptReference {
            kept: StoredComponent::of(&found),
            place: found.reference.place,
            file: found.file,
        })
    }

    /// These limits, as far as the operator's policy lets them be raised.
    ///
    /// # Errors
    /// When the policy cannot be read.
    pub fn capped(&self, limits: &Limits) -> Result<Limits, SourceError> {
        let mut limits = limits.clone();
        self.policy()?.cap(&mut limits);
        Ok(limits)
    }

    /// Puts a component that was carried here into the store, as [`Loader::keep_file`] does. `shown` is its name in messages.
    ///
    /// # Errors
    /// Likewise.
    pub async fn keep_bytes(
        &self,
        bytes: Vec<u8>,
        shown: &str,
        limits: &Limits,
        log: &Arc<dyn LogSink>,
    ) -> Result<StoredComponent, SourceError> {
        let limits = self.capped(limits)?;
        if bytes.len() as u64 > limits.get(Limit::ComponentSize) {
            return Err(too_large(&format!("`{shown}`"), &limits));
        }
        require_world(&bytes, shown)?;
        self.keep_carried(bytes, shown, &limits, log).await
    }

    async fn keep_carried(
        &self,
        bytes: Vec<u8>,
        shown: &str,
        limits: &Limits,
        log: &Arc<dyn LogSink>,
    ) -> Result<StoredComponent, SourceError> {
        let policy = self.policy()?;
        let mut limits = limits.clone();
        policy.cap(&mut limits);
        let loading = Loading {
            policy: &policy,
            limits: &limits,
            log,
        };
        let candidate = Candidate {
            reference: ComponentReference {
                digest: Digest::of(&bytes),
                place: Place::File(shown.to_owned()),
            },
            bytes,
            shown: shown.to_owned(),
        };
        let found = self.keep(candidate, &Required::Nothing, &loading).await?;
        Ok(StoredComponent::of(&found))
    }

    /// Puts a component's file into the store, so that values that name its digest find it. Nothing is granted by it.
    ///
    /// # Errors
    /// When the file is not a component that may run, or the store cannot be written.
    pub async fn keep_file(
        &self,
        file: &Path,
        limits: &Limits,
        log: &Arc<dyn LogSink>,
    ) -> Result<StoredComponent, SourceError> {
        let (bytes, digest) = read_blocking(file, &self.capped(limits)?).await?;
        let policy = self.policy()?;
        let loading = Loading {
            policy: &policy,
            limits,
            log,
        };
        self.bring_beside(file, &digest, &loading).await;
        let shown = file.display().to_string();
        self.keep_carried(bytes, &shown, limits, log).await
    }
}
