//! Putting components into the store.

use std::sync::Arc;

use super::found::{Candidate, Found, Loading};
use super::manifest_limits::{judge, refusal};
use super::required::Required;
use super::{Loader, policy_check, run_blocking};
use crate::{SourceError, manifest_index, manifest_section};

impl Loader {
    /// Puts a component that may run into the store, with its manifest: the embedded one, else the component's answer.
    pub(super) async fn keep(
        &self,
        candidate: Candidate,
        required: &Required,
        loading: &Loading<'_>,
    ) -> Result<Found, SourceError> {
        let Candidate {
            bytes,
            reference,
            shown,
        } = candidate;
        let digest = &reference.digest;
        // Nothing of a component runs that may not run under any name.
        policy_check::may_run(loading.policy, None, digest, &shown)?;
        if !matches!(required, Required::Nothing) {
            policy_check::may_come(loading.policy, None, &reference.place)?;
        }
        let known = self.store.open(digest)?;
        let bounds = manifest_section::bounds(loading.limits);
        let (bytes, judged) = run_blocking(move || {
            let judged = match (manifest_section::find(&bytes), known) {
                (Some(embedded), _) => Some(judge(embedded, &bounds)),
                (None, known) => {
                    let text = known.map(|entry| entry.text()).transpose()?.flatten();
                    let judged = text.map(|text| judge(text, &bounds));
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
                run_blocking(move || judge(text, &bounds)).await?
            }
        };
        let manifest = manifest.map_err(|error| refusal(&shown, &error, loading.limits))?;
        policy_check::may_run(loading.policy, Some(manifest.name()), digest, &shown)?;
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
        Ok(Found {
            reference,
            shown,
            file,
            manifest: Arc::new(manifest),
        })
    }
}
