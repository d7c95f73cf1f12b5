//! The digests that a component's signature may be about: the component's digest, and the digests of manifests whose
//! only layer it is.

use std::collections::BTreeMap;

use pulumi_wasm_registry::component_of_manifest;
use pulumi_wasm_signature::{SignatureError, Statement};

use crate::Digest;

/// Reads the manifest with a digest in hexadecimal.
type ReadManifest<'a> = Box<dyn Fn(&str) -> Option<Vec<u8>> + 'a>;

/// The digests of a component and of manifests. A manifest is read when a verified signature is about it, and not
/// before.
pub(crate) struct SignatureSubjects<'a> {
    component: &'a Digest,
    /// The manifests by their digests in hexadecimal. A manifest is judged once, and the result is kept.
    manifests: BTreeMap<String, Option<bool>>,
    read: ReadManifest<'a>,
}

impl<'a> SignatureSubjects<'a> {
    /// The digests of manifests in a folder of files named by digest.
    pub(crate) fn new(
        component: &'a Digest,
        manifests: impl Iterator<Item = String>,
        read: impl Fn(&str) -> Option<Vec<u8>> + 'a,
    ) -> Self {
        Self {
            component,
            manifests: manifests.map(|digest| (digest, None)).collect(),
            read: Box::new(read),
        }
    }

    /// The digests of these manifests.
    pub(crate) fn of_manifests(component: &'a Digest, manifests: &'a [Vec<u8>]) -> Self {
        let by_digest = manifests.iter();
        let by_digest = by_digest.map(|manifest| (Digest::of(manifest).hex().to_owned(), manifest));
        let by_digest: BTreeMap<String, &Vec<u8>> = by_digest.collect();
        let digests: Vec<String> = by_digest.keys().cloned().collect();
        Self::new(component, digests.into_iter(), move |digest| {
            by_digest.get(digest).map(|manifest| (*manifest).clone())
        })
    }

    /// Fails if a statement is about none of the digests, whatever the manifests say.
    ///
    /// # Errors
    /// Names the digests.
    pub(crate) fn require_any(&self, statement: &Statement) -> Result<(), SignatureError> {
        let mut manifests = self.manifests.keys();
        if manifests.any(|digest| statement.subjects.contains(digest)) {
            Ok(())
        } else {
            statement.require_subject(&[self.component.hex().to_owned()])
        }
    }

    /// Fails if a statement is neither about the component nor about a manifest of it.
    ///
    /// # Errors
    /// Names the digests.
    pub(crate) fn require(&mut self, statement: &Statement) -> Result<(), SignatureError> {
        let own = statement.require_subject(&[self.component.hex().to_owned()]);
        if own.is_ok() {
            return own;
        }
        for (digest, known) in &mut self.manifests {
            if !statement.subjects.contains(digest) {
                continue;
            }
            let names_component = *known.get_or_insert_with(|| {
                (self.read)(digest).is_some_and(|manifest| {
                    Digest::of(&manifest).hex() == digest
                        && component_of_manifest(&manifest)
                            .is_ok_and(|named| named == *self.component)
                })
            });
            if names_component {
                return Ok(());
            }
        }
        own
    }
}
