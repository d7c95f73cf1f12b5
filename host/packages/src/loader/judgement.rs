//! The judgement of a recorded value. A load ends with the first refusal, and a review notes each.

use std::sync::Arc;

use pulumi_wasm_core::call::LogSink;

use super::found::{Found, Loading};
use super::{Loaded, Loader, policy_check, recorded_limits};
use crate::policy::Policy;
use crate::{ParameterValue, SourceError};

/// What came of judging a value.
#[derive(Default)]
pub(super) struct Judged {
    /// The components that were found, except those that a review refuses.
    pub(super) found: Vec<Found>,
    /// The places of components that are nowhere to be had, with the reasons. A load stops at the first.
    pub(super) missing: Vec<(String, SourceError)>,
}

impl Loader {
    /// Finds the components of a value, and judges the value and each of them by the policy. Warns of what does not hold.
    ///
    /// # Errors
    /// When the plugin may not load it; with advice.
    pub(super) async fn judge_recorded(
        &self,
        value: &ParameterValue,
        policy: &Policy,
        log: &Arc<dyn LogSink>,
    ) -> Result<Judged, SourceError> {
        self.hold(self.require_declared(policy, value))?;
        let name = &value.name;
        let limits = recorded_limits::bounded(&value.limits);
        let loading = Loading {
            policy,
            limits: &limits,
            log,
        };
        let mut judged = Judged::default();
        for reference in &value.components {
            let shown = reference.place.to_string();
            let may_run = policy_check::may_run(policy, Some(name), &reference.digest, &shown);
            let may_come = policy_check::may_come(policy, None, &reference.place);
            let is_refused = may_run.is_err() || may_come.is_err();
            self.hold(may_run)?;
            self.hold(may_come)?;
            let found = match self.find_recorded(reference, value, &loading).await {
                Ok(Ok(found)) => found,
                Ok(Err(missing)) => {
                    judged.missing.push((shown, missing));
                    if self.review.is_none() {
                        return Ok(judged);
                    }
                    // The version in its bytes is not known.
                    let package = (name.as_str(), value.version.as_str());
                    let place = &reference.place;
                    self.hold(policy_check::may_come(policy, Some(package), place))?;
                    continue;
                }
                // The reason is told already.
                Err(_) if is_refused => continue,
                Err(refused) => {
                    self.hold(Err(refused))?;
                    continue;
                }
            };
            let required = self.require_source(&found, Some(value), &loading);
            self.hold(required.await)?;
            judged.found.push(found);
        }
        let (grants, limits) = (&value.grants, &value.limits);
        policy_check::warn_of_excess(policy, name, grants, limits, log.as_ref());
        policy_check::warn_of_uses(policy, &judged.found, log.as_ref());
        for found in &judged.found {
            self.judge_found(found, limits, policy).await?;
        }
        Ok(judged)
    }

    /// The package of a value whose components were found and judged.
    ///
    /// # Errors
    /// When they do not fit together, or are another package.
    pub(super) fn package_of(
        &self,
        value: &ParameterValue,
        found: Vec<Found>,
        policy: &Policy,
    ) -> Result<Loaded, SourceError> {
        let name = &value.name;
        let (grants, limits) = (value.grants.clone(), value.limits.clone());
        let loaded = self.assembled(found, grants, limits, policy)?;
        match loaded.value.name == *name {
            true => Ok(loaded),
            false => Err(SourceError::new(format!(
                "the parameter names the package `{name}`, and its components are the package `{}`",
                loaded.value.name
            ))
            .hint(format!("add the package again: `{}`", self.command(value)))),
        }
    }
}
