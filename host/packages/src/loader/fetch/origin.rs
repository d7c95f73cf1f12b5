//! Checks that a component comes from its recorded place if the operator's policy requires that.

use pulumi_wasm_registry::HostTrust;

use crate::loader::Loader;
use crate::loader::candidate::{LoadContext, ResolvedComponent};
use crate::loader::fetch::context::forbidden;
use crate::loader::fetch::sources::FetchSources;
use crate::loader::judge::policy_check;
use crate::store::fetch_notes;
use crate::{ComponentReference, ParameterValue, Place, SourceError};

impl Loader {
    /// Makes sure that the policy allows the place and the version of a component. Anybody may have written a record,
    /// so the host asks the recorded place about a component that this machine did not fetch there. Without a
    /// confirmation the component counts as a file. `value` is the record, or `None` if a user named the place in
    /// this command.
    ///
    /// # Errors
    /// When the policy does not list its place, or its version is too low; with advice.
    pub(crate) async fn require_source(
        &self,
        found: &ResolvedComponent,
        value: Option<&ParameterValue>,
        loading: &LoadContext<'_>,
    ) -> Result<(), SourceError> {
        let ComponentReference { digest, place } = &found.reference;
        let package = (found.manifest.name(), found.manifest.version());
        policy_check::require_allowed_place(loading.policy, Some(package), place)?;
        if let Place::File(_) = place {
            return Ok(());
        }
        let file = Place::File(found.shown.clone());
        let (name, version) = package;
        let Some(rule) = loading.policy.against_source(name, &file, version) else {
            return Ok(());
        };
        if fetch_notes::is_noted(&self.store, digest, place) {
            return Ok(());
        }
        let trust = value.map(|value| self.trust(place, value));
        let trust = trust.transpose()?.unwrap_or(HostTrust::Named);
        let asked = self.ask_origin(found, trust, loading).await;
        asked.map_err(|reason| {
            SourceError::new(format!(
                "`{place}` may not run: this machine did not fetch {digest} from there, so it counts as a file, and {rule}; the \
                 source does not confirm it: {reason}"
            ))
            .hint(format!(
                "run the command once on this machine with a network that reaches the source, or {} to allow `file`; a mirror is asked about this only if \
                 its entry in `sources.yaml` has `only: true` or `tags: true`",
                policy_check::ASK
            ))
        })
    }

    /// Asks the source whether it has the component. The error is a sentence.
    async fn ask_origin(
        &self,
        found: &ResolvedComponent,
        trust: HostTrust,
        loading: &LoadContext<'_>,
    ) -> Result<(), String> {
        if self.review.is_some() {
            return Err("a review sends no request".to_owned());
        }
        let forbidden = forbidden(loading.policy).map_err(|error| error.reason)?;
        if let Some(forbidden) = forbidden {
            return Err(format!("no request is sent, because {}", forbidden.reason));
        }
        let ComponentReference { digest, place } = &found.reference;
        let sources = FetchSources::to_place(place, trust, loading.limits, loading.log);
        let sources = sources.map_err(|error| error.reason)?;
        let sources = sources.ok_or_else(|| "it is a file".to_owned())?;
        let confirmed = sources.confirm(digest).await;
        confirmed.map_err(|places| places.join(", and "))?;
        fetch_notes::note(&self.store, digest, place);
        Ok(())
    }
}
