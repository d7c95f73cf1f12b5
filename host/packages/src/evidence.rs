//! What this machine has that may prove who signed a component: manifests and bundles, as they came.
//!
//! They lie in a folder beside the store, by the digest of the component. Nothing of them is trusted: each is read and verified again
//! whenever a policy asks for signatures, without a network.

use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use pulumi_wasm_platform::private_folder::{FolderError, PrivateFolder};
use pulumi_wasm_registry::{BUNDLE_END, Referrers, component_of_manifest};
use pulumi_wasm_signature::MOST_BYTES;

use super::{Digest, SourceError, Store};

const FOLDER: &str = "evidence";
const MANIFEST: &str = ".manifest.json";
/// The most files of one component: the signatures that a registry may have for it twice over.
const MOST_FILES: usize = 128;

/// Manifests that may name a component, and bundles that may be about it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Evidence {
    pub manifests: Vec<Vec<u8>>,
    pub bundles: Vec<Vec<u8>>,
}

impl Evidence {
    /// A manifest, and the signatures that a registry or a layout has for it.
    #[must_use]
    pub fn of_manifest(manifest: Vec<u8>, referrers: &Referrers) -> Self {
        let bundles = referrers.found.iter();
        Self {
            manifests: vec![manifest],
            bundles: bundles.map(|found| found.content().to_vec()).collect(),
        }
    }

    /// The digests that a signature of the component may be about, in hexadecimal: its own, and those of the manifests that name it
    /// as their one layer.
    #[must_use]
    pub fn subjects(&self, component: &Digest) -> Vec<String> {
        let names_it = |manifest: &&Vec<u8>| {
            component_of_manifest(manifest).is_ok_and(|named| named == *component)
        };
        let manifests = self.manifests.iter().filter(names_it);
        let manifests = manifests.map(|manifest| Digest::of(manifest).hex().to_owned());
        std::iter::once(component.hex().to_owned())
            .chain(manifests)
            .collect()
    }

    /// Both together, each thing once.
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

    /// Its files: their names, which are those of their contents, and the contents.
    fn files(&self) -> impl Iterator<Item = (String, &Vec<u8>)> {
        let manifests = self.manifests.iter().map(|bytes| (MANIFEST, bytes));
        let bundles = self.bundles.iter().map(|bytes| (BUNDLE_END, bytes));
        manifests
            .chain(bundles)
            .map(|(end, bytes)| (format!("{}{end}", Digest::of(bytes).hex()), bytes))
    }
}

/// The number of bundles that are kept beside a store about a component, good ones or not.
///
/// # Errors
/// When the folder cannot be read, or others may write to it.
pub fn kept_signatures(store: &Store, component: &Digest) -> Result<usize, SourceError> {
    let evidence = EvidenceFolder::beside(store).read(component)?;
    Ok(evidence.bundles.len())
}

/// The folder of the evidence of all components.
#[derive(Debug, Clone)]
pub(crate) struct EvidenceFolder(PathBuf);

impl EvidenceFolder {
    /// The one beside a store.
    pub(crate) fn beside(store: &Store) -> Self {
        Self(store.folder().with_file_name(FOLDER))
    }

    /// What there is about a component.
    ///
    /// # Errors
    /// When the folder cannot be read, or others may write to it.
    pub(crate) fn read(&self, component: &Digest) -> Result<Evidence, SourceError> {
        let mut evidence = Evidence::default();
        let failed = |error: FolderError| self.unusable("read", &error);
        let root = PrivateFolder::open(&self.0).map_err(failed)?;
        let folder = root.map(|root| root.folder(component.hex())).transpose();
        let Some(folder) = folder.map_err(failed)?.flatten() else {
            return Ok(evidence);
        };
        let names = folder
            .names()
            .map_err(|error| self.failed("read", folder.path(), error))?;
        for name in names.into_iter().take(MOST_FILES) {
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
            file.take(MOST_BYTES as u64 + 1)
                .read_to_end(&mut bytes)
                .map_err(|error| self.failed("read", folder.path(), error))?;
            place.push(bytes);
        }
        Ok(evidence)
    }

    /// Keeps evidence of a component. What is there stays.
    ///
    /// # Errors
    /// When the folder cannot be written, or has no room for more files.
    pub(crate) fn keep(&self, component: &Digest, evidence: &Evidence) -> Result<(), SourceError> {
        if evidence.files().next().is_none() {
            return Ok(());
        }
        let failed = |error: FolderError| self.unusable("write to", &error);
        let root = PrivateFolder::make(&self.0).map_err(failed)?;
        let folder = root.make_folder(component.hex()).map_err(failed)?;
        let names = folder.names();
        let mut names = names.map_err(|error| self.failed("read", folder.path(), error))?;
        for (name, bytes) in evidence.files() {
            if names.contains(&name) || bytes.len() > MOST_BYTES {
                continue;
            }
            if names.len() >= MOST_FILES {
                return Err(SourceError::new(format!(
                    "`{}` has {MOST_FILES} files, and more are not kept",
                    folder.path().display()
                ))
                .hint("remove that folder, and run the command again"));
            }
            let unfinished = format!(".{name}.{}", std::process::id());
            // A killed process with this number left it.
            drop(folder.remove_file(&unfinished));
            folder
                .replace(&name, &unfinished, |file| file.write_all(bytes))
                .map_err(failed)?;
            names.push(name);
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

#[cfg(test)]
mod tests {
    use std::fs;

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
        let folder = EvidenceFolder::beside(&Store::new(home.path().join("store")));
        let component = Digest::of(b"component");
        assert_eq!(folder.read(&component), Ok(Evidence::default()));
        let evidence = Evidence {
            manifests: vec![manifest(&component), manifest(&Digest::of(b"other"))],
            bundles: vec![b"one".to_vec(), vec![b'x'; MOST_BYTES + 1]],
        };
        for _ in 0..2 {
            folder.keep(&component, &evidence).expect("kept");
        }
        let found = folder.read(&component).expect("evidence");
        assert_eq!(found.bundles, [b"one".to_vec()]);
        let store = Store::new(home.path().join("store"));
        assert_eq!(kept_signatures(&store, &component), Ok(1));
        assert_eq!(found.manifests.len(), 2);
        // A manifest of another component makes its signatures none of this one.
        let subjects = found.subjects(&component);
        let own = Digest::of(&evidence.manifests[0]).hex().to_owned();
        assert_eq!(subjects, [component.hex().to_owned(), own]);
        assert_eq!(found.clone().with(evidence.clone()).bundles.len(), 2);
        assert_eq!(folder.read(&Digest::of(b"other")), Ok(Evidence::default()));
    }

    #[test]
    fn no_more_files_are_kept_and_read_than_a_bound() {
        let home = tempfile::tempdir().expect("a folder");
        let folder = EvidenceFolder::beside(&Store::new(home.path().join("store")));
        let component = Digest::of(b"component");
        let bundles = |count: usize| Evidence {
            manifests: Vec::new(),
            bundles: (0..count)
                .map(|number| number.to_string().into_bytes())
                .collect(),
        };
        folder.keep(&component, &bundles(MOST_FILES)).expect("kept");
        let error = folder.keep(&component, &bundles(MOST_FILES + 1));
        let error = error.expect_err("an error").to_string();
        assert!(
            error.contains("has 128 files") && error.contains("\nhint: "),
            "{error}"
        );
        let of_component = home.path().join("evidence").join(component.hex());
        fs::write(of_component.join("more.sigstore.json"), "x").expect("a file");
        let found = folder.read(&component).expect("evidence");
        assert_eq!(found.bundles.len(), MOST_FILES);
    }
}
