//! The judgement of a recorded value. A load stops at the first refusal. A review notes each refusal and continues; it
//! fetches nothing and stores no component.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use pulumi_wasm_core::call::{LogSink, Severity};
use pulumi_wasm_core::text::Excerpt;

use crate::loader::candidate::{LoadContext, ResolvedComponent};
use crate::loader::judge::grant_report::GrantReport;
use crate::loader::judge::{limits, policy_check};
use crate::loader::report::sdk_names;
use crate::loader::review_notes::ReviewNotes;
use crate::loader::uses::{IndirectUse, Uses};
use crate::loader::{Loaded, Loader};
use crate::policy::Policy;
use crate::{ParameterValue, SourceError};

/// The result of judging a value.
#[derive(Default)]
pub(crate) struct Judged {
    /// The components that were found, except components that a review refuses.
    pub(crate) found: Vec<ResolvedComponent>,
    /// The uses of the found components.
    pub(crate) uses: Uses,
    /// The places of missing components, with the reasons. A load stops at the first missing component.
    pub(crate) missing: Vec<(String, SourceError)>,
}

impl Loader {
    /// Finds the components of a value, and judges the value and each component by the policy. Warns about grants and
    /// packages that the policy does not allow.
    ///
    /// # Errors
    /// When the plugin may not load it; with advice.
    pub(crate) async fn judge_recorded(
        &self,
        value: &ParameterValue,
        policy: &Policy,
        log: &Arc<dyn LogSink>,
    ) -> Result<Judged, SourceError> {
        self.refuse_or_note(self.require_declared(policy, value))?;
        let name = &value.name;
        let limits = limits::bounded(&value.limits);
        let loading = LoadContext {
            policy,
            limits: &limits,
            log,
        };
        let mut judged = Judged::default();
        for reference in &value.components {
            let shown = reference.place.to_string();
            let may_run = policy_check::require_allowed_component(
                policy,
                Some(name),
                &reference.digest,
                &shown,
            );
            let may_come = policy_check::require_allowed_place(policy, None, &reference.place);
            let is_refused = may_run.is_err() || may_come.is_err();
            self.refuse_or_note(may_run)?;
            self.refuse_or_note(may_come)?;
            let found = match self.find_recorded(reference, value, &loading).await {
                Ok(Ok(found)) => found,
                Ok(Err(missing)) => {
                    judged.missing.push((shown, missing));
                    if self.review.is_none() {
                        return Ok(judged);
                    }
                    // The version in the component is not known.
                    let package = (name.as_str(), value.version.as_str());
                    let place = &reference.place;
                    self.refuse_or_note(policy_check::require_allowed_place(
                        policy,
                        Some(package),
                        place,
                    ))?;
                    continue;
                }
                // The refusal is already noted.
                Err(_) if is_refused => continue,
                Err(refused) => {
                    self.refuse_or_note(Err(refused))?;
                    continue;
                }
            };
            let required = self.require_source(&found, Some(value), &loading);
            self.refuse_or_note(required.await)?;
            judged.found.push(found);
        }
        let (grants, limits) = (&value.grants, &value.limits);
        policy_check::warn_of_excess(policy, name, grants, limits, log.as_ref());
        judged.uses = self.uses_of(&judged.found, policy, log).await;
        policy_check::warn_of_uses(policy, &judged.found, &judged.uses, log.as_ref());
        for found in &judged.found {
            self.judge_found(found, limits, policy).await?;
        }
        Ok(judged)
    }

    /// The package of a value whose components were found and judged.
    ///
    /// # Errors
    /// When they do not fit together, or are another package.
    pub(crate) fn package_of(
        &self,
        value: &ParameterValue,
        found: Vec<ResolvedComponent>,
        uses: &Uses,
        policy: &Policy,
    ) -> Result<Loaded, SourceError> {
        let name = &value.name;
        let (grants, limits) = (value.grants.clone(), value.limits.clone());
        let loaded = self.assemble_judged(found, uses, grants, limits, policy)?;
        if loaded.value.name == *name {
            Ok(loaded)
        } else {
            Err(SourceError::new(format!(
                "the parameter names the package `{name}`, and its components are the package `{}`",
                loaded.value.name
            ))
            .hint(format!("add the package again: `{}`", self.command(value))))
        }
    }
}

/// Judges recorded values as the plugin of this machine does when it loads them.
pub struct ValueReviewer {
    loader: Loader,
}

/// The judgement of a value.
#[derive(Debug, Default)]
pub struct ValueReview {
    /// The plugin's reasons to refuse the package.
    pub refusals: Vec<SourceError>,
    /// The warnings of the plugin and of `pulumi package add`.
    pub warnings: Vec<String>,
    /// The permissions of the components, a line each.
    pub permissions: Vec<String>,
    /// The configuration values whose addresses the components may reach, such as `acme:endpoint`.
    pub configured: Vec<String>,
    /// The packages that the components create resources of, such as `random 4.18.0`.
    pub uses: Vec<String>,
    /// The places of components that are not on this machine. The review applied only the rules that need no manifest
    /// to them.
    pub missing: Vec<String>,
}

/// The warnings of one judgement.
#[derive(Default)]
struct Warnings(Mutex<Vec<String>>);

impl LogSink for Warnings {
    fn log(&self, severity: Severity, _urn: &str, message: &str, _ephemeral: bool) {
        if matches!(severity, Severity::Warning | Severity::Error) {
            let mut warnings = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            warnings.push(message.to_owned());
        }
    }
}

impl ValueReviewer {
    /// A reviewer for the project that a folder lies in, with the environment of this machine.
    ///
    /// # Errors
    /// When the home folder is unknown, or a temporary folder cannot be made.
    pub fn of_machine(folder: PathBuf) -> Result<Self, SourceError> {
        let loader = Loader {
            folder,
            review: Some(Arc::new(ReviewNotes::new()?)),
            ..Loader::from_environment()?.without_journal()
        };
        Ok(Self { loader })
    }

    /// Judges a value.
    ///
    /// # Errors
    /// When the policy of this machine cannot be used: then the plugin loads nothing.
    pub async fn review(&self, value: &ParameterValue) -> Result<ValueReview, SourceError> {
        let loader = &self.loader;
        let policy = loader.policy()?;
        let mut value = value.clone();
        policy.cap(&mut value.limits);
        let warnings = Arc::new(Warnings::default());
        let log: Arc<dyn LogSink> = Arc::clone(&warnings) as Arc<dyn LogSink>;
        let judged = loader.judge_recorded(&value, &policy, &log).await?;
        let (found, uses) = (judged.found, judged.uses);
        let mut review = ValueReview {
            missing: judged.missing.into_iter().map(|(place, _)| place).collect(),
            uses: shown_uses(&found, &uses),
            ..ValueReview::default()
        };
        for name in uses.unread.keys() {
            let name = Excerpt::name(name);
            review.missing.push(format!("of `{name}`, which it uses,"));
        }
        match GrantReport::new(&found, &uses, &value.grants) {
            Ok(report) => {
                report.warn(log.as_ref());
                review.permissions = report.permissions();
                review.configured = report.configured();
            }
            Err(error) => log.log(Severity::Warning, "", &error.to_string(), false),
        }
        sdk_names::warn(&found, &log).await?;
        if found.len() == value.components.len() {
            let assembled = loader.package_of(&value, found, &uses, &policy);
            if let Ok(loaded) = &assembled {
                loaded.warn_about_reads(log.as_ref());
            }
            loader.refuse_or_note(assembled.map(drop))?;
        }
        review.refusals = loader
            .review
            .as_ref()
            .map(|notes| notes.take())
            .unwrap_or_default();
        let mut warnings = warnings.0.lock().unwrap_or_else(PoisonError::into_inner);
        review.warnings = std::mem::take(&mut *warnings);
        Ok(review)
    }
}

/// The packages that components use, and the packages behind these, sorted.
fn shown_uses(found: &[ResolvedComponent], uses: &Uses) -> Vec<String> {
    let manifests = found.iter().map(|component| &component.manifest);
    let direct = manifests.flat_map(|manifest| &manifest.uses);
    let direct = direct.map(|(name, used)| used.shown(name));
    let indirect = uses.indirect.iter().map(IndirectUse::shown);
    let mut uses: Vec<String> = direct.chain(indirect).collect();
    uses.sort_unstable();
    uses.dedup();
    uses
}

impl Loader {
    /// Returns a refusal in a load. In a review, records the refusal and returns `Ok`.
    pub(crate) fn refuse_or_note(
        &self,
        judged: Result<(), SourceError>,
    ) -> Result<(), SourceError> {
        let Some(review) = &self.review else {
            return judged;
        };
        if let Err(refusal) = judged {
            review.note(refusal);
        }
        Ok(())
    }

    /// The loader that stores components of a project. A review stores them only until it ends.
    pub(crate) fn project_loader(&self) -> Self {
        match &self.review {
            Some(review) => self.clone().keeping_in(review.store().clone()),
            None => self.clone(),
        }
    }
}
