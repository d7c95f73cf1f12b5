//! Stores components with their manifests.

use std::fs::File;
use std::io;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use pulumi_wasm_capability::limits::{Limit, Limits};
use pulumi_wasm_core::call::LogSink;
use pulumi_wasm_sandbox::guest::describe;

use crate::component_file::{manifest_section, require_world, too_large};
use crate::loader::Loader;
use crate::loader::blocking::run_blocking;
use crate::loader::candidate::{Candidate, LoadContext, ResolvedComponent};
use crate::loader::find::arguments::read_blocking;
use crate::loader::judge::limits::{judge, refusal};
use crate::loader::judge::policy_check;
use crate::loader::judge::requirements::Required;
use crate::store::manifest_index;
use crate::{
    ComponentReference, Digest, Place, Source, SourceError, TemporaryFolder, read_component,
};

impl Loader {
    /// Puts a component that may run into the store with its manifest. The manifest is embedded in the component, or
    /// the component's answer to `describe`.
    pub(crate) async fn keep(
        &self,
        candidate: Candidate,
        required: &Required,
        loading: &LoadContext<'_>,
    ) -> Result<ResolvedComponent, SourceError> {
        let Candidate {
            bytes,
            reference,
            shown,
        } = candidate;
        let digest = &reference.digest;
        // A component that the policy refuses under every name does not run, not even for its manifest.
        policy_check::require_allowed_component(loading.policy, None, digest, &shown)?;
        if !matches!(required, Required::Nothing) {
            policy_check::require_allowed_place(loading.policy, None, &reference.place)?;
        }
        let known = self.store.open(digest)?;
        let (bytes, judged) = run_blocking(move || {
            let judged = match (manifest_section::find(&bytes), known) {
                (Some(embedded), _) => Some(judge(embedded)),
                (None, known) => {
                    let text = known.map(|entry| entry.text()).transpose()?.flatten();
                    let judged = text.map(judge);
                    judged.filter(|(_, manifest)| manifest.is_ok())
                }
            };
            Ok::<_, SourceError>((bytes, judged))
        })
        .await??;
        let (text, manifest) = match judged {
            Some(judged) => judged,
            None => {
                self.require_signed_by_any(loading.policy, &reference, loading.limits)
                    .await?;
                let text = self.ask(&bytes, digest, &shown, loading).await?;
                run_blocking(move || judge(text)).await?
            }
        };
        let manifest = manifest.map_err(|error| refusal(&shown, &error))?;
        policy_check::require_allowed_component(
            loading.policy,
            Some(manifest.name()),
            digest,
            &shown,
        )?;
        required.judge(&manifest, &reference.place, loading.policy)?;
        self.require_signed(loading.policy, manifest.name(), &reference, loading.limits)
            .await?;
        let (store, digest) = (self.store.clone(), digest.clone());
        let (file, manifest) = run_blocking(move || {
            let entry = store.put(&digest, &bytes, &text)?;
            manifest_index::make(&entry, &manifest, &text);
            Ok::<_, SourceError>((entry.component(), manifest))
        })
        .await??;
        Ok(ResolvedComponent {
            reference,
            shown,
            file,
            manifest: Arc::new(manifest),
        })
    }
}

impl Loader {
    /// Runs a component's `describe` without any grants.
    pub(crate) async fn ask(
        &self,
        bytes: &[u8],
        digest: &Digest,
        shown: &str,
        loading: &LoadContext<'_>,
    ) -> Result<String, SourceError> {
        let failed = |error: io::Error| {
            SourceError::new(format!("cannot write a temporary file: {error}")).hint(
                "make the folder for temporary files writable, or set `TMPDIR` to another folder",
            )
        };
        // The store takes a component only with its manifest, so the component runs from a temporary file.
        let folder = TemporaryFolder::new().map_err(failed)?;
        let file = folder.path().join("component.wasm");
        File::create_new(&file)
            .and_then(|mut file| file.write_all(bytes))
            .map_err(failed)?;
        describe(
            &self.compiler,
            &file,
            digest.hex(),
            loading.limits,
            Arc::clone(loading.log),
        )
        .await
        .map_err(|error| SourceError::from_call(shown, &error))
    }
}

/// A component in the store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredComponent {
    pub digest: Digest,
    /// The package's name.
    pub name: String,
    /// The package's version.
    pub version: String,
}

/// A component of a registry or a web server, now in the store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptReference {
    pub kept: StoredComponent,
    /// The reference with the digest of the manifest, or the address.
    pub place: Place,
    file: PathBuf,
}

impl StoredComponent {
    pub(crate) fn of(found: &ResolvedComponent) -> Self {
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
    /// If it cannot be read, or was changed in the meantime.
    pub fn read(&self, limits: &Limits) -> Result<Vec<u8>, SourceError> {
        let (bytes, digest) = read_component(&self.file, limits)?;
        if digest == self.kept.digest {
            Ok(bytes)
        } else {
            Err(
                SourceError::new(format!("`{}` in the store is damaged", self.file.display()))
                    .hint("`pulumi-wasm cache verify` lists all damaged components"),
            )
        }
    }
}

impl Loader {
    /// Fetches the component of a registry, a web server or a release into the store. Adds no grants.
    ///
    /// # Errors
    /// When the server does not have it, the component may not run, or the store cannot be written.
    pub async fn keep_source(
        &self,
        source: &Source,
        limits: &Limits,
        log: &Arc<dyn LogSink>,
    ) -> Result<KeptReference, SourceError> {
        let policy = self.policy()?;
        let mut limits = limits.clone();
        policy.cap(&mut limits);
        let loading = LoadContext {
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

    /// The limits, capped by the operator's policy.
    ///
    /// # Errors
    /// When the policy cannot be read.
    pub fn capped(&self, limits: &Limits) -> Result<Limits, SourceError> {
        let mut limits = limits.clone();
        self.policy()?.cap(&mut limits);
        Ok(limits)
    }

    /// Puts the bytes of a component into the store, as [`Loader::keep_file`] does. `shown` is its name in messages.
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
        let loading = LoadContext {
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

    /// Puts a component's file into the store, where values find it by its digest. Adds no grants.
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
        let loading = LoadContext {
            policy: &policy,
            limits,
            log,
        };
        self.store_bundle_beside(file, &digest, &loading).await;
        let shown = file.display().to_string();
        self.keep_carried(bytes, &shown, limits, log).await
    }
}
