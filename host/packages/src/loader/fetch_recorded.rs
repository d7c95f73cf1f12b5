//! Fetching what a parameter value names, if this machine does not have it: by digests alone.

use pulumi_wasm_registry::{Repository, Trust};

use super::registries::{forbidden, registry_context};
use super::{Found, Loader, Loading, Required};
use crate::{ComponentReference, Declared, ParameterValue, Place, Source, SourceError};

impl Loader {
    /// The component of a recorded place, from its registry or web server; `None` if it is a file. The inner error is where it was
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
        if let Some(forbidden) = forbidden(loading.policy) {
            return told(&format!("it is not fetched, because {}", forbidden.reason));
        }
        let trust = self.trust(place, value);
        let place = match place {
            Place::File(_) => return Ok(None),
            Place::Registry(place) => place,
            Place::Web(file) => {
                self.require_signed(loading.policy, &value.name, reference)?;
                let found = self.fetch_from_web(file, &reference.digest, trust, loading);
                let found = found.await;
                return Ok(Some(found.map_err(|error| error.reason)));
            }
        };
        let repository =
            Repository::to_read(place, trust, registry_context(loading.limits, loading.log));
        let repository = match repository {
            Ok(repository) => repository,
            Err(error) => return told(&error.reason),
        };
        let resolved = match repository.resolve().await {
            Ok(resolved) => resolved,
            Err(error) => return told(&error.reason),
        };
        if resolved.component.digest != reference.digest {
            return told(&format!(
                "its manifest names the component {}, and another one was recorded",
                resolved.component.digest
            ));
        }
        self.bring_signatures(&repository, &resolved, loading)
            .await?;
        // A component that may not run is not a missing one, which a newer build could stand in for.
        self.require_signed(loading.policy, &value.name, reference)?;
        let found = self.fetched(
            reference,
            &resolved.component,
            &repository,
            &Required::Nothing,
            loading,
        );
        Ok(Some(
            found
                .await
                .map_err(|error| format!("`{place}`: {}", error.reason)),
        ))
    }

    /// Whether the project's file names the registry or the web server. A value alone may come from anybody. Reads the project's file.
    pub(super) fn trust(&self, place: &Place, value: &ParameterValue) -> Trust {
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
        match is_named {
            true => Trust::Named,
            false => Trust::Recorded,
        }
    }
}
