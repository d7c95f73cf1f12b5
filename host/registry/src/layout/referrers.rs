//! The signatures and documents in a layout, and the complete artifacts of its components.

use crate::artifact::manifest;
use crate::artifact::referrer::{self, Family, MAX_MANIFEST_BYTES};
use crate::layout::{LaidOut, Layout};
use crate::{Artifact, Digest, Referrer, Referrers, RegistryError};

impl Layout {
    /// The manifests that name this component. The component's bytes are not read. Files that cannot be parsed are
    /// skipped.
    ///
    /// # Errors
    /// If it is not a layout.
    pub fn naming(&self, component: &Digest) -> Result<Vec<LaidOut>, RegistryError> {
        let mut found: Vec<LaidOut> = Vec::new();
        for (digest, name) in self.entries()? {
            let manifest = self.blob(&digest, manifest::MAX_BYTES as u64);
            let named = manifest.and_then(|bytes| manifest::component(&bytes, None));
            let Ok(named) = named else {
                continue;
            };
            let is_known = found.iter().any(|known| known.manifest == digest);
            if named.digest == *component && !is_known {
                found.push(LaidOut {
                    name,
                    manifest: digest,
                    component: named,
                });
            }
        }
        Ok(found)
    }

    /// The signatures of a component's manifest. They prove nothing until they are verified.
    ///
    /// # Errors
    /// If the index cannot be read. Damaged signatures are reported as skipped.
    pub fn referrers(&self, found: &LaidOut) -> Result<Referrers, RegistryError> {
        self.attached(found, Family::Signatures)
    }

    /// The documents of a component's manifest, with their content.
    ///
    /// # Errors
    /// As for [`Layout::referrers`].
    pub fn documents(&self, found: &LaidOut) -> Result<Referrers, RegistryError> {
        self.attached(found, Family::Documents)
    }

    fn attached(&self, found: &LaidOut, family: Family) -> Result<Referrers, RegistryError> {
        let mut referrers = Referrers::default();
        for (digest, _) in self.entries()? {
            // Manifests of other content may be longer.
            let Ok(manifest) = self.blob(&digest, MAX_MANIFEST_BYTES as u64) else {
                continue;
            };
            let Ok(parts) = referrer::parts(&manifest, &found.manifest, family) else {
                continue;
            };
            if referrers.found.len() == family.max() {
                referrers.skipped.push(format!(
                    "`{digest}`: at most {} {} are read",
                    family.max(),
                    family.nouns().1
                ));
                break;
            }
            let contents = self
                .blob(&parts.config.digest, parts.config.size)
                .and_then(|config| {
                    let content = self.blob(&parts.content.digest, parts.content.size)?;
                    Ok((config, content))
                });
            match contents {
                Ok((config, content)) => referrers.found.push(Referrer {
                    kind: parts.kind,
                    manifest: manifest.into(),
                    config: config.into(),
                    content: content.into(),
                }),
                Err(error) => referrers
                    .skipped
                    .push(format!("`{digest}`: {}", error.reason)),
            }
        }
        Ok(referrers)
    }

    /// The bytes of a component's manifest.
    ///
    /// # Errors
    /// If the manifest is missing or was changed. The error has a hint.
    pub fn manifest(&self, found: &LaidOut) -> Result<Vec<u8>, RegistryError> {
        self.blob(&found.manifest, manifest::MAX_BYTES as u64)
    }

    /// The complete artifact of a component, so that a push keeps its digest.
    ///
    /// # Errors
    /// If a part is missing or damaged. The error has a hint.
    pub fn artifact(&self, found: &LaidOut) -> Result<Artifact, RegistryError> {
        let manifest = self.manifest(found)?;
        let config = manifest::config(&manifest)?;
        let max = config.size.min(manifest::MAX_BYTES as u64);
        Ok(Artifact {
            component: self.component(found)?.into(),
            config: self.blob(&config.digest, max)?.into(),
            manifest: manifest.into(),
        })
    }
}
