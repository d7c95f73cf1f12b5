//! The signatures and documents in a layout, and the artifacts of its components as they were in a registry.

use super::layout::{LaidOut, Layout};
use super::manifest;
use super::referrer::{self, Family, MOST_MANIFEST_BYTES};
use super::{Artifact, Digest, Referrer, Referrers, RegistryError};

impl Layout {
    /// The manifests in it that name this component, whose own bytes are not read. Files that cannot be understood are skipped.
    ///
    /// # Errors
    /// When it is not a layout.
    pub fn naming(&self, component: &Digest) -> Result<Vec<LaidOut>, RegistryError> {
        let mut found: Vec<LaidOut> = Vec::new();
        for (digest, name) in self.entries()? {
            let manifest = self.blob(&digest, manifest::MOST_BYTES as u64);
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

    /// The signatures that it has for a component's manifest. They prove nothing before they are verified.
    ///
    /// # Errors
    /// When its index cannot be read. A signature that is damaged is told among those that are skipped.
    pub fn referrers(&self, found: &LaidOut) -> Result<Referrers, RegistryError> {
        self.attached(found, Family::Signatures)
    }

    /// The documents that it has for a component's manifest, with their contents.
    ///
    /// # Errors
    /// As for [`Layout::referrers`].
    pub fn documents(&self, found: &LaidOut) -> Result<Referrers, RegistryError> {
        self.attached(found, Family::Documents)
    }

    fn attached(&self, found: &LaidOut, family: Family) -> Result<Referrers, RegistryError> {
        let mut referrers = Referrers::default();
        for (digest, _) in self.entries()? {
            // The manifest of anything else may be longer.
            let Ok(manifest) = self.blob(&digest, MOST_MANIFEST_BYTES as u64) else {
                continue;
            };
            let Ok(parts) = referrer::parts(&manifest, &found.manifest, family) else {
                continue;
            };
            if referrers.found.len() == family.most() {
                referrers.skipped.push(format!(
                    "`{digest}`: at most {} {} are read",
                    family.most(),
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

    /// The manifest of a component in it.
    ///
    /// # Errors
    /// When it is not there any more, or is another one; with advice.
    pub fn manifest(&self, found: &LaidOut) -> Result<Vec<u8>, RegistryError> {
        self.blob(&found.manifest, manifest::MOST_BYTES as u64)
    }

    /// The whole artifact of a component in it, so that its digest stays wherever it is pushed to.
    ///
    /// # Errors
    /// When a part of it is missing or damaged; with advice.
    pub fn artifact(&self, found: &LaidOut) -> Result<Artifact, RegistryError> {
        let manifest = self.manifest(found)?;
        let config = manifest::config(&manifest)?;
        let most = config.size.min(manifest::MOST_BYTES as u64);
        Ok(Artifact {
            component: self.component(found)?.into(),
            config: self.blob(&config.digest, most)?.into(),
            manifest: manifest.into(),
        })
    }
}
