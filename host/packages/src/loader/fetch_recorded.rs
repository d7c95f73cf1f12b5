//! Fetching what a parameter value names, if this machine does not have it: by digests alone.

use pulumi_wasm_registry::Trust;

use super::Loader;
use super::fetch_lock::FetchLock;
use super::fetch_sources::{Answered, FetchSources};
use super::found::{Candidate, Found, Loading};
use super::registries::forbidden;
use super::required::Required;
use crate::file::require_world;
use crate::operator_sources::OperatorSources;
use crate::{ComponentReference, Declared, ParameterValue, Place, Source, SourceError};

impl Loader {
    /// The component of a recorded place, from a mirror, its registry or its web server; `None` if it is a file. The inner error is where it was
    /// looked for and why it is not there, in words for people.
    pub(super) async fn fetch_recorded(
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
    pub(super) fn trust(
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
