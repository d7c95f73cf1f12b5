//! The signatures of components that are kept on this machine: manifests and bundles, unchanged.
//!
//! They are in a folder beside the store, by the digest of the component. They are not trusted: each is parsed and
//! verified again, without a network, whenever a policy asks for signatures.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::io;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};

use pulumi_wasm_platform::private_folder::{FolderError, PrivateFolder};
use pulumi_wasm_registry::{BUNDLE_END, Layout, Referrers};
use pulumi_wasm_signature::MAX_BYTES;

use crate::signatures::subjects::SignatureSubjects;
use crate::{Digest, SourceError, Store};

const FOLDER: &str = "evidence";
const MANIFEST: &str = ".manifest.json";
/// The maximum number of files for one component: twice the number of signatures that a registry may have for it.
const MAX_FILES: usize = 128;

/// Manifests that may name a component, and bundles that may be about it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SignatureEvidence {
    pub manifests: Vec<Vec<u8>>,
    pub bundles: Vec<Vec<u8>>,
}

impl SignatureEvidence {
    /// A manifest, and the signatures that a registry or a layout has for it.
    #[must_use]
    pub fn of_manifest(manifest: Vec<u8>, referrers: &Referrers) -> Self {
        let bundles = referrers.found.iter();
        Self {
            manifests: vec![manifest],
            bundles: bundles.map(|found| found.content().to_vec()).collect(),
        }
    }

    /// The manifests of a layout that name a component, with their signatures, and the reasons why some of it cannot
    /// be used.
    pub(crate) fn of_layout(layout: &Layout, component: &Digest) -> (Self, Vec<String>) {
        let (mut evidence, mut skipped) = (Self::default(), Vec::new());
        let found = layout.naming(component).unwrap_or_else(|error| {
            skipped.push(error.reason);
            Vec::new()
        });
        for found in found {
            let read = layout.manifest(&found);
            match read.and_then(|manifest| Ok((manifest, layout.referrers(&found)?))) {
                Ok((manifest, referrers)) => {
                    evidence = evidence.with(Self::of_manifest(manifest, &referrers));
                    skipped.extend(referrers.skipped);
                }
                Err(error) => skipped.push(error.reason),
            }
        }
        (evidence, skipped)
    }

    /// Combines both without duplicates.
    #[must_use]
    pub fn with(mut self, more: Self) -> Self {
        let new = |known: &[Vec<u8>], found: &Vec<u8>| !known.contains(found);
        for manifest in more.manifests {
            if new(&self.manifests, &manifest) {
                self.manifests.push(manifest);
            }
        }
        for bundle in more.bundles {
            if new(&self.bundles, &bundle) {
                self.bundles.push(bundle);
            }
        }
        self
    }

    /// Its files: their names, which are digests of their contents, and the contents.
    fn files(&self) -> impl Iterator<Item = (String, &Vec<u8>)> {
        let manifests = self.manifests.iter().map(|bytes| (MANIFEST, bytes));
        let bundles = self.bundles.iter().map(|bytes| (BUNDLE_END, bytes));
        manifests
            .chain(bundles)
            .map(|(end, bytes)| (format!("{}{end}", Digest::of(bytes).hex()), bytes))
    }
}

/// The stored evidence of one component. A file is read when it is needed, because there may be many large ones.
#[derive(Debug)]
pub(crate) struct KeptEvidence {
    /// `None` if nothing is stored.
    folder: Option<PrivateFolder>,
    /// The digests of manifests in hexadecimal, taken from the names of their files.
    manifests: Vec<String>,
    /// The smallest bundle first.
    bundles: Vec<KeptBundle>,
    store: SignatureStore,
}

/// A stored bundle.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct KeptBundle {
    /// In bytes.
    pub(crate) length: u64,
    name: String,
}

impl KeptEvidence {
    /// The bundles, the smallest one first.
    pub(crate) fn bundles(&self) -> &[KeptBundle] {
        &self.bundles
    }

    /// The content of a bundle, or empty if it was removed in the meantime.
    ///
    /// # Errors
    /// When it cannot be read.
    pub(crate) fn bundle(&self, bundle: &KeptBundle) -> Result<Vec<u8>, SourceError> {
        self.file(&bundle.name, bundle.length)
    }

    /// The digests that signatures of the component may be about.
    pub(crate) fn subjects<'a>(&'a self, component: &'a Digest) -> SignatureSubjects<'a> {
        let manifests = self.manifests.iter().cloned();
        SignatureSubjects::new(component, manifests, move |digest| {
            let name = format!("{digest}{MANIFEST}");
            self.file(&name, MAX_BYTES as u64).ok()
        })
    }

    /// The first `most` bytes of a file.
    fn file(&self, name: &str, most: u64) -> Result<Vec<u8>, SourceError> {
        let failed = |error: FolderError| self.store.unusable("read", &error);
        let mut bytes = Vec::new();
        let Some(folder) = &self.folder else {
            return Ok(bytes);
        };
        if let Some(file) = folder.file(name).map_err(failed)? {
            file.take(most)
                .read_to_end(&mut bytes)
                .map_err(|error| self.store.failed("read", folder.path(), error))?;
        }
        Ok(bytes)
    }
}

/// The number of bundles about a component that are stored beside a store, valid or not.
///
/// # Errors
/// When the folder cannot be read, or others may write to it.
pub fn kept_signatures(store: &Store, component: &Digest) -> Result<usize, SourceError> {
    let evidence = SignatureStore::beside(store).read(component)?;
    Ok(evidence.bundles.len())
}

/// The folder of the evidence of all components.
#[derive(Debug, Clone)]
pub(crate) struct SignatureStore(PathBuf);

impl SignatureStore {
    /// The evidence beside a store.
    pub(crate) fn beside(store: &Store) -> Self {
        Self(store.folder().with_file_name(FOLDER))
    }

    /// Lists the evidence of a component, without the contents.
    ///
    /// # Errors
    /// When the folder cannot be read, or others may write to it.
    pub(crate) fn open(&self, component: &Digest) -> Result<KeptEvidence, SourceError> {
        let failed = |error: FolderError| self.unusable("read", &error);
        let root = PrivateFolder::open(&self.0).map_err(failed)?;
        let folder = root.map(|root| root.folder(component.hex())).transpose();
        let mut kept = KeptEvidence {
            folder: folder.map_err(failed)?.flatten(),
            manifests: Vec::new(),
            bundles: Vec::new(),
            store: self.clone(),
        };
        let Some(folder) = &kept.folder else {
            return Ok(kept);
        };
        let failed_in = |error| self.failed("read", folder.path(), error);
        let names = folder.names().map_err(failed_in)?.into_iter();
        for name in names.filter(|name| is_evidence(name)).take(MAX_FILES) {
            if let Some(digest) = name.strip_suffix(MANIFEST) {
                kept.manifests.push(digest.to_owned());
                continue;
            }
            let Some(file) = folder.file(&name).map_err(failed)? else {
                continue;
            };
            // A longer file is not a bundle. Reading it reports that.
            let length = file.metadata().map_err(failed_in)?.len();
            let length = length.min(MAX_BYTES as u64 + 1);
            kept.bundles.push(KeptBundle { length, name });
        }
        kept.bundles.sort();
        Ok(kept)
    }

    /// The stored evidence about a component.
    ///
    /// # Errors
    /// When the folder cannot be read, or others may write to it.
    pub(crate) fn read(&self, component: &Digest) -> Result<SignatureEvidence, SourceError> {
        let mut evidence = SignatureEvidence::default();
        let failed = |error: FolderError| self.unusable("read", &error);
        let root = PrivateFolder::open(&self.0).map_err(failed)?;
        let folder = root.map(|root| root.folder(component.hex())).transpose();
        let Some(folder) = folder.map_err(failed)?.flatten() else {
            return Ok(evidence);
        };
        let names = folder
            .names()
            .map_err(|error| self.failed("read", folder.path(), error))?;
        for name in names
            .into_iter()
            .filter(|name| is_evidence(name))
            .take(MAX_FILES)
        {
            let (manifests, bundles) = (&mut evidence.manifests, &mut evidence.bundles);
            let place = match (name.ends_with(MANIFEST), name.ends_with(BUNDLE_END)) {
                (true, _) => manifests,
                (_, true) => bundles,
                _ => continue,
            };
            let Some(file) = folder.file(&name).map_err(failed)? else {
                continue;
            };
            let mut bytes = Vec::new();
            file.take(MAX_BYTES as u64 + 1)
                .read_to_end(&mut bytes)
                .map_err(|error| self.failed("read", folder.path(), error))?;
            place.push(bytes);
        }
        Ok(evidence)
    }

    /// Stores evidence of a component. Stored evidence stays while there is space. Otherwise the oldest bundles are
    /// removed first, but never the bundles that `accepted` names, which may use all the space.
    ///
    /// # Errors
    /// If the folder cannot be written, or has no space for more files.
    pub(crate) fn keep(
        &self,
        component: &Digest,
        evidence: &SignatureEvidence,
        accepted: impl FnOnce(&SignatureEvidence) -> BTreeSet<Digest>,
    ) -> Result<(), SourceError> {
        if evidence.files().next().is_none() {
            return Ok(());
        }
        let failed = |error: FolderError| self.unusable("write to", &error);
        let root = PrivateFolder::make(&self.0).map_err(failed)?;
        let folder = root.make_folder(component.hex()).map_err(failed)?;
        let names = folder.names();
        let names = names.map_err(|error| self.failed("read", folder.path(), error))?;
        let names: BTreeSet<String> = names.into_iter().filter(|name| is_evidence(name)).collect();
        let is_new =
            |(name, bytes): &(String, &Vec<u8>)| !names.contains(name) && bytes.len() <= MAX_BYTES;
        let mut new: Vec<_> = evidence.files().filter(is_new).collect();
        let mut count = names.len();
        let mut spare = Vec::new();
        if count + new.len() > MAX_FILES {
            let accepted = accepted(&self.read(component)?.with(evidence.clone()));
            let accepted: BTreeSet<String> = accepted.iter().map(bundle_name).collect();
            let named: BTreeSet<String> = evidence.files().map(|(name, _)| name).collect();
            let spared = names
                .iter()
                .filter(|name| name.ends_with(BUNDLE_END))
                .filter(|name| !accepted.contains(*name) && !named.contains(*name));
            spare = newest_first(&folder, spared).map_err(failed)?;
            // Evidence that counts is stored first.
            new.sort_by_key(|(name, _)| name.ends_with(BUNDLE_END) && !accepted.contains(name));
        }
        for (name, bytes) in new {
            // Other processes may have stored more bundles than are read.
            while count >= MAX_FILES {
                let oldest = spare.pop().ok_or_else(|| {
                    SourceError::new(format!(
                        "`{}` has {MAX_FILES} files, and more are not kept",
                        folder.path().display()
                    ))
                    .hint("remove that folder, and run the command again")
                })?;
                folder
                    .remove_file(&oldest)
                    .map_err(|error| self.failed("write to", folder.path(), error))?;
                count -= 1;
            }
            folder
                .replace(&name, |file| file.write_all(bytes))
                .map_err(failed)?;
            count += 1;
        }
        Ok(())
    }

    fn failed(&self, verb: &str, path: &Path, error: io::Error) -> SourceError {
        let (path, problem) = (path.to_owned(), error.into());
        self.unusable(verb, &FolderError { path, problem })
    }

    fn unusable(&self, verb: &str, error: &FolderError) -> SourceError {
        SourceError::new(format!(
            "cannot {verb} the signatures in `{}`: `{}`: {error}",
            self.0.display(),
            error.path.display()
        ))
        .hint("see that `PULUMI_HOME` names a folder of yours, which others cannot write to")
    }
}

/// Whether a file of this name is evidence, and not a remainder, or somebody else's.
fn is_evidence(name: &str) -> bool {
    name.ends_with(MANIFEST) || name.ends_with(BUNDLE_END)
}

/// The name of the file of a bundle with this digest.
fn bundle_name(bundle: &Digest) -> String {
    format!("{}{BUNDLE_END}", bundle.hex())
}

/// Files of a folder by the time at which they were written, the oldest one last.
fn newest_first<'a>(
    folder: &PrivateFolder,
    names: impl Iterator<Item = &'a String>,
) -> Result<Vec<String>, FolderError> {
    let mut found = Vec::new();
    for name in names {
        let Some(file) = folder.file(name)? else {
            continue;
        };
        let time = file.metadata().and_then(|metadata| metadata.modified());
        found.push((Reverse(time.ok()), name.clone()));
    }
    found.sort();
    Ok(found.into_iter().map(|(_, name)| name).collect())
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::time::{Duration, SystemTime};

    use pulumi_wasm_signature::Statement;

    use super::*;

    fn manifest(component: &Digest) -> Vec<u8> {
        format!(
            "{{\"schemaVersion\":2,\"layers\":[{{\"mediaType\":\"application/wasm\",\"digest\":\"{component}\",\"size\":1}}]}}"
        )
        .into_bytes()
    }

    #[test]
    fn evidence_is_kept_once_and_read_as_it_came() {
        let home = tempfile::tempdir().expect("a folder");
        let folder = SignatureStore::beside(&Store::new(home.path().join("store")));
        let component = Digest::of(b"component");
        assert_eq!(folder.read(&component), Ok(SignatureEvidence::default()));
        let evidence = SignatureEvidence {
            manifests: vec![manifest(&component), manifest(&Digest::of(b"other"))],
            bundles: vec![b"one".to_vec(), vec![b'x'; MAX_BYTES + 1]],
        };
        for _ in 0..2 {
            let kept = folder.keep(&component, &evidence, |_| BTreeSet::new());
            kept.expect("kept");
        }
        let found = folder.read(&component).expect("evidence");
        assert_eq!(found.bundles, [b"one".to_vec()]);
        let store = Store::new(home.path().join("store"));
        assert_eq!(kept_signatures(&store, &component), Ok(1));
        assert_eq!(found.manifests.len(), 2);
        // A manifest of another component does not make its signatures valid for this one.
        let kept = folder.open(&component).expect("evidence");
        let about = |digest: Digest| Statement {
            subjects: BTreeSet::from([digest.hex().to_owned()]),
            predicate_type: String::new(),
        };
        let [own, other] = [0, 1].map(|manifest: usize| Digest::of(&evidence.manifests[manifest]));
        for mut subjects in [
            kept.subjects(&component),
            SignatureSubjects::of_manifests(&component, &evidence.manifests),
        ] {
            for (digest, is_any, is_of_component) in [
                (component.clone(), true, true),
                (own.clone(), true, true),
                (other.clone(), true, false),
                (Digest::of(b"other"), false, false),
            ] {
                let statement = about(digest);
                assert_eq!(subjects.require_any(&statement).is_ok(), is_any);
                assert_eq!(subjects.require(&statement).is_ok(), is_of_component);
            }
        }
        assert_eq!(found.clone().with(evidence.clone()).bundles.len(), 2);
        assert_eq!(
            folder.read(&Digest::of(b"other")),
            Ok(SignatureEvidence::default())
        );
    }

    #[test]
    fn no_more_files_are_kept_and_read_than_a_bound() {
        let home = tempfile::tempdir().expect("a folder");
        let folder = SignatureStore::beside(&Store::new(home.path().join("store")));
        let component = Digest::of(b"component");
        let bundles = |count: usize| SignatureEvidence {
            manifests: Vec::new(),
            bundles: (0..count)
                .map(|number| number.to_string().into_bytes())
                .collect(),
        };
        let keep = |count: usize| folder.keep(&component, &bundles(count), |_| BTreeSet::new());
        keep(MAX_FILES).expect("kept");
        let error = keep(MAX_FILES + 1).expect_err("an error").to_string();
        assert!(
            error.contains("has 128 files") && error.contains("\nhint: "),
            "{error}"
        );
        let of_component = home.path().join("evidence").join(component.hex());
        fs::write(of_component.join("more.sigstore.json"), "x").expect("a file");
        let found = folder.read(&component).expect("evidence");
        assert_eq!(found.bundles.len(), MAX_FILES);
    }

    #[test]
    fn a_full_folder_takes_what_is_new_for_the_oldest_that_no_rule_accepts() {
        let home = tempfile::tempdir().expect("a folder");
        let folder = SignatureStore::beside(&Store::new(home.path().join("store")));
        let component = Digest::of(b"component");
        let of_component = home.path().join("evidence").join(component.hex());
        let bundle = |number: usize| number.to_string().into_bytes();
        let of = |bundles: Vec<Vec<u8>>| SignatureEvidence {
            manifests: Vec::new(),
            bundles,
        };
        let full = of((0..MAX_FILES).map(bundle).collect());
        let kept = folder.keep(&component, &full, |_| BTreeSet::new());
        kept.expect("kept");
        for number in 0..MAX_FILES {
            let file = of_component.join(bundle_name(&Digest::of(&bundle(number))));
            let file = fs::File::options().write(true).open(file).expect("a file");
            let time = SystemTime::UNIX_EPOCH + Duration::from_secs(number as u64);
            file.set_modified(time).expect("a time");
        }
        // Files with other names take no space.
        for number in 0..MAX_FILES {
            fs::write(of_component.join(format!(".{number}")), "x").expect("a file");
        }
        // The oldest bundle is valid, and so is one of the new bundles, which comes last.
        let good = [bundle(0), bundle(999)];
        let accepted = good.iter().map(|bytes| Digest::of(bytes)).collect();
        let mut new = of((200..202).map(bundle).collect());
        new.bundles.push(bundle(999));
        let kept = folder.keep(&component, &new, |all| {
            assert_eq!(all.bundles.len(), MAX_FILES + 3);
            accepted
        });
        kept.expect("kept");
        let found = folder.read(&component).expect("evidence").bundles;
        assert_eq!(found.len(), MAX_FILES);
        for (number, is_kept) in [
            (0, true),
            (1, false),
            (2, false),
            (3, false),
            (4, true),
            (200, true),
            (201, true),
            (999, true),
        ] {
            assert_eq!(found.contains(&bundle(number)), is_kept, "{number}");
        }
        // If the policy accepts all bundles in the folder, they stay.
        let all = found.iter().map(|bytes| Digest::of(bytes)).collect();
        let error = folder.keep(&component, &of(vec![bundle(500)]), |_| all);
        error.expect_err("an error");
        assert_eq!(folder.read(&component).expect("evidence").bundles, found);
    }
}
