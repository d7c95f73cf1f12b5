//! Downloads a component into the store. If several processes need the same component at once, one of them downloads
//! it.

use std::fs::{File, TryLockError};
use std::sync::Arc;
use std::time::{Duration, Instant};

use pulumi_wasm_core::call::{LogSink, Severity};
use pulumi_wasm_platform::private_folder::PrivateFolder;
use pulumi_wasm_registry::{Descriptor, HostTrust, RegistryError};

use crate::component_file::require_world;
use crate::loader::Loader;
use crate::loader::candidate::{Candidate, LoadContext, ResolvedComponent};
use crate::loader::fetch::context::forbidden;
use crate::loader::fetch::fallback::Answered;
use crate::loader::fetch::sources::FetchSources;
use crate::loader::judge::limits::refusal;
use crate::loader::judge::requirements::Required;
use crate::operator_sources::OperatorSources;
use crate::{
    ComponentReference, Declared, Digest, ParameterValue, Place, Source, SourceError, Store,
};

impl From<RegistryError> for SourceError {
    fn from(error: RegistryError) -> Self {
        Self {
            reason: error.reason,
            hint: error.hint,
            is_replaced: error.is_replaced,
        }
    }
}

impl Loader {
    /// The component of a reference, from the store, a mirror or its registry. If several processes need it at once,
    /// one of them fetches it.
    pub(crate) async fn kept_or_fetched(
        &self,
        reference: &ComponentReference,
        component: &Descriptor,
        sources: &FetchSources,
        required: &Required,
        loading: &LoadContext<'_>,
    ) -> Result<ResolvedComponent, SourceError> {
        if let Some(found) = self.kept(reference).await? {
            return Ok(found);
        }
        let (digest, most) = (&reference.digest, sources.time_left());
        let _lock = FetchLock::take(&self.store, digest, most, loading.log).await;
        // The process that held the lock may have stored the component.
        if let Some(found) = self.kept(reference).await? {
            return Ok(found);
        }
        let bytes = sources.blob(component).await?;
        let candidate = Candidate::of(bytes, reference);
        require_world(&candidate.bytes, &candidate.shown)?;
        self.keep(candidate, required, loading).await
    }

    /// The component of a reference, if the store has it.
    pub(crate) async fn kept(
        &self,
        reference: &ComponentReference,
    ) -> Result<Option<ResolvedComponent>, SourceError> {
        let shown = reference.place.to_string();
        let Some((file, manifest)) = self.stored(&reference.digest).await? else {
            return Ok(None);
        };
        let manifest = manifest.map_err(|error| refusal(&shown, &error))?;
        Ok(Some(ResolvedComponent {
            reference: reference.clone(),
            shown,
            file,
            manifest: Arc::new(manifest),
        }))
    }
}

impl Loader {
    /// Fetches the component of a recorded place from a mirror, its registry or its web server. `None` if the place is
    /// a file. The inner error describes each server that was asked.
    pub(crate) async fn fetch_recorded(
        &self,
        reference: &ComponentReference,
        value: &ParameterValue,
        loading: &LoadContext<'_>,
    ) -> Result<Option<Result<ResolvedComponent, String>>, SourceError> {
        let place = &reference.place;
        if let Place::File(_) = place {
            return Ok(None);
        }
        let told = |reason: &str| Ok(Some(Err(format!("`{place}`: {reason}"))));
        if let Some(forbidden) = forbidden(loading.policy)? {
            return told(&format!("it is not fetched, because {}", forbidden.reason));
        }
        let trust = self.trust(place, value)?;
        let Some(sources) = FetchSources::to_place(place, trust, loading.limits, loading.log)?
        else {
            return Ok(None);
        };
        let digest = &reference.digest;
        let _lock = FetchLock::take(&self.store, digest, sources.time_left(), loading.log).await;
        // The process that held the lock may have stored the component.
        if let Some(found) = self.kept(reference).await? {
            return Ok(Some(Ok(found)));
        }
        if loading.policy.asks_for_signatures() {
            match sources.resolve().await {
                Ok(resolved) if resolved.component.digest == *digest => {
                    self.fetch_signatures(&sources, &resolved, loading).await;
                }
                _ => self.fetch_bundles(&sources, digest, loading).await,
            }
        }
        let recorded = match sources.recorded(digest).await {
            Ok(recorded) => recorded,
            Err(places) => return Ok(Some(Err(places.join(", and ")))),
        };
        let candidate = Candidate::of(recorded.value, reference);
        require_world(&candidate.bytes, &candidate.shown)?;
        let downloaded = Answered {
            value: candidate,
            is_of_origin: recorded.is_of_origin,
        };
        // A component that may not run is not missing, so a newer build must not replace it.
        let kept = self.keep_and_note(downloaded, &Required::Place, loading);
        kept.await.map(|found| Some(Ok(found)))
    }

    /// The trust in a recorded place: higher if the project's file or the operator's file names its server, because
    /// anybody may have written a value. Reads these files.
    pub(crate) fn trust(
        &self,
        place: &Place,
        value: &ParameterValue,
    ) -> Result<HostTrust, SourceError> {
        let sources_of_operator = OperatorSources::from_environment()?;
        if place
            .server()
            .is_some_and(|server| sources_of_operator.names(&server))
        {
            return Ok(HostTrust::Named);
        }
        let declared = Declared::nearest(&self.folder).ok().flatten();
        let sources = declared.map(|declared| declared.components(&value.name));
        let is_named = sources
            .into_iter()
            .flatten()
            .any(|source| match (source, place) {
                (Source::Registry(declared), Place::Registry(place)) => {
                    declared.registry() == place.registry()
                }
                (Source::Web(declared), Place::Web(file)) => declared.is_on_server_of(file),
                _ => false,
            });
        Ok(if is_named {
            HostTrust::Named
        } else {
            HostTrust::Recorded
        })
    }
}

/// The folder of the locks, beside the store.
const FOLDER: &str = "fetching";
/// The interval at which a waiting process tries to take the lock.
const INTERVAL: Duration = Duration::from_millis(100);
/// The host reports a wait that is longer than this.
const REPORT_AFTER: Duration = Duration::from_secs(1);

/// The right to fetch a component, until it is dropped. The system releases it if the process ends.
pub(crate) struct FetchLock(Option<Taken>);

struct Taken {
    folder: PrivateFolder,
    name: String,
    /// Locked for as long as it is open.
    file: File,
}

impl FetchLock {
    /// Waits until no other process fetches this component, for at most `most`. Does not wait if the file system has
    /// no locks: then each process fetches the component.
    pub(crate) async fn take(
        store: &Store,
        digest: &Digest,
        most: Duration,
        log: &Arc<dyn LogSink>,
    ) -> Self {
        let Ok(folder) = PrivateFolder::make(&store.folder().with_file_name(FOLDER)) else {
            return Self(None);
        };
        let name = format!("{}.lock", digest.hex());
        let begun = Instant::now();
        let mut is_told = false;
        while begun.elapsed() < most {
            let Ok(file) = folder.file_to_lock(&name) else {
                break;
            };
            match file.try_lock() {
                // The last owner may have removed the file. A lock on a removed file does not exclude other
                // processes.
                Ok(()) if folder.still_has(&name, &file) => {
                    return Self(Some(Taken { folder, name, file }));
                }
                Ok(()) => continue,
                Err(TryLockError::WouldBlock) => {}
                Err(TryLockError::Error(_)) => break,
            }
            if !is_told && begun.elapsed() >= REPORT_AFTER {
                is_told = true;
                let message = format!("waiting for another process, which fetches {digest}");
                log.log(Severity::Info, "", &message, true);
            }
            tokio::time::sleep(INTERVAL).await;
        }
        Self(None)
    }
}

impl Drop for FetchLock {
    fn drop(&mut self) {
        if let Some(Taken { folder, name, file }) = self.0.take() {
            // The file is removed first. A process that opens it afterwards creates a new file. A leftover empty file
            // does no harm.
            drop(folder.remove_file(&name));
            drop(file);
        }
    }
}
