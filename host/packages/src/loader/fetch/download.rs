//! Downloads a component into the store. Of several processes that want the same component at once, one downloads it.

use std::fs::{File, TryLockError};
use std::sync::Arc;
use std::time::{Duration, Instant};

use pulumi_wasm_core::call::{LogSink, Severity};
use pulumi_wasm_platform::private_folder::PrivateFolder;
use pulumi_wasm_registry::{Descriptor, RegistryError, Trust};

use crate::file::require_world;
use crate::loader::Loader;
use crate::loader::candidate::{Candidate, Found, Loading};
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
        }
    }
}

impl Loader {
    /// The component of a reference, from the store or else from a mirror or its registry. Of many processes that want it at once, one
    /// fetches it.
    pub(crate) async fn kept_or_fetched(
        &self,
        reference: &ComponentReference,
        component: &Descriptor,
        sources: &FetchSources,
        required: &Required,
        loading: &Loading<'_>,
    ) -> Result<Found, SourceError> {
        if let Some(found) = self.kept(reference, loading).await? {
            return Ok(found);
        }
        let (digest, most) = (&reference.digest, sources.time_left());
        let _lock = FetchLock::take(&self.store, digest, most, loading.log).await;
        // The process whose turn it was may have brought it.
        if let Some(found) = self.kept(reference, loading).await? {
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
        loading: &Loading<'_>,
    ) -> Result<Option<Found>, SourceError> {
        let shown = reference.place.to_string();
        let Some((file, manifest)) = self.stored(&reference.digest, loading.limits).await? else {
            return Ok(None);
        };
        let manifest = manifest.map_err(|error| refusal(&shown, &error, loading.limits))?;
        Ok(Some(Found {
            reference: reference.clone(),
            shown,
            file,
            manifest: Arc::new(manifest),
        }))
    }
}

impl Loader {
    /// The component of a recorded place, from a mirror, its registry or its web server; `None` if it is a file. The inner error is where it was
    /// looked for and why it is not there, in words for people.
    pub(crate) async fn fetch_recorded(
        &self,
        reference: &ComponentReference,
        value: &ParameterValue,
        loading: &Loading<'_>,
    ) -> Result<Option<Result<Found, String>>, SourceError> {
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
        // The process whose turn it was may have brought it.
        if let Some(found) = self.kept(reference, loading).await? {
            return Ok(Some(Ok(found)));
        }
        if loading.policy.asks_for_signatures() {
            match sources.resolve().await {
                Ok(resolved) if resolved.component.digest == *digest => {
                    self.bring_signatures(&sources, &resolved, loading).await;
                }
                _ => self.bring_bundles(&sources, digest, loading).await,
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
        // A component that may not run is not a missing one, which a newer build could stand in for.
        let kept = self.keep_and_note(downloaded, &Required::Place, loading);
        kept.await.map(|found| Some(Ok(found)))
    }

    /// Whether the project's file or the operator's names the registry or the web server. A value alone may come from anybody. Reads
    /// these files.
    pub(crate) fn trust(
        &self,
        place: &Place,
        value: &ParameterValue,
    ) -> Result<Trust, SourceError> {
        let sources_of_operator = OperatorSources::of_environment()?;
        if place
            .server()
            .is_some_and(|server| sources_of_operator.names(&server))
        {
            return Ok(Trust::Named);
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
        Ok(match is_named {
            true => Trust::Named,
            false => Trust::Recorded,
        })
    }
}

/// The folder of the locks, beside the store.
const FOLDER: &str = "fetching";
/// How often a process looks whether it is its turn.
const INTERVAL: Duration = Duration::from_millis(100);
/// The time of waiting after which it is told.
const TOLD_AFTER: Duration = Duration::from_secs(1);

/// The right to fetch a component, until it is dropped. It ends with its process, in any way.
pub(crate) struct FetchLock(Option<Taken>);

struct Taken {
    folder: PrivateFolder,
    name: String,
    /// Locked for as long as it is open.
    file: File,
}

impl FetchLock {
    /// Waits until no other process fetches this component, for so long at most. If the folder or its file system has no
    /// locks, nothing is waited for: then each process fetches for itself.
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
                // Its last owner may have removed it: the lock on a removed file keeps no process away.
                Ok(()) if folder.still_has(&name, &file) => {
                    return Self(Some(Taken { folder, name, file }));
                }
                Ok(()) => continue,
                Err(TryLockError::WouldBlock) => {}
                Err(TryLockError::Error(_)) => break,
            }
            if !is_told && begun.elapsed() >= TOLD_AFTER {
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
            // Removed first: who opens it afterwards makes a new one. An empty file that stays does no harm.
            drop(folder.remove_file(&name));
            drop(file);
        }
    }
}
